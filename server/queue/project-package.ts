/** A project on its way to another machine: one archive, addressed by the hash of its content. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { AppError } from '../../model/errors/errors.ts';

const MOST_BYTES = 200_000_000;
/** Archives of the same files must have the same bytes. */
const NO_TIME = new Date('2020-01-01T00:00:00');

export interface ProjectPackage {
  hash: string;
  bytes: Uint8Array;
}

/** Packs no hidden files, so neither secrets and tokens nor stored runs. Errors: `too-large`. */
export async function packProject(folder: string): Promise<ProjectPackage> {
  const names = await filesBelow(folder);
  await refuseTooLarge(folder, names);
  const files: Record<string, Uint8Array> = {};
  for (const name of names) files[name] = await readFile(join(folder, name));
  const bytes = zipSync(files, { level: 6, mtime: NO_TIME });
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}

async function refuseTooLarge(folder: string, names: readonly string[]): Promise<void> {
  let size = 0;
  let largest = { name: '', size: 0 };
  for (const name of names) {
    const file = { name, size: (await stat(join(folder, name))).size };
    size += file.size;
    if (file.size > largest.size) largest = file;
  }
  if (size <= MOST_BYTES) return;
  const shown = `${largest.name} (${inMegabytes(largest.size)})`;
  throw new AppError(
    'too-large',
    `The project has ${inMegabytes(size)} of files; a queue takes ${inMegabytes(MOST_BYTES)}. The largest is ${shown}.`,
    { field: '--queue', next: 'keep what its tests do not need outside its folder, or run it without --queue' },
  );
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/** Sorted paths with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) await look(below);
      else if (entry.isFile()) found.push(below);
    }
  };
  await look('');
  return found.sort();
}

/** Errors: `invalid-params` for an invalid archive or one that leads out of the folder; `too-large`. */
export async function unpackProject({ hash, bytes }: ProjectPackage, folder: string): Promise<void> {
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new AppError('invalid-params', 'The project in the queue is not the one that was put there.');
  let size = 0;
  // A small archive may unpack to a huge size, so it is refused before that.
  const filter = ({ originalSize }: { originalSize: number }): boolean => {
    size += originalSize;
    return size <= MOST_BYTES;
  };
  const files = unzipSync(bytes, { filter });
  if (size > MOST_BYTES)
    throw new AppError('too-large', `The project in the queue is over ${inMegabytes(MOST_BYTES)}.`);
  for (const [name, content] of Object.entries(files)) {
    if (!isPlain(name))
      throw new AppError('invalid-params', `The project in the queue has a file that leads out of it: ${name}`);
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

/** Whether a path of an archive stays within its folder. */
export const isPlain = (name: string): boolean =>
  name !== '' &&
  !name.includes('\\') &&
  !name.startsWith('/') &&
  name.split('/').every(part => part !== '..' && part !== '' && part !== '.');
