import { AppError } from '../../../model/errors/errors.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import type { CallOptions, Picture, ScreenshotRequest } from '../../../model/protocol/app-window.ts';
import { elementFault } from '../elements/element-fault.ts';
import type { AppSession } from '../session/app-session.ts';
import { ANSWER_LIMIT_MS, askPage } from '../session/page-calls.ts';
import { type Area, capturePicture, MAX_HEIGHT } from './capture-picture.ts';

/** What an element may take to come into view, and the page to say why it does not; at most this part of the call's time. */
const ELEMENT_LIMIT_MS = 3_000;
const SHARE = 0.3;

/** A picture of the page, the whole page or one element, fields that hold secrets covered. Errors: see `AppWindow`, and `locator-not-found`. */
export async function takeScreenshot(
  session: AppSession,
  request: ScreenshotRequest,
  options: CallOptions,
): Promise<Picture> {
  const page = session.requirePage();
  const timeoutMs = options.timeoutMs ?? ANSWER_LIMIT_MS;
  return await askPage(session, { ...options, timeoutMs }, signal =>
    session.pictures.take(page, signal, async () => {
      const box =
        request.locator &&
        (await boxOf(session, request.locator, { signal, timeoutMs: Math.min(ELEMENT_LIMIT_MS, timeoutMs * SHARE) }));
      return await session.secretFields.covered(page, () => capturePicture(page, request, box));
    }),
  );
}

/** Of the one element that fits, seen from the viewport. */
async function boxOf(
  session: AppSession,
  locator: Locator,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Area> {
  const text = formatLocator(locator);
  const element = session.locate(locator);
  const limit = { signal, timeout: timeoutMs };
  try {
    await element.scrollIntoViewIfNeeded(limit);
  } catch (error) {
    throw await elementFault(session, error, { locator, signal, timeoutMs });
  }
  const box = await element.boundingBox(limit);
  if (box === null || box.width < 1 || box.height < 1)
    throw new AppError('locator-not-found', `The element ${text} has no visible area.`, { field: 'locator' });
  return { x: box.x, y: box.y, width: box.width, height: Math.min(box.height, MAX_HEIGHT) };
}
