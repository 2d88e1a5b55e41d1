import type { Action } from '../../model/actions/index.ts';
import type { ConsoleEntry } from '../../model/protocol/app-window.ts';
import type { RunPlan, RunStatus } from '../../model/protocol/bridge.ts';
import type { ErrorKind } from '../../model/protocol/errors.ts';
import type { RunItem } from '../../model/run/run.ts';
import { isUnderWay, type RunPhase } from '../../model/run/state.ts';
import type { AppSession } from '../browser/app-session.ts';
import { type ActionRange, rangeOf } from './action-range.ts';
import { resultTitle } from './result-title.ts';

/** Passes on what pages write to the console until it is disposed. */
export function keepConsole({ console }: AppSession, keep: (entry: ConsoleEntry) => void): Disposable {
  const stop = console.listen(keep);
  return { [Symbol.dispose]: stop };
}

/** How far a run is. */
export interface Progress {
  plan: RunPlan;
  items: RunItem[];
  currentIndex: number;
  /** Actions of the item under way that are done, those in blocks counted. */
  done: number;
  action: { action: Action; actionIndex: number; testCode: string } | undefined;
  startedAt: number;
  elapsedMs: number | undefined;
  reason: string | undefined;
  errorKind: ErrorKind | undefined;
}

/** The run as it stands; one that never began has done nothing. */
export function statusOf(state: RunPhase, progress: Progress | undefined): RunStatus {
  if (progress === undefined) return { state, done: 0, total: 0, elapsedMs: 0 };
  const { plan, done, action, reason, errorKind } = progress;
  const item = plan.items[Math.min(progress.currentIndex, plan.items.length - 1)];
  return {
    state,
    runId: plan.runId,
    ...(plan.moduleCode === undefined ? {} : { moduleId: plan.moduleCode }),
    ...(plan.testCode === undefined ? {} : { testId: plan.testCode }),
    ...(isUnderWay(state) && action !== undefined ? { action: shownAction(action, plan) } : {}),
    done,
    total: item === undefined ? 0 : sizeOf(rangeOf(item.test, plan)),
    elapsedMs: Math.round(progress.elapsedMs ?? performance.now() - progress.startedAt),
    ...(reason === undefined ? {} : { reason }),
    ...(errorKind === undefined ? {} : { errorKind }),
  };
}

const sizeOf = ({ from, to }: ActionRange): number => to - from + 1;

/** An action under way, as a status tells it. */
const shownAction = (
  { action, actionIndex, testCode }: { action: Action; actionIndex: number; testCode: string },
  { content }: RunPlan,
) => ({
  actionIndex,
  actionId: action.actionId,
  type: action.type,
  title: resultTitle(action, content),
  testCode,
});
