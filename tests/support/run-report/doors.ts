/** Which ways into the product the specs have gone, with a good end and with a bad one. */
import { ACTION_KINDS } from '../../../model/actions/index.ts';

export type DoorKind = 'tool' | 'action' | 'matcher' | 'report' | 'command' | 'screen';
type End = 'good' | 'bad';

const gone = new Set<string>();

export const doorId = (kind: DoorKind, name: string, end: End) => `${kind} ${name} ${end}`;

/** Notes that somebody went through a door as people and programs do, and whether they were served or refused. */
export function wentThrough(kind: DoorKind, name: string, end: End): void {
  gone.add(doorId(kind, name, end));
}

/** All since it was asked last. */
export function takeDoors(): string[] {
  const ids = [...gone];
  gone.clear();
  return ids;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** All objects in a value that look like an action or the result of one. */
function actionsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(actionsIn);
  if (!isRecord(value)) return [];
  const own = typeof value.type === 'string' && Object.hasOwn(ACTION_KINDS, value.type) ? [value] : [];
  return [...own, ...Object.values(value).flatMap(actionsIn)];
}

function wentThroughActions(value: unknown, endOf: (action: Record<string, unknown>) => End | undefined): void {
  for (const action of actionsIn(value)) {
    const end = endOf(action);
    if (end === undefined) continue;
    wentThrough('action', String(action.type), end);
    if (typeof action.matcher === 'string') wentThrough('matcher', action.matcher, end);
  }
}

/** How an action ended, by its result. */
const resultEnd = ({ state }: Record<string, unknown>): End | undefined => {
  if (state === 'passed') return 'good';
  return state === 'failed' || state === 'error' ? 'bad' : undefined;
};

/** What a program was told: an answer, or a refusal with the field that it was for. */
export type CallOutcome = { answer: unknown } | { refusedFor: unknown };

/** Notes what a call went through: its tool, the actions in it or in its answer, and the report that it asked for. */
export function noteCall(tool: string, args: object, outcome: CallOutcome): void {
  const end = 'answer' in outcome ? 'good' : 'bad';
  wentThrough('tool', tool, end);
  if ('format' in args && tool === 'getReport') wentThrough('report', String(args.format), end);
  if ('refusedFor' in outcome) noteRefusedFields(args, String(outcome.refusedFor));
  else if (tool === 'performAction')
    wentThroughActions(args, () => resultEnd(isRecord(outcome.answer) ? outcome.answer : {}));
  else if (tool === 'getTestResults') wentThroughActions(outcome.answer, resultEnd);
}

/** An action that is refused for one of its own fields was never performed: that is a bad end of its kind, too. */
function noteRefusedFields(args: object, path: string): void {
  const field = path.split('.').at(-1) ?? '';
  wentThroughActions(args, ({ type }) =>
    Object.values(ACTION_KINDS).some(kind => kind.type === type && kind.fieldNames.includes(field)) ? 'bad' : undefined,
  );
}

interface EndedRun {
  outcome?: string | undefined;
  actions: readonly { actionIndex: number; state: string }[];
}

/** Notes what results of a run do not name: matchers, and kinds that have no result of their own, such as `end`. */
export function noteRun(given: readonly object[], { outcome, actions }: EndedRun): void {
  if (outcome === 'passed') wentThroughActions(given, () => 'good');
  for (const { actionIndex, state } of actions) {
    const action = given[actionIndex];
    const end = resultEnd({ state });
    if (end === undefined || action === undefined || !('matcher' in action)) continue;
    wentThrough('matcher', String(action.matcher), end);
  }
}
