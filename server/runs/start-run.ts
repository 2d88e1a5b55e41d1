import type { RunId } from '../../model/project/codes.ts';
import type { Bridge, PlannedItem } from '../../model/protocol/bridge.ts';
import { AppError } from '../../model/protocol/errors.ts';
import { identitySecrets } from '../../model/protocol/identity.ts';
import { isUnderWay } from '../../model/run/state.ts';
import { changingRedactor } from '../changing-redactor.ts';
import { readRelease } from '../package-root.ts';
import { describeMachine } from '../reports/messages/machine.ts';
import type { AppAddresses } from './app-addresses.ts';
import { planRun, type RunnableProject, type RunRequest, withRunId } from './plan-run.ts';
import { createRunRecorder, type RunLog } from './run-recorder.ts';
import type { RunWatcher } from './run-watcher.ts';

/** What runs need besides the project: browsers, addresses and a place to tell trouble. */
export interface RunServices {
  bridge: Bridge;
  apps: AppAddresses;
  log: RunLog;
}

interface Start {
  project: RunnableProject;
  /** Who starts it, as the record names it. */
  startedBy: string;
  watchers?: readonly RunWatcher[];
}

/** Plans a run, gives it its number and starts it. Errors: those of `planRun`, and `run-in-progress`. */
export async function startRun(
  { bridge, apps, log }: RunServices,
  { project, startedBy, watchers }: Start,
  request: RunRequest,
): Promise<RunId> {
  refuseSecondRun(bridge, project.projectId);
  const planned = await planRun(project, apps, request);
  refuseSecondRun(bridge, project.projectId);
  const plan = withRunId(planned, await project.runs.begin());
  const secrets = [...project.store.secrets.values(), ...plan.items.flatMap(secretsOf)];
  const recorder = createRunRecorder({
    archive: project.runs,
    plan,
    startedBy,
    clock: Date,
    redact: changingRedactor(() => [...secrets, ...project.signIns.tokens()]),
    log,
    machine: describeMachine(readRelease()),
    watchers,
  });
  await bridge.startRun(plan, recorder);
  return plan.runId;
}

/** What was made of references to plain values is secret too, once it is a password. */
const secretsOf = ({ identity }: PlannedItem): string[] => (identity === undefined ? [] : identitySecrets(identity));

function refuseSecondRun(bridge: Bridge, projectId: string): void {
  const { state, runId } = bridge.status(projectId);
  if (isUnderWay(state))
    throw new AppError('run-in-progress', `Run ${runId} is ${state}. Wait for it, or stop it with stopTest.`, {
      next: 'stopTest',
      facts: { state, runId },
    });
}
