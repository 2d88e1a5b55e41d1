import { AppError } from '../../../model/errors/errors.ts';
import { AccessibilityFinding } from '../../../model/run/accessibility-finding.ts';
import { type CallRecord, shortCall } from '../../../model/run/call-record.ts';
import { Clue } from '../../../model/run/clues.ts';
import { errorHash } from '../../../model/run/error-hash.ts';
import type { Incident } from '../../../model/run/incidents.ts';
import {
  type ActionFailure,
  type ActionResult,
  type AnsweredDialog,
  type FailedRequest,
  type ItemResult,
  isScenario,
  type Repair,
  type RunItem,
  type ScenarioResult,
  type SignInResult,
  type StepResult,
} from '../../../model/run/run.ts';
import { isCredentialHeader, withoutCredentials } from '../../../model/values/credentials.ts';
import { redactObserved } from '../../../model/values/observed.ts';
import { REDACTED, type Redactor } from '../../../model/values/redactor.ts';
import type { ItemHeading } from './run-watcher.ts';

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** Masks what was seen or computed; the heading was known before. */
export function redactItem(heading: ItemHeading, result: ItemResult, redact: Redactor): ItemResult {
  if (isScenario(result) && 'scenario' in heading) {
    const steps = result.steps.map(step => redactStep(step, redact));
    return { ...heading, ...outcomeOf(result, redact), steps };
  }
  if (isScenario(result) || 'scenario' in heading) throw new AppError('internal', 'A result is not that of its item.');
  const { title, row, before, actions, after } = result;
  return {
    ...heading,
    title: title === heading.title ? title : redact(title),
    ...(row === undefined ? {} : { row: computedRow(row, heading.row, redact) }),
    ...outcomeOf(result, redact),
    ...(before === undefined ? {} : { before: redactHook(before, redact) }),
    actions: actions.map(action => redactAction(action, redact)),
    ...(after === undefined ? {} : { after: redactHook(after, redact) }),
  };
}

type ResultOutcome = Pick<RunItem & ScenarioResult, 'state' | 'ms' | 'error' | 'video' | 'signIns' | 'incidents'>;

const outcomeOf = (
  { state, ms, error, video, signIns, incidents }: ResultOutcome,
  redact: Redactor,
): ResultOutcome => ({
  state,
  ms: rounded(ms),
  ...(error === undefined ? {} : { error: redactFailure(error, redact) }),
  video,
  signIns: signIns?.map(signIn => redactHook(signIn, redact)),
  ...(incidents === undefined ? {} : { incidents: incidents.map(incident => redactIncident(incident, redact)) }),
});

const redactIncident = ({ text, reason, ...incident }: Incident, redact: Redactor): Incident => ({
  ...incident,
  text: redact(text),
  ...(reason === undefined ? {} : { reason: redact(reason) }),
});

const MOST_TEXT = 2_000;
/** Of a message that lists findings, each in a line. */
const MOST_LIST = 5_000;
const MOST_LINE = 300;
const MOST_LINES = 20;
const MOST_SHOWN = 5;
/** Characters kept at the end of a cut line, where the position of an error is. */
const END = 100;

const cut = (text: string, most = MOST_TEXT): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const cutLine = (text: string): string =>
  text.length > MOST_LINE ? `${text.slice(0, MOST_LINE - END)}…${text.slice(-END)}` : text;

/** The first lines show what was tried, the last ones how it ended. */
const cutLines = (lines: readonly string[]): string[] =>
  lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES / 2), '…', ...lines.slice(-MOST_LINES / 2)] : [...lines];

/** Masked first, then cut: no half of a secret may be left. Codes, states and file names are never secret. */
export function redactFailure(failure: ActionFailure, redact: Redactor): ActionFailure {
  const { expected, actual, candidates, log, consoleErrors, failedRequests, clues, headline, findings } = failure;
  const { pictures, baseline } = failure;
  const { incident } = failure;
  const message = redact(failure.message);
  // A short secret could be guessed from the hash of a text that holds it.
  const hash =
    failure.errorHash && (message === failure.message ? failure.errorHash : errorHash({ ...failure, message }));
  return {
    message: cut(message, findings === undefined ? MOST_TEXT : MOST_LIST),
    ...(expected === undefined ? {} : { expected: cut(redact(expected)) }),
    ...(actual === undefined ? {} : { actual: cut(redact(actual)) }),
    candidates: candidates?.slice(0, MOST_SHOWN).map(text => cut(redact(text))),
    ...(log === undefined ? {} : { log: cutLines(log).map(line => cutLine(redact(line))) }),
    consoleErrors: consoleErrors?.map(text => cutLine(redact(text))),
    failedRequests: failedRequests?.map(each => redactRequest(each, redact)),
    ...(clues === undefined ? {} : { clues: clues.map(clue => redactClue(clue, redact)) }),
    ...(headline === undefined ? {} : { headline: cut(redact(headline)) }),
    ...(findings === undefined ? {} : { findings: findings.map(each => redactFinding(each, redact)) }),
    pictures,
    ...(baseline === undefined ? {} : { baseline: redact(baseline) }),
    ...(incident === undefined ? {} : { incident: redactIncident(incident, redact) }),
    errorHash: hash,
  };
}

const redactClue = (clue: Clue, redact: Redactor): Clue => Clue.parse(redactObserved(Clue, clue, redact));

const redactFinding = (finding: AccessibilityFinding, redact: Redactor): AccessibilityFinding =>
  AccessibilityFinding.parse(redactObserved(AccessibilityFinding, finding, redact));

const redactRequest = ({ url, reason, ...request }: FailedRequest, redact: Redactor): FailedRequest => ({
  ...request,
  url: cut(redact(url), MOST_LINE),
  ...(reason === undefined ? {} : { reason: redact(reason) }),
});

const redactDialogs = (dialogs: readonly AnsweredDialog[], redact: Redactor): AnsweredDialog[] =>
  dialogs.map(({ message, ...dialog }) => ({ ...dialog, message: cut(redact(message), MOST_LINE) }));

const redactRepair = ({ from, to, was, now }: Repair, redact: Redactor): Repair => ({
  from,
  to,
  ...(was === undefined ? {} : { was: redact(was) }),
  ...(now === undefined ? {} : { now: redact(now) }),
});

/** An answer may bring a token, which is no known secret. */
const redactCall = (call: CallRecord, redact: Redactor): CallRecord =>
  shortCall(call, (text, header) =>
    header !== undefined && isCredentialHeader(header) ? REDACTED : redact(withoutCredentials(text)),
  );

/** Results never change once published, but come again within each result above them: each is masked once. */
const known = new WeakMap<Redactor, WeakMap<ActionResult, ActionResult>>();

function knownTo(redact: Redactor): WeakMap<ActionResult, ActionResult> {
  const masked = known.get(redact) ?? new WeakMap<ActionResult, ActionResult>();
  known.set(redact, masked);
  return masked;
}

/** Masks each result once, until the secrets change. */
export function redactAction(result: ActionResult, changing: Redactor): ActionResult {
  const redact = changing.now?.() ?? changing;
  const masked = knownTo(redact);
  const before = masked.get(result);
  if (before !== undefined) return before;
  const made = redactNew(result, redact);
  masked.set(result, made);
  return made;
}

const redactNew = (result: ActionResult, redact: Redactor): ActionResult => ({
  ...result,
  title: redact(result.title),
  ...(result.call === undefined ? {} : { call: redactCall(result.call, redact) }),
  ...(result.note === undefined ? {} : { note: cut(redact(result.note)) }),
  ...(result.repaired === undefined ? {} : { repaired: redactRepair(result.repaired, redact) }),
  ...(result.error === undefined ? {} : { error: redactFailure(result.error, redact) }),
  ...(result.dialogs === undefined ? {} : { dialogs: redactDialogs(result.dialogs, redact) }),
  actions: result.actions?.map(inner => redactAction(inner, redact)),
});

const redactHook = <Result extends SignInResult>(result: Result, redact: Redactor): Result => ({
  ...result,
  ...(result.error === undefined ? {} : { error: redactFailure(result.error, redact) }),
  actions: result.actions.map(inner => redactAction(inner, redact)),
});

type ItemRow = NonNullable<RunItem['row']>;

/** Computed values are masked; literal ones are shown as stored. */
function computedRow({ index, values }: ItemRow, stored: ItemRow | undefined, redact: Redactor): ItemRow {
  const shown = Object.entries(values).map(([name, value]) => {
    const text = redact(String(value));
    return [name, value === stored?.values[name] || text === String(value) ? value : text];
  });
  return { index, values: Object.fromEntries(shown) };
}

export const redactStep = (result: StepResult, redact: Redactor): StepResult => ({
  ...result,
  ...(result.error === undefined ? {} : { error: redactFailure(result.error, redact) }),
  actions: result.actions.map(inner => redactAction(inner, redact)),
});
