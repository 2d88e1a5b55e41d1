import { ProjectId } from '../../model/project/codes.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../model/protocol/bridge.ts';
import { itemTitle } from '../../model/run/item-title.ts';
import type { ActionFailure, ActionResult, Run, RunItem } from '../../model/run/run.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import { redactAction, redactFailure, redactHook, redactRow } from './redact-results.ts';
import type { ItemHeading } from './run-watcher.ts';

export type RunEnd = Parameters<RunSink['finished']>[0];

interface RecordRequest {
  plan: RunPlan;
  startedBy: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  processId: number;
  redact: Redactor;
}

/** A test that has begun and not ended. */
interface ItemUnderWay {
  heading: ItemHeading;
  actions: ActionResult[];
  startedAt: number;
}

const isoTime = (at: number): string => new Date(at).toISOString();
const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** A run as far as it is known, made from what the bridge tells of it, with all texts masked. Touches no disk. */
export class RunRecord {
  readonly #request: RecordRequest;
  readonly #ended: RunItem[] = [];
  #underWay: ItemUnderWay | undefined;
  #isPaused = false;
  #final: Run | undefined;

  constructor(request: RecordRequest) {
    this.#request = request;
  }

  get isFinal(): boolean {
    return this.#final !== undefined;
  }

  itemStarted(item: PlannedItem, at: number): ItemHeading {
    const heading = { ...this.#heading(item), startedAt: isoTime(at) };
    this.#underWay = { heading, actions: [], startedAt: at };
    return heading;
  }

  actionFinished(result: ActionResult): ActionResult {
    const masked = redactAction(result, this.#request.redact);
    this.#underWay?.actions.push(masked);
    return masked;
  }

  itemFinished(itemIndex: number, { state, ms, error, signIns, before, actions, after }: RunItem): RunItem {
    const { redact } = this.#request;
    const item: RunItem = {
      ...(this.#underWay?.heading ?? this.#planned(itemIndex)),
      state,
      ms: rounded(ms),
      ...(error === undefined ? {} : { error: redactFailure(error, redact) }),
      ...(signIns === undefined ? {} : { signIns: signIns.map(signIn => redactHook(signIn, redact)) }),
      ...(before === undefined ? {} : { before: redactHook(before, redact) }),
      actions: actions.map(result => redactAction(result, redact)),
      ...(after === undefined ? {} : { after: redactHook(after, redact) }),
    };
    this.#ended.push(item);
    this.#underWay = undefined;
    return item;
  }

  paused(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  /** The run now. */
  snapshot(at: number): Run {
    if (this.#final !== undefined) return this.#final;
    const begun = this.#underWay === undefined ? [] : [this.#begun(this.#underWay, 'running', at)];
    const { processId } = this.#request;
    const state = this.#isPaused ? 'paused' : 'running';
    return { ...this.#base(at), processId, state, items: [...this.#ended, ...begun] };
  }

  /** The whole run. What the end left without a result gets one, so that no planned test is missing from reports. */
  finish({ outcome, reason, elapsedMs, browser }: RunEnd, at: number): Run {
    const masked = reason === undefined ? undefined : this.#request.redact(reason);
    const { items: planned } = this.#request.plan;
    const items = [...this.#ended];
    const state = outcome === 'stopped' ? 'stopped' : 'error';
    const error = masked === undefined ? undefined : { message: masked };
    if (this.#underWay !== undefined) items.push(this.#begun(this.#underWay, state, at, error));
    else if (outcome === 'error' && items.length === 0 && planned.length > 0)
      items.push({ ...this.#planned(0), state, ms: 0, ...(error === undefined ? {} : { error }), actions: [] });
    for (let index = items.length; index < planned.length; index++)
      items.push({ ...this.#planned(index), state: 'skipped', ms: 0, actions: [] });
    this.#final = {
      ...this.#base(at),
      ...(browser === undefined ? {} : { browser }),
      finishedAt: isoTime(at),
      elapsedMs: rounded(elapsedMs),
      state: outcome,
      ...(masked === undefined ? {} : { reason: masked }),
      items,
    };
    return this.#final;
  }

  #base(at: number): Omit<Run, 'state' | 'items'> {
    const { plan, startedBy, startedAt, redact } = this.#request;
    return {
      format: 1,
      runId: plan.runId,
      projectId: ProjectId.parse(plan.projectId),
      versionId: plan.content.version.versionId,
      ...(plan.moduleCode === undefined ? {} : { moduleCode: plan.moduleCode }),
      ...(plan.testCode === undefined ? {} : { testCode: plan.testCode }),
      title: redact(plan.title),
      ...(plan.environment.name === undefined ? {} : { environment: redact(plan.environment.name) }),
      startedBy: redact(startedBy),
      startedAt: isoTime(startedAt),
      elapsedMs: Math.max(0, at - startedAt),
    };
  }

  #heading(item: PlannedItem): ItemHeading {
    const { redact } = this.#request;
    const { module, test, row, identity } = item;
    return {
      testCode: test.testCode,
      moduleCode: module.moduleCode,
      moduleName: redact(module.name),
      ...(test.tags === undefined ? {} : { tags: test.tags.map(redact) }),
      title: redact(itemTitle(item)),
      ...(row === undefined ? {} : { row: redactRow(row, redact) }),
      ...(identity?.role === undefined ? {} : { role: redact(identity.role) }),
    };
  }

  #planned(itemIndex: number): ItemHeading {
    const item = this.#request.plan.items[itemIndex];
    if (item === undefined) throw new RangeError(`The run ${this.#request.plan.runId} has no item ${itemIndex}.`);
    return this.#heading(item);
  }

  #begun(
    { heading, actions, startedAt }: ItemUnderWay,
    state: 'running' | 'stopped' | 'error',
    at: number,
    error?: ActionFailure,
  ): RunItem {
    const ms = Math.max(0, at - startedAt);
    return { ...heading, state, ms, ...(error === undefined ? {} : { error }), actions: [...actions] };
  }
}
