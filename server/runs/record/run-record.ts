import { ProjectId } from '../../../model/names/codes.ts';
import type {
  PlannedItem,
  PlannedScenario,
  PlannedStep,
  RunPlan,
  RunProgress,
  RunSink,
} from '../../../model/protocol/bridge.ts';
import { itemTitle } from '../../../model/run/item-title.ts';
import {
  type ActionFailure,
  type ActionHead,
  type ActionResult,
  type ItemResult,
  isScenario,
  type Run,
  type RunItem,
  type RunOptions,
  type ScenarioAttempt,
  type ScenarioResult,
  type StepResult,
  type TestAttempt,
} from '../../../model/run/run.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { contentHash } from '../../store/edits/revisions.ts';
import { redactAction, redactItem, redactStep } from './redact-results.ts';
import type { ItemHeading, ScenarioHeading } from './run-watcher.ts';

/** `within`: the actions around it, outermost first. */
interface InnerResult {
  within: readonly ActionHead[];
  result: ActionResult;
}

interface ItemUnderWay {
  planned: PlannedItem;
  attempts: readonly ItemResult[];
  heading: ItemHeading;
  actions: ActionResult[];
  steps: StepResult[];
  /** Results below the action or step that is under way. */
  inner: InnerResult[];
  startedAt: number;
}

interface ItemOutcome {
  state: 'running' | 'stopped' | 'error';
  ms: number;
  error?: ActionFailure;
}

function itemSoFar({ planned, heading, ...so }: ItemUnderWay, outcome: ItemOutcome): ItemResult {
  return withAttempts(attemptSoFar({ planned, heading, ...so }, outcome), so.attempts);
}

function attemptSoFar({ planned, heading: known, ...so }: ItemUnderWay, outcome: ItemOutcome): ItemResult {
  const heading = outcome.state === 'running' ? known : withoutLane(known);
  const state = outcome.state === 'running' ? 'running' : 'stopped';
  const open = openActions(so.inner, state);
  if (!('scenario' in heading)) return { ...heading, ...outcome, actions: [...so.actions, ...open] };
  const all = planned.scenario?.steps ?? [];
  const steps = [...so.steps, ...open.flatMap(plug => stepOf(plug, all))];
  const rest = all.slice(steps.length).map(step => headOf(step));
  const ahead = state === 'running' && rest.length > 0 ? { ahead: rest } : {};
  return { ...heading, ...outcome, steps, ...ahead };
}

const withoutLane = ({ lane: _lane, ...heading }: ItemHeading): ItemHeading => heading;

function withAttempts(item: ItemResult, before: readonly ItemResult[]): ItemResult {
  if (before.length === 0) return item;
  const flaky = item.state === 'passed' ? { flaky: true as const } : {};
  if (isScenario(item)) return { ...item, ...flaky, attempts: before.filter(isScenario).map(scenarioAttempt) };
  return { ...item, ...flaky, attempts: before.flatMap(each => (isScenario(each) ? [] : testAttempt(each))) };
}

const testAttempt = ({
  state,
  startedAt,
  ms,
  error,
  video,
  signIns,
  before,
  actions,
  after,
}: RunItem): TestAttempt => ({
  ...{ state, startedAt, ms, error, video, signIns, before },
  actions,
  after,
});

const scenarioAttempt = ({ state, startedAt, ms, error, video, signIns, steps }: ScenarioResult): ScenarioAttempt => ({
  ...{ state, startedAt, ms, error, video, signIns },
  steps,
});

function openActions(inner: readonly InnerResult[], state: 'running' | 'stopped', depth = 0): ActionResult[] {
  const ended: ActionResult[] = [];
  let below: InnerResult[] = [];
  for (const one of inner) {
    if (one.within.length > depth) below.push(one);
    else {
      ended.push(one.result);
      below = [];
    }
  }
  const head = below[0]?.within[depth];
  if (head === undefined) return ended;
  return [...ended, { ...head, state, ms: 0, actions: openActions(below, state, depth + 1) }];
}

function stepOf({ actionIndex, state, ms, actions = [] }: ActionResult, all: readonly PlannedStep[]) {
  const step = all.find(({ plug }) => plug?.actionIndex === actionIndex);
  return step === undefined ? [] : [{ ...headOf(step), state, ms, actions }];
}

const headOf = ({ index, keyword, text, plug }: PlannedStep): NonNullable<ScenarioResult['ahead']>[number] => ({
  index,
  keyword,
  text,
  testCode: plug?.testCode,
});

type ItemBegin = Extract<RunProgress, { kind: 'item-started' }>;
type RunEnd = Parameters<RunSink['finished']>[0];

interface RecordRequest {
  plan: RunPlan;
  startedBy: string;
  ci?: string | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  processId: number;
  redact: Redactor;
}

const isoTime = (at: number): string => new Date(at).toISOString();
const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** What was observed is masked. Touches no disk. */
export class RunRecord {
  readonly #request: RecordRequest;
  /** By index in the plan. */
  readonly #ended = new Map<number, ItemResult>();
  readonly #underWay = new Map<number, ItemUnderWay>();
  readonly #attempts = new Map<number, readonly ItemResult[]>();
  #isPaused = false;
  #final: Run | undefined;

  constructor(request: RecordRequest) {
    this.#request = request;
  }

  itemStarted({ itemIndex, item, lane = 0 }: ItemBegin, at: number): ItemHeading {
    const isOneOfSeveral = (this.#request.plan.workers ?? 1) > 1;
    const place = isOneOfSeveral ? { lane: lane + 1 } : {};
    const heading = { ...headingOf(item), startedAt: isoTime(at), ...place };
    const attempts = this.#attempts.get(itemIndex) ?? [];
    this.#underWay.set(itemIndex, {
      planned: item,
      attempts,
      heading,
      actions: [],
      steps: [],
      inner: [],
      startedAt: at,
    });
    return heading;
  }

  actionFinished(itemIndex: number, result: ActionResult): ActionResult {
    const masked = redactAction(result, this.#request.redact);
    const item = this.#underWay.get(itemIndex);
    item?.actions.push(masked);
    item?.inner.splice(0);
    return masked;
  }

  stepFinished(itemIndex: number, result: StepResult): StepResult {
    const masked = redactStep(result, this.#request.redact);
    const item = this.#underWay.get(itemIndex);
    item?.steps.push(masked);
    item?.inner.splice(0);
    return masked;
  }

  innerFinished(itemIndex: number, { within, result }: InnerResult): ActionResult {
    const { redact } = this.#request;
    const masked = redactAction(result, redact);
    const around = within.map(head => ({ ...head, title: redact(head.title) }));
    this.#underWay.get(itemIndex)?.inner.push({ within: around, result: masked });
    return masked;
  }

  attemptFinished(itemIndex: number, result: ItemResult): ItemResult {
    const attempt = this.#masked(itemIndex, result);
    this.#attempts.set(itemIndex, [...(this.#attempts.get(itemIndex) ?? []), attempt]);
    return attempt;
  }

  itemFinished(itemIndex: number, result: ItemResult): ItemResult {
    const item = withAttempts(this.#masked(itemIndex, result), this.#attempts.get(itemIndex) ?? []);
    this.#ended.set(itemIndex, item);
    return item;
  }

  #masked(itemIndex: number, result: ItemResult): ItemResult {
    const heading = this.#underWay.get(itemIndex)?.heading ?? this.#planned(itemIndex);
    this.#underWay.delete(itemIndex);
    // The runner knows when the page was ready.
    const { startedAt = heading.startedAt } = result;
    return redactItem({ ...withoutLane(heading), startedAt }, result, this.#request.redact);
  }

  paused(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  snapshot(at: number): Run {
    if (this.#final !== undefined) return this.#final;
    const begun = [...this.#underWay].map(([index, item]) => [index, this.#soFar(item, 'running', at)] as const);
    const { processId, plan } = this.#request;
    const state = this.#isPaused ? 'paused' : 'running';
    const planned = plan.items.length;
    const items = [...this.#ended, ...begun].sort(([one], [other]) => one - other).map(([, item]) => item);
    return { ...this.#base(at), processId, state, planned, ...sorted(items) };
  }

  /** Items without a result get one, so that no planned test is missing from reports. */
  finish({ outcome, reason, elapsedMs, browser }: RunEnd, at: number): Run {
    const masked = reason === undefined ? undefined : this.#request.redact(reason);
    const { items: planned } = this.#request.plan;
    const state = outcome === 'stopped' ? 'stopped' : 'error';
    const error = masked === undefined ? undefined : { message: masked };
    const isUntried = outcome === 'error' && this.#ended.size + this.#underWay.size === 0;
    const items = planned.map((_item, index) => {
      const underWay = this.#underWay.get(index);
      if (underWay !== undefined) return this.#soFar(underWay, state, at, error);
      const first = isUntried && index === 0;
      return this.#ended.get(index) ?? this.#untried(index, first ? state : 'skipped', first ? error : undefined);
    });
    this.#final = {
      ...this.#base(at),
      browser,
      finishedAt: isoTime(at),
      elapsedMs: rounded(elapsedMs),
      state: outcome,
      reason: masked,
      ...sorted(items),
    };
    return this.#final;
  }

  /** An item that has not begun this time may have earlier attempts. */
  #untried(index: number, state: 'stopped' | 'error' | 'skipped', error?: ActionFailure): ItemResult {
    const attempts = this.#attempts.get(index) ?? [];
    return attempts.at(-1) ?? untried(this.#planned(index), state, error);
  }

  #base(at: number): Omit<Run, 'state' | 'items' | 'scenarios'> {
    const { plan, startedBy, ci, startedAt, redact } = this.#request;
    return {
      format: 1,
      runId: plan.runId,
      projectId: ProjectId.parse(plan.projectId),
      versionId: plan.content.version.versionId,
      moduleCode: plan.moduleCode,
      testCode: plan.testCode,
      title: plan.title,
      environment: plan.environment.name,
      ...maskedOptions(plan.options, redact),
      shard: plan.shard,
      git: plan.git,
      ci,
      startedBy,
      startedAt: isoTime(startedAt),
      elapsedMs: Math.max(0, at - startedAt),
    };
  }

  #planned(itemIndex: number): ItemHeading {
    const item = this.#request.plan.items[itemIndex];
    if (item === undefined) throw new RangeError(`The run ${this.#request.plan.runId} has no item ${itemIndex}.`);
    return headingOf(item);
  }

  #soFar(item: ItemUnderWay, state: 'running' | 'stopped' | 'error', at: number, error?: ActionFailure): ItemResult {
    const outcome = { state, ms: Math.max(0, at - item.startedAt), error };
    return itemSoFar(item, outcome);
  }
}

function maskedOptions(options: RunOptions = {}, redact: Redactor): Pick<Run, 'options'> {
  if (Object.keys(options).length === 0) return {};
  const { parameters, role, ...others } = options;
  const masked = Object.entries(parameters ?? {}).map(([name, value]) => [name, redact(value)]);
  return {
    options: { ...others, ...(parameters === undefined ? {} : { parameters: Object.fromEntries(masked) }), role },
  };
}

function untried(heading: ItemHeading, state: 'stopped' | 'error' | 'skipped', error?: ActionFailure): ItemResult {
  const outcome = { state, ms: 0, error };
  return 'scenario' in heading ? { ...heading, ...outcome, steps: [] } : { ...heading, ...outcome, actions: [] };
}

function sorted(items: readonly ItemResult[]): Pick<Run, 'items' | 'scenarios'> {
  const scenarios = items.filter(isScenario);
  const tests = items.flatMap(item => (isScenario(item) ? [] : [item]));
  return { items: tests, ...(scenarios.length === 0 ? {} : { scenarios }) };
}

function headingOf(item: PlannedItem): ItemHeading {
  const { module, test, row, device, repeat, identity, scenario } = item;
  const role = identity?.role === undefined ? {} : { role: identity.role };
  if (scenario !== undefined) return { ...scenarioHeading(scenario), ...role };
  return {
    testCode: test.testCode,
    moduleCode: module.moduleCode,
    moduleName: module.name,
    tags: test.tags,
    title: itemTitle(item),
    row,
    device,
    repeat,
    contentHash: contentHash(test),
    ...role,
  };
}

const scenarioHeading = (planned: PlannedScenario): ScenarioHeading => ({
  scenario: planned.scenario,
  row: planned.row,
  example: planned.example,
  device: planned.device,
  repeat: planned.repeat,
  name: planned.name,
  featureCode: planned.featureCode,
  featureName: planned.featureName,
  file: planned.file,
  line: planned.line,
  ...(planned.tags.length === 0 ? {} : { tags: [...planned.tags] }),
});
