/** Events of the app window during a recording, before they become actions. */
import { z } from 'zod';
import { ElementLook } from '../locator/element-look.ts';

export const RecordedTarget = z.strictObject({
  /** Stable for an element as long as its document lives. */
  key: z.string(),
  /** Playwright's notation; each found it alone, best first. */
  locators: z.array(z.string()),
  sight: ElementLook.optional(),
});
export type RecordedTarget = z.infer<typeof RecordedTarget>;

const Modifiers = z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift']));
/** From the top left of the element. */
const Place = z.strictObject({ x: z.number(), y: z.number() });
const target = RecordedTarget;

/** Events from the page's script, of one document. */
export const PageEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('click'),
    target,
    /** 2 for the second click of a double-click. */
    count: z.number(),
    /** Text is typed into it, so the click may only have focused it. */
    isField: z.boolean(),
    /** The page reacted to the change of focus. */
    isRefocusing: z.boolean().optional(),
    modifiers: Modifiers,
    position: Place.optional(),
  }),
  /** The mouse must be over it for the next event. */
  z.strictObject({ kind: z.literal('hover'), target }),
  /** The target of the next event appeared only after this scroll; without a target, the page scrolled. */
  z.strictObject({ kind: z.literal('scroll'), target: target.optional(), x: z.number(), y: z.number() }),
  /** The page reacted to a change of focus. */
  z.strictObject({ kind: z.literal('refocused') }),
  z.strictObject({ kind: z.literal('right-click'), target, modifiers: Modifiers }),
  z.strictObject({ kind: z.literal('tick'), target, isTicked: z.boolean() }),
  z.strictObject({
    kind: z.literal('fill'),
    target,
    value: z.string(),
    isSecret: z.boolean(),
    /** Reported as the field was left or sent, and possibly before. */
    isLeft: z.boolean().optional(),
    /** The field was empty, and its page offers what fits each key. */
    isByKeys: z.boolean().optional(),
  }),
  /** Text is typed again into a field that the page had emptied some time after the last text was sent. */
  z.strictObject({
    kind: z.literal('emptied'),
    target,
    /** It has a text rather than a value. */
    isEditable: z.boolean().optional(),
  }),
  /** The page has taken what was entered out of the field. */
  z.strictObject({ kind: z.literal('reset'), target }),
  z.strictObject({ kind: z.literal('choose'), target, values: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('press'),
    target: target.optional(),
    key: z.string(),
    /** The key says what it writes into a field. */
    isTyped: z.boolean().optional(),
    /** What the key chooses, or one of what it goes through: it was there before. */
    awaited: target.optional(),
  }),
  /** Typed into an editor of formats. */
  z.strictObject({
    kind: z.literal('keyed'),
    target,
    keys: z.array(z.string()).min(1),
    /** They say what was told before as a text. */
    isInstead: z.boolean(),
    /** Where the mouse had put the caret before. */
    caret: z.strictObject({ position: Place, count: z.number() }).optional(),
  }),
  z.strictObject({ kind: z.literal('paste'), target, text: z.string(), html: z.string().optional() }),
  z.strictObject({ kind: z.literal('upload'), target, files: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('file-content'), name: z.string(), base64: z.string() }),
  z.strictObject({
    kind: z.literal('drag'),
    target,
    /** Without it, nothing at rest lay where it was let go: it was dragged by the offset. */
    onto: target.optional(),
    /** Start and end of the drag, where they are not the middle. */
    position: Place.optional(),
    targetPosition: Place.optional(),
    offset: Place.optional(),
  }),
  /** A document begins; `way` is the browser's reason. */
  z.strictObject({ kind: z.literal('loaded'), way: z.string(), url: z.string() }),
]);
export type PageEvent = z.infer<typeof PageEvent>;

/** Events of tabs. */
type TabEvent =
  | { kind: 'went'; way: 'visit' | 'reload' | 'goBack' | 'goForward'; url: string }
  /** `isByPage`: the page opened it, not a person. */
  | { kind: 'opened'; isByPage: boolean; url: string }
  | { kind: 'closed' }
  | { kind: 'dialog'; accept: boolean; text?: string | undefined };

/** `at` is in milliseconds from any moment; `actor` is whose window it is, undefined for the first one. */
export type RawEvent = (Exclude<PageEvent, { kind: 'loaded' | 'file-content' }> | TabEvent) & {
  actor?: string | undefined;
  tab: number;
  at: number;
};
