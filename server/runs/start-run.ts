import { AppError, isAppError } from '../../model/errors/errors.ts';
import { RunId } from '../../model/names/codes.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { Bridge, PlannedItem, RunPlan, RunSink } from '../../model/protocol/bridge.ts';
import { identitySecrets } from '../../model/protocol/identity.ts';
import { changingRedactor } from '../../model/values/redactor.ts';
import { readRelease } from '../process/package-root.ts';
import { describeMachine } from './messages/machine.ts';
import type { AppAddresses } from './plan/app-addresses.ts';
import { planRun, withRunId } from './plan/plan-run.ts';
import type { RunnableProject, RunRequest } from './plan/run-request.ts';
import { requireVideos } from './record/keep-video.ts';
import { createRunRecorder, type RunLog } from './record/run-recorder.ts';
import type { RunWatcher } from './record/run-watcher.ts';

interface WindowOfProject {
  bridge: Pick<Bridge, 'status' | 'shownRun'>;
  project: Pick<RunnableProject, 'projectId' | 'runs'>;
}

/** Without `named`, the run that has the app window. */
export async function runUnderWay({ bridge, project }: WindowOfProject, named?: RunId): Promise<AppError> {
  const { projectId } = project;
  const { state, runId, testId } = named === undefined ? bridge.status(projectId) : bridge.shownRun(projectId, named);
  const run = runId === undefined ? undefined : await project.runs.readIfWhole(runId);
  const what = run === undefined ? '' : ` of “${run.title}”`;
  const who = run === undefined ? '' : `, started by ${run.startedBy}`;
  return new AppError(
    'run-in-progress',
    `Run ${runId}${what} is ${state}${who}. Wait for it, or stop it with stopTest.`,
    { next: 'stopTest', facts: { state, runId, testId, startedBy: run?.startedBy } },
  );
}

interface RunServices {
  bridge: Bridge;
  apps: AppAddresses;
  log: RunLog;
}

type RunStart = RunServices & Partial<Pick<CallOptions, 'signal'>>;

/** Shortly before the call of whoever starts a run would become a job. */
const START_WITHIN_MS = 24_000;

export interface StartRequest {
  project: RunnableProject;
  startedBy: string;
  ci?: string | undefined;
  watchers?: readonly RunWatcher[];
  request: RunRequest;
  firstFile?: number | undefined;
}

interface PreparedRun {
  plan: RunPlan;
  record(): RunSink;
}

/** Until `signal` aborts it waits for who has the app window. Errors: those of `planRun`, `run-in-progress`, `busy`. */
export async function startRun({ bridge, signal, ...services }: RunStart, request: StartRequest): Promise<RunId> {
  const { project } = request;
  const { plan, record } = await prepareRun(services, request);
  try {
    await bridge.startRun(plan, record, { signal, timeoutMs: START_WITHIN_MS });
  } catch (error) {
    await project.runs.discard(plan.runId);
    if (!isAppError(error, 'run-in-progress')) throw error;
    const alike = RunId.safeParse(error.detail.facts?.runId);
    throw await runUnderWay({ bridge, project }, alike.data);
  }
  return plan.runId;
}

/** Errors: those of `planRun`. */
export async function prepareRun(
  { apps, log }: Omit<RunServices, 'bridge'>,
  { project, startedBy, ci, watchers, request, firstFile }: StartRequest,
): Promise<PreparedRun> {
  const planned = await planRun(project, apps, request);
  // Where the project asks for videos, a run without them is better than none.
  if (request.video !== undefined && planned.video !== 'off') await requireVideos();
  const plan = withRunId(planned, await project.runs.begin());
  const secrets = [...project.store.secrets.values(), ...plan.items.flatMap(secretsOf)];
  const words = new Set<string>();
  const record = () =>
    createRunRecorder({
      archive: project.runs,
      plan,
      startedBy,
      ci,
      clock: Date,
      conceal: values => project.signIns.conceal(values),
      concealWord: word => words.add(word),
      redact: changingRedactor(() => ({ secrets: [...secrets, ...project.signIns.tokens], words: [...words] })),
      log,
      machine: describeMachine(readRelease()),
      watchers,
      firstFile,
    });
  return { plan, record };
}

/** Passwords filled in from plain values are secret too. */
const secretsOf = ({ identity, actors = [] }: PlannedItem): string[] =>
  [identity, ...actors.map(actor => actor.identity)].flatMap(one => (one === undefined ? [] : identitySecrets(one)));
