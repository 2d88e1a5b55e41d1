import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import type { CallOptions, Picture, ScreenshotRequest } from '../../../model/protocol/app-window.ts';
import { elementFault } from '../elements/element-fault.ts';
import type { AppSession } from '../session/app-session.ts';
import { ANSWER_LIMIT_MS, askPage } from '../session/page-calls.ts';
import { connect } from '../session/page-connection.ts';

function pictureSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.readUInt32BE(0) === PNG_SIGNATURE) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let offset = 2;
  while (!FRAME_MARKERS.test(String.fromCharCode(bytes.readUInt8(offset + 1)))) {
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
}

const PNG_SIGNATURE = 0x89_50_4e_47;

/** SOF0 to SOF15 of JPEG, without the markers in between that mean something else. */
const FRAME_MARKERS = /[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/;

const JPEG_QUALITY = 70;
const MAX_HEIGHT = 8_000;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The view, the whole page, or a box in it. Chromium scales the picture, which Playwright's own call cannot. */
export async function capturePicture(
  page: Page,
  { format, fullPage, maxWidth }: Pick<ScreenshotRequest, 'format' | 'fullPage' | 'maxWidth'>,
  box: Area | undefined,
): Promise<Picture> {
  const connection = await connect(page);
  const part = await partOf(page, connection, { fullPage, maxWidth, box });
  const quality = format === 'jpeg' ? { quality: JPEG_QUALITY } : {};
  const take = () => connection.send('Page.captureScreenshot', { format, ...quality, optimizeForSpeed: true, ...part });
  const { data } = await onceDrawn(page, take);
  const bytes = Buffer.from(data, 'base64');
  return { bytes, mimeType: `image/${format}`, ...pictureSize(bytes) };
}

const TRIES = 10;
const PAUSE_MS = 200;
/** A page that only changes its address is still drawn. */
const GRACE_MS = 1_000;
const NOT_NOW = /Unable to capture screenshot|Not attached to an active page/;

/**
 * A window that is just being shown or resized has no picture for a moment, and Chromium never answers when the page
 * navigates meanwhile. Errors: `page-error`.
 */
async function onceDrawn<Result>(page: Page, take: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; left > 0; left -= 1) {
    const taken = await unlessGone(page, take);
    if (taken !== undefined) return taken;
    await setTimeout(PAUSE_MS);
  }
  throw new AppError(
    'page-error',
    'The browser does not draw this window, so there is nothing to take a screenshot of.',
  );
}

/** Undefined when it has to be tried again. */
async function unlessGone<Result>(page: Page, take: () => Promise<Result>): Promise<Result | undefined> {
  let look = (_frame: Frame) => {};
  const gone = new Promise<undefined>(resolve => {
    look = frame => {
      if (frame === page.mainFrame()) void setTimeout(GRACE_MS).then(() => resolve(undefined));
    };
  });
  page.on('framenavigated', look);
  try {
    return await Promise.race([take(), gone]);
  } catch (error) {
    if (error instanceof Error && NOT_NOW.test(error.message)) return undefined;
    throw error;
  } finally {
    page.off('framenavigated', look);
  }
}

interface DrawnPart {
  clip?: Area & { scale: number };
  captureBeyondViewport: boolean;
}

/** Chromium need not draw the view at its own size again. */
async function partOf(
  page: Page,
  connection: CDPSession,
  { fullPage, maxWidth, box }: Pick<ScreenshotRequest, 'fullPage' | 'maxWidth'> & { box: Area | undefined },
): Promise<DrawnPart> {
  const view = page.viewportSize();
  const isView = !fullPage && box === undefined;
  // Also for the whole view: Chromium crashes with a page that dies before it was drawn, so a page that does not answer
  // is not drawn.
  const area = await areaOf(connection, fullPage, box);
  if (isView && view !== null && view.width <= maxWidth) return { captureBeyondViewport: false };
  return { clip: { ...area, scale: Math.min(1, maxWidth / area.width) }, captureBeyondViewport: !isView };
}

async function areaOf(connection: CDPSession, fullPage: boolean, box: Area | undefined): Promise<Area> {
  const { cssVisualViewport: view, cssContentSize: content } = await connection.send('Page.getLayoutMetrics');
  if (box !== undefined) return { ...box, x: box.x + view.pageX, y: box.y + view.pageY };
  if (fullPage) return { x: 0, y: 0, width: content.width, height: Math.min(content.height, MAX_HEIGHT) };
  return { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight };
}

/** For scrolling an element into view and explaining failures; at most this share of the call's time. */
const ELEMENT_LIMIT_MS = 3_000;
const SHARE = 0.3;

/** Covers secrets. Errors: see `AppWindow`, and `locator-not-found`. */
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
      const { taken, note } = await session.secretFields.covered(page, () => capturePicture(page, request, box));
      return note === undefined ? taken : { ...taken, note };
    }),
  );
}

/** Relative to the viewport. */
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
    // An element that never rests, such as a spinner, is visible all the same.
    if (!(await element.isVisible().catch(() => false)))
      throw await elementFault(session, error, { locator, signal, timeoutMs });
  }
  const box = await element.boundingBox(limit);
  if (box === null || box.width < 1 || box.height < 1)
    throw new AppError('locator-not-found', `The element ${text} has no visible area.`, { field: 'locator' });
  return { x: box.x, y: box.y, width: box.width, height: Math.min(box.height, MAX_HEIGHT) };
}
