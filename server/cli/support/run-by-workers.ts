import { AppError } from '../../../model/errors/errors.ts';
import type { Reports } from '../../reports/start-reports.ts';
import { createAppAddresses } from '../../runs/plan/app-addresses.ts';
import type { RunnableProject, RunRequest } from '../../runs/plan/run-request.ts';
import { prepareRun } from '../../runs/start-run.ts';
import { SAMPLE_STARTERS } from '../../sample/sample-starters.ts';
import { buildServer } from './build-server.ts';
import type { Cli } from './cli.ts';
import { needQueuePackages } from './need-queue-packages.ts';
import { queuePassword } from './queue-password.ts';
import { readRunId } from './read-run-id.ts';
import { readVersion } from './read-version.ts';
import type { RunTestsOptions } from './run-tests-options.ts';

interface QueuedRun {
  project: RunnableProject;
  request: RunRequest;
  reports: Reports;
}

type QueueOptions = Pick<RunTestsOptions, 'priority' | 'resume' | 'queuePasswordFile'> & { queue: string };

/** Errors: `invalid-params`. */
export function refuseWithoutQueue({ queue, priority, queuePasswordFile }: RunTestsOptions): void {
  if (queue !== undefined) return;
  const [name] = Object.entries({ '--priority': priority, '--queue-password-file': queuePasswordFile }).flatMap(
    ([option, value]) => (value === undefined ? [] : [option]),
  );
  if (name !== undefined) throw new AppError('invalid-params', `${name} goes with --queue.`, { field: name });
}

/** Nothing of the queue is loaded without one. Errors: `queue-failed`, `invalid-params`, `conflict`. */
export async function runByWorkers(cli: Cli, { project, request, reports }: QueuedRun, options: QueueOptions) {
  needQueuePackages();
  const [{ feedRun }, { readQueueUrl }, { neededSecrets }] = await Promise.all([
    import('../../queue/feed-run.ts'),
    import('../../queue/queue-redis.ts'),
    import('../../ci/needed-secrets.ts'),
  ]);
  const url = readQueueUrl(options.queue, await queuePassword(cli, options.queuePasswordFile));
  if (request.updateScreenshots)
    throw new AppError('invalid-params', '--update-screenshots needs a run without --queue.');
  if (request.trace !== undefined && request.trace !== 'off')
    throw new AppError('invalid-params', '--trace needs a run without --queue: workers keep no pages.');
  const apps = createAppAddresses(SAMPLE_STARTERS);
  const log = { warn: (_facts: object, message: string) => cli.notify(message) };
  try {
    const ci = buildServer(cli.environment);
    const asked = { project, startedBy: 'command line', ci, watchers: [reports], request };
    const { plan, record } = await prepareRun({ apps, log }, asked);
    const fed = {
      url,
      folder: project.folder,
      plan,
      request,
      archive: project.runs,
      signal: cli.signal,
      log: cli.notify,
      priority: options.priority,
      resumes: options.resume === undefined ? undefined : readRunId(options.resume, '--resume'),
      secrets: neededSecrets({ project, content: plan.content, items: plan.items, environment: undefined }).names,
    };
    try {
      return { ...(await feedRun({ ...fed, makeSink: record })), runId: plan.runId };
    } catch (error) {
      await project.runs.discard(plan.runId);
      throw error;
    }
  } finally {
    await apps.dispose();
  }
}

/** Errors: `invalid-params`, `not-found`. */
export async function prepareResumed(cli: Cli, words: readonly string[], options: RunTestsOptions) {
  const { resume = '', queue } = options;
  if (queue === undefined) throw new AppError('invalid-params', '--resume goes with --queue.', { field: '--resume' });
  if (words.length > 0)
    throw new AppError('invalid-params', '--resume runs what the run was to do: name nothing beside it.', {
      field: '--resume',
    });
  const { project } = await readVersion(cli, options);
  needQueuePackages();
  const [{ readFedRun }, { requestOf }] = await Promise.all([
    import('../../queue/fed-run-file.ts'),
    import('../../queue/item-of-run.ts'),
  ]);
  const { order, places } = await readFedRun(project.runs, readRunId(resume, '--resume'));
  const request: RunRequest = { ...(await requestOf(project, order)), choice: { places } };
  return { project, request };
}
