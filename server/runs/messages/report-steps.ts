import { type Exception, TestStepResultStatus } from '@cucumber/messages';
import { callText } from '../../../model/run/call-record.ts';
import { signInTitle } from '../../../model/run/item-title.ts';
import { leftOutSentences, repairSentences } from '../../../model/run/repairs.ts';
import type {
  ActionFailure,
  ActionResult,
  HookResult,
  ItemState,
  ResultNode,
  TestAttempt,
} from '../../../model/run/run.ts';
import { plainLines, singleLine } from './plain-text.ts';

export function explainFailure({ message, expected, actual, candidates = [] }: ActionFailure): string[] {
  return [
    message,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(candidates.length === 0 ? [] : [`Similar: ${candidates.join(', ')}`]),
  ];
}

export const isBad = ({ state }: Pick<ResultNode, 'state'>): boolean => state === 'failed' || state === 'error';

function failurePath(result: ResultNode): readonly ResultNode[] {
  if (!isBad(result)) return [];
  for (const inner of result.actions ?? []) {
    const path = failurePath(inner);
    if (path.length > 0) return [result, ...path];
  }
  return [result];
}

interface ReportedCall {
  name: string;
  text: string;
}

export interface ReportStep {
  /** Identity of its action within the test, the same in every attempt. */
  key: string;
  text: string;
  /** Action type, or `test` for what belongs to the test as a whole. */
  type: string;
  status: TestStepResultStatus;
  ms: number;
  message?: string | undefined;
  exception?: Exception | undefined;
  /** Paths within the run's folder. */
  pictures: readonly string[];
  calls: readonly ReportedCall[];
  repairs: readonly string[];
  /** Sentences about what an import left out. */
  leftOut: readonly string[];
}

const WHOLE_TEST = 'test';

const NO_REASON: ActionFailure = { message: 'It ended without a reason.' };

const { PASSED, FAILED, SKIPPED, UNDEFINED, UNKNOWN } = TestStepResultStatus;
const NOT_RUN = {
  status: SKIPPED,
  ms: 0,
  message: undefined,
  exception: undefined,
  pictures: [],
  calls: [],
  repairs: [],
  leftOut: [],
};

export const STATUSES: Record<ItemState, TestStepResultStatus> = {
  passed: PASSED,
  failed: FAILED,
  error: FAILED,
  notImplemented: UNDEFINED,
  stopped: SKIPPED,
  skipped: SKIPPED,
  running: UNKNOWN,
};

/** The worst step decides the scenario's result: disabled actions of a passed test would make it skipped. */
export function reportSteps(item: TestAttempt): ReportStep[] {
  const { shown, omitted } = shownActions(item);
  const steps = [
    ...(item.signIns ?? []).map(result => resultStep(result, { title: signInTitle(result), ...PLUGGED, key: SIGN_IN })),
    ...hookStep('Before', item.before),
    ...shown.map(({ result, leftOut }) => {
      const step = resultStep(result, { ...result, key: `action ${result.actionIndex}` });
      return { ...step, leftOut: [...step.leftOut, ...leftOut] };
    }),
    ...hookStep('After', item.after),
  ];
  const showsEnd = steps.some(step => step.status === STATUSES[item.state]);
  const all = showsEnd ? steps : [...steps, endStep(item, steps.length === 0)];
  return all.map((step, index) => (index === 0 ? { ...step, leftOut: [...omitted, ...step.leftOut] } : step));
}

interface StepAction {
  result: ActionResult;
  leftOut: string[];
}

function shownActions({ state, actions }: TestAttempt): { shown: StepAction[]; omitted: string[] } {
  const shown: StepAction[] = [];
  const omitted: string[] = [];
  for (const result of actions)
    if (state === 'passed' && result.state === 'skipped')
      (shown.at(-1)?.leftOut ?? omitted).push(...leftOutSentences(result).map(singleLine));
    else shown.push({ result, leftOut: [] });
  return { shown, omitted };
}

const SIGN_IN = 'sign in';

/** Reported like a plugged test: one step that sums up what ran in it. */
const PLUGGED = { type: 'plugTest' };

const hookStep = (when: 'Before' | 'After', hook: HookResult | undefined): ReportStep[] =>
  hook === undefined ? [] : [resultStep(hook, { title: `${when} each test: ${hook.title}`, ...PLUGGED, key: when })];

/** A failure without a step in `to` goes to the first step when it came before all others, else to the last. */
export function alignedSteps(steps: readonly ReportStep[], to: readonly ReportStep[]): ReportStep[] {
  const byKey = new Map(steps.map(step => [step.key, step]));
  const aligned = to.map(step => byKey.get(step.key) ?? { ...step, ...NOT_RUN });
  const left = steps.find(({ key, status }) => status === FAILED && !to.some(step => step.key === key));
  if (left === undefined) return aligned;
  const at = left.key === SIGN_IN || left.key === 'Before' ? 0 : aligned.length - 1;
  return aligned.map((step, index) => (index === at ? { ...left, text: step.text } : step));
}

export function resultStep(
  result: ResultNode,
  { title, type, key }: Pick<ActionResult, 'title' | 'type'> & { key: string },
): ReportStep {
  const path = failurePath(result);
  const innermost = path.at(-1);
  const failure = innermost?.error ?? result.error;
  const within = path.slice(1).map(({ title }) => singleLine(title));
  const prefix = within.length === 0 ? '' : `${within.join(' › ')}: `;
  return {
    key,
    text: singleLine(title) || '(no title)',
    type,
    status: STATUSES[result.state],
    ms: result.ms,
    ...failed(innermost?.state ?? result.state, failure, prefix),
    pictures: picturesOf(result),
    calls: callsOf(result).slice(0, MOST_CALLS),
    repairs: repairSentences(result).map(singleLine),
    leftOut: [...new Set(leftOutSentences(result).map(singleLine))],
  };
}

function endStep({ state, error, ms, signIns = [], before, actions, after }: TestAttempt, isOnly: boolean): ReportStep {
  const spentMs = [...signIns, before, ...actions, after].reduce((sum, part) => sum + (part?.ms ?? 0), 0);
  return {
    key: 'end',
    text: endText(state, isOnly),
    type: WHOLE_TEST,
    status: STATUSES[state],
    ms: state === 'passed' ? 0 : Math.max(0, ms - spentMs),
    ...failed(state, error, ''),
    pictures: [],
    calls: [],
    repairs: [],
    leftOut: [],
  };
}

function endText(state: ItemState, isOnly: boolean): string {
  if (state === 'notImplemented') return '(not implemented)';
  if (!isOnly) return '(after the last action that ran)';
  return state === 'passed' ? '(no actions)' : '(before the first action)';
}

function failed(
  state: ItemState,
  failure: ActionFailure | undefined,
  prefix: string,
): Pick<ReportStep, 'message' | 'exception'> {
  if (state !== 'failed' && state !== 'error') return {};
  const message =
    prefix +
    explainFailure(failure ?? NO_REASON)
      .flatMap(plainLines)
      .join('\n');
  return { message, exception: { type: state === 'failed' ? 'AssertionError' : 'Error', message } };
}

/** A loop may make thousands of calls. */
const MOST_CALLS = 50;

const callsOf = ({ call, actions = [] }: ResultNode): ReportedCall[] => [
  ...(call === undefined
    ? []
    : [
        {
          name: `${singleLine(`${call.method} ${call.url}`).slice(0, 150)}.txt`,
          text: plainLines(callText(call)).join('\n'),
        },
      ]),
  ...actions.flatMap(callsOf),
];

const picturesOf = ({ screenshot, error, actions = [] }: ResultNode): string[] => [
  ...(screenshot === undefined ? [] : [screenshot]),
  ...Object.values(error?.pictures ?? {}),
  ...actions.flatMap(picturesOf),
];
