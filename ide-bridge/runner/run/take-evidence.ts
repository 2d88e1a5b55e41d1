import { type Action, isLocatorField } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { errorHash } from '../../../model/run/error-hash.ts';
import type { ActionFailure, ActionResult } from '../../../model/run/run.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { News } from '../../page/engine/seen-news.ts';
import type { FailedAttempt } from '../page/failure.ts';
import { gatherClues, type PageTells } from '../page/gather-clues.ts';
import { takePicture as photograph } from '../page/look.ts';
import { coveringElement, type Surroundings, surroundings } from '../page/surroundings.ts';
import type { BlockedPage } from './blocked-page.ts';
import { likeliestFirst, obstacleOf, sentencesOf } from './failure-clues.ts';
import type { FilledFields } from './filled-fields.ts';
import type { ValuedRequest } from './item-request.ts';
import { performContextOf } from './perform-context-of.ts';
import type { Frame } from './run-frame.ts';
import { type Fallback, fittingFallback } from './stand-in.ts';

/** How long a page and a disk without an answer may delay a run. */
const LIMIT_MS = 10_000;

interface ActionInTrouble extends Omit<FailedAttempt, 'state'> {
  state: 'failed' | 'error';
  action: Action;
  frame: Frame;
  filled: FilledFields;
  blocked?: BlockedPage | undefined;
}

type FailureEvidence = Pick<ActionResult, 'state' | 'error'> & TakenPicture;

/** What is wrong with the page itself has no other cause. */
export const withEvidence = (trouble: ActionInTrouble, request: ValuedRequest): Promise<FailureEvidence> =>
  trouble.failure.findings !== undefined || trouble.failure.incident !== undefined
    ? withPicture(trouble, request)
    : withCauses(trouble, request);

async function withPicture(
  { state, action, failure, filled }: ActionInTrouble,
  request: ValuedRequest,
): Promise<FailureEvidence> {
  const picture = request.plan.screenshots === 'off' ? {} : await takeFailurePicture(action, request);
  const error = { ...failure, ...request.watch.troubles(), errorHash: errorHash(failure, filled.texts) };
  return { state, error, ...picture };
}

async function withCauses(trouble: ActionInTrouble, request: ValuedRequest): Promise<FailureEvidence> {
  const { state, action, frame, failure, isMissing, covered, field, isStuck, filled, blocked } = trouble;
  const { plan, watch } = request;
  const block = isStuck ? undefined : await blocked?.cause();
  const nothing: Partial<Surroundings> = {};
  const [{ candidates = [], missingFrame, shadow }, cover, fallback, news, told, picture] = await Promise.all([
    isMissing ? lookAround({ action, field }, frame, request) : nothing,
    covered === undefined ? undefined : nameCover(action, frame, request),
    isMissing && field !== 'target' ? nameFallback(action, frame, request) : undefined,
    isStuck ? [] : readNews(failure, request),
    isStuck ? undefined : tellOf(trouble, request),
    plan.screenshots === 'off' || isStuck ? {} : takeFailurePicture(action, request),
  ]);
  const { own, other, clues: watched } = watch.causes({ message: failure.message, isMissing, news });
  const clues = likeliestFirst({ trouble, told, watched, cover });
  const { first, next } = sentencesOf(clues, own.length > 0);
  const message = cover === undefined ? failure.message : `${covered} is covered by ${cover}.`;
  const sentences = [first, block, ...own, next, message, missingFrame, shadow, fallback?.sentence, other];
  // What a fallback finds was once the element.
  const near = [...new Set([fallback?.to ?? [], candidates].flat())];
  const error = {
    ...failure,
    message: sentences.filter(sentence => sentence !== undefined).join(' '),
    ...(near.length === 0 ? {} : { candidates: near }),
    ...(clues.length === 0 ? {} : { clues }),
    ...watch.troubles(),
    errorHash: errorHash(failure, filled.texts),
  };
  return { state, error, ...picture };
}

/** Never rejects; takes 10 s at most. */
async function tellOf(trouble: ActionInTrouble, request: ValuedRequest): Promise<Partial<PageTells>> {
  const { action, field = 'locator', isMissing, frame } = trouble;
  const text: unknown = isLocatorField(field) ? Reflect.get(action, field) : undefined;
  if (isLeaving(request)) return {};
  return orNothing(request, async signal => {
    const { find } = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    const locator = typeof text === 'string' ? await find(text) : undefined;
    const obstacle = trouble.obstacle ?? obstacleOf(action, isMissing);
    return gatherClues(request.session, { locator, isMissing, obstacle }, signal);
  });
}

/** Never rejects; takes 10 s at most. */
async function lookAround(
  { action, field = 'locator' }: { action: Action; field?: string | undefined },
  frame: Frame,
  request: ValuedRequest,
): Promise<Partial<Surroundings>> {
  const locator: unknown = isLocatorField(field) ? Reflect.get(action, field) : undefined;
  if (typeof locator !== 'string' || isLeaving(request)) return {};
  return orNothing(request, async signal => {
    const { find } = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    return surroundings(request.session, await find(locator), signal);
  });
}

/** Without texts that the failure is about. Never rejects; takes 10 s at most. */
async function readNews({ actual }: ActionFailure, request: ValuedRequest): Promise<News[]> {
  if (isLeaving(request)) return [];
  const { news = [] } = await orNothing(request, async () => ({ news: await request.watch.news() }));
  return news.filter(({ text }) => text !== actual);
}

/** The locator of what covers the element. Never rejects; takes 10 s at most. */
async function nameCover(action: Action, frame: Frame, request: ValuedRequest): Promise<string | undefined> {
  const locator: unknown = Reflect.get(action, 'locator');
  if (typeof locator !== 'string') return undefined;
  const { cover } = await orNothing(request, async signal => {
    const { find } = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    return { cover: await coveringElement(request.session, await find(locator), signal) };
  });
  return cover;
}

interface FoundByFallback {
  sentence: string;
  to: string;
}

/** A fallback that would have found the element. Never rejects; takes 10 s at most. */
async function nameFallback(
  action: Action,
  frame: Frame,
  request: ValuedRequest,
): Promise<FoundByFallback | undefined> {
  if (action.fallbacks === undefined) return undefined;
  const { plan } = request;
  const { repair: fallback, misfit }: Fallback = await orNothing(request, async signal => {
    const context = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    return fittingFallback(action, context, { known: plan.known });
  });
  if (misfit !== undefined) {
    const { to, found, why } = misfit;
    return { to, sentence: `Its fallback ${to} finds ${found}, which is not used: ${why}.` };
  }
  if (fallback === undefined) return undefined;
  const { to } = fallback;
  const late = (await plan.isRejected(action.actionId, fallback)) ? 'that was rejected' : 'it came too late';
  return { to, sentence: `Its fallback ${to} finds one, but ${plan.repair ? late : 'this run repairs nothing'}.` };
}

type TakenPicture = Pick<ActionResult, 'screenshot' | 'screenshotNote'>;

/** Never rejects; takes 10 s at most. */
export async function takePicture(
  action: Action,
  request: ValuedRequest,
  format: 'png' | 'jpeg' = 'png',
): Promise<TakenPicture> {
  const { sink, session, itemIndex } = request;
  if (session.page === undefined) return {};
  return orNothing(request, async signal => {
    const take = () => photograph(session, { format }, { timeoutMs: LIMIT_MS, signal });
    // A navigation spoils one picture, and not the next.
    const { bytes, note } = await take().catch(take);
    return { screenshot: await sink.picture(action.actionId, bytes, format, itemIndex), ...note };
  });
}

async function takeFailurePicture(action: Action, request: ValuedRequest): Promise<TakenPicture> {
  return isLeaving(request) ? {} : takePicture(action, request);
}

/** A page that is navigating, or loops, answers no question. */
const isLeaving = ({ session: { page, network }, watch }: ValuedRequest): boolean =>
  page === undefined || network.wayOf(page) !== undefined || watch.isLooping();

/** A page without an answer or picture has its error already. */
async function orNothing<Found extends object>(
  { signal }: ValuedRequest,
  look: (signal: AbortSignal) => Promise<Found>,
): Promise<Found | Record<string, never>> {
  const late = () => new AppError('timeout', 'There is no evidence.');
  try {
    return await withinLimit(look, { signal, timeoutMs: LIMIT_MS, late });
  } catch {
    return {};
  }
}
