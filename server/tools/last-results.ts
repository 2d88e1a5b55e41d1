import { z } from 'zod';
import type { Action } from '../../model/actions/index.ts';
import { ModuleCode, RunId, ScenarioReference, TestCode, TestReference } from '../../model/names/codes.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { acceptedText } from '../../model/run/accepted-text.ts';
import { Cause, causesOf } from '../../model/run/causes.ts';
import { isScenarioKey } from '../../model/run/item-title.ts';
import { repairCount } from '../../model/run/repairs.ts';
import {
  ActionFailure,
  type ActionResult,
  HookResult,
  ItemState,
  PlainActionResult,
  Run,
  RunItem,
} from '../../model/run/run.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { catalogOf, keysOf } from '../feature-sync/feature-catalog.ts';
import { type FoundResult, failedIn, hasOpenedPage, lastPassed, lastResultOf } from '../runs/record/last-result.ts';
import type { RunArchive } from '../runs/record/run-archive.ts';
import { contentHash } from '../store/edits/revisions.ts';
import { toolsOf } from './define/define-tool.ts';
import { versionOf } from './define/version.ts';
import { ActionResultView, ResultLimit, showResults } from './runs/run-results.ts';

const defineTool = toolsOf('runs');

const FailedPlace = PlainActionResult.pick({
  actionIndex: true,
  actionId: true,
  testCode: true,
  type: true,
  title: true,
});

const LastFailure = z.strictObject({
  error: ActionFailure,
  path: z.array(FailedPlace).describe('From the action of the test itself to the one that failed in it'),
  hook: HookResult.pick({ testCode: true, title: true })
    .optional()
    .describe('The test that runs before, after or to sign in, in which it failed'),
  screenshot: PlainActionResult.shape.screenshot.describe('A file of the run'),
  causes: z.array(Cause).describe('What is likely to be the cause, likeliest first'),
  accepted: ObservedText.optional().describe('What "expected" would have to be for the action to pass'),
  lastPassed: z
    .strictObject({
      runId: RunId,
      startedAt: z.string(),
      ms: z.number(),
      screenshot: z.string().optional(),
      moment: PlainActionResult.shape.moment,
    })
    .optional()
    .describe('The run in which the same action passed the last time, rather one with a screenshot of it'),
});

const Last = Run.pick({
  runId: true,
  startedAt: true,
  environment: true,
  browser: true,
  git: true,
  ci: true,
}).extend({
  state: ItemState,
  ms: z.number(),
  runMs: z.number().optional().describe('How long the run took, where it was of this test alone'),
  row: RunItem.shape.row,
  repaired: z.number().int().optional().describe('How many of its actions passed with another locator than their own'),
  outdated: z.boolean().describe('Whether the test was edited since'),
  actions: z.array(ActionResultView),
  failure: LastFailure.optional(),
});

const FIELDS = { test: 'testCode', module: 'moduleCode' };

export const getLastResult = defineTool({
  name: 'getLastResult',
  scope: 'read',
  title: 'Get the last result of a test',
  summary:
    'Get how a test went the last time it ran, by itself or among others: its actions, and where it failed the likely causes and when that action passed last.',
  input: {
    moduleCode: ModuleCode.optional().describe('e.g. m1'),
    testCode: TestReference.describe('e.g. t57 or m1.t57'),
    limit: ResultLimit,
  },
  output: z.strictObject({
    testCode: TestCode,
    last: Last.optional().describe('Left out where it has not run, or its run is not stored any more'),
  }),
  errors: ['not-found'],
  examples: [{ testCode: 't1' }],
  async run({ moduleCode, testCode, versionId, limit }, context) {
    const content = versionOf(context, versionId);
    const { test } = findTest(content, testCode, moduleCode, FIELDS);
    const { runs } = context.project;
    const found = await lastResultOf(runs, { testCode: test.testCode, versionId: content.version.versionId });
    if (found === undefined) return { testCode: test.testCode };
    const { run, item } = found;
    const [shown] = showResults([item], { limit }).items;
    const { runId, startedAt, environment, browser, git, ci } = run;
    const failure = await failureOf(runs, found, content);
    const repaired = repairCount([item]);
    return {
      testCode: test.testCode,
      last: {
        ...{ runId, startedAt, environment, browser, git, ci },
        ...{ state: item.state, ms: item.ms, row: item.row },
        ...(run.testCode === test.testCode ? { runMs: run.elapsedMs } : {}),
        ...(repaired === 0 ? {} : { repaired }),
        outdated: item.contentHash !== undefined && item.contentHash !== contentHash(test),
        actions: shown?.actions ?? [],
        failure,
      },
    };
  },
});

export const getLastStates = defineTool({
  name: 'getLastStates',
  scope: 'read',
  title: 'Get how tests ended last',
  summary: 'Get of each test and scenario that ever ran how it ended the last time, by itself or among others.',
  output: z.strictObject({
    states: z.record(TestCode, ItemState).describe('By the codes of tests'),
    scenarios: z
      .record(ScenarioReference, ItemState)
      .describe('By the codes of scenarios, e.g. f1.s2, or of example rows, e.g. f1.s3.r0'),
  }),
  async run({ versionId }, context) {
    const content = versionOf(context, versionId);
    const last = await context.project.runs.lastStates.of(content.version.versionId);
    // An outline may have had more rows.
    const there = new Set((await catalogOf(content)).flatMap(feature => feature.scenarios.flatMap(keysOf)));
    const ended = (isAsked: (key: string) => boolean) =>
      Object.fromEntries([...last].flatMap(([key, { state }]) => (isAsked(key) ? [[key, state]] : [])));
    return { states: ended(key => !isScenarioKey(key)), scenarios: ended(key => there.has(key)) };
  },
});

async function failureOf(
  runs: RunArchive,
  last: FoundResult,
  content: VersionContent,
): Promise<z.input<typeof LastFailure> | undefined> {
  const failed = failedIn(last.item);
  if (failed === undefined) return undefined;
  const { error, path, hook } = failed;
  const action = path.at(-1);
  const passed = action && (await lastPassed(runs, last, action));
  const now = action && actionIn(content, action);
  const assertion = now?.type === 'assert' ? now : undefined;
  const locator = now !== undefined && 'locator' in now ? now.locator : undefined;
  const accepted = assertion && acceptedText(assertion, error);
  const { type = '', title = '', ms = 0, repaired } = action ?? {};
  return {
    error,
    path: path.map(({ actionIndex, actionId, testCode, type, title }) => ({
      ...{ actionIndex, actionId, testCode, type, title },
    })),
    ...(hook === undefined ? {} : { hook: { testCode: hook.testCode, title: hook.title } }),
    screenshot: action?.screenshot,
    causes: causesOf({
      ...{ type, title, ms, repaired, error, matcher: assertion?.matcher, passedMs: passed?.action.ms },
      locator,
      isPageless: locator !== undefined && last.run.options?.context !== 'live' && !hasOpenedPage(last.item),
    }),
    accepted,
    ...(passed === undefined ? {} : { lastPassed: passedView(passed) }),
  };
}

const passedView = ({ run, action }: NonNullable<Awaited<ReturnType<typeof lastPassed>>>) => ({
  runId: run.runId,
  startedAt: run.startedAt,
  ms: action.ms,
  screenshot: action.screenshot,
  moment: action.moment,
});

const actionIn = (content: VersionContent, { testCode, actionId }: ActionResult): Action | undefined =>
  content.test(testCode)?.actions.find(action => action.actionId === actionId);
