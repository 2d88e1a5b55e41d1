import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AsyncZippable, Zip } from 'fflate';
import { AppError } from '../../../model/errors/errors.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { PRIVATE_FILE } from '../../store/files/file-system.ts';
import type { Guard } from './keep-run-files.ts';
import { maskTraceFile } from './mask-trace.ts';

/** A run is no reason to fill the disk. */
const MOST_BYTES = 200_000_000;
/** Made without another try where they are packed already. */
const PACKED = /\.(?:png|jpe?g|gif|webp|avif|woff2?|mp4|webm|zip|gz)$/i;
/** Where the code of the service lies is no part of what a run did. */
const LEFT_OUT = /\.stacks$|^src\//;

interface RunTraceFileOptions {
  /** Where the archive goes. */
  path: string;
  redact: Redactor;
  guard: Guard;
}

/** The trace of a run: one archive of those of its items, masked. It is there once `end` has resolved, if anything was kept. */
export class RunTraceFile {
  readonly #options: RunTraceFileOptions;
  #last: Promise<void> = Promise.resolve();
  #archive: TraceArchive | undefined;
  #count = 0;

  constructor(options: RunTraceFileOptions) {
    this.#options = options;
  }

  /** Takes the trace of the next item, which may be removed when this has resolved. */
  async add(file: string): Promise<void> {
    const { guard } = this.#options;
    await guard('the pages of a test', async () => {
      const bytes = await readFile(file);
      this.#last = this.#last.then(() => guard('the pages of a test', () => this.#add(bytes)));
    });
  }

  async end(): Promise<void> {
    await this.#last;
    await this.#options.guard('its pages', async () => this.#archive?.close());
  }

  async #add(bytes: Uint8Array): Promise<void> {
    const { path, redact } = this.#options;
    const { unzip, Zip: Packer } = await import('fflate');
    const files = await new Promise<AsyncZippable>((resolve, reject) => {
      unzip(bytes, (error, unpacked) => (error === null ? resolve(unpacked) : reject(error)));
    });
    this.#archive ??= await TraceArchive.open(path, add => new Packer(add));
    this.#count += 1;
    for (const [name, content] of Object.entries(files)) {
      if (LEFT_OUT.test(name) || !(content instanceof Uint8Array)) continue;
      // Others get their turn.
      await nextTurn();
      const own = name.startsWith('trace.') ? `${this.#count}-${name}` : name;
      await this.#archive.add(own, () => maskTraceFile(name, content, redact));
    }
  }
}

type PackerSink = NonNullable<Zip['ondata']>;

/** Written as it comes, so that a long run takes no more memory than one of its items. */
class TraceArchive {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #zip: Zip;
  readonly #names = new Set<string>();
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  private constructor(path: string, file: FileHandle, make: (add: PackerSink) => Zip) {
    this.#path = path;
    this.#file = file;
    this.#zip = make((error, chunk) => {
      if (error !== null) throw error;
      this.#chunks.push(chunk);
    });
  }

  static async open(path: string, make: (add: PackerSink) => Zip): Promise<TraceArchive> {
    return new TraceArchive(path, await open(`${path}.part`, 'w', PRIVATE_FILE), make);
  }

  /** A file that several items have in common is there once. */
  async add(name: string, read: () => Uint8Array): Promise<void> {
    if (this.#names.has(name)) return;
    if (this.#bytes > MOST_BYTES) throw new AppError('too-large', 'The pages of the run are over 200 MB.');
    this.#names.add(name);
    const { ZipDeflate, ZipPassThrough } = await import('fflate');
    const entry = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    entry.push(read(), true);
    await this.#write();
  }

  async close(): Promise<void> {
    try {
      this.#zip.end();
      await this.#write();
      await this.#file.close();
      await rename(`${this.#path}.part`, this.#path);
    } catch (error) {
      await this.#file.close().catch(() => {});
      await rm(`${this.#path}.part`, { force: true });
      throw error;
    }
  }

  async #write(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = [];
    for (const chunk of chunks) {
      this.#bytes += chunk.length;
      await this.#file.appendFile(chunk);
    }
  }
}
