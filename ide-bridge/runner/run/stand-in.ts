import type { Action } from '../../../model/actions/index.ts';
import { mayFallBack, namedRole } from '../../../model/actions/read-action.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import { type ElementLook, sayingOf } from '../../../model/locator/element-look.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import { misfitOf, renaming } from '../../../model/locator/judge-stand-in.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { wordsOfLocator } from '../../../model/locator/locator-words.ts';
import { insideScope, placeOfLocator, type Scope, withAnyAmounts } from '../../../model/locator/scope-of-locator.ts';
import type { AriaRole } from '../../../model/names/aria-roles.ts';
import type { RunPlan } from '../../../model/protocol/bridge.ts';
import type { Repair } from '../../../model/run/run.ts';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { PerformContext } from '../action/perform-context.ts';
import { differenceFrom } from '../page/expect-page.ts';
import type { Limits } from '../page/limits.ts';
import { seeOne } from '../page/look.ts';

/** Least wait for the first locator before a fallback replaces it. */
const LEAST_WAIT_MS = 2_000;
/** Left for the action itself, however short its limit is. */
const LEAST_LEFT_MS = 4_000;
/** For a look at an existing element; without it, nothing is learned. */
const SIGHT_LIMIT_MS = 2_000;

interface ReadyAction {
  action: Action;
  limits: Limits;
}

interface StandIns {
  plan: Pick<RunPlan, 'repair' | 'isRejected' | 'known'>;
  mended: { repaired?: Repair };
  /** Called with what a locator of the action found, its own or a fallback, before the action. */
  learn(locator: string, look: ElementLook): void;
}

const IS_THERE = { matcher: 'toHaveCount', expected: '0', not: true, ignoreCase: false } as const;
const IS_THERE_NOW = { ...IS_THERE, once: true } as const;
const IS_ONE = { matcher: 'toHaveCount', expected: '1', not: false, ignoreCase: false, once: true } as const;

/**
 * Waits for the element of an action with fallbacks. After half the time without any element, the first fallback that
 * finds the same element is used, if the run repairs; `mended` is called then.
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
  // Learning must not use the time of the action.
  if (absent === undefined && !action.locator.includes('{{')) {
    const sight = await seeOne(session, found, { ...limits, timeoutMs: SIGHT_LIMIT_MS }).catch(() => undefined);
    if (sight !== undefined) learn(action.locator, sight);
  }
  const { repair, look }: Fallback = absent ? await fittingFallback(action, context, plan) : {};
  if (repair === undefined) return { action, limits: { ...limits, timeoutMs: leftMs } };
  mended.repaired = repair;
  // The fallback may become the locator before the next run, so its look is kept too.
  if (look !== undefined && !repair.to.includes('{{')) learn(repair.to, look);
  return {
    action: { ...action, locator: repair.to },
    limits: { ...limits, timeoutMs: Math.max(leftMs, LEAST_LEFT_MS) },
  };
}

export interface Fallback {
  repair?: Repair;
  look?: ElementLook;
  misfit?: { to: string; found: string; why: string };
}

/** The first fallback whose only element is the intended one. */
export async function fittingFallback(
  action: Action,
  context: PerformContext,
  { isRejected, known }: Partial<Pick<RunPlan, 'isRejected' | 'known'>>,
): Promise<Fallback> {
  if (!mayFallBack(action)) return {};
  const locator = await context.find(action.locator);
  const says = wordsOfLocator(locator);
  const wanted = { says, known: await known?.(action.actionId, action.locator) };
  let misfit: Fallback['misfit'];
  for (const to of action.fallbacks) {
    const repair = { from: action.locator, to };
    if (await isRejected?.(action.actionId, repair)) continue;
    const found = await seeStandIn({ locator, role: namedRole(locator), to }, context);
    if (found === undefined) continue;
    const why = found.misfit ?? misfitOf({ ...wanted, ...found });
    if (why === undefined) return { repair: { ...repair, ...renaming({ ...wanted, ...found }) }, look: found.found };
    misfit ??= { to, found: inWords(found.found), why };
  }
  return misfit === undefined ? {} : { misfit };
}

interface Original {
  locator: Locator;
  role: AriaRole | undefined;
  to: string;
}

type SeenStandIn = PlaceOfFound & { found: ElementLook; hasRole: boolean };

async function seeStandIn({ locator, role, to }: Original, context: PerformContext): Promise<SeenStandIn | undefined> {
  try {
    const fallback = await context.find(to);
    const seen = await seeOnly(fallback, context, role);
    return seen && { ...seen, ...(await whereabouts(locator, fallback, context)) };
  } catch (error) {
    // An unreadable fallback, or one with a missing frame, is ignored.
    if (context.limits.signal.aborted || !isAppError(error)) throw error;
    return undefined;
  }
}

async function seeOnly(
  locator: Locator,
  context: PerformContext,
  role: AriaRole | undefined,
): Promise<{ found: ElementLook; hasRole: boolean } | undefined> {
  const { session, limits } = context;
  if (!(await isSo(IS_ONE, locator, context))) return undefined;
  const hasRole = role === undefined || (await isSo(IS_ONE, ofRole(locator, role), context));
  return { found: await seeOne(session, locator, { ...limits, timeoutMs: SIGHT_LIMIT_MS }), hasRole };
}

const ofRole = ({ steps }: Locator, role: AriaRole): Locator => ({
  steps: [...steps, { kind: 'and', locator: { steps: [{ kind: 'role', role }] } }],
});

const isSo = async (
  expectation: typeof IS_ONE | typeof IS_THERE_NOW,
  locator: Locator,
  { session, limits }: PerformContext,
): Promise<boolean> => (await differenceFrom(session, { expectation, locator, limits })) === undefined;

interface PlaceOfFound {
  misfit?: string;
  isInRepriced: boolean;
}

async function whereabouts(locator: Locator, fallback: Locator, context: PerformContext): Promise<PlaceOfFound> {
  const [wanted, found] = [placeOfLocator(locator), placeOfLocator(fallback)];
  const isFramed = wanted.frame.some(({ kind }) => kind !== 'anyFrame');
  if (isFramed && JSON.stringify(wanted.frame) !== JSON.stringify(found.frame))
    return { misfit: 'it is in another frame', isInRepriced: false };
  let isInRepriced = false;
  for (const scope of wanted.scopes) {
    if (await isSo(IS_ONE, insideScope(found, scope), context)) continue;
    const repriced = withAnyAmounts(scope);
    const isInside = repriced !== undefined && (await isSo(IS_ONE, insideScope(found, repriced), context));
    if (!isInside) return { misfit: await outsideOf(scope, found, context), isInRepriced };
    isInRepriced = true;
  }
  return { isInRepriced };
}

async function outsideOf(scope: Locator, { frame }: Scope, context: PerformContext): Promise<string> {
  const name = formatLocator(scope);
  const isThere = await isSo(IS_THERE_NOW, { steps: [...frame, ...scope.steps] }, context);
  return isThere ? `it is not inside ${name}` : `${name}, where it would have to be, is no longer there`;
}

function inWords(found: ElementLook): string {
  const saying = sayingOf(found);
  return `${found.role || `<${found.tag}>`}${saying === undefined ? '' : ` “${saying}”`}`;
}
