import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { startRun } from '../runs/start-run.ts';
import { defineTool } from './define/define-tool.ts';
import { environmentOf } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';
import { runForCaller, startedRunReply } from './runs/run-end.ts';
import { RUN_FIELDS, STARTS_RUN, scenariosToRun, TagsInput } from './runs/run-options.ts';

/** Enough for all scenarios of a large project by their codes. */
const MOST_WORDS = 10_000;

const Words = z.array(z.string().min(1).max(1_000)).max(MOST_WORDS).optional();

export const runFeatures = defineTool({
  name: 'runFeatures',
  group: 'features',
  scope: 'write',
  title: 'Run features',
  summary:
    'Run scenarios in the app window: those named, those of features named, or all of them. Each begins in a window as new. A red step is not implemented and ends its scenario.',
  input: {
    features: Words.describe('Their codes, paths or names, e.g. ["f1"]'),
    scenarios: Words.describe('Their codes or names, e.g. ["f1.s2", "f1.s3.r0"]'),
    tags: TagsInput.optional().describe('Only scenarios and example rows with these tags, e.g. "@smoke and not @slow"'),
    ...RUN_FIELDS,
    keepRunning: z.boolean().optional().describe('Run the steps after a red one too'),
  },
  ...STARTS_RUN,
  examples: [{ features: ['f1'], wait: 20 }],
  async run({ versionId, features, scenarios, tags, wait, environment: wanted, ...options }, context) {
    const startedAt = performance.now();
    const { warnings, ...chosen } = await scenariosToRun(context, versionOf(context, versionId), {
      features,
      scenarios,
      tags,
    });
    if (chosen.scenarios.length === 0)
      throw new AppError('not-found', 'No scenario is meant by this. Call getFeatures to list all.', {
        field: tags === undefined ? 'features' : 'tags',
        next: 'getFeatures',
      });
    const environment = environmentOf(context, chosen.content, { environment: wanted });
    const runId = await startRun(context, runForCaller(context, { ...chosen, environment, ...options }));
    return await startedRunReply(context, runId, { wait, startedAt, warnings });
  },
});
