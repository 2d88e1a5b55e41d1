import type { ErrorKind } from '../../model/errors/errors.ts';
import { actedTitle } from '../../model/project/shown-actor.ts';
import type { PlannedItem, RunPlan, RunStatus } from '../../model/protocol/bridge.ts';
import { itemTitle, scenarioReference, scenarioTitle } from '../../model/run/item-title.ts';
import { hasFailed, type ItemResult } from '../../model/run/run.ts';
import { isUnderWay, type RunPhase } from '../../model/run/state.ts';
import type { Debugger } from './debug/debugger.ts';
import { shownScopes } from './debug/paused-values.ts';
import { resultTitle } from './run/filled-fields.ts';
import type { ActionUnderWay } from './run/item-request.ts';
import { rangeIn } from './run/node-walk.ts';

export interface ItemProgress {
  itemIndex: number;
  lane: number;
  attempt: number;
  done: number;
  action: ActionUnderWay | undefined;
}

export interface ItemsProgress {
  plan: RunPlan;
  ended: Map<number, ItemResult>;
  failed: number;
  flaky: number;
  underWay: Set<ItemProgress>;
  last: ItemProgress;
  startedAt: number;
  elapsedMs: number | undefined;
  reason: string | undefined;
  errorKind: ErrorKind | undefined;
  browser: string | undefined;
}

export const progressOf = (plan: RunPlan): ItemsProgress => ({
  plan,
  ended: new Map(),
  failed: 0,
  flaky: 0,
  underWay: new Set(),
  last: { itemIndex: 0, lane: 0, attempt: 0, done: 0, action: undefined },
  startedAt: performance.now(),
  elapsedMs: undefined,
  reason: undefined,
  errorKind: undefined,
  browser: undefined,
});

export function beginItem(
  progress: ItemsProgress,
  begun: Pick<ItemProgress, 'itemIndex' | 'lane' | 'attempt'>,
): ItemProgress {
  const item = { ...begun, done: 0, action: undefined };
  progress.underWay.add(item);
  if (item.itemIndex >= progress.last.itemIndex) progress.last = item;
  return item;
}

export function endItem(
  progress: ItemsProgress,
  { itemIndex, attempt }: Pick<ItemProgress, 'itemIndex' | 'attempt'>,
  item: ItemResult,
): void {
  progress.ended.set(itemIndex, item);
  if (hasFailed(item)) progress.failed += 1;
  if (item.state === 'passed' && attempt > 0) progress.flaky += 1;
}

type PauseView = Pick<Debugger, 'pause' | 'upcoming'>;

export function statusOf(state: RunPhase, progress: ItemsProgress, paused: PauseView | undefined): RunStatus {
  const { plan, reason, errorKind } = progress;
  const isOn = isUnderWay(state);
  const shown = firstUnderWay(progress);
  const { environment } = plan;
  return {
    state,
    runId: plan.runId,
    title: plan.title,
    ...(plan.moduleCode === undefined ? {} : { moduleId: plan.moduleCode }),
    ...(plan.testCode === undefined ? {} : { testId: plan.testCode }),
    ...(environment.name === undefined ? {} : { environment: environment.name }),
    ...itemOf(plan, shown),
    ...actionOf(isOn, plan, shown, paused),
    ...countsOf(progress),
    ...lanesOf(isOn, progress),
    elapsedMs: Math.round(progress.elapsedMs ?? performance.now() - progress.startedAt),
    ...(reason === undefined ? {} : { reason }),
    ...(errorKind === undefined ? {} : { errorKind }),
    ...pauseOf(paused),
  };
}

const firstUnderWay = ({ underWay, last }: ItemsProgress): ItemProgress =>
  [...underWay].reduce((first, item) => (item.itemIndex < first.itemIndex ? item : first), last);

function itemOf(plan: RunPlan, { itemIndex, done, attempt }: ItemProgress) {
  const item = plan.items[Math.min(itemIndex, plan.items.length - 1)];
  if (item === undefined) return { done, total: 0 };
  const isOne = plan.items.length === 1 && attempt === 0;
  return {
    ...(item.scenario === undefined ? {} : { scenario: scenarioReference(item.scenario) }),
    ...(isOne ? {} : { item: { ...titleOf(plan, itemIndex, item), count: plan.items.length, ...again(attempt) } }),
    done,
    total: item.scenario?.steps.length ?? sizeOf(rangeIn(plan.content, item, plan)),
  };
}

/** Counted from 1 for people, and shown from the second on. */
const again = (attempt: number) => (attempt === 0 ? {} : { attempt: attempt + 1 });

function titleOf({ items }: RunPlan, itemIndex: number, item: PlannedItem) {
  const row = item.scenario === undefined ? item.row?.index : item.scenario.row;
  const title = item.scenario === undefined ? itemTitle(item) : scenarioTitle(item.scenario);
  return { index: Math.min(itemIndex, items.length - 1), title, ...(row === undefined ? {} : { row }) };
}

function actionOf(isOn: boolean, plan: RunPlan, { action }: ItemProgress, paused: PauseView | undefined) {
  const shown = isOn ? upcomingOr(action, paused) : undefined;
  return shown === undefined ? {} : { action: shownAction(shown, plan) };
}

function upcomingOr(action: ItemProgress['action'], paused: PauseView | undefined): ItemProgress['action'] {
  if (paused?.pause === undefined) return action;
  const upcoming = paused.upcoming();
  if (upcoming === undefined) return undefined;
  const { node, frame, filled } = paused.pause.place;
  const { action: next, index: actionIndex } = upcoming;
  const isSame = next.actionId === node.action.actionId;
  return { action: next, actionIndex, testCode: frame.test.testCode, ...(isSame ? { filled } : {}) };
}

function countsOf({ plan, ended, failed, flaky }: ItemsProgress): Pick<RunStatus, 'ended' | 'failed' | 'flaky'> {
  const flakyOnes = flaky === 0 ? {} : { flaky };
  if (plan.items.length === 1) return flakyOnes;
  return { ended: ended.size, ...(failed === 0 ? {} : { failed }), ...flakyOnes };
}

function lanesOf(isOn: boolean, { plan, underWay }: ItemsProgress): Pick<RunStatus, 'workers' | 'lanes'> {
  const { workers = 1 } = plan;
  if (workers === 1) return {};
  if (!isOn) return { workers };
  const lanes = [...underWay].sort((one, other) => one.lane - other.lane);
  return {
    workers,
    lanes: lanes.flatMap(at => {
      const item = plan.items[at.itemIndex];
      if (item === undefined) return [];
      const { scenario, done, total } = itemOf(plan, at);
      return {
        lane: at.lane + 1,
        ...titleOf(plan, at.itemIndex, item),
        ...(scenario === undefined ? { testId: item.test.testCode } : { scenario }),
        ...again(at.attempt),
        ...(at.action === undefined ? {} : { action: shownAction(at.action, plan) }),
        done,
        total,
      };
    }),
  };
}

function pauseOf(paused: Pick<Debugger, 'pause'> | undefined): Pick<RunStatus, 'pausedBy' | 'scopes'> {
  if (paused?.pause === undefined) return {};
  const { place, pausedBy } = paused.pause;
  return { pausedBy, scopes: shownScopes(place) };
}

const sizeOf = ({ from, to }: { from: number; to: number }): number => to - from + 1;

const shownAction = ({ action, actionIndex, testCode, filled, actor }: ActionUnderWay, { content }: RunPlan) => ({
  actionIndex,
  actionId: action.actionId,
  type: action.type,
  title: actedTitle(actor, resultTitle(action, content, filled)),
  ...(actor === undefined ? {} : { actor }),
  testCode,
});
