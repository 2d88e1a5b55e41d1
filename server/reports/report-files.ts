import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import { systemCode } from '../store/files/file-system.ts';

/** The files that reports come to be, written when all is known. */
export class ReportFiles {
  readonly #directory: string;
  readonly #files = new Map<string, (string | Uint8Array)[]>();
  readonly #archives = new Map<string, Record<string, Uint8Array>>();
  readonly #additions = new Map<string, string[]>();

  /** The folder is the one that messages name paths from. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Adds to what a file will hold, by its absolute path. */
  add(path: string, part: string | Uint8Array): void {
    const parts = this.#files.get(path);
    if (parts === undefined) this.#files.set(path, [part]);
    else parts.push(part);
  }

  /** Adds a file to an archive, by the absolute path of that. */
  pack(path: string, name: string, bytes: Uint8Array): void {
    this.#archives.set(path, { ...this.#archives.get(path), [name]: bytes });
  }

  /** Adds to a file that others write to as well. */
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
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, Buffer.concat(parts.map(part => Buffer.from(part))));
      });
    for (const [path, texts] of this.#additions) await this.#attempt(path, () => appendFile(path, texts.join('')));
  }

  async #attempt(path: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      const reason = systemCode(cause) ?? String(cause);
      const message = `The report ${relative(this.#directory, path) || path} cannot be written (${reason}).`;
      throw new AppError(reason === 'ENOSPC' ? 'disk-full' : 'read-only', message, { field: '--reporter', cause });
    }
  }
}
