import { ACTION_KINDS, type Action, about } from '../../../model/actions/index.ts';
import type { RunPlan } from '../../../model/protocol/bridge.ts';

const ACTION_LIMIT_MS = 10_000;
const NAVIGATION_LIMIT_MS = 30_000;

/** How long an action may take: its own limit, else the project's for its kind. A pause ends by itself. */
export function timeLimitOf(action: Action, { settings }: RunPlan): number {
  const { actionMs, navigationMs } = defaultLimits(settings);
  return (
    about(action).limitMs ?? action.timeoutMs ?? (ACTION_KINDS[action.type].isNavigation ? navigationMs : actionMs)
  );
}

/** The project's limits for whatever has none of its own. */
export function defaultLimits({ timeouts = {} }: RunPlan['settings']): { actionMs: number; navigationMs: number } {
  const { actionMs = ACTION_LIMIT_MS, navigationMs = NAVIGATION_LIMIT_MS } = timeouts;
  return { actionMs, navigationMs };
}
