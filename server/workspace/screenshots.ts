import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import {
  failedWrite,
  makeFolders,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  requireOwnFolder,
  systemCode,
  unlessCode,
} from '../store/files/file-system.ts';

type PictureType = 'image/png' | 'image/jpeg';

const MOST_KEPT = 100;
const NAME = /^(\d{1,9})\.(png|jpg)$/;

const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0);

/** The last 100 pictures that callers asked for as files, outside any run. */
export class Screenshots {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Errors: `disk-full`, `read-only`, `damaged-file`. */
  async keep(bytes: Uint8Array, mediaType: PictureType): Promise<{ name: string; path: string }> {
    try {
      await requireOwnFolder(this.#folder);
      await makeFolders(this.#folder, PRIVATE_FOLDER);
      const names = await this.#names();
      const kept = await this.#write(bytes, mediaType, numberOf(names.at(-1) ?? '') + 1);
      const old = names.slice(0, Math.max(0, names.length + 1 - MOST_KEPT));
      await Promise.all(old.map(name => rm(join(this.#folder, name), { force: true })));
      return kept;
    } catch (error) {
      const failure = failedWrite(error, 'The screenshot');
      if (failure.kind !== 'store-failed') throw failure;
      const code = systemCode(error) ?? 'unknown reason';
      throw new AppError('read-only', `The screenshot cannot be written (${code}); as: "data" needs no file.`, {
        cause: error,
      });
    }
  }

  /** Errors: `not-found`. */
  async read(name: string): Promise<{ bytes: Buffer; mediaType: PictureType }> {
    const extension = NAME.exec(name)?.[2];
    const bytes =
      extension === undefined
        ? undefined
        : await unlessCode<Buffer | undefined>(['ENOENT'], () => readFile(join(this.#folder, name)), undefined);
    if (bytes !== undefined) return { bytes, mediaType: extension === 'png' ? 'image/png' : 'image/jpeg' };
    throw new AppError('not-found', `There is no screenshot "${name}"; the last ${MOST_KEPT} are kept.`, {
      next: 'getScreenshot',
    });
  }

  async #write(bytes: Uint8Array, mediaType: PictureType, number: number): Promise<{ name: string; path: string }> {
    const name = `${number}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;
    const path = join(this.#folder, name);
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: PRIVATE_FILE });
      return { name, path };
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
      return this.#write(bytes, mediaType, number + 1);
    }
  }

  /** The oldest first. */
  async #names(): Promise<string[]> {
    const names = await unlessCode<string[]>(['ENOENT'], () => readdir(this.#folder), []);
    return names.filter(name => NAME.test(name)).sort((one, other) => numberOf(one) - numberOf(other));
  }
}
