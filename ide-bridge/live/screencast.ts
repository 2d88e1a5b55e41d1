import type { CDPSession, Page } from 'playwright';

export interface Frame {
  jpeg: Buffer;
  /** Of the viewport, in pixels of the page. */
  width: number;
  height: number;
}

interface Options {
  onFrame(frame: Frame): Promise<void>;
}

const QUALITY = 60;
const MOST_PIXELS = 1_600;

/**
 * Pictures of a page as it changes. The next one is asked for once the last was taken, so that nobody falls behind;
 * a page that does not change sends none.
 */
export class Screencast implements AsyncDisposable {
  readonly #connection: CDPSession;
  #isStopped = false;

  private constructor(connection: CDPSession) {
    this.#connection = connection;
  }

  /** Errors: those of a page that is not there any more. */
  static async start(page: Page, { onFrame }: Options): Promise<Screencast> {
    const connection = await page.context().newCDPSession(page);
    const cast = new Screencast(connection);
    connection.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      const frame = {
        jpeg: Buffer.from(data, 'base64'),
        width: Math.round(metadata.deviceWidth),
        height: Math.round(metadata.deviceHeight),
      };
      onFrame(frame)
        .then(() => cast.#acknowledge(sessionId))
        // A page that went away takes its cast with it.
        .catch(() => {});
    });
    await connection.send('Page.startScreencast', {
      format: 'jpeg',
      quality: QUALITY,
      maxWidth: MOST_PIXELS,
      maxHeight: MOST_PIXELS,
    });
    return cast;
  }

  /** Idempotent. */
  async dispose(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    await this.#connection.detach().catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  async #acknowledge(sessionId: number): Promise<void> {
    if (!this.#isStopped) await this.#connection.send('Page.screencastFrameAck', { sessionId });
  }
}
