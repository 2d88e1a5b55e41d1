import { type Envelope, IdGenerator, version } from '@cucumber/messages';
import { AppError } from '../../../model/errors/errors.ts';
import type { Run } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { moduleFeatures } from './feature-text.ts';
import type { Machine } from './machine.ts';
import { parseFeatures } from './parse-features.ts';
import { reportSteps } from './report-steps.ts';
import { scenarioCases } from './scenario-cases.ts';
import { hookFor, type ReportCase, stepDefinitions, tellCases, testCaseOf } from './test-cases.ts';
import { toSeconds } from './time.ts';

/**
 * Renders a finished Run as Cucumber messages. Tests: a feature per module, a scenario per test or data row, a step per
 * action. Scenarios: their feature files, whose texts by path are given, as they are.
 * The same Run gives the same messages. Pictures are attachments with an empty body and a `url` within the run's
 * folder, since readers of messages know no `externalAttachment`. Units: Run has ms; times here are exact to the µs.
 * Errors: `run-in-progress` while the Run is unfinished.
 */
export function runMessages(run: Run, machine: Machine, features: ReadonlyMap<string, string> = new Map()): Envelope[] {
  if (!isFinal(run.state))
    throw new AppError('run-in-progress', `Run ${run.runId} is ${run.state}; its messages are made when it has ended.`);
  const newId = IdGenerator.incrementing();
  const ofTests = testCases(run, newId);
  const ofScenarios = scenarioCases(run.scenarios ?? [], features, newId);
  const reported = [...ofTests.cases, ...ofScenarios.cases];
  const definitions = stepDefinitions(reported, newId);
  const hook = hookFor(reported, newId);
  const runStartedId = newId();
  const cases = reported.map(one => testCaseOf(one, { definitions, hook, runStartedId, newId }));
  const startedAt = Date.parse(run.startedAt);
  const story = tellCases(cases, startedAt, newId);
  const endedAt = Math.max(story.endedAt, run.finishedAt === undefined ? 0 : Date.parse(run.finishedAt));
  return [
    { meta: metaOf(machine, run) },
    ...ofTests.envelopes,
    ...ofScenarios.envelopes,
    ...[...definitions.values()].map(stepDefinition => ({ stepDefinition })),
    ...(hook === undefined ? [] : [{ hook }]),
    { testRunStarted: { id: runStartedId, timestamp: toSeconds(startedAt) } },
    ...cases.map(({ testCase }) => ({ testCase })),
    ...story.envelopes,
    {
      testRunFinished: {
        ...(run.reason === undefined ? {} : { message: run.reason }),
        success: run.state === 'passed',
        timestamp: toSeconds(endedAt),
        testRunStartedId: runStartedId,
      },
    },
  ];
}

const metaOf = (machine: Machine, { ci }: Run): NonNullable<Envelope['meta']> => ({
  protocolVersion: version,
  implementation: { name: 'steploom', version: machine.steploom },
  runtime: { name: 'node.js', version: machine.node },
  os: { name: machine.platform, version: machine.platformRelease },
  cpu: { name: machine.processor },
  ...(ci === undefined ? {} : { ci: { name: ci } }),
});

function testCases(run: Run, newId: IdGenerator.NewId): { envelopes: Envelope[]; cases: ReportCase[] } {
  const items = run.items.map(item => ({ item, steps: reportSteps(item) }));
  const { envelopes, scenarios } = parseFeatures(moduleFeatures(items), newId);
  const cases = items.map(({ item, steps }): ReportCase => {
    const scenario = scenarios.get(item);
    if (scenario === undefined) throw new Error(`The test "${item.title}" has no scenario.`);
    const { pickleId, pickleStepIds } = scenario;
    return { item, pickleId, steps: steps.map((step, index) => ({ step, pickleStepId: pickleStepIds[index] })) };
  });
  return { envelopes, cases };
}
