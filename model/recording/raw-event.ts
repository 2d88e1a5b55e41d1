/** What happens in the app window while somebody records, before it is made into actions. */
import { z } from 'zod';
import { ElementLook } from '../locator/element-look.ts';

/** An element that was acted on. */
export const RecordedTarget = z.strictObject({
  /** The same for the same element, as long as its document lives. */
  key: z.string(),
  /** In Playwright's notation, each of which led to it alone; best first. */
  locators: z.array(z.string()),
  sight: ElementLook.optional(),
});
export type RecordedTarget = z.infer<typeof RecordedTarget>;

const Modifiers = z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift']));
/** From the top left of an element. */
const Place = z.strictObject({ x: z.number(), y: z.number() });
const target = RecordedTarget;

/** What the page's script tells of one document. */
export const PageEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('click'),
    target,
    /** 2 for the second click of a double-click. */
    count: z.number(),
    /** Text is typed into it, so that the click may only have given it the focus. */
    isField: z.boolean(),
    /** The page did something because the focus came or went with it. */
    isRefocusing: z.boolean().optional(),
    modifiers: Modifiers,
    position: Place.optional(),
  }),
  /** The mouse must be over it for what is done next. */
  z.strictObject({ kind: z.literal('hover'), target }),
  /** What is done next is to something that is there only since this was scrolled; without a target, the page. */
  z.strictObject({ kind: z.literal('scroll'), target: target.optional(), x: z.number(), y: z.number() }),
  /** The page did something because the focus came or went. */
  z.strictObject({ kind: z.literal('refocused') }),
  z.strictObject({ kind: z.literal('right-click'), target, modifiers: Modifiers }),
  z.strictObject({ kind: z.literal('tick'), target, isTicked: z.boolean() }),
  z.strictObject({ kind: z.literal('fill'), target, value: z.string(), isSecret: z.boolean() }),
  z.strictObject({ kind: z.literal('choose'), target, values: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('press'),
    target: target.optional(),
    key: z.string(),
    /** The key says what it writes into a field. */
    isTyped: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('upload'), target, files: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('file-content'), name: z.string(), base64: z.string() }),
  z.strictObject({
    kind: z.literal('drag'),
    target,
    onto: target,
    /** Where it was taken and where it was let go, if not in the middle. */
    position: Place.optional(),
    targetPosition: Place.optional(),
  }),
  /** A document begins, as the browser says why. */
  z.strictObject({ kind: z.literal('loaded'), way: z.string(), url: z.string() }),
]);
export type PageEvent = z.infer<typeof PageEvent>;

/** What the browser tells of its tabs. */
type TabEvent =
  | { kind: 'went'; way: 'visit' | 'reload' | 'goBack' | 'goForward'; url: string }
  /** `isByPage`: the page opened it, else a person did. */
  | { kind: 'opened'; isByPage: boolean; url: string }
  | { kind: 'closed' }
  | { kind: 'dialog'; accept: boolean; text?: string | undefined };

/** `tab` tells the tabs apart; `at` is in milliseconds from any moment. */
export type RawEvent = (Exclude<PageEvent, { kind: 'loaded' | 'file-content' }> | TabEvent) & {
  tab: number;
  at: number;
};
