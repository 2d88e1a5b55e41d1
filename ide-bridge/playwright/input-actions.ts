import { FRAME_PARTS, type FramePart, type PagePoint, type Progress } from './engine-parts.ts';
import { NeededParts } from './impl-of.ts';
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

export const INSTRUMENTED_PARTS = new NeededParts<Instrumented>({ function: ['instrumentation.addListener'] });

interface PlaywrightCall {
  method: string;
  params: { selector?: unknown };
}

const CALL_PARTS = new NeededParts<PlaywrightCall>({ string: ['method'], object: ['params'] });

interface ElementHandlePart {
  _objectId: string;
  _frame: object;
}

export const HANDLE_PARTS = new NeededParts<ElementHandlePart>({ string: ['_objectId'], object: ['_frame'] });

type Heard = (action: InputAction, progress: Progress) => Promise<void>;

/**
 * Calls before Playwright points at an element in the given context, which is the one behind its interface; Playwright
 * waits meanwhile. Hears nothing in a release that tells nothing of it.
 */
export function hearInputActions(context: object, heard: Heard): void {
  if (!INSTRUMENTED_PARTS.areIn(context)) return;
  const onBeforeInputAction = async (progress: Progress & { metadata?: unknown }, of: unknown, point?: PagePoint) => {
    const { metadata } = progress;
    if (!CALL_PARTS.areIn(metadata) || !HANDLE_PARTS.areIn(of) || point === undefined) return;
    const { method, params } = metadata;
    const { _frame: frame } = of;
    if (!FRAME_PARTS.areIn(frame)) return;
    await heard({ method, selector: params.selector, frame, objectId: objectIdOf(of), point }, progress);
  };
  context.instrumentation.addListener({ onBeforeInputAction }, context);
}
