import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { withinLimit } from '../limits/within-limit.ts';

interface UnderWay {
  context: BrowserContext;
  folder: string;
  path: string;
  keep: KeepHar;
}

/** Takes the recording as JSON in the HAR format. Resolves with what is said of it. */
type KeepHar = (text: string) => Promise<string>;

const STOP_LIMIT_MS = 10_000;

/** Records what the open window requests and gets, by Playwright, which has one recording at a time in each window. */
export class HarRecording {
  #underWay: UnderWay | undefined;

  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  /** From now on, also in tabs, frames and workers to come. Call it only while none is under way. Errors: those of Playwright. */
  async begin(context: BrowserContext, keep: KeepHar): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'steploom-har-'));
    const underWay = { context, folder, path: join(folder, 'recording.har'), keep };
    this.#underWay = underWay;
    try {
      await context.tracing.startHar(underWay.path, { content: 'embed', mode: 'minimal' });
      context.once('close', () => void this.#dropIf(underWay));
    } catch (error) {
      await this.#dropIf(underWay);
      throw error;
    }
  }

  /** Hands over what was recorded. Undefined where nothing is recorded. Errors: those of `keep`, of Playwright, `timeout`. */
  async finish(): Promise<string | undefined> {
    const underWay = this.#underWay;
    if (underWay === undefined) return undefined;
    this.#underWay = undefined;
    try {
      await stopped(underWay);
      return await underWay.keep(await readFile(underWay.path, 'utf8'));
    } finally {
      await remove(underWay);
    }
  }

  /** Ends it, whatever the state of the browser; nothing is kept. */
  async drop(): Promise<void> {
    const underWay = this.#underWay;
    if (underWay === undefined) return;
    this.#underWay = undefined;
    await stopped(underWay).catch(() => {});
    await remove(underWay);
  }

  /** With a window its recording is gone. */
  async #dropIf(underWay: UnderWay): Promise<void> {
    if (this.#underWay !== underWay) return;
    this.#underWay = undefined;
    await remove(underWay);
  }
}

const stopped = ({ context }: UnderWay): Promise<void> =>
  withinLimit(() => context.tracing.stopHar(), { timeoutMs: STOP_LIMIT_MS });

const remove = ({ folder }: UnderWay): Promise<void> => rm(folder, { recursive: true, force: true });
