import { VisuallyHidden } from '@mantine/core';
import { useIdeState } from '../../app/context.tsx';
import { lookOf } from '../shared/run-states.tsx';

/** Says aloud how a run goes: failures at once, the rest when there is time. */
export function RunAnnouncer() {
  const { state, reason, action } = useIdeState(({ run }) => run);
  const isBad = state === 'failed' || state === 'error';
  const text = state === 'idle' ? '' : `Run ${lookOf(state).word}`;
  const paused = state === 'paused' && action !== undefined ? ` before action ${action.actionIndex + 1}` : '';
  return (
    <VisuallyHidden>
      <div aria-live="polite">{isBad ? '' : `${text}${paused}`}</div>
      <div aria-live="assertive">{isBad ? `${text}. ${reason ?? ''}` : ''}</div>
    </VisuallyHidden>
  );
}
