import { mayFallBack, namedRole } from '../../model/actions/fallbacks.ts';
import type { Action } from '../../model/actions/index.ts';
import type { RunPlan } from '../../model/protocol/bridge.ts';
import { isAppError } from '../../model/protocol/errors.ts';
import type { Repair } from '../../model/run/run.ts';
import { startClock } from '../browser/within-limit.ts';
import type { Limits } from './page-port.ts';
import { performLeaf } from './perform-action.ts';
import type { PerformContext, Performed } from './perform-context.ts';

/** The first locator is looked for at least as long, before another one stands in for it. */
const LEAST_WAIT_MS = 2_000;
/** What is left for the action itself, however short its limit is. */
const LEAST_LEFT_MS = 4_000;

interface Ready {
  /** With the locator that it is performed with. */
  action: Action;
  limits: Limits;
  repaired?: Repair;
}

const IS_THERE = { matcher: 'toHaveCount', expected: '0', not: true, ignoreCase: false } as const;

/** Performs an action, with a fallback where its own locator finds nothing; tells `mended` when that is so. */
export async function performWithFallbacks(
  action: Action,
  context: PerformContext,
  { plan, mended }: { plan: Pick<RunPlan, 'repair' | 'isRejected'>; mended: { repaired?: Repair } },
): Promise<Performed> {
  if (action.fallbacks === undefined || !plan.repair) return performLeaf(action, context);
  const ready = await standIn(action, context, repair => plan.isRejected(action.actionId, repair));
  if (ready.repaired !== undefined) mended.repaired = ready.repaired;
  return performLeaf(ready.action, { ...context, limits: ready.limits });
}

/**
 * Waits for the element of an action that has fallbacks. When half the time is over and nothing was there at all, the
 * first fallback that finds just one element of the right role stands in. Actions without fallbacks wait for nothing.
 */
async function standIn(
  action: Action,
  context: PerformContext,
  isRejected: (repair: Repair) => boolean,
): Promise<Ready> {
  const { limits, page, find } = context;
  if (!mayFallBack(action)) return { action, limits };
  const remaining = startClock(limits.timeoutMs);
  const timeoutMs = Math.max(limits.timeoutMs / 2, Math.min(LEAST_WAIT_MS, limits.timeoutMs));
  const absent = await page.wait(IS_THERE, { ...limits, timeoutMs }, await find(action.locator));
  const repaired = absent && (await fittingFallback(action, context, isRejected));
  const leftMs = remaining();
  if (repaired === undefined)
    return { action, limits: { ...limits, timeoutMs: leftMs, waitedMs: limits.timeoutMs - leftMs } };
  return {
    action: { ...action, locator: repaired.to },
    limits: { ...limits, timeoutMs: Math.max(leftMs, LEAST_LEFT_MS) },
    repaired,
  };
}

const nothingIsRejected = (): boolean => false;

/** The first fallback that finds one element, which has the role that the locator names, if it names one. */
export async function fittingFallback(
  action: Action,
  { page, find, limits }: PerformContext,
  isRejected: (repair: Repair) => boolean = nothingIsRejected,
): Promise<Repair | undefined> {
  if (!mayFallBack(action)) return undefined;
  const isOne = { matcher: 'toHaveCount', expected: '1', not: false, ignoreCase: false, once: true } as const;
  const role = namedRole((await find(action.locator)).locator);
  const ofRole = role === undefined ? [] : [{ kind: 'and', locator: { steps: [{ kind: 'role', role }] } } as const];
  for (const to of action.fallbacks) {
    const repair = { from: action.locator, to };
    if (isRejected(repair)) continue;
    try {
      const { locator } = await find(to);
      const counts = [locator, { steps: [...locator.steps, ...ofRole] }];
      let fits = true;
      for (const each of counts) fits &&= (await page.wait(isOne, limits, { locator: each })) === undefined;
      if (fits) return repair;
    } catch (error) {
      // One that cannot be read, or leads into no frame, is no help.
      if (limits.signal.aborted || !isAppError(error)) throw error;
    }
  }
  return undefined;
}
