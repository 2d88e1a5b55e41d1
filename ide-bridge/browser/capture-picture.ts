import type { CDPSession, Page } from 'playwright';
import type { Picture, ScreenshotRequest } from '../../model/protocol/app-window.ts';
import { connect } from './page-connection.ts';
import { pictureSize } from './picture-size.ts';

const JPEG_QUALITY = 70;
export const MAX_HEIGHT = 8_000;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of what a page shows: the view, the whole page, or a box in it. Chromium scales it, which Playwright's own call cannot. */
export async function capturePicture(
  page: Page,
  { format, fullPage, maxWidth }: Pick<ScreenshotRequest, 'format' | 'fullPage' | 'maxWidth'>,
  box: Area | undefined,
): Promise<Picture> {
  const connection = await connect(page);
  const area = await areaOf(connection, fullPage, box);
  const { data } = await connection.send('Page.captureScreenshot', {
    format,
    ...(format === 'jpeg' ? { quality: JPEG_QUALITY, optimizeForSpeed: true } : {}),
    clip: { ...area, scale: Math.min(1, maxWidth / area.width) },
    captureBeyondViewport: fullPage || box !== undefined,
  });
  const bytes = Buffer.from(data, 'base64');
  return { bytes, mimeType: `image/${format}`, ...pictureSize(bytes) };
}

async function areaOf(connection: CDPSession, fullPage: boolean, box: Area | undefined): Promise<Area> {
  const { cssVisualViewport: view, cssContentSize: content } = await connection.send('Page.getLayoutMetrics');
  if (box !== undefined) return { ...box, x: box.x + view.pageX, y: box.y + view.pageY };
  if (fullPage) return { x: 0, y: 0, width: content.width, height: Math.min(content.height, MAX_HEIGHT) };
  return { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight };
}
