import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { withinLimit } from '../limits/within-limit.ts';

const Tree = z.object({
  frame: z.object({ id: z.string() }),
  get childFrames() {
    return z.array(Tree).default([]);
  },
});
const Answer = z.object({ result: z.object({ frameTree: Tree }) });

const idsIn = ({ frame, childFrames }: z.infer<typeof Tree>): string[] => [frame.id, ...childFrames.flatMap(idsIn)];

/** A page that the request itself holds up does not answer; the request is then taken for one of somebody else. */
const ANSWER_LIMIT_MS = 4_000;

/** Tells the requests of one browser context from all others of a browser, by the frames and workers that make them. */
export class OwnRequests {
  readonly #connection: CDPSession;
  readonly #contextId: string;
  /** Frames and workers that are known to be of the context. */
  readonly #ours = new Set<string>();

  private constructor(connection: CDPSession, contextId: string) {
    this.#connection = connection;
    this.#contextId = contextId;
  }

  /** Those of the context of a page; the connection is one to the whole browser. */
  static async of(page: Page, connection: CDPSession): Promise<OwnRequests> {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    const { browserContextId } = targetInfo;
    if (browserContextId === undefined) throw new AppError('internal', 'Chromium names no context of a page.');
    return new OwnRequests(connection, browserContextId);
  }

  /** Whether a frame or worker, as a request names it, is of the context. Never rejects. */
  async holds(frameId: string): Promise<boolean> {
    return this.#ours.has(frameId) || (await this.#find(frameId).catch(() => false));
  }

  async #find(frameId: string): Promise<boolean> {
    const { targetInfos } = await this.#connection.send('Target.getTargets');
    const ours = targetInfos.filter(({ browserContextId }) => browserContextId === this.#contextId);
    for (const { targetId } of ours) this.#ours.add(targetId);
    if (targetInfos.some(({ targetId }) => targetId === frameId)) return this.#ours.has(frameId);
    // Frames of the same site are no targets, and those of other sites know the ones in them.
    const places = ours.filter(({ type }) => type === 'page' || type === 'iframe');
    const looks = places.map(async ({ targetId }) => {
      for (const id of await this.#framesIn(targetId)) this.#ours.add(id);
      if (!this.#ours.has(frameId)) throw new Error('The frame is in another page.');
      return true;
    });
    return await Promise.any(looks);
  }

  /** Not over Playwright's own connections: those know of a frame only some time after it has asked for something. */
  async #framesIn(targetId: string): Promise<string[]> {
    const connection = this.#connection;
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: false });
    let read = (_event: { sessionId: string; message: string }) => {};
    const answered = new Promise<string>(resolve => {
      read = event => event.sessionId === sessionId && resolve(event.message);
      connection.on('Target.receivedMessageFromTarget', read);
    });
    try {
      const message = JSON.stringify({ id: 1, method: 'Page.getFrameTree' });
      await connection.send('Target.sendMessageToTarget', { sessionId, message });
      const late = () => new AppError('timeout', 'The page does not answer.');
      const limit = { signal: new AbortController().signal, timeoutMs: ANSWER_LIMIT_MS, late };
      const answer = Answer.parse(JSON.parse(await withinLimit(() => answered, limit)));
      return idsIn(answer.result.frameTree);
    } finally {
      connection.off('Target.receivedMessageFromTarget', read);
      await connection.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    }
  }
}
