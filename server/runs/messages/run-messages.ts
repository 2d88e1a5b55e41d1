import { generateMessages } from '@cucumber/gherkin';
import { type Envelope, IdGenerator, type Pickle, SourceMediaType, version } from '@cucumber/messages';
import { AppError } from '../../../model/errors/errors.ts';
import type { Run, RunItem } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { type ModuleFeature, moduleFeatures, type ReportItem } from './feature-text.ts';
import type { Machine } from './machine.ts';
import { reportSteps } from './report-steps.ts';
import { scenarioCases } from './scenario-cases.ts';
import { hookFor, type ReportCase, stepDefinitions, tellCases, testCaseOf } from './test-cases.ts';
import { toSeconds } from './time.ts';

const mediaType = SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN;

/** The ids under which steps of a test are known. */
interface Scenario {
  pickleId: string;
  pickleStepIds: readonly string[];
}

/** Parses generated features: their envelopes, and the scenario of each test. A text that does not give its tests back is a fault. */
function parseFeatures(features: readonly ModuleFeature[], newId: IdGenerator.NewId) {
  const envelopes: Envelope[] = [];
  const scenarios = new Map<RunItem, Scenario>();
  for (const { uri, text, items } of features) {
    // The library makes sources of .feature files only, and the uri is to be that of the module's file.
    const parsed = generateMessages(text, uri, mediaType, {
      includeGherkinDocument: true,
      includePickles: true,
      newId,
    });
    const pickles = parsed.flatMap(({ pickle }) => (pickle === undefined ? [] : [pickle]));
    for (const [index, member] of items.entries()) scenarios.set(member.item, scenarioOf(uri, member, pickles[index]));
    envelopes.push({ source: { uri, data: text, mediaType } }, ...parsed);
  }
  return { envelopes, scenarios };
}

function scenarioOf(uri: string, { item, steps }: ReportItem, pickle: Pickle | undefined): Scenario {
  if (pickle === undefined || pickle.steps.some((step, index) => step.text !== steps[index]?.text))
    throw new Error(`The feature text of ${uri} does not give back the test "${item.title}".`);
  return { pickleId: pickle.id, pickleStepIds: pickle.steps.map(step => step.id) };
}

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
