import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import type { Film } from '../../../model/protocol/bridge.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { startScreencast } from '../../live/screencast.ts';
import { takePicture } from '../page/look.ts';

const LIMIT_MS = 3_000;
/** Pages change more often than people see. */
const LEAST_APART_MS = 60;
/** A quarter of an hour of a page that never rests. */
const MOST_FRAMES = 15_000;

/**
 * Pictures of what one item shows, in the window of whoever acts, with their times, in a folder. Once a page has been given a secret there is only
 * one after each action, with the secret covered. Never rejects; disposing removes the pictures.
 */
export class RunVideo implements AsyncDisposable {
  readonly #size: Film['size'];
  #session: AppSession;
  #isMixed = false;
  readonly #folder: string;
  readonly #startedAt = performance.now();
  readonly #frames: { file: string; ms: number }[] = [];
  #page: Page | undefined;
  #stop: (() => Promise<void>) | undefined;
  #written: Promise<unknown> = Promise.resolve();

  private constructor(session: AppSession, folder: string) {
    this.#session = session;
    this.#size = session.page?.viewportSize() ?? undefined;
    this.#folder = folder;
  }

  /** Call it once the page of the item is open. */
  static async start(session: AppSession): Promise<RunVideo> {
    const video = new RunVideo(session, await mkdtemp(path.join(tmpdir(), 'steploom-video-')));
    await video.#follow();
    return video;
  }

  /** Another window from now on, where it is another. */
  async show(session: AppSession): Promise<void> {
    if (session === this.#session) return;
    this.#isMixed = true;
    // What it drew last may be on its way still.
    await this.#takePicture();
    this.#session = session;
    await this.#follow();
  }

  /** The action may have opened another tab, or given the page a secret. */
  async afterAction(): Promise<void> {
    await (this.#session.secretFields.isNeeded ? this.#takePicture() : this.#follow());
  }

  async #takePicture(): Promise<void> {
    const take = (signal: AbortSignal) =>
      takePicture(this.#session, { format: 'jpeg' }, { timeoutMs: LIMIT_MS, signal });
    await withinLimit(take, { timeoutMs: LIMIT_MS }).then(
      ({ bytes }) => this.#add(bytes),
      () => {},
    );
  }

  /** Undefined without any picture. Ends the recording. */
  async end(): Promise<Film | undefined> {
    await this.#leave();
    // Pages draw less often than they change.
    await this.#takePicture();
    await this.#written;
    if (this.#frames.length === 0) return undefined;
    return { frames: this.#frames, ms: this.#now(), ...(this.#isMixed ? { size: this.#size } : {}) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#leave();
    await this.#written;
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
  }

  #now(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  async #follow(): Promise<void> {
    const session = this.#session;
    const { page } = session;
    if (page === undefined || page === this.#page) return;
    await this.#leave();
    this.#page = page;
    const cast = () => startScreencast(page, async ({ jpeg }) => this.#see({ page, session }, jpeg));
    this.#stop = await withinLimit(cast, { timeoutMs: LIMIT_MS }).catch(() => undefined);
  }

  async #leave(): Promise<void> {
    const stop = this.#stop;
    this.#stop = undefined;
    this.#page = undefined;
    await stop?.();
  }

  /** Frames drawn before a secret was given may arrive later: they are dropped too. */
  async #see({ page, session }: { page: Page; session: AppSession }, jpeg: Buffer): Promise<void> {
    const last = this.#frames.at(-1)?.ms ?? Number.NEGATIVE_INFINITY;
    if (page !== this.#page || session.secretFields.isNeeded) return;
    const left = last + LEAST_APART_MS - this.#now();
    if (left > 0) await new Promise(resolve => setTimeout(resolve, left));
    if (page === this.#page && !session.secretFields.isNeeded) await this.#add(jpeg);
  }

  async #add(jpeg: Uint8Array): Promise<void> {
    if (this.#frames.length >= MOST_FRAMES) return;
    const file = path.join(this.#folder, `${this.#frames.length + 1}.jpg`);
    this.#frames.push({ file, ms: this.#now() });
    this.#written = Promise.all([this.#written, writeFile(file, jpeg).catch(() => {})]);
    await this.#written;
  }
}
