import { type Action, isLocatorField } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { takePicture as photograph } from '../page/look.ts';
import { coveringElement, type Surroundings, surroundings } from '../page/surroundings.ts';
import type { ItemRequest } from './item-request.ts';
import { performContextOf } from './perform-context-of.ts';
import type { Frame, ItemValues } from './run-frame.ts';
import { type Fallback, fittingFallback } from './stand-in.ts';

type Request = ItemRequest & { values: ItemValues };

/** What a page and a disk that do not answer may delay a run by. */
const LIMIT_MS = 10_000;

/** What there is in place of an element that was not found. Never rejects; takes 10 s at most. */
export async function lookAround(
  { action, field = 'locator' }: { action: Action; field?: string | undefined },
  frame: Frame,
  request: Request,
): Promise<Partial<Surroundings>> {
  const locator: unknown = isLocatorField(field) ? Reflect.get(action, field) : undefined;
  if (typeof locator !== 'string') return {};
  return orNothing(request, async signal => {
    const { find } = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    return surroundings(request.session, await find(locator), signal);
  });
}

/** A sentence about what lies over the element. Never rejects; takes 10 s at most. */
export async function nameCover(action: Action, frame: Frame, request: Request): Promise<string | undefined> {
  const locator: unknown = Reflect.get(action, 'locator');
  if (typeof locator !== 'string') return undefined;
  const { cover } = await orNothing(request, async signal => {
    const { find } = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    return { cover: await coveringElement(request.session, await find(locator), signal) };
  });
  return cover === undefined ? undefined : `It is covered by ${cover}.`;
}

/** A sentence about the fallback that would have found the element. Never rejects; takes 10 s at most. */
export async function nameFallback(action: Action, frame: Frame, request: Request): Promise<string | undefined> {
  if (action.fallbacks === undefined) return undefined;
  const { plan } = request;
  const { repair: fallback, misfit }: Fallback = await orNothing(request, async signal => {
    const context = performContextOf(request, frame, { timeoutMs: LIMIT_MS, signal });
    return fittingFallback(action, context, { known: plan.known });
  });
  if (misfit !== undefined) return `Its fallback ${misfit.to} finds ${misfit.found}, which is not used: ${misfit.why}.`;
  if (fallback === undefined) return undefined;
  const late = plan.isRejected(action.actionId, fallback) ? 'that was rejected' : 'it came too late';
  return `Its fallback ${fallback.to} finds one, but ${plan.repair ? late : 'this run repairs nothing'}.`;
}

/** A picture of the page, kept with the run. Never rejects; takes 10 s at most. */
export async function takePicture(action: Action, request: Request): Promise<{ screenshot?: string }> {
  const { sink, session } = request;
  if (session.page === undefined) return {};
  return orNothing(request, async signal => {
    const take = () => photograph(session, {}, { timeoutMs: LIMIT_MS, signal });
    // A page that goes elsewhere meanwhile spoils one picture, and not the next.
    const bytes = await take().catch(take);
    return { screenshot: await sink.picture(action.actionId, bytes, 'png') };
  });
}

/** As `takePicture`; a page that waits for its server to go on is not waited for. */
export async function takeFailurePicture(action: Action, request: Request): Promise<{ screenshot?: string }> {
  const { page, network } = request.session;
  if (page === undefined || network.wayOf(page) !== undefined) return {};
  return takePicture(action, request);
}

/** A page that cannot be asked or photographed has said what is wrong with it already. */
async function orNothing<Found extends object>(
  { signal }: Request,
  look: (signal: AbortSignal) => Promise<Found>,
): Promise<Found | Record<string, never>> {
  const late = () => new AppError('timeout', 'There is no evidence.');
  try {
    return await withinLimit(look, { signal, timeoutMs: LIMIT_MS, late });
  } catch {
    return {};
  }
}
