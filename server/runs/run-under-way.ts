import { AppError } from '../../model/errors/errors.ts';
import type { Bridge } from '../../model/protocol/bridge.ts';
import { isUnderWay } from '../../model/run/state.ts';
import type { RunnableProject } from './plan/plan-run.ts';

interface Place {
  bridge: Pick<Bridge, 'status'>;
  project: Pick<RunnableProject, 'projectId' | 'runs'>;
}

/** Whether the app window of a project is taken by a run. */
export const hasRun = ({ bridge, project }: Place): boolean => isUnderWay(bridge.status(project.projectId).state);

/** Says which run is under way, and whose it is. */
export async function runUnderWay({ bridge, project }: Place): Promise<AppError> {
  const { state, runId, testId } = bridge.status(project.projectId);
  const run = runId === undefined ? undefined : await project.runs.readIfWhole(runId);
  const what = run === undefined ? '' : ` of “${run.title}”`;
  const who = run === undefined ? '' : `, started by ${run.startedBy}`;
  return new AppError(
    'run-in-progress',
    `Run ${runId}${what} is ${state}${who}. Wait for it, or stop it with stopTest.`,
    { next: 'stopTest', facts: { state, runId, testId, startedBy: run?.startedBy } },
  );
}
