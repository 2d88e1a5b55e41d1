import { generateMessages } from '@cucumber/gherkin';
import {
  type Envelope,
  IdGenerator,
  type Pickle,
  SourceMediaType,
  TestStepResultStatus,
  version,
} from '@cucumber/messages';
import { AppError } from '../../../model/errors/errors.ts';
import { scenarioReference, type Variant, withVariant } from '../../../model/run/item-title.ts';
import type { Run, RunItem, ScenarioResult, StepResult } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { withoutByteOrderMark } from '../../feature-sync/parse-feature.ts';
import type { RunMachine } from './machine.ts';
import { singleLine } from './plain-text.ts';
import { alignedSteps, type ReportStep, reportSteps, resultStep, STATUSES } from './report-steps.ts';
import {
  hookFor,
  messagesOfCases,
  type ReportCase,
  stepDefinitions,
  testCaseOf,
  toSeconds,
  UNMATCHED,
} from './test-cases.ts';

function scenarioCases(
  scenarios: readonly ScenarioResult[],
  features: ReadonlyMap<string, string>,
  newId: IdGenerator.NewId,
): { envelopes: Envelope[]; cases: ReportCase[] } {
  const byFile = new Map<string, ScenarioResult[]>();
  for (const scenario of scenarios) byFile.set(scenario.file, [...(byFile.get(scenario.file) ?? []), scenario]);
  const files = [...byFile].map(([uri, ran]) => fileOfScenarios({ uri, text: features.get(uri) ?? '', ran }, newId));
  const pickles = new Map(files.flatMap(file => [...file.pickles]));
  const cases = scenarios.flatMap(scenario => {
    const pickle = pickles.get(scenario);
    return pickle === undefined ? [] : [caseOf(scenario, pickle)];
  });
  return { envelopes: files.flatMap(({ envelopes }) => envelopes), cases };
}

interface FileOfScenarios {
  uri: string;
  text: string;
  ran: readonly ScenarioResult[];
}

function fileOfScenarios({ uri, text, ran }: FileOfScenarios, newId: IdGenerator.NewId) {
  const data = withoutByteOrderMark(text);
  const options = { includeGherkinDocument: true, includePickles: true, newId };
  const parsed = generateMessages(data, uri, mediaType, options);
  const byLine = new Map(parsed.flatMap(({ pickle }) => (pickle === undefined ? [] : [[lineOf(pickle), pickle]])));
  const pickles = new Map<ScenarioResult, Pickle>();
  const used = new Map<number, Set<Pickle>>();
  for (const scenario of ran) {
    const { line, device, repeat } = scenario;
    const written = byLine.get(line);
    if (written === undefined) throw new Error(`${uri} has no scenario in line ${line}.`);
    const isPlain = device === undefined && repeat === undefined;
    const pickle = isPlain ? written : pickleOf(written, { device, repeat }, newId);
    pickles.set(scenario, pickle);
    used.set(line, (used.get(line) ?? new Set()).add(pickle));
  }
  const shown = parsed.flatMap((envelope): Envelope[] =>
    envelope.pickle === undefined
      ? [envelope]
      : [...(used.get(lineOf(envelope.pickle)) ?? [])].map(pickle => ({ pickle })),
  );
  return { pickles, envelopes: [{ source: { uri, data, mediaType } }, ...shown] };
}

/** Readers keep one result per pickle, so each repeat and device needs a pickle of its own. */
const pickleOf = (pickle: Pickle, variant: Variant, newId: IdGenerator.NewId): Pickle => ({
  ...pickle,
  id: newId(),
  name: withVariant(pickle.name, variant),
  steps: pickle.steps.map(step => ({ ...step, id: newId() })),
});

/** A pickle's location is that of the scenario, or of its example row. */
const lineOf = ({ location }: Pickle): number => location?.line ?? 0;

function caseOf(scenario: ScenarioResult, pickle: Pickle): ReportCase {
  const attempts = scenario.attempts ?? [];
  const stepsOf = (course: ScenarioCourse) =>
    pickle.steps.map(({ text }, index) =>
      reportStep(course.steps[index] ?? { text, state: 'skipped', ms: 0, actions: [] }, index),
    );
  const shown = (course: ScenarioCourse) => {
    const steps = stepsOf(course);
    return { hook: hookStepOf(scenario, course, steps), steps };
  };
  const last = shown(scenario);
  const before = attempts.map(shown);
  const hasHook = [last, ...before].some(({ hook }) => hook !== undefined);
  const hookOf = ({ hook = NO_FAULT }: ReturnType<typeof shown>) => (hasHook ? [hook] : []);
  return {
    item: scenario,
    pickleId: pickle.id,
    steps: [
      ...hookOf(last).map(step => ({ hook: true, step })),
      ...last.steps.map((step, index) => ({ pickleStepId: pickle.steps[index]?.id, step })),
    ],
    attempts: before.map((attempt, index) => ({
      item: attempts[index] ?? scenario,
      steps: [...hookOf(attempt), ...attempt.steps],
    })),
  };
}

type ScenarioCourse = Pick<ScenarioResult, 'state' | 'error' | 'ms' | 'steps'>;

type ReportedStep = Pick<StepResult, 'text' | 'state' | 'ms' | 'actions' | 'testCode' | 'error'>;

function reportStep({ text, state, testCode, ...result }: ReportedStep, index: number): ReportStep {
  const key = `step ${index}`;
  if (state === 'notImplemented' || testCode === undefined)
    return {
      key,
      text,
      type: UNMATCHED,
      status: STATUSES[state],
      ms: 0,
      pictures: [],
      calls: [],
      repairs: [],
      leftOut: [],
    };
  return resultStep({ ...result, title: text, state }, { title: text, type: testCode, key });
}

const HOOK = { title: 'Before the scenario', type: 'before', key: 'hook' };

/** All attempts need the same steps: this one is for attempts without a failing hook. */
const NO_FAULT = resultStep({ title: HOOK.title, state: 'passed', ms: 0, actions: [] }, HOOK);

/** A failure outside of all steps is reported by a hook before them. */
function hookStepOf(
  scenario: ScenarioResult,
  { state, error, ms }: ScenarioCourse,
  steps: readonly ReportStep[],
): ReportStep | undefined {
  const isReported = STATUSES[state] !== TestStepResultStatus.FAILED || steps.some(({ status }) => status === 'FAILED');
  if (isReported || (state !== 'failed' && state !== 'error')) return undefined;
  const node = { title: scenarioReference(scenario), state, ms, error, actions: [] };
  return resultStep(node, HOOK);
}

interface ReportItem {
  item: RunItem;
  steps: readonly ReportStep[];
}

interface ModuleFeature {
  uri: string;
  text: string;
  items: readonly ReportItem[];
}

export function moduleFeatures(items: readonly ReportItem[]): ModuleFeature[] {
  const byModule = new Map<string, ReportItem[]>();
  for (const item of items) {
    const known = byModule.get(item.item.moduleCode);
    if (known === undefined) byModule.set(item.item.moduleCode, [item]);
    else known.push(item);
  }
  return [...byModule].map(([moduleCode, members]) => ({
    uri: `modules/${moduleCode}.json`,
    text: featureText(members[0]?.item.moduleName ?? moduleCode, members),
    items: members,
  }));
}

function featureText(name: string, members: readonly ReportItem[]): string {
  const lines = [`Feature: ${named(name)}`];
  for (const { item, steps } of members) {
    const tags = tagsOf(item);
    lines.push('');
    if (tags.length > 0) lines.push(`  ${tags.join(' ')}`);
    lines.push(`  Scenario: ${named(item.title)}`, ...steps.map(step => `    * ${step.text}`));
  }
  return `${lines.join('\n')}\n`;
}

const named = (text: string): string => singleLine(text) || '(no name)';

function tagsOf({ tags = [] }: RunItem): string[] {
  const names = tags.map(tag =>
    singleLine(tag)
      .replace(/^@/, '')
      .replace(/[\s@]+/g, '_'),
  );
  return [...new Set(names.filter(name => name !== '').map(name => `@${name}`))];
}

const mediaType = SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN;

interface PickledScenario {
  pickleId: string;
  pickleStepIds: readonly string[];
}

function parseFeatures(features: readonly ModuleFeature[], newId: IdGenerator.NewId) {
  const envelopes: Envelope[] = [];
  const scenarios = new Map<RunItem, PickledScenario>();
  for (const { uri, text, items } of features) {
    // The library makes sources for .feature files only.
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

function scenarioOf(uri: string, { item, steps }: ReportItem, pickle: Pickle | undefined): PickledScenario {
  if (pickle === undefined || pickle.steps.some((step, index) => step.text !== steps[index]?.text))
    throw new Error(`The feature text of ${uri} does not give back the test "${item.title}".`);
  return { pickleId: pickle.id, pickleStepIds: pickle.steps.map(step => step.id) };
}

/**
 * `features`: texts by path. Pictures are attachments with a `url` and no body: readers know no `externalAttachment`.
 * Units: Run has ms; times here are exact to the µs. Errors: `run-in-progress` while the Run is unfinished.
 */
export function runMessages(
  run: Run,
  machine: RunMachine,
  features: ReadonlyMap<string, string> = new Map(),
): Envelope[] {
  if (!isFinal(run.state))
    throw new AppError(
      'run-in-progress',
      `Run ${run.runId} is ${run.state}; its messages are available when it has ended.`,
    );
  const newId = IdGenerator.incrementing();
  const ofTests = testCases(run, newId);
  const ofScenarios = scenarioCases(run.scenarios ?? [], features, newId);
  const reported = [...ofTests.cases, ...ofScenarios.cases];
  const definitions = stepDefinitions(reported, newId);
  const hook = hookFor(reported, newId);
  const runStartedId = newId();
  const cases = reported.map(one => testCaseOf(one, { definitions, hook, runStartedId, newId }));
  const startedAt = Date.parse(run.startedAt);
  const ofCases = messagesOfCases(cases, startedAt, newId);
  const endedAt = Math.max(ofCases.endedAt, run.finishedAt === undefined ? 0 : Date.parse(run.finishedAt));
  return [
    { meta: metaOf(machine, run) },
    ...ofTests.envelopes,
    ...ofScenarios.envelopes,
    ...[...definitions.values()].map(stepDefinition => ({ stepDefinition })),
    ...(hook === undefined ? [] : [{ hook }]),
    { testRunStarted: { id: runStartedId, timestamp: toSeconds(startedAt) } },
    ...cases.map(({ testCase }) => ({ testCase })),
    ...ofCases.envelopes,
    {
      testRunFinished: {
        message: run.reason,
        success: run.state === 'passed',
        timestamp: toSeconds(endedAt),
        testRunStartedId: runStartedId,
      },
    },
  ];
}

const metaOf = (machine: RunMachine, { ci }: Run): NonNullable<Envelope['meta']> => ({
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
    return {
      item,
      pickleId,
      steps: steps.map((step, index) => ({ step, pickleStepId: pickleStepIds[index] })),
      attempts: (item.attempts ?? []).map(attempt => ({
        item: attempt,
        steps: alignedSteps(reportSteps(attempt), steps),
      })),
    };
  });
  return { envelopes, cases };
}
