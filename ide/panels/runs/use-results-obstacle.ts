import { useIdeState } from '../../app/context.tsx';
import { NO_CONNECTION } from '../../commands/command.ts';
import { useIsUnderWay } from './use-is-under-way.ts';

/** Why the results of a run can go nowhere now. */
export function useResultsObstacle(runId: string): string | undefined {
  const isUnderWay = useIsUnderWay(runId);
  const isConnected = useIdeState(({ connection }) => connection.phase === 'open');
  if (!isConnected) return NO_CONNECTION;
  return isUnderWay ? 'The run goes on: its results are there when it has ended' : undefined;
}
