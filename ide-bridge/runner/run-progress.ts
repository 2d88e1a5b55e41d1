import type { ErrorKind } from '../../model/errors/errors.ts';
import type { PlannedItem, RunPlan, RunStatus } from '../../model/protocol/bridge.ts';
import { itemTitle, scenarioReference, scenarioTitle } from '../../model/run/item-title.ts';
import type { ItemResult } from '../../model/run/run.ts';
import { isUnderWay, type RunPhase } from '../../model/run/state.ts';
import type { Debugger } from './debug/debugger.ts';
import { shownScopes } from './debug/paused-values.ts';
import { resultTitle } from './run/filled-fields.ts';
import type { ActionUnderWay } from './run/item-request.ts';
import { rangeIn } from './run/node-walk.ts';

/** How far a run is. */
export interface Progress {
  plan: RunPlan;
  items: ItemResult[];
  currentIndex: number;
  /** Actions of the item under way that are done, those in blocks counted. */
  done: number;
  action: ActionUnderWay | undefined;
  startedAt: number;
  elapsedMs: number | undefined;
  reason: string | undefined;
  errorKind: ErrorKind | undefined;
}

/** Of a run that begins now. */
export const progressOf = (plan: RunPlan): Progress => ({
  plan,
  items: [],
  currentIndex: 0,
  done: 0,
  action: undefined,
  startedAt: performance.now(),
  elapsedMs: undefined,
  reason: undefined,
  errorKind: undefined,
});

/** The run as it stands; one that never began has done nothing. */
export function statusOf(
  state: RunPhase,
  progress: Progress | undefined,
  paused: Pick<Debugger, 'pause' | 'upcoming'> | undefined,
): RunStatus {
  if (progress === undefined) return { state, done: 0, total: 0, elapsedMs: 0 };
  const { plan, done, reason, errorKind } = progress;
  const action = isUnderWay(state) ? actionOf(progress, paused) : undefined;
  const { environment } = plan;
  const item = plan.items[Math.min(progress.currentIndex, plan.items.length - 1)];
  return {
    state,
    runId: plan.runId,
    ...(plan.moduleCode === undefined ? {} : { moduleId: plan.moduleCode }),
    ...(plan.testCode === undefined ? {} : { testId: plan.testCode }),
    ...(environment.name === undefined ? {} : { environment: environment.name }),
    ...(item?.scenario === undefined ? {} : { scenario: scenarioReference(item.scenario) }),
    ...(item === undefined || plan.items.length === 1 ? {} : { item: itemUnderWay(plan, item) }),
    ...(action === undefined ? {} : { action: shownAction(action, plan) }),
    done,
    total: item === undefined ? 0 : (item.scenario?.steps.length ?? sizeOf(rangeIn(plan.content, item, plan))),
    elapsedMs: Math.round(progress.elapsedMs ?? performance.now() - progress.startedAt),
    ...(reason === undefined ? {} : { reason }),
    ...(errorKind === undefined ? {} : { errorKind }),
    ...pauseOf(paused),
  };
}

/** The action under way; while the run is paused the one about to run. */
function actionOf({ action }: Progress, paused: Pick<Debugger, 'pause' | 'upcoming'> | undefined): Progress['action'] {
  if (paused?.pause === undefined) return action;
  const upcoming = paused.upcoming();
  if (upcoming === undefined) return undefined;
  const { node, frame, filled } = paused.pause.place;
  const { action: next, index: actionIndex } = upcoming;
  const isSame = next.actionId === node.action.actionId;
  return { action: next, actionIndex, testCode: frame.test.testCode, ...(isSame ? { filled } : {}) };
}

function pauseOf(paused: Pick<Debugger, 'pause'> | undefined): Pick<RunStatus, 'pausedBy' | 'scopes'> {
  if (paused?.pause === undefined) return {};
  const { place, pausedBy } = paused.pause;
  return { pausedBy, scopes: shownScopes(place) };
}

function itemUnderWay({ items }: RunPlan, item: PlannedItem): NonNullable<RunStatus['item']> {
  const row = item.scenario === undefined ? item.row?.index : item.scenario.row;
  const title = item.scenario === undefined ? itemTitle(item) : scenarioTitle(item.scenario);
  return { index: items.indexOf(item), count: items.length, title, ...(row === undefined ? {} : { row }) };
}

const sizeOf = ({ from, to }: { from: number; to: number }): number => to - from + 1;

/** An action under way, as a status tells it. */
const shownAction = ({ action, actionIndex, testCode, filled }: ActionUnderWay, { content }: RunPlan) => ({
  actionIndex,
  actionId: action.actionId,
  type: action.type,
  title: resultTitle(action, content, filled),
  testCode,
});
