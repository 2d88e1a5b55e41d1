import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInWordsOfNow } from '../../../model/project/earlier-words.ts';
import type { ActionResult, Run, RunItem, ScenarioResult, TestAttempt } from '../../../model/run/run.ts';
import { isRecord } from '../../../model/values/json-value.ts';

type StoredActionHead = Pick<ActionResult, 'actionIndex' | 'testCode' | 'type' | 'title'>;
type ActionHeads = Map<string, StoredActionHead>;

const LINE_LENGTH = 160;

/** Results written before the event loop gets a turn. */
const PORTION = 100;
/** Yields once per result. */
type InParts<Whole> = Generator<undefined, Whole>;

/** In run.json a repeated result leaves out what it shares with the first of its action: loops have 10,000 rounds. */
export const formatRun = (run: Run): Promise<string> => takingTurns(runInParts(run));

async function takingTurns<Whole>(parts: InParts<Whole>): Promise<Whole> {
  for (let count = 1; ; count += 1) {
    const part = parts.next();
    if (part.done === true) return part.value;
    if (count % PORTION === 0) await nextTurn();
  }
}

function* runInParts({ scenarios, ...run }: Run): InParts<string> {
  const items = yield* eachOf(run.items, foldItem);
  const folded = scenarios === undefined ? {} : { scenarios: yield* eachOf(scenarios, foldScenario) };
  return `${yield* formatJson({ ...run, items, ...folded }, '')}\n`;
}

function* eachOf<Item, Made>(items: readonly Item[], make: (item: Item) => InParts<Made>): InParts<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(yield* make(item));
  return made;
}

function* foldScenario({ attempts, ...item }: ScenarioResult): InParts<object> {
  const steps = yield* foldSteps(item);
  return { ...steps, ...(attempts === undefined ? {} : { attempts: yield* eachOf(attempts, foldSteps) }) };
}

function* foldSteps({ signIns, steps, ...item }: Pick<ScenarioResult, 'signIns' | 'steps'>): InParts<object> {
  const foldOne = folding();
  return {
    ...item,
    ...(signIns === undefined ? {} : { signIns: yield* eachOf(signIns, foldOne) }),
    steps: yield* eachOf(steps, foldOne),
  };
}

function* foldItem({ attempts, ...item }: RunItem): InParts<object> {
  const actions = yield* foldActions(item);
  return { ...actions, ...(attempts === undefined ? {} : { attempts: yield* eachOf(attempts, foldActions) }) };
}

function* foldActions({
  signIns,
  before,
  actions,
  after,
  ...item
}: Omit<TestAttempt, 'state' | 'ms'>): InParts<object> {
  const foldOne = folding();
  return {
    ...item,
    ...(signIns === undefined ? {} : { signIns: yield* eachOf(signIns, foldOne) }),
    ...(before === undefined ? {} : { before: yield* foldOne(before) }),
    ...(yield* foldOne({ actions })),
    ...(after === undefined ? {} : { after: yield* foldOne(after) }),
  };
}

function folding(): (holder: { actions: ActionResult[] }) => InParts<object> {
  const known: ActionHeads = new Map();
  return function* (holder) {
    return { ...holder, actions: yield* eachOf(holder.actions, result => foldResult(result, known)) };
  };
}

function* foldResult({ actions, ...result }: ActionResult, known: ActionHeads): InParts<object> {
  yield;
  const { actionIndex, testCode, type, title, actionId, round, ...outcome } = result;
  const place = { actionIndex, testCode, type, title };
  const seen = known.get(actionId);
  if (seen === undefined) known.set(actionId, place);
  const below = actions === undefined ? {} : { actions: yield* eachOf(actions, inner => foldResult(inner, known)) };
  if (seen === undefined || !isSame(place, seen)) return { ...result, ...below };
  return { ...(round === undefined ? {} : { round }), actionId, ...outcome, ...below };
}

const isSame = (one: StoredActionHead, other: StoredActionHead): boolean =>
  one.actionIndex === other.actionIndex &&
  one.testCode === other.testCode &&
  one.type === other.type &&
  one.title === other.title;

/** Restores what `formatRun` left out; the schema checks all else afterwards. */
export function unfoldRun(json: unknown): unknown {
  if (!isRecord(json) || !Array.isArray(json.items)) return json;
  const { scenarios } = json;
  const unfolded = Array.isArray(scenarios) ? { scenarios: scenarios.map(unfoldItem) } : {};
  return { ...runInWordsOfNow(json), items: json.items.map(unfoldItem), ...unfolded };
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

function* formatJson(value: unknown, indent: string): InParts<string> {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${indent}  `;
  const parts: string[] = [];
  if (Array.isArray(value))
    for (const item of value) {
      if (isRecord(item)) yield;
      parts.push(yield* formatJson(item, inner));
    }
  else
    for (const [name, item] of Object.entries(value))
      if (item !== undefined) parts.push(`${JSON.stringify(name)}: ${yield* formatJson(item, inner)}`);
  return joined(parts, value, indent);
}

function joined(parts: readonly string[], value: object, indent: string): string {
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  if (parts.length === 0) return `${open}${close}`;
  const length = parts.reduce((sum, part) => sum + part.length + 2, indent.length);
  const isShort = length < LINE_LENGTH && parts.every(part => !part.includes('\n'));
  if (isShort && !isResults(value)) return `${open} ${parts.join(', ')} ${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** Results have a line each, however short they are. */
const isResults = (value: object): boolean => Array.isArray(value) && value.length > 1 && value.some(isRecord);
