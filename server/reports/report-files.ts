import { constants, open as openFile } from 'node:fs';
import { access, appendFile, open, rm, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { makeFolders, systemCode, unlessCode } from '../store/files/file-system.ts';

/** A descriptor rather than a file handle, because the socket that takes it closes it. */
const openNow = promisify(openFile);

const PIPE_LIMIT_MS = 30_000;
const PIPE_LOOK_MS = 100;

interface ReportPlace {
  /** Absolute. */
  path: string;
  isFolder: boolean;
}

interface ReportFilesOptions {
  /** Messages name paths relative to it. */
  directory: string;
  signal?: AbortSignal | undefined;
  pipeLimitMs?: number | undefined;
}

export class ReportFiles {
  readonly #options: ReportFilesOptions;
  readonly #files = new Map<string, (string | Uint8Array)[]>();
  readonly #archives = new Map<string, Record<string, Uint8Array>>();
  readonly #additions = new Map<string, string[]>();

  constructor(options: ReportFilesOptions) {
    this.#options = options;
  }

  /** Leaves nothing behind. Errors: `invalid-params`. */
  async check(places: readonly ReportPlace[]): Promise<void> {
    for (const place of places) {
      try {
        await tryPlace(place);
      } catch (cause) {
        const why = isAppError(cause) ? cause.message : `the system refuses it (${systemCode(cause) ?? String(cause)})`;
        const message = `The report ${this.#nameOf(place.path)} cannot be written: ${why}. Give another path.`;
        throw new AppError('invalid-params', message, { field: '--reporter', cause });
      }
    }
  }

  add(path: string, part: string | Uint8Array): void {
    const parts = this.#files.get(path);
    if (parts === undefined) this.#files.set(path, [part]);
    else parts.push(part);
  }

  pack(path: string, name: string, bytes: Uint8Array): void {
    this.#archives.set(path, { ...this.#archives.get(path), [name]: bytes });
  }

  /** For a file that others write to as well. */
  append(path: string, text: string): void {
    this.#additions.set(path, [...(this.#additions.get(path) ?? []), text]);
  }

  /** Errors: `disk-full`, `read-only`. */
  async write(): Promise<void> {
    for (const [path, content] of this.#archives) {
      const { zipSync } = await import('fflate');
      this.add(path, zipSync(content));
    }
    for (const [path, parts] of this.#files)
      await this.#attempt(path, async () => {
        const bytes = Buffer.concat(parts.map(part => Buffer.from(part)));
        if ((await statIfThere(path))?.isFIFO()) return this.#writePipe(path, bytes);
        await makeFolders(dirname(path));
        await writeFile(path, bytes);
      });
    for (const [path, texts] of this.#additions) await this.#attempt(path, () => appendFile(path, texts.join('')));
  }

  async #attempt(path: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      const reason = isAppError(cause) ? cause.message : (systemCode(cause) ?? String(cause));
      const message = `The report ${this.#nameOf(path)} cannot be written (${reason}).`;
      throw new AppError(reason === 'ENOSPC' ? 'disk-full' : 'read-only', message, { field: '--reporter', cause });
    }
  }

  /** Opening a pipe that nobody reads, or writing to one that is full, would keep the process from its end. */
  async #writePipe(path: string, bytes: Uint8Array): Promise<void> {
    const { signal, pipeLimitMs = PIPE_LIMIT_MS } = this.#options;
    const limits = [timeoutSignal(pipeLimitMs), ...(signal === undefined ? [] : [signal])];
    const isOver = AbortSignal.any(limits);
    try {
      const pipe = new Socket({ fd: await openPipe(path, isOver), readable: false, writable: true });
      pipe.end(bytes);
      await finished(pipe, { readable: false, signal: isOver }).finally(() => pipe.destroy());
    } catch (cause) {
      if (!isOver.aborted) throw cause;
      throw new AppError('read-only', `it is a pipe, and nobody has read it within ${inSeconds(pipeLimitMs)}`, {
        cause,
      });
    }
  }

  #nameOf(path: string): string {
    return relative(this.#options.directory, path) || path;
  }
}

/** Opening a pipe without waiting fails with ENXIO as long as nobody reads it. */
async function openPipe(path: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    const opened = await unlessCode<number | undefined>(
      ['ENXIO'],
      () => openNow(path, constants.O_WRONLY | constants.O_NONBLOCK),
      undefined,
    );
    if (opened !== undefined) return opened;
    await pause(PIPE_LOOK_MS, undefined, { signal });
  }
}

const statIfThere = (path: string) =>
  unlessCode<Awaited<ReturnType<typeof stat>> | undefined>(['ENOENT', 'ENOTDIR'], () => stat(path), undefined);

async function tryPlace({ path, isFolder }: ReportPlace): Promise<void> {
  const found = await statIfThere(path);
  if (found === undefined) return tryFolder(await nearestFolder(dirname(path)));
  if (isFolder && !found.isDirectory()) throw refused('it becomes a folder, and a file is there');
  if (!isFolder && found.isDirectory()) throw refused('a folder is there');
  if (isFolder) return tryFolder(path);
  // A pipe is opened only when there is something to write.
  if (!found.isFile()) return access(path, constants.W_OK);
  await (await open(path, 'r+')).close();
}

const refused = (why: string): AppError => new AppError('invalid-params', why);

async function nearestFolder(path: string): Promise<string> {
  const found = await statIfThere(path);
  if (found === undefined) return nearestFolder(dirname(path));
  if (!found.isDirectory()) throw refused(`${path} is a file, not a folder`);
  return path;
}

/** Some file systems refuse files whatever the permissions say. */
async function tryFolder(folder: string): Promise<void> {
  const probe = join(folder, `.steploom-report-${process.pid}`);
  try {
    await (await open(probe, 'w')).close();
  } catch (cause) {
    throw new AppError('invalid-params', `no file can be made in ${folder} (${systemCode(cause) ?? String(cause)})`, {
      cause,
    });
  }
  await rm(probe, { force: true });
}
