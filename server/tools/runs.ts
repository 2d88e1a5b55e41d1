import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { RunId, TestCode } from '../../model/names/codes.ts';
import { itemKey } from '../../model/run/item-title.ts';
import { pictureDifferences } from '../../model/run/picture-differences.ts';
import { repairCount } from '../../model/run/repairs.ts';
import { allItems, Run } from '../../model/run/run.ts';
import { ShardOfRun } from '../../model/run/shard.ts';
import { isUnderWay } from '../../model/run/state.ts';
import { ItemHistory, itemHistories } from '../runs/record/item-histories.ts';
import { RunSummary } from '../runs/record/run-summary.ts';
import { readUpload, UploadRecord } from '../uploads/upload-record.ts';
import { toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { Repaired, repairedOf } from './runs/run-end.ts';
import { pageResults, ResultLimit, RunItemView, ScenarioResultView, showResults } from './runs/run-results.ts';

const defineTool = toolsOf('runs');

export const getRuns = defineTool({
  name: 'getRuns',
  scope: 'read',
  title: 'List runs',
  summary: 'List the stored runs, newest first, with their outcome.',
  input: { testCode: TestCode.optional().describe('Only runs of this test'), ...LIST_FIELDS },
  output: z.strictObject({ runs: z.array(RunSummary), ...PAGE_FIELDS }),
  examples: [{ limit: 10 }],
  async run(input, { project }) {
    const ids = await project.runs.list();
    const found: RunSummary[] = [];
    for (const runId of ids) {
      const run = await project.runs.summary(runId);
      if (run !== undefined && (input.testCode === undefined || run.testCode === input.testCode)) found.push(run);
    }
    const { items, ...page } = pageOf({
      all: found,
      input,
      words: run => [run.title, run.runId, run.state],
      view: run => run,
    });
    return { runs: items, ...page };
  },
});

export const getRun = defineTool({
  name: 'getRun',
  scope: 'read',
  title: 'Get a run',
  summary: 'Get a stored run whole: its tests, data rows and scenarios with the result of every action.',
  input: {
    runId: RunId.describe('The run, e.g. "r128"'),
    limit: ResultLimit,
    withHistory: z
      .boolean()
      .optional()
      .describe('Whether to say how each test, row and scenario went in its last runs, which tells flaky ones'),
    cursor: LIST_FIELDS.cursor.describe(
      'Reply page by page, with whole tests and scenarios in order: a position, "0" for the first, or nextCursor of the page before',
    ),
  },
  output: z.strictObject({
    run: Run.extend({
      shard: ShardOfRun.omit({ of: true }).optional().describe('Which part it was of a run that machines share'),
      items: z.array(RunItemView.extend({ history: ItemHistory.optional() })),
      scenarios: z.array(ScenarioResultView.extend({ history: ItemHistory.optional() })).optional(),
    }),
    repaired: z.number().int().optional().describe('How many actions passed with another locator than their own'),
    repairs: Repaired,
    pictures: z
      .number()
      .int()
      .optional()
      .describe('How many pictures were not the kept ones: getPictureDifferences tells which are still to decide on'),
    upload: UploadRecord.optional().describe('The last time that its results were sent to the feature server'),
    omitted: PAGE_FIELDS.omitted,
    total: PAGE_FIELDS.total.optional().describe('How many tests, rows and scenarios there are; with cursor'),
    nextCursor: PAGE_FIELDS.nextCursor,
  }),
  errors: ['not-found'],
  examples: [{ runId: 'r1' }],
  async run({ runId, limit, cursor, withHistory }, { project }) {
    const run = await project.runs.read(runId);
    const { scenarios: _all, shard, ...head } = run;
    const all = allItems(run);
    const shown = cursor === undefined ? showResults(all, { limit }) : pageResults(all, { cursor, limit });
    const { items, scenarios, ...omission } = shown;
    const histories = withHistory
      ? await itemHistories(project.runs, run, [...items, ...(scenarios ?? [])])
      : undefined;
    const withHistoryOf = <Item extends RunItemView | ScenarioResultView>(item: Item) => {
      const history = histories?.get(itemKey(item));
      return history === undefined ? item : { ...item, history };
    };
    const upload = await readUpload(project.runs, runId);
    const repaired = repairCount(all);
    const pictures = pictureDifferences(run).length;
    return {
      run: {
        ...head,
        ...(shard === undefined ? {} : { shard: { index: shard.index, count: shard.count } }),
        items: items.map(withHistoryOf),
        scenarios: scenarios?.map(withHistoryOf),
      },
      ...(repaired === 0 ? {} : { repaired, repairs: repairedOf(run) }),
      ...(pictures === 0 ? {} : { pictures }),
      upload,
      ...omission,
    };
  },
});

export const deleteRun = defineTool({
  name: 'deleteRun',
  scope: 'write',
  title: 'Delete a run',
  summary: 'Delete a stored run with its screenshots and messages. It cannot be brought back.',
  input: { runId: RunId.describe('The run, e.g. "r128"') },
  output: z.strictObject({ deleted: z.array(z.string()) }),
  errors: ['not-found', 'run-in-progress', 'damaged-file'],
  examples: [{ runId: 'r1' }],
  hints: { destructive: true },
  async run({ runId }, { project, bridge }) {
    const status = bridge.shownRun(project.projectId, runId);
    if (isUnderWay(status.state))
      throw new AppError('run-in-progress', `Run ${runId} is under way; stop it first with stopTest.`, {
        next: 'stopTest',
        facts: { state: status.state },
      });
    await project.runs.remove(runId);
    project.runFollowers.changed(runId);
    return { deleted: [runId] };
  },
});
