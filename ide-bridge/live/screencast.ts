import type { Page } from 'playwright';

export interface CastFrame {
  jpeg: Buffer;
  /** Size of the viewport, in CSS pixels. */
  width: number;
  height: number;
}

const QUALITY = 60;
const MOST_PIXELS = 1_600;

/**
 * Pictures of a page as it changes. The next one is asked for once the last was taken, so that nobody falls behind;
 * a page that does not change sends none. Resolves with how to end that. Errors: those of a page that is gone.
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
      // A page that went away takes its cast with it.
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
