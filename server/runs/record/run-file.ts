import type { ActionResult, HookResult, Run, RunItem, ScenarioResult, TestAttempt } from '../../../model/run/run.ts';
import { isRecord } from '../../../model/values/json-value.ts';

/** What an action is, in every round the same. */
type StoredActionHead = Pick<ActionResult, 'actionIndex' | 'testCode' | 'type' | 'title'>;
type Known = Map<string, StoredActionHead>;

const LINE_LENGTH = 160;

/**
 * The text of run.json. What is short is on one line, and a result of an action that stood before in the same test
 * leaves out what it has in common with that one: in 10,000 rounds of a loop, all but round, state and time.
 */
export const formatRun = ({ scenarios, ...run }: Run): string => {
  const folded = scenarios === undefined ? {} : { scenarios: scenarios.map(foldScenario) };
  return `${formatJson({ ...run, items: run.items.map(foldItem), ...folded }, '')}\n`;
};

function foldScenario({ attempts, ...item }: ScenarioResult) {
  return { ...foldSteps(item), ...(attempts === undefined ? {} : { attempts: attempts.map(foldSteps) }) };
}

function foldSteps({ signIns, steps, ...item }: Pick<ScenarioResult, 'signIns' | 'steps'>) {
  const known: Known = new Map();
  const fold = (result: ActionResult) => foldResult(result, known);
  return {
    ...item,
    ...(signIns === undefined ? {} : { signIns: signIns.map(hook => ({ ...hook, actions: hook.actions.map(fold) })) }),
    steps: steps.map(step => ({ ...step, actions: step.actions.map(fold) })),
  };
}

function foldItem({ attempts, ...item }: RunItem) {
  return { ...foldActions(item), ...(attempts === undefined ? {} : { attempts: attempts.map(foldActions) }) };
}

function foldActions({ signIns, before, actions, after, ...item }: Omit<TestAttempt, 'state' | 'ms'>) {
  const known: Known = new Map();
  const fold = (result: ActionResult) => foldResult(result, known);
  const foldHook = (hook: HookResult) => ({ ...hook, actions: hook.actions.map(fold) });
  return {
    ...item,
    ...(signIns === undefined ? {} : { signIns: signIns.map(foldHook) }),
    ...(before === undefined ? {} : { before: foldHook(before) }),
    actions: actions.map(fold),
    ...(after === undefined ? {} : { after: foldHook(after) }),
  };
}

function foldResult({ actions, ...result }: ActionResult, known: Known): object {
  const { actionIndex, testCode, type, title, actionId, round, ...outcome } = result;
  const place = { actionIndex, testCode, type, title };
  const seen = known.get(actionId);
  if (seen === undefined) known.set(actionId, place);
  const below = actions === undefined ? {} : { actions: actions.map(inner => foldResult(inner, known)) };
  if (seen === undefined || !isSame(place, seen)) return { ...result, ...below };
  return { ...(round === undefined ? {} : { round }), actionId, ...outcome, ...below };
}

const isSame = (one: StoredActionHead, other: StoredActionHead): boolean =>
  one.actionIndex === other.actionIndex &&
  one.testCode === other.testCode &&
  one.type === other.type &&
  one.title === other.title;

/** The JSON of run.json with every result whole again. Touches nothing else: what it should be is checked afterwards. */
export function unfoldRun(json: unknown): unknown {
  if (!isRecord(json) || !Array.isArray(json.items)) return json;
  const { scenarios } = json;
  const unfolded = Array.isArray(scenarios) ? { scenarios: scenarios.map(unfoldItem) } : {};
  return { ...json, items: json.items.map(unfoldItem), ...unfolded };
}

function unfoldItem(item: unknown): unknown {
  const known = new Map<unknown, object>();
  const unfold = (holder: unknown): unknown => {
    if (!isRecord(holder)) return holder;
    const whole = holder.actionId === undefined ? holder : { ...known.get(holder.actionId), ...holder };
    const { actionId, actionIndex, testCode, type, title } = whole;
    if (!known.has(actionId)) known.set(actionId, { actionIndex, testCode, type, title });
    return Array.isArray(whole.actions) ? { ...whole, actions: whole.actions.map(unfold) } : whole;
  };
  if (!isRecord(item)) return item;
  const signIns = Array.isArray(item.signIns) ? item.signIns.map(unfold) : undefined;
  const steps = Array.isArray(item.steps) ? item.steps.map(unfold) : undefined;
  const before = unfold(item.before);
  const own = unfold(item);
  const after = unfold(item.after);
  const attempts = Array.isArray(item.attempts) ? item.attempts.map(unfoldItem) : undefined;
  return {
    ...(isRecord(own) ? own : {}),
    ...(signIns === undefined ? {} : { signIns }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(steps === undefined ? {} : { steps }),
    ...(attempts === undefined ? {} : { attempts }),
  };
}

function formatJson(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map(item => formatJson(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner)}`);
  if (parts.length === 0) return `${open}${close}`;
  const length = parts.reduce((sum, part) => sum + part.length + 2, indent.length);
  const isShort = length < LINE_LENGTH && parts.every(part => !part.includes('\n'));
  if (isShort && !isResults(value)) return `${open} ${parts.join(', ')} ${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** Results have a line each, however short they are. */
const isResults = (value: object): boolean => Array.isArray(value) && value.length > 1 && value.some(isRecord);
