import { useRef } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { useIde } from '../../app/context.tsx';
import { useCall } from '../../app/queries.ts';
import type { PickedElement } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import type { RowWindow } from './use-row-window.ts';

const LIMIT_MS = 600_000;

interface PickingEnds {
  window: Pick<RowWindow, 'actor' | 'show'>;
  onPick(picked: PickedElement): void;
  /** It was given up in the live view, or has failed, which is shown already; not called after `cancel`. */
  onEnd?(): void;
}

/** A pick of one element in the live view, which is shown for it with the window of the row. Ends with its component. */
export function usePicking(ends: PickingEnds) {
  const { session, store } = useIde();
  const { call, start, cancel } = useCall<void>({ timeoutMs: LIMIT_MS });
  // While it is under way, its place may change.
  const latest = useRef(ends);
  latest.current = ends;
  const pick = async (options: { signal: AbortSignal }) => {
    const { actor, show } = latest.current.window;
    store.setView({ momentOf: undefined });
    show();
    const reply = await session
      .call('pickElement', actor === undefined ? {} : { actor }, options)
      .catch((error: unknown) => ({ error }));
    if (options.signal.aborted) return;
    if ('element' in reply) return latest.current.onPick(reply.element);
    latest.current.onEnd?.();
    if (!isAppError(reply.error, 'stopped')) throw reply.error;
  };
  return {
    isPicking: call.phase === 'working',
    start: () => void start(options => attempt('Pick an element', () => pick(options))),
    cancel,
  };
}
