/**
 * Messages of the live view, over the WebSocket `/live?projectId=…`: pictures of the app window as binary frames,
 * everything else as JSON. Every message is validated against these schemas.
 */
import { z } from 'zod';
import { BrowserSettings } from '../../project/project.ts';

export const LIVE_PATH = '/live';

/** Header before the JPEG in a binary frame: width and height of its viewport, as 16-bit big-endian numbers. */
export const FRAME_HEADER_BYTES = 4;

const Coordinate = z.number().min(-10_000).max(100_000);
const Modifier = z.enum(['Alt', 'Control', 'Meta', 'Shift']);
const MouseButton = z.enum(['left', 'middle', 'right']);

/** Places are pixels of the viewport. */
export const LiveInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), x: Coordinate, y: Coordinate }),
  z.strictObject({
    kind: z.literal('press'),
    x: Coordinate,
    y: Coordinate,
    button: MouseButton,
    clickCount: z.number().int().min(1).max(3),
    modifiers: z.array(Modifier).max(4).optional(),
  }),
  z.strictObject({
    kind: z.literal('release'),
    x: Coordinate,
    y: Coordinate,
    button: MouseButton,
    clickCount: z.number().int().min(1).max(3),
  }),
  z.strictObject({ kind: z.literal('wheel'), x: Coordinate, y: Coordinate, deltaX: Coordinate, deltaY: Coordinate }),
  /** A key by its DOM name: `a`, `Enter`, `Shift`. */
  z.strictObject({ kind: z.literal('key-down'), key: z.string().min(1).max(50) }),
  z.strictObject({ kind: z.literal('key-up'), key: z.string().min(1).max(50) }),
  /** The keyboard goes elsewhere: whatever the viewer holds down is let go. */
  z.strictObject({ kind: z.literal('release-keys') }),
  /** Text without keys: pasted, or composed by an input method. */
  z.strictObject({ kind: z.literal('text'), text: z.string().max(100_000) }),
  z.strictObject({ kind: z.literal('choose'), list: z.number().int(), options: z.array(z.number().int()).max(1_000) }),
  z.strictObject({
    kind: z.literal('answer'),
    dialog: z.number().int(),
    accept: z.boolean(),
    text: z.string().max(10_000).optional(),
  }),
  /** While an element is to be picked: highlights, picks, or cancels. */
  z.strictObject({ kind: z.literal('point'), x: Coordinate, y: Coordinate }),
  z.strictObject({ kind: z.literal('pick'), x: Coordinate, y: Coordinate }),
  z.strictObject({ kind: z.literal('pick-cancel') }),
  /** Agents are refused until the window is handed back, or the viewer disconnects. */
  z.strictObject({ kind: z.literal('take-over') }),
  z.strictObject({ kind: z.literal('hand-back') }),
  /** Resizes the viewport of the page; new windows have the size of the project's settings again. */
  z.strictObject({ kind: z.literal('resize'), ...BrowserSettings.shape.viewport.unwrap().shape }),
  /** Answers a file chooser with paths below `files/`; none cancels. */
  z.strictObject({ kind: z.literal('files'), chooser: z.number().int(), paths: z.array(z.string().max(500)).max(100) }),
]);
export type LiveInput = z.infer<typeof LiveInput>;

const Box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const LiveNotice = z.discriminatedUnion('kind', [
  /** `isBusy`: a run has the window for itself, and input is refused. */
  z.strictObject({
    kind: z.literal('page'),
    isOpen: z.boolean(),
    url: z.string().optional(),
    title: z.string().optional(),
    isBusy: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('history'), back: z.boolean(), forward: z.boolean() }),
  /** While an element is to be picked, mouse and keys do not reach the page. */
  z.strictObject({ kind: z.literal('picking'), isOn: z.boolean() }),
  /** Element under the pointer, in pixels of the viewport; missing where there is none. */
  z.strictObject({ kind: z.literal('pointed'), box: Box.optional() }),
  /** An agent acts, at an element where its action has one. */
  z.strictObject({ kind: z.literal('acting'), by: z.string(), box: Box.optional() }),
  /** Who controls the window, where a person does. */
  z.strictObject({ kind: z.literal('held'), by: z.enum(['you', 'another']).optional() }),
  /** Chromium would draw this list outside the page. */
  z.strictObject({
    kind: z.literal('select'),
    list: z.number().int(),
    box: Box,
    isMultiple: z.boolean(),
    options: z.array(z.strictObject({ label: z.string(), isSelected: z.boolean(), isDisabled: z.boolean() })),
  }),
  z.strictObject({
    kind: z.literal('dialog'),
    dialog: z.number().int(),
    type: z.string(),
    message: z.string(),
    defaultText: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('dialog-closed'), dialog: z.number().int() }),
  z.strictObject({ kind: z.literal('file-chooser'), chooser: z.number().int(), isMultiple: z.boolean() }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
]);
export type LiveNotice = z.infer<typeof LiveNotice>;
