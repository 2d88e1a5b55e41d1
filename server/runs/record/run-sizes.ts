import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunId } from '../../../model/names/codes.ts';
import { PRIVATE_FILE } from '../../store/files/file-system.ts';

const FILE = 'sizes.json';
/** The newest runs may still be written to; older ones stay as they are. */
const MAY_GROW = 3;

const Sizes = z.record(z.string(), z.number());

/** Looking at all files of all runs takes long, so sizes are kept. */
export class RunSizes {
  readonly #folder: string;
  readonly #known: ReadonlyMap<string, number>;
  readonly #met = new Map<string, number>();

  private constructor(folder: string, known: ReadonlyMap<string, number>) {
    this.#folder = folder;
    this.#known = known;
  }

  static async open(folder: string): Promise<RunSizes> {
    try {
      const sizes = Sizes.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
      return new RunSizes(folder, new Map(Object.entries(sizes)));
    } catch {
      return new RunSizes(folder, new Map());
    }
  }

  /** In bytes; `place` counts from the newest run. */
  async of(runId: RunId, place: number): Promise<number> {
    const known = this.#known.get(runId);
    const bytes = known ?? (await bytesBelow(join(this.#folder, runId)));
    if (place >= MAY_GROW) this.#met.set(runId, bytes);
    return bytes;
  }

  forget(runId: RunId): void {
    this.#met.delete(runId);
  }

  async save(): Promise<void> {
    const [met, known] = [this.#met, this.#known];
    if (met.size === known.size && [...met.keys()].every(runId => known.has(runId))) return;
    const path = join(this.#folder, FILE);
    const part = `${path}.${process.pid}.part`;
    await writeFile(part, JSON.stringify(Object.fromEntries(met)), { mode: PRIVATE_FILE });
    await rename(part, path);
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter(entry => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
