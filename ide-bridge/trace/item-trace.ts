import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import type { TraceFile } from '../../model/protocol/bridge.ts';

export interface TraceFiles extends AsyncDisposable {
  files: readonly TraceFile[];
}

export interface ItemTrace {
  /** Call it when the context is used; time counts from then on. */
  used(): void;
  /** Begins a group of the trace, which ends once the page after it is taken. */
  before(title: string): void;
  /** Takes the page after the open group; the next action need not wait. */
  after(page: Page | undefined): void;
  /** Resolves when the page that was taken last is in the trace. */
  settled(): Promise<void>;
  /** Resolves when the bodies of what was answered are in the trace. */
  received(): Promise<void>;
  end(): Promise<TraceFiles>;
  discard(): Promise<void>;
}

/** Uses public calls only, for a browser driven by another Playwright: a run takes half as long again. */
export class RemoteTrace implements ItemTrace {
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  static async begin(context: BrowserContext): Promise<RemoteTrace> {
    await context.tracing.start({ snapshots: true });
    return new RemoteTrace(context);
  }

  used(): void {}

  // Calls reach the trace in the order in which they are made.
  before(title: string): void {
    this.#context.tracing.group(title).catch(() => {});
  }

  after(): void {
    this.#context.tracing.groupEnd().catch(() => {});
  }

  async settled(): Promise<void> {}

  async received(): Promise<void> {}

  async end(): Promise<TraceFiles> {
    const folder = path.join(tmpdir(), `steploom-trace-${randomUUID()}`);
    const dispose = () => rm(folder, { recursive: true, force: true });
    try {
      await mkdir(folder, { recursive: true });
      const archive = path.join(folder, 'archive.zip');
      await this.#context.tracing.stop({ path: archive });
      return { files: await unpack(archive, folder), [Symbol.asyncDispose]: dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  async discard(): Promise<void> {
    await this.#context.tracing.stop();
  }
}

/** Each file gets a new name in the folder. */
async function unpack(archive: string, folder: string): Promise<TraceFile[]> {
  const { unzip } = await import('fflate');
  const bytes = await readFile(archive);
  const unpacked = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
    unzip(bytes, (error, files) => (error === null ? resolve(files) : reject(error)));
  });
  const entries = Object.entries(unpacked).filter(([name]) => !name.endsWith('/'));
  return await Promise.all(
    entries.map(async ([name, content], at) => {
      const file = { name, path: path.join(folder, String(at)) };
      await writeFile(file.path, content);
      return file;
    }),
  );
}
