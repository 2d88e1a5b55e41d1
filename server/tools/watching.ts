import { z } from 'zod';
import { AppError, renameField } from '../../model/errors/errors.ts';
import { VersionId } from '../../model/names/codes.ts';
import { findEnvironment } from '../../model/project/edits/environments.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { WatchedCode, WatchedItem } from '../../model/run/watched-item.ts';
import { codedFeatures } from '../feature-sync/keep-codes.ts';
import type { RunRequest } from '../runs/plan/run-request.ts';
import { startRun } from '../runs/start-run.ts';
import { selectCoded } from '../runs/watch/watched-items.ts';
import { type RunParts, type ToolContext, toolsOf } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';

const defineTool = toolsOf('ide');

const MOST_CODES = 1_000;
/** The most that a timer can wait; the limits of the run itself are shorter. */
const LONGEST_RUN_MS = 2_147_483_647;

const WatchedReply = z.strictObject({
  watched: z.array(WatchedItem).describe('All that is watched, in every version'),
});

const Codes = z.array(WatchedCode).min(1).max(MOST_CODES);

/** Tests without their module. */
const plainCode = (code: WatchedCode): WatchedCode => WatchedCode.parse(code.replace(/^m\d+\.(?=t)/, ''));

/** Errors: `not-found`. */
async function requireAll({ project }: ToolContext, version: VersionContent, codes: readonly WatchedCode[]) {
  try {
    selectCoded(await codedFeatures(project.store, version), codes);
  } catch (error) {
    throw renameField(error, () => 'codes');
  }
}

const runsOf = ({ bridge, apps, log, project }: ToolContext<RunParts>) => ({
  async run(request: RunRequest, signal: AbortSignal): Promise<void> {
    const watchers = [project.runFollowers.ofRun()];
    const runId = await startRun({ bridge, apps, log, signal }, { project, startedBy: 'watch', watchers, request });
    await bridge.waitForRun(project.projectId, { timeoutMs: LONGEST_RUN_MS, signal, runId });
  },
  log: (cause: unknown) => log.warn({ cause }, 'what is watched could not run'),
});

export const startWatching = defineTool({
  name: 'startWatching',
  scope: 'write',
  title: 'Start watching',
  summary:
    'Run tests, suites, modules, features or scenarios again whenever they, what they plug in, or a file that they upload or have their rows from, have changed: by anybody, here or in the files. Runs beside the app window what the change affects, until stopWatching or the end of the service.',
  needsIde: 'never',
  input: {
    codes: Codes.describe('What to watch, e.g. ["t57", "m1", "f1", "f1.s2"]'),
    environment: EnvironmentInput,
  },
  output: WatchedReply,
  errors: ['not-found'],
  examples: [{ codes: ['t1'] }, { codes: ['m1', 'f1.s1'], environment: 'Staging' }],
  hints: { idempotent: true, openWorld: true },
  async run({ versionId: wanted, codes, environment: named }, context) {
    const { project, actor } = context;
    const content = versionOf(context, wanted);
    const versionId = VersionId.parse(content.version.versionId);
    await requireAll(context, content, codes);
    const environment = environmentOf(context, content, { environment: named, versionId: wanted });
    if (environment !== undefined) findEnvironment(content, environment);
    const items = codes.map(code => ({ versionId, code: plainCode(code), by: actor.name, environment }));
    await project.watched.start(items, runsOf(context));
    return { watched: project.watched.list() };
  },
});

export const stopWatching = defineTool({
  name: 'stopWatching',
  scope: 'write',
  title: 'Stop watching',
  summary: 'Stop running what is watched again; a run that has begun goes on.',
  needsIde: 'never',
  input: { codes: Codes.optional().describe('Default: all that is watched in the version') },
  output: WatchedReply,
  errors: ['not-found'],
  examples: [{}, { codes: ['t1'] }],
  hints: { idempotent: true },
  run({ versionId: wanted, codes }, context) {
    const { watched } = context.project;
    const { versionId } = versionOf(context, wanted).version;
    const here = watched.list().filter(item => item.versionId === versionId);
    const chosen =
      codes?.map(given => here.find(({ code }) => code === plainCode(given)) ?? refuse(given, here)) ?? here;
    watched.stop(chosen);
    return { watched: watched.list() };
  },
});

function refuse(code: WatchedCode, here: readonly WatchedItem[]): never {
  const there = here.length === 0 ? 'Nothing is.' : `These are: ${here.map(item => item.code).join(', ')}.`;
  throw new AppError('not-found', `"${code}" is not watched. ${there}`, { field: 'codes', next: 'getWatched' });
}

export const getWatched = defineTool({
  name: 'getWatched',
  scope: 'read',
  title: 'Get what is watched',
  summary: 'Get what runs again when it has changed, who watches it, and why it did not run when it changed last.',
  needsIde: 'never',
  output: WatchedReply,
  run: (_input, { project }) => ({ watched: project.watched.list() }),
});
