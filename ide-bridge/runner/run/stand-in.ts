import type { Action } from '../../../model/actions/index.ts';
import { mayFallBack, namedRole, type WithFallbacks } from '../../../model/actions/read-action.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import { type ElementLook, type ElementSight, lookOf, sayingOf } from '../../../model/locator/element-look.ts';
import { misfitOf, renaming } from '../../../model/locator/judge-stand-in.ts';
import { type LocatorWords, wordsOfLocator } from '../../../model/locator/locator-words.ts';
import type { RunPlan } from '../../../model/protocol/bridge.ts';
import type { Repair } from '../../../model/run/run.ts';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { PerformContext } from '../action/perform-context.ts';
import { differenceFrom } from '../page/expect-page.ts';
import { seeOne } from '../page/look.ts';
import type { Limits } from '../page/on-current-page.ts';

/** The first locator is looked for at least as long, before another one stands in for it. */
const LEAST_WAIT_MS = 2_000;
/** What is left for the action itself, however short its limit is. */
const LEAST_LEFT_MS = 4_000;
/** A look at an element that is there; without it, nothing is learned. */
const SIGHT_LIMIT_MS = 2_000;

interface ReadyAction {
  /** With the locator that it is performed with. */
  action: Action;
  limits: Limits;
}

/** What the run knows of stand-ins, and what comes of one action. */
interface StandIns {
  plan: Pick<RunPlan, 'repair' | 'isRejected' | 'known'>;
  mended: { repaired?: Repair };
  /** Told what a locator of the action found, its own or a fallback, before anything is done to it. */
  learn(locator: string, look: ElementLook): void;
}

const IS_THERE = { matcher: 'toHaveCount', expected: '0', not: true, ignoreCase: false } as const;
const IS_ONE = { matcher: 'toHaveCount', expected: '1', not: false, ignoreCase: false, once: true } as const;

/**
 * Waits for the element of an action that has fallbacks. When half the time is over and nothing was there at all, the
 * first fallback that finds the same element stands in, where the run repairs; `mended` is told when that is so.
 */
export async function standIn(action: Action, context: PerformContext, standIns: StandIns): Promise<ReadyAction> {
  const { limits, session, find } = context;
  const { plan, mended, learn } = standIns;
  if (!mayFallBack(action) || !plan.repair) return { action, limits };
  const remaining = startClock(limits.timeoutMs);
  const timeoutMs = Math.max(limits.timeoutMs / 2, Math.min(LEAST_WAIT_MS, limits.timeoutMs));
  const found = await find(action.locator);
  const absent = await differenceFrom(session, {
    expectation: IS_THERE,
    locator: found,
    limits: { ...limits, timeoutMs },
  });
  const leftMs = remaining();
  // What it costs to learn is not taken from the time of the action.
  if (absent === undefined && !action.locator.includes('{{')) {
    const sight = await seeOne(session, found, { ...limits, timeoutMs: SIGHT_LIMIT_MS }).catch(() => undefined);
    if (sight !== undefined) learn(action.locator, lookOf(sight));
  }
  const { repair, look }: Fallback = absent ? await fittingFallback(action, context, plan) : {};
  if (repair === undefined)
    return { action, limits: { ...limits, timeoutMs: leftMs, waitedMs: limits.timeoutMs - leftMs } };
  mended.repaired = repair;
  // Known from now on by the fallback too, which may become the locator before the next run.
  if (look !== undefined && !repair.to.includes('{{')) learn(repair.to, look);
  return {
    action: { ...action, locator: repair.to },
    limits: { ...limits, timeoutMs: Math.max(leftMs, LEAST_LEFT_MS) },
  };
}

export interface Fallback {
  repair?: Repair;
  /** What the one found that stands in. */
  look?: ElementLook;
  /** What the first one found that is not the element meant, and why. */
  misfit?: { to: string; found: string; why: string };
}

/** The first fallback that finds one element, which is the one that the locator means. */
export async function fittingFallback(
  action: Action,
  context: PerformContext,
  { isRejected, known }: Partial<Pick<RunPlan, 'isRejected' | 'known'>>,
): Promise<Fallback> {
  if (!mayFallBack(action)) return {};
  const locator = await context.find(action.locator);
  const says = await sayingsOf(action, context);
  const meant = { says, role: namedRole(locator), known: known?.(action.actionId, action.locator) };
  let misfit: Fallback['misfit'];
  for (const to of action.fallbacks) {
    const repair = { from: action.locator, to };
    if (isRejected?.(action.actionId, repair)) continue;
    try {
      const found = await seeOnly(to, context, meant.role);
      if (found === undefined) continue;
      const why = misfitOf({ ...meant, found });
      if (why === undefined) return { repair: { ...repair, ...renaming({ ...meant, found }) }, look: lookOf(found) };
      misfit ??= { to, found: inWords(found), why };
    } catch (error) {
      // One that cannot be read, or leads into no frame, is no help.
      if (context.limits.signal.aborted || !isAppError(error)) throw error;
    }
  }
  return misfit === undefined ? {} : { misfit };
}

/** What the locator says; where it says no words, what its fallbacks do: they are of the same element. */
async function sayingsOf({ locator, fallbacks }: WithFallbacks, { find }: PerformContext): Promise<LocatorWords> {
  const says = wordsOfLocator(await find(locator));
  if (says.own.length > 0) return says;
  const others = await Promise.all(fallbacks.map(async text => wordsOfLocator(await find(text))));
  return { ...says, own: others.flatMap(({ own }) => own) };
}

/** The one element that a locator finds; undefined where there is none, or several, or one of another role. */
async function seeOnly(
  text: string,
  { session, find, limits }: PerformContext,
  role: ReturnType<typeof namedRole>,
): Promise<ElementSight | undefined> {
  const locator = await find(text);
  const ofRole = role === undefined ? [] : [{ kind: 'and', locator: { steps: [{ kind: 'role', role }] } } as const];
  for (const each of [locator, { steps: [...locator.steps, ...ofRole] }])
    if ((await differenceFrom(session, { expectation: IS_ONE, locator: each, limits })) !== undefined) return undefined;
  return seeOne(session, locator, { ...limits, timeoutMs: SIGHT_LIMIT_MS });
}

function inWords(found: ElementSight): string {
  const saying = sayingOf(found);
  return `${found.role || `<${found.tag}>`}${saying === undefined ? '' : ` “${saying}”`}`;
}
