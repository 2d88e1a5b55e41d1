import type { CDPSession } from 'playwright';
import { formatLocator } from '../../model/locator/format-locator.ts';
import type { Locator } from '../../model/locator/locator.ts';
import type { CallOptions, Picture, ScreenshotRequest } from '../../model/protocol/app-window.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { AppSession } from './app-session.ts';
import { elementFault } from './element-fault.ts';
import { ANSWER_LIMIT_MS, askPage } from './page-calls.ts';
import { connect } from './page-connection.ts';
import { pictureSize } from './picture-size.ts';

const JPEG_QUALITY = 70;
const MAX_HEIGHT = 8_000;

/** Part of the time of a call that an element may take to come into view, and the page to say why it does not. */
const SHARE = 0.3;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

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
      const box = request.locator && (await boxOf(session, request.locator, { signal, timeoutMs: timeoutMs * SHARE }));
      // Chromium scales a picture while it takes it; Playwright's own call cannot.
      const connection = await connect(page);
      const area = await areaOf(connection, request.fullPage, box);
      const capture = () =>
        connection.send('Page.captureScreenshot', {
          format: request.format,
          ...(request.format === 'jpeg' ? { quality: JPEG_QUALITY, optimizeForSpeed: true } : {}),
          clip: { ...area, scale: Math.min(1, request.maxWidth / area.width) },
          captureBeyondViewport: request.fullPage || box !== undefined,
        });
      const { data } = await session.secretFields.covered(page, capture);
      const bytes = Buffer.from(data, 'base64');
      return { bytes, mimeType: `image/${request.format}`, ...pictureSize(bytes) };
    }),
  );
}

async function areaOf(connection: CDPSession, fullPage: boolean, box: Area | undefined): Promise<Area> {
  const { cssVisualViewport: view, cssContentSize: content } = await connection.send('Page.getLayoutMetrics');
  if (box !== undefined) return { ...box, x: box.x + view.pageX, y: box.y + view.pageY };
  if (fullPage) return { x: 0, y: 0, width: content.width, height: Math.min(content.height, MAX_HEIGHT) };
  return { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight };
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
