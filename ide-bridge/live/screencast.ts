import type { Page } from 'playwright';

export interface CastFrame {
  jpeg: Buffer;
  width: number;
  height: number;
}

const QUALITY = 60;
const MOST_PIXELS = 1_600;

/**
 * The next picture is requested once the last was taken, so that no viewer falls behind; an unchanged page sends none.
 * Resolves with how to stop. Errors: those of a page that is gone.
 */
export async function startScreencast(
  page: Page,
  onFrame: (frame: CastFrame) => Promise<void>,
): Promise<() => Promise<void>> {
  const connection = await page.context().newCDPSession(page);
  let isStopped = false;
  connection.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    const frame = {
      jpeg: Buffer.from(data, 'base64'),
      width: Math.round(metadata.deviceWidth),
      height: Math.round(metadata.deviceHeight),
    };
    onFrame(frame)
      .then(async () => {
        if (!isStopped) await connection.send('Page.screencastFrameAck', { sessionId });
      })
      .catch(() => {});
  });
  await connection.send('Page.startScreencast', {
    format: 'jpeg',
    quality: QUALITY,
    maxWidth: MOST_PIXELS,
    maxHeight: MOST_PIXELS,
  });
  return async () => {
    if (isStopped) return;
    isStopped = true;
    await connection.detach().catch(() => {});
  };
}
