import {
  type Attachment,
  type Examples,
  type Pickle,
  type PickleStep,
  type PickleTable,
  type TestCaseStarted,
  type TestStepResult,
  TestStepResultStatus,
  TimeConversion,
} from '@cucumber/messages';
import {
  type Lineage,
  NamingStrategyExampleName,
  NamingStrategyFeatureName,
  NamingStrategyLength,
  namingStrategy,
  Query,
} from '@cucumber/query';
import { bareKeysOf, testKeysOf } from '../../model/feature/issue-keys.ts';
import { valuesText } from '../../model/run/item-title.ts';
import { variantIn } from '../../model/run/variant-in.ts';
import { isModule } from '../runs/messages/module-uri.ts';
import { singleLine } from '../runs/messages/plain-text.ts';
import { LEFT_OUT_FILE, REPAIR_FILE } from '../runs/messages/test-cases.ts';
import type { FinishedMessages } from '../runs/record/run-watcher.ts';

export interface CaseStep {
  /** A single line that includes the keyword. */
  text: string;
  line?: number;
  status: TestStepResultStatus;
  message?: string;
  /** ms since 1970. */
  startedAt: number;
  ms: number;
  table?: readonly (readonly string[])[];
  docString?: string;
  attachments: readonly Attachment[];
  /** Sentences about locators that fallbacks replaced; `attachments` has them, too. */
  repairs: readonly string[];
  leftOut: readonly string[];
}

export interface CaseEnd {
  status: TestStepResultStatus;
  /** Whether a check failed (`failed`) or could not be made (`error`). */
  badness?: 'failed' | 'error';
  decisive?: CaseStep;
  startedAt: number;
  ms: number;
  steps: readonly CaseStep[];
  /** Of the scenario or the example row; modules are in no feature file. */
  line?: number;
}

export interface ReportedCase extends CaseEnd {
  uri: string;
  feature: string;
  rule?: string;
  /** Unique within the feature. */
  name: string;
  title: string;
  tags: readonly string[];
  /** Issue keys from its own tags alone. */
  issueKeys: readonly string[];
  /** Those of them that are of tests. */
  testKeys: readonly string[];
  parameters: Readonly<Record<string, string>>;
  /** Attempts before the last; none of them passed. */
  earlier: readonly CaseEnd[];
}

const NAMES = namingStrategy(
  NamingStrategyLength.LONG,
  NamingStrategyFeatureName.EXCLUDE,
  NamingStrategyExampleName.NUMBER_AND_PICKLE_IF_PARAMETERIZED,
);

/** A scenario without steps passes. */
const EMPTY = TestStepResultStatus.PASSED;
const NO_TIME = { seconds: 0, nanos: 0 };

export function readCases({ messages, keyPrefix }: FinishedMessages): ReportedCase[] {
  const query = new Query();
  for (const message of messages) query.update(message);
  const isTaken = createNames();
  const attempts = new Map<string, CaseEnd[]>();
  return messages.flatMap(({ testCaseStarted: started }) => {
    const reported = started && readCase(query, started);
    if (started === undefined || reported === undefined) return [];
    const earlier = attempts.get(started.testCaseId) ?? [];
    if (query.findTestCaseFinishedBy(started)?.willBeRetried) {
      attempts.set(started.testCaseId, [...earlier, reported]);
      return [];
    }
    const { keyTags, ...rest } = reported;
    const keys = { issueKeys: bareKeysOf(keyTags, keyPrefix), testKeys: testKeysOf(keyTags, keyPrefix).keys };
    return [{ ...rest, earlier, ...keys, name: isTaken(reported) }];
  });
}

/** Readers of reports keep only one of several cases with the same name. */
function createNames(): (one: { feature: string; name: string }) => string {
  const taken = new Set<string>();
  return ({ feature, name }) => {
    let free = name;
    for (let number = 2; taken.has(`${feature}\n${free}`); number += 1) free = `${name} (${number})`;
    taken.add(`${feature}\n${free}`);
    return free;
  };
}

type ReadCase = Omit<ReportedCase, 'issueKeys' | 'testKeys' | 'earlier'> & { keyTags: readonly string[] };

function readCase(query: Query, started: TestCaseStarted): ReadCase | undefined {
  const pickle = query.findPickleBy(started);
  const lineage = pickle && query.findLineageBy(pickle);
  if (pickle === undefined || lineage?.feature === undefined) return undefined;
  const { feature, rule, scenario, examples, example } = lineage;
  const line = (example ?? scenario)?.location.line;
  const isWritten = !isModule(pickle.uri);
  const steps = stepsOf(query, started, isWritten);
  const parameters = parametersOf(examples, lineage);
  const own = [...(scenario?.tags ?? []), ...(examples?.tags ?? [])].map(({ name }) => name);
  return {
    uri: pickle.uri,
    feature: singleLine(feature.name) || pickle.uri,
    ...(rule === undefined ? {} : { rule: singleLine(rule.name) }),
    name: nameOf(pickle, lineage, parameters),
    title: singleLine(pickle.name) || '(no name)',
    tags: pickle.tags.map(({ name }) => name),
    keyTags: own,
    ...(line === undefined || !isWritten ? {} : { line }),
    ...endOf(query.findMostSevereTestStepResultBy(started), steps),
    startedAt: TimeConversion.timestampToMillisecondsSinceEpoch(started.timestamp),
    ms: TimeConversion.durationToMilliseconds(query.findTestCaseDurationBy(started) ?? NO_TIME),
    parameters,
    steps,
  };
}

function nameOf(pickle: Pickle, lineage: Lineage, parameters: Readonly<Record<string, string>>): string {
  const end = variantIn(pickle.name);
  const isWritten = lineage.scenario?.name.endsWith(end);
  const variant = isWritten ? '' : end;
  const plain = { ...pickle, name: pickle.name.slice(0, pickle.name.length - variant.length) };
  const name = singleLine(NAMES.reduce(lineage, plain)) || '(no name)';
  const values = singleLine(valuesText(name, parameters));
  return `${name}${values === '' ? '' : ` (${values})`}${variant}`;
}

function endOf(
  worst: TestStepResult | undefined,
  steps: readonly CaseStep[],
): Pick<ReportedCase, 'status' | 'badness' | 'decisive'> {
  const { status, exception } = worst ?? { status: EMPTY };
  if (status === 'PASSED') return { status };
  const decisive = steps.find(step => step.status === status);
  // A failed assertion has looked at the page; any other error kept it from looking.
  const badness = exception?.type === 'AssertionError' ? 'failed' : 'error';
  return { status, ...(status === 'FAILED' ? ({ badness } as const) : {}), decisive };
}

function parametersOf(examples: Examples | undefined, { example }: Lineage): Record<string, string> {
  const columns = examples?.tableHeader?.cells ?? [];
  const cells = example?.cells ?? [];
  return Object.fromEntries(columns.map(({ value }, index) => [value, cells[index]?.value ?? '']));
}

function stepsOf(query: Query, started: TestCaseStarted, isWritten: boolean): CaseStep[] {
  const begun = new Map(query.findTestStepsStartedBy(started).map(step => [step.testStepId, step.timestamp]));
  return query.findTestStepFinishedAndTestStepBy(started).map(([finished, step]) => {
    const pickleStep = query.findPickleStepBy(step);
    const { status, duration, message } = finished.testStepResult;
    const startedAt = TimeConversion.timestampToMillisecondsSinceEpoch(begun.get(step.id) ?? finished.timestamp);
    const timing = { startedAt, ms: TimeConversion.durationToMilliseconds(duration) };
    const result = { status, ...timing, message };
    const hook = query.findHookBy(step);
    const head = hook === undefined ? headOf(query, pickleStep, isWritten) : { text: singleLine(hook.name ?? 'Hook') };
    const attachments = query.findAttachmentsBy(finished);
    const bodiesOf = (name: string) => attachments.filter(({ fileName }) => fileName === name).map(({ body }) => body);
    return { ...head, ...result, attachments, repairs: bodiesOf(REPAIR_FILE), leftOut: bodiesOf(LEFT_OUT_FILE) };
  });
}

type Head = Pick<CaseStep, 'text' | 'line' | 'table' | 'docString'>;

/** Nobody wrote the texts that are made from modules: their keywords and lines mean nothing. */
function headOf(query: Query, pickleStep: PickleStep | undefined, isWritten: boolean): Head {
  const step = pickleStep && query.findStepBy(pickleStep);
  if (pickleStep === undefined || step === undefined) return { text: '' };
  const { dataTable, docString } = pickleStep.argument ?? {};
  return {
    text: singleLine(isWritten ? step.keyword + pickleStep.text : pickleStep.text),
    ...(isWritten ? { line: step.location.line } : {}),
    ...(dataTable === undefined ? {} : { table: cellsOf(dataTable) }),
    docString: docString?.content,
  };
}

const cellsOf = ({ rows }: PickleTable): string[][] => rows.map(({ cells }) => cells.map(({ value }) => value));
