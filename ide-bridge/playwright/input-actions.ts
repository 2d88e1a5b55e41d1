import { type FramePart, isFramePart, type PagePoint, type Progress } from './engine-parts.ts';
import { isObject, NeededParts } from './impl-of.ts';
import { objectIdOf } from './utility-world.ts';

/** An action of Playwright's that is about to send input. */
export interface InputAction {
  method: string;
  selector: unknown;
  /** The document of the element. */
  frame: FramePart;
  /** Of the element, in Playwright's isolated world. */
  objectId: string;
  point: PagePoint;
}

interface Instrumented {
  instrumentation: { addListener(listener: object, context: object): void };
}

export const INSTRUMENTED_PARTS = new NeededParts({ function: ['instrumentation.addListener'] });

const isInstrumented = (value: object): value is Instrumented => INSTRUMENTED_PARTS.areIn(value);

interface PlaywrightCall {
  method: string;
  params: { selector?: unknown };
}

const CALL_PARTS = new NeededParts({ string: ['method'], object: ['params'] });

const isCall = (value: unknown): value is PlaywrightCall => CALL_PARTS.areIn(value);

export const HANDLE_PARTS = new NeededParts({ string: ['_objectId'], object: ['_frame'] });

const isHandle = (value: unknown): value is { _objectId: string; _frame: FramePart } =>
  HANDLE_PARTS.areIn(value) && isObject(value) && isFramePart(Reflect.get(value, '_frame'));

type Heard = (action: InputAction, progress: Progress) => Promise<void>;

/**
 * Calls before Playwright points at an element in the given context, which is the one behind its interface; Playwright
 * waits meanwhile. Hears nothing in a release that tells nothing of it.
 */
export function hearInputActions(context: object, heard: Heard): void {
  if (!isInstrumented(context)) return;
  const onBeforeInputAction = async (progress: Progress & { metadata?: unknown }, of: unknown, point?: PagePoint) => {
    const { metadata } = progress;
    if (!isCall(metadata) || !isHandle(of) || point === undefined) return;
    const { method, params } = metadata;
    await heard({ method, selector: params.selector, frame: of._frame, objectId: objectIdOf(of), point }, progress);
  };
  context.instrumentation.addListener({ onBeforeInputAction }, context);
}
