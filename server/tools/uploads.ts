import { z } from 'zod';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { ISSUE_KEY } from '../../model/feature/issue-keys.ts';
import { RunId } from '../../model/names/codes.ts';
import { UploadInfo } from '../../model/project/feature-server.ts';
import { countedStages } from '../jobs/progress.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import { connectionSettings } from '../test-management/connection-settings.ts';
import { sentNote } from '../test-management/own-credentials.ts';
import type { ConnectionSettings, ReportToUpload } from '../test-management/ports.ts';
import { FEATURE_SERVICES } from '../test-management/services.ts';
import { executionInfo, serviceEnvironments } from '../uploads/execution-info.ts';
import { type PreparedResults, prepareResults } from '../uploads/prepare-results.ts';
import { answerText, executionKeyOf, keepUpload, readUpload, UploadRecord } from '../uploads/upload-record.ts';
import type { OpenProject } from '../workspace/workspace.ts';
import { defineTool, type ToolContext } from './define/define-tool.ts';
import { REPLY_BYTES, takeFitting } from './define/paging.ts';
import { FinishedRunId, finishedRun } from './runs/run-results.ts';

const UploadReply = z.strictObject({
  runId: RunId,
  uploaded: z.boolean(),
  to: z.string().describe('Address'),
  sizeBytes: z.number().int().describe('Of the report'),
  tests: z.array(
    z.strictObject({
      key: z.string(),
      scenario: z.string(),
      status: z.enum(['passed', 'failed', 'notImplemented']),
    }),
  ),
  total: z.number().int().describe('How many tests there are'),
  leftOut: z.array(z.string()).describe('Scenarios without an issue key of their own'),
  leftOutTotal: z.number().int().describe('How many these are; a long list is cut'),
  warnings: z.array(z.string()),
  execution: z
    .strictObject({
      environments: z.array(z.string()),
      planKey: z.string().optional(),
      version: z.string().optional(),
    })
    .optional()
    .describe('What the service is told of the execution'),
  upload: UploadRecord.optional(),
  note: z.string().optional().describe('Where credentials of the environment went'),
});

const IssueKey = z.string().regex(ISSUE_KEY, 'an issue key, e.g. SHOP-901').optional();

export const uploadResults = defineTool({
  name: 'uploadResults',
  group: 'features',
  scope: 'write',
  title: 'Upload results',
  summary:
    'Send the results of a run to the feature server as Cucumber JSON; what it answers is kept with the run. With dryRun it only tells what would be sent. Every upload makes an execution of its own, unless executionKey names one.',
  input: {
    runId: FinishedRunId,
    dryRun: z.boolean().optional().describe('Only tell what would be sent'),
    executionKey: IssueKey.describe('Execution to be filled'),
    planKey: IssueKey.describe('Plan that the results count for'),
    environments: z
      .array(z.string().min(1).max(100))
      .max(20)
      .optional()
      .describe('Test environments of the service; default: as the settings map that of the run, else its name'),
    version: z.string().min(1).max(200).optional().describe('Version of the application, as the service names it'),
    evidence: z
      .enum(['all', 'failures', 'none'])
      .optional()
      .describe('Pictures that go with the results; default: all'),
    info: UploadInfo.optional().describe('Fields of the execution, in place of those of the settings'),
  },
  output: UploadReply,
  errors: [
    'not-found',
    'no-run',
    'run-in-progress',
    'invalid-project',
    'feature-server-failed',
    'damaged-file',
    'busy',
    'stopped',
  ],
  examples: [{ dryRun: true }, { runId: 'r1', planKey: 'SHOP-77' }],
  hints: { openWorld: true },
  async run({ runId: named, dryRun = false, executionKey, evidence = 'all', ...asked }, context) {
    const { project } = context;
    const finished = await finishedRun(named, context);
    const { runId } = finished.run;
    const connection = await connectionSettings(project);
    requireSink(connection);
    const { prepared, leftOutPictures } = await resultsOf(finished, project, { executionKey, evidence });
    const { execution, info, ignored } = executionOf(finished, { ...asked, executionKey }, { project, prepared });
    const report = JSON.stringify(prepared.features);
    const before = await readUpload(project.runs, runId);
    const to = addressFor(connection, { info });
    const common = {
      runId,
      to,
      sizeBytes: Buffer.byteLength(report),
      ...shown(prepared),
      execution,
      warnings: takeFitting(
        [...prepared.warnings, ...ignored, ...again(before, executionKey), ...leftOutPictures],
        REPLY_BYTES / 5,
      ),
    };
    if (dryRun) return { uploaded: false, ...common, upload: before };
    refuseEmpty(runId, prepared);
    const sent = await send(context, { runId, connection, to, results: { report, info } });
    const note = sentNote(connection, project.testManagement.own);
    return { uploaded: true, ...common, to: sent.to, upload: sent, note };
  },
});

const shownAddress = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** Results with fields of the execution go to an address of their own. */
function addressFor(connection: ConnectionSettings, results: Pick<ReportToUpload, 'info'>): string {
  const url = FEATURE_SERVICES[connection.type].sink?.(connection).addressFor(results);
  return url === undefined ? '' : shownAddress(url);
}

function requireSink({ importUrl, type }: ConnectionSettings): void {
  if (importUrl !== undefined) return;
  const message =
    type === 'folder' || type === 'url'
      ? `A feature server of the type ${type} takes no results.`
      : 'There is no address to upload to: the file list URL does not tell it.';
  throw new AppError('invalid-project', `${message} Set type or importUrl with configureFeatureServer.`, {
    next: 'configureFeatureServer',
  });
}

interface AskedExecution {
  executionKey: string | undefined;
  planKey?: string | undefined;
  environments?: readonly string[] | undefined;
  version?: string | undefined;
  info?: z.infer<typeof UploadInfo> | undefined;
}

interface ExecutionSource {
  project: Pick<OpenProject, 'store'>;
  prepared: PreparedResults;
}

/** An existing execution keeps its fields unless the caller sets others. */
function executionOf({ run }: FinishedRun, asked: AskedExecution, { project, prepared }: ExecutionSource) {
  const settings = project.store.content.project.integration;
  const { executionKey, planKey, version, environments: named } = asked;
  const known = executionKey === undefined ? serviceEnvironments(settings, run.environment) : [];
  const environments = [...(named ?? known)];
  const [first] = prepared.tests;
  const projectKey = settings?.projectKey ?? first?.key.replace(/-\d+$/, '');
  const where = run.environment === undefined ? '' : ` · ${run.environment}`;
  const sent = executionInfo(settings?.type ?? 'xray-cloud', asked.info ?? settings?.info, {
    environments,
    planKey,
    version,
    project: projectKey,
    summary: `${run.title}${where} (${run.runId})`.slice(0, MOST_SUMMARY),
  });
  const execution = sent.info && { environments, ...(planKey && { planKey }), ...(version && { version }) };
  return { execution, info: sent.info, ignored: sent.warnings };
}

/** Jira's limit. */
const MOST_SUMMARY = 255;

type EvidenceChoice = Pick<AskedExecution, 'executionKey'> & { evidence: 'all' | 'failures' | 'none' };

async function resultsOf(
  { messages, folder }: FinishedRun,
  { store }: Pick<OpenProject, 'store'>,
  { executionKey, evidence }: EvidenceChoice,
) {
  // Loaded when results are sent, not with the service.
  const { chosenEvidence, inlinePictures } = await import('../reports/inline-pictures.ts');
  const { cucumberJson } = await import('../reports/cucumber-json.ts');
  const inlined = await inlinePictures(chosenEvidence(messages, evidence), folder);
  const { keyPrefix, statusMap } = store.content.project.integration ?? {};
  const prepared = prepareResults(cucumberJson(inlined.messages), { keyPrefix, statusMap, executionKey });
  return { prepared, leftOutPictures: inlined.leftOut };
}

function shown({
  tests,
  leftOut,
}: PreparedResults): Pick<z.input<typeof UploadReply>, 'tests' | 'total' | 'leftOut' | 'leftOutTotal'> {
  return {
    tests: takeFitting(tests, REPLY_BYTES / 2),
    total: tests.length,
    leftOut: takeFitting(leftOut, REPLY_BYTES / 5),
    leftOutTotal: leftOut.length,
  };
}

/** The service makes another execution each time, which surprises people. */
function again(before: UploadRecord | undefined, executionKey: string | undefined): string[] {
  if (before?.ok !== true || executionKey !== undefined) return [];
  const hint = before.key === undefined ? '' : ` To fill ${before.key} instead, give it as executionKey.`;
  return [`These results were uploaded at ${before.at} already; this makes one more execution.${hint}`];
}

function refuseEmpty(runId: RunId, { tests, leftOut }: PreparedResults): void {
  if (tests.length > 0) return;
  const what =
    leftOut.length === 0 ? 'nothing ran' : 'none of its scenarios has an issue key of its own among its tags';
  throw new AppError('invalid-project', `Run ${runId} has no results to upload: ${what}.`, { next: 'getFeatures' });
}

async function keep({ runs, runFollowers }: SendingProject, runId: RunId, record: UploadRecord): Promise<void> {
  await keepUpload(runs, runId, record);
  runFollowers.changed(runId);
}

type SendingProject = Pick<OpenProject, 'runs' | 'runFollowers' | 'testManagement'>;

interface ResultSending {
  runId: RunId;
  connection: ConnectionSettings;
  to: string;
  results: ReportToUpload;
}

/** Runs whose results are being sent: sending twice would make two executions. */
const underWay = new WeakMap<SendingProject, Set<RunId>>();

async function send(context: ToolContext<keyof SendingProject>, sending: ResultSending): Promise<UploadRecord> {
  const { project } = context;
  const { runId } = sending;
  const busy = underWay.get(project) ?? new Set();
  underWay.set(project, busy);
  if (busy.has(runId)) throw new AppError('busy', `The results of run ${runId} are being uploaded already.`);
  busy.add(runId);
  try {
    const record = await sent(context, sending);
    await keep(project, runId, record);
    return record;
  } finally {
    busy.delete(runId);
  }
}

async function sent(context: ToolContext<keyof SendingProject>, sending: ResultSending): Promise<UploadRecord> {
  const { project, signal, report } = context;
  const { runId, connection, to, results } = sending;
  const at = new Date().toISOString();
  try {
    const { url, status, answer } = await project.testManagement.upload(connection, results, {
      signal,
      onStage: countedStages(report),
    });
    const key = executionKeyOf(answer);
    return { at, to: shownAddress(url), ok: true, status, key, answer: answerText(answer) };
  } catch (error) {
    if (isAppError(error, 'feature-server-failed')) {
      const status = error.detail.facts?.status;
      const failure = { at, to, ok: false, message: error.message };
      await keep(project, runId, { ...failure, ...(typeof status === 'number' ? { status } : {}) });
    }
    throw error;
  }
}
