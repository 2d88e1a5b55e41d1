import { useIdeState } from '../../app/context.tsx';

/** Whether a run goes on, by what the service says of the one under way. */
export const useIsUnderWay = (runId: string): boolean =>
  useIdeState(({ run }) => run.runId === runId && ['starting', 'running', 'paused'].includes(run.state));
