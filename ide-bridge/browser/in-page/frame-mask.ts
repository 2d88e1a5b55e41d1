import type { ElementHandle } from 'playwright';

/**
 * Runs inside the page, in Playwright's isolated world, which has a face of its own of each element: there the frame
 * tells for a while that it is not part of the document, so that a snapshot does not go into it. The page sees nothing
 * of that. The class is sent as source text, so it uses nothing from outside.
 */
class FrameMask {
  query(frame: MaskedFrame, body: string) {
    return this.queryAll(frame, body)[0];
  }

  /** Several snapshots may be under way. Answers by an element whose text is the reference in the last one. */
  queryAll(frame: MaskedFrame, body: string) {
    const changes: Record<string, number> = { on: 1, off: -1 };
    const change = changes[body] ?? 0;
    frame.steploomMasks = (frame.steploomMasks ?? 0) + change;
    if (change > 0) Object.defineProperty(frame, 'isConnected', { value: false, configurable: true });
    else if (frame.steploomMasks === 0) Reflect.deleteProperty(frame, 'isConnected');
    const reply = frame.ownerDocument.createElement('p');
    reply.textContent = frame._ariaRef?.ref ?? '';
    return [reply];
  }
}

/** What is used of an iframe in the page. */
interface MaskedFrame {
  steploomMasks?: number;
  readonly _ariaRef?: { readonly ref: string };
  readonly ownerDocument: { createElement(name: string): { textContent: string | null } };
}

export const FRAME_MASK_ENGINE = 'steploom-frame-mask';

export const FRAME_MASK_SOURCE = `new (${FrameMask.toString()})()`;

const told = (frame: ElementHandle, body: string) => frame.$(`${FRAME_MASK_ENGINE}=${body}`);

export async function maskFrame(frame: ElementHandle): Promise<void> {
  await told(frame, 'on');
}

export async function unmaskFrame(frame: ElementHandle): Promise<void> {
  await told(frame, 'off');
}

/** The reference of the frame in the last snapshot; empty when it has none, or has gone. */
export async function refOfFrame(frame: ElementHandle): Promise<string> {
  try {
    const reply = await told(frame, 'look');
    return (await reply?.textContent()) ?? '';
  } catch {
    return '';
  }
}
