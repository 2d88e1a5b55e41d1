import { extname } from 'node:path';
import {
  AttachmentContentEncoding,
  type Duration,
  type Envelope,
  type Hook,
  HookType,
  type IdGenerator,
  type StepDefinition,
  StepDefinitionPatternType,
  type Timestamp,
} from '@cucumber/messages';
import type { ItemResult } from '../../../model/run/run.ts';
import type { ReportStep } from './report-steps.ts';

const MICROSECONDS_PER_SECOND = 1_000_000;

/** Units: `ms` may have fractions; exact to the microsecond. */
export function toSeconds(ms: number): Timestamp & Duration {
  const microseconds = Math.max(0, Math.round(ms * 1_000));
  return {
    seconds: Math.floor(microseconds / MICROSECONDS_PER_SECOND),
    nanos: (microseconds % MICROSECONDS_PER_SECOND) * 1_000,
  };
}

export interface ReportCase {
  item: Pick<ItemResult, 'startedAt' | 'ms' | 'video'>;
  pickleId: string;
  steps: readonly { step: ReportStep; pickleStepId?: string | undefined; hook?: boolean }[];
  /** Oldest first, without the last, which `steps` shows; each has as many steps as that. */
  attempts: readonly { item: ReportCase['item']; steps: readonly ReportStep[] }[];
}

type NewId = IdGenerator.NewId;

const TEST_CODE = /^t\d+$/;

export function stepDefinitions(cases: readonly ReportCase[], newId: NewId): Map<string, StepDefinition> {
  const all = cases.flatMap(({ steps }) => steps.flatMap(({ step, hook }) => (hook ? [] : [step])));
  const matched = all.filter(({ status, type }) => status !== 'UNDEFINED' && type !== UNMATCHED);
  const types = [...new Set(matched.map(({ type }) => type))].sort();
  return new Map(
    types.map(type => [
      type,
      {
        id: newId(),
        pattern: { source: type, type: StepDefinitionPatternType.CUCUMBER_EXPRESSION },
        sourceReference: { uri: `steploom://${TEST_CODE.test(type) ? 'tests' : 'actions'}/${type}` },
      },
    ]),
  );
}

export const UNMATCHED = 'step';

export function hookFor(cases: readonly ReportCase[], newId: NewId): Hook | undefined {
  if (!cases.some(({ steps }) => steps.some(({ hook }) => hook))) return undefined;
  const sourceReference = { uri: 'steploom://before' };
  return { id: newId(), name: 'Before the scenario', sourceReference, type: HookType.BEFORE_TEST_CASE };
}

interface Matching {
  definitions: ReadonlyMap<string, StepDefinition>;
  hook: Hook | undefined;
  runStartedId: string;
  newId: NewId;
}

interface TestCase {
  testCase: NonNullable<Envelope['testCase']>;
  /** Oldest first. */
  attempts: readonly { item: ReportCase['item']; steps: readonly { id: string; step: ReportStep }[] }[];
}

export function testCaseOf({ item, pickleId, steps, attempts }: ReportCase, matching: Matching): TestCase {
  const { definitions, hook, runStartedId, newId } = matching;
  const numbered = steps.map(step => ({ ...step, id: newId() }));
  const before = attempts.map(attempt => ({
    item: attempt.item,
    steps: numbered.flatMap(({ id }, index) => attempt.steps.slice(index, index + 1).map(step => ({ id, step }))),
  }));
  return {
    attempts: [...before, { item, steps: numbered }],
    testCase: {
      id: newId(),
      pickleId,
      testRunStartedId: runStartedId,
      testSteps: numbered.map(({ id, step, pickleStepId, hook: isHook }) =>
        isHook ? { id, hookId: hook?.id } : { id, pickleStepId, ...matchOf(step, definitions) },
      ),
    },
  };
}

function matchOf({ type, status }: ReportStep, definitions: Matching['definitions']) {
  const definition = status === 'UNDEFINED' ? undefined : definitions.get(type);
  return definition === undefined
    ? { stepDefinitionIds: [], stepMatchArgumentsLists: [] }
    : { stepDefinitionIds: [definition.id], stepMatchArgumentsLists: [{ stepMatchArguments: [] }] };
}

/** The run keeps each start and how long parts took: steps are taken to follow each other without a gap. */
export function messagesOfCases(cases: readonly TestCase[], startedAt: number, newId: NewId) {
  const envelopes: Envelope[] = [];
  let endedAt = startedAt;
  for (const one of cases) {
    const messages = messagesOfCase(one, endedAt, newId);
    envelopes.push(...messages.envelopes);
    endedAt = Math.max(endedAt, messages.endedAt);
  }
  return { envelopes, endedAt };
}

/** Items that ran side by side have a start of their own; others begin when the one before has ended. */
function messagesOfCase({ attempts, testCase }: TestCase, after: number, newId: NewId) {
  const envelopes: Envelope[] = [];
  let now = after;
  for (const [attempt, { item, steps }] of attempts.entries()) {
    now = item.startedAt === undefined ? now : Date.parse(item.startedAt);
    const endsAt = now + item.ms;
    const id = newId();
    envelopes.push({ testCaseStarted: { attempt, id, testCaseId: testCase.id, timestamp: toSeconds(now) } });
    const shown = steps.findLast(({ step }) => step.status !== 'SKIPPED') ?? steps.at(-1);
    for (const one of steps) {
      const { id: testStepId } = one;
      const step = one === shown ? withVideo(one.step, item) : one.step;
      const place = { testCaseStartedId: id, testStepId };
      envelopes.push({ testStepStarted: { ...place, timestamp: toSeconds(now) } });
      now += step.ms;
      envelopes.push(...attachments(step, place, now), stepFinished(step, place, now));
    }
    now = Math.max(now, endsAt);
    const willBeRetried = attempt < attempts.length - 1;
    envelopes.push({ testCaseFinished: { testCaseStartedId: id, timestamp: toSeconds(now), willBeRetried } });
  }
  return { envelopes, endedAt: now };
}

const withVideo = (step: ReportStep, { video }: ReportCase['item']): ReportStep =>
  video === undefined ? step : { ...step, pictures: [...step.pictures, video] };

interface PickleStepPlace {
  testCaseStartedId: string;
  testStepId: string;
}

const stepFinished = (
  { status, ms, message, exception }: ReportStep,
  place: PickleStepPlace,
  now: number,
): Envelope => ({
  testStepFinished: {
    ...place,
    testStepResult: { status, duration: toSeconds(ms), message, exception },
    timestamp: toSeconds(now),
  },
});

export const REPAIR_FILE = 'repaired.txt';

export const LEFT_OUT_FILE = 'left-out-on-import.txt';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webm': 'video/webm',
};

function attachments(
  { pictures, calls, repairs, leftOut }: ReportStep,
  place: PickleStepPlace,
  now: number,
): Envelope[] {
  const given = { ...place, contentEncoding: AttachmentContentEncoding.IDENTITY, timestamp: toSeconds(now) };
  const named = (fileName: string) => (body: string) => ({ ...given, body, fileName, mediaType: 'text/plain' });
  const texts = [...repairs.map(named(REPAIR_FILE)), ...leftOut.map(named(LEFT_OUT_FILE))];
  const callTexts = calls.map(({ name, text }) => ({ ...given, body: text, fileName: name, mediaType: 'text/plain' }));
  const files = pictures.map(file => ({
    ...given,
    body: '',
    fileName: file.slice(file.lastIndexOf('/') + 1),
    mediaType: MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
    url: encodeURI(file),
  }));
  return [...texts, ...callTexts, ...files].map(attachment => ({ attachment }));
}
