import {
  AttachmentContentEncoding,
  type Envelope,
  IdGenerator,
  type StepDefinition,
  StepDefinitionPatternType,
  version,
} from '@cucumber/messages';
import { AppError } from '../../../model/protocol/errors.ts';
import type { Run, RunItem } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { moduleFeatures } from './feature-text.ts';
import type { Machine } from './machine.ts';
import { parseFeatures, type Scenario } from './parse-features.ts';
import { type ReportStep, reportSteps } from './report-steps.ts';
import { toSeconds } from './time.ts';

/**
 * Renders a finished Run as Cucumber messages: a feature per module, a scenario per test or data row, a step per action.
 * The same Run gives the same messages. Pictures are attachments with an empty body and a `url` within the run's
 * folder, since readers of messages know no `externalAttachment`. Units: Run has ms; times here are exact to the µs.
 * Errors: `run-in-progress` while the Run is unfinished.
 */
export function runMessages(run: Run, machine: Machine): Envelope[] {
  if (!isFinal(run.state))
    throw new AppError('run-in-progress', `Run ${run.runId} is ${run.state}; its messages are made when it has ended.`);
  const newId = IdGenerator.incrementing();
  const items = run.items.map(item => ({ item, steps: reportSteps(item) }));
  const { envelopes, scenarios } = parseFeatures(moduleFeatures(items), newId);
  const definitions = stepDefinitions(
    items.flatMap(({ steps }) => steps),
    newId,
  );
  const runStartedId = newId();
  const cases = items.map(({ item, steps }) => {
    const scenario = scenarios.get(item);
    if (scenario === undefined) throw new Error(`The test "${item.title}" has no scenario.`);
    return testCaseOf({ item, steps, scenario, definitions, runStartedId, newId });
  });
  const startedAt = Date.parse(run.startedAt);
  const story = tellCases(cases, startedAt, newId);
  const endedAt = Math.max(story.endedAt, run.finishedAt === undefined ? 0 : Date.parse(run.finishedAt));
  return [
    { meta: metaOf(machine) },
    ...envelopes,
    ...[...definitions.values()].map(stepDefinition => ({ stepDefinition })),
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

const metaOf = (machine: Machine): NonNullable<Envelope['meta']> => ({
  protocolVersion: version,
  implementation: { name: 'steploom', version: machine.steploom },
  runtime: { name: 'node.js', version: machine.node },
  os: { name: machine.platform, version: machine.platformRelease },
  cpu: { name: machine.processor },
});

function stepDefinitions(steps: readonly ReportStep[], newId: IdGenerator.NewId): Map<string, StepDefinition> {
  const types = [...new Set(steps.map(({ type }) => type))].sort();
  return new Map(
    types.map(type => [
      type,
      {
        id: newId(),
        pattern: { source: type, type: StepDefinitionPatternType.CUCUMBER_EXPRESSION },
        sourceReference: { uri: `steploom://actions/${type}` },
      },
    ]),
  );
}

interface CaseParts {
  item: RunItem;
  steps: readonly ReportStep[];
  scenario: Scenario;
  definitions: ReadonlyMap<string, StepDefinition>;
  runStartedId: string;
  newId: IdGenerator.NewId;
}

interface Case {
  item: RunItem;
  testCase: NonNullable<Envelope['testCase']>;
  steps: readonly { id: string; step: ReportStep }[];
}

function testCaseOf({ item, steps, scenario, definitions, runStartedId, newId }: CaseParts): Case {
  const numbered = steps.map(step => ({ id: newId(), step }));
  return {
    item,
    steps: numbered,
    testCase: {
      id: newId(),
      pickleId: scenario.pickleId,
      testRunStartedId: runStartedId,
      testSteps: numbered.map(({ id, step }, index) => ({
        id,
        pickleStepId: scenario.pickleStepIds[index],
        ...matchOf(step, definitions),
      })),
    },
  };
}

/** An undefined step is one that no definition fits. */
function matchOf({ type, status }: ReportStep, definitions: CaseParts['definitions']) {
  const definition = status === 'UNDEFINED' ? undefined : definitions.get(type);
  return definition === undefined
    ? { stepDefinitionIds: [], stepMatchArgumentsLists: [] }
    : { stepDefinitionIds: [definition.id], stepMatchArgumentsLists: [{ stepMatchArguments: [] }] };
}

/** The events of all tests. The run keeps the start of each test and how long actions took: steps follow on each other. */
function tellCases(cases: readonly Case[], startedAt: number, newId: IdGenerator.NewId) {
  const envelopes: Envelope[] = [];
  let now = startedAt;
  for (const { item, testCase, steps } of cases) {
    now = Math.max(now, item.startedAt === undefined ? now : Date.parse(item.startedAt));
    const endsAt = now + item.ms;
    const id = newId();
    envelopes.push({ testCaseStarted: { attempt: 0, id, testCaseId: testCase.id, timestamp: toSeconds(now) } });
    for (const { id: testStepId, step } of steps) {
      const place = { testCaseStartedId: id, testStepId };
      envelopes.push({ testStepStarted: { ...place, timestamp: toSeconds(now) } });
      now += step.ms;
      envelopes.push(...attachments(step, place, now), stepFinished(step, place, now));
    }
    now = Math.max(now, endsAt);
    envelopes.push({ testCaseFinished: { testCaseStartedId: id, timestamp: toSeconds(now), willBeRetried: false } });
  }
  return { envelopes, endedAt: now };
}

interface StepPlace {
  testCaseStartedId: string;
  testStepId: string;
}

const stepFinished = ({ status, ms, message, exception }: ReportStep, place: StepPlace, now: number): Envelope => ({
  testStepFinished: {
    ...place,
    testStepResult: {
      status,
      duration: toSeconds(ms),
      ...(message === undefined ? {} : { message }),
      ...(exception === undefined ? {} : { exception }),
    },
    timestamp: toSeconds(now),
  },
});

const attachments = ({ pictures }: ReportStep, place: StepPlace, now: number): Envelope[] =>
  pictures.map(file => ({
    attachment: {
      ...place,
      body: '',
      contentEncoding: AttachmentContentEncoding.IDENTITY,
      fileName: file.slice(file.lastIndexOf('/') + 1),
      mediaType: file.endsWith('.png') ? 'image/png' : 'image/jpeg',
      url: encodeURI(file),
      timestamp: toSeconds(now),
    },
  }));
