/** A project on its way to another machine: one archive, called by its content. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { AppError } from '../../model/errors/errors.ts';

const MOST_BYTES = 200_000_000;
/** Archives of the same files are the same bytes. */
const NO_TIME = new Date('2020-01-01T00:00:00');

interface ProjectPackage {
  hash: string;
  bytes: Uint8Array;
}

/** Packs what belongs to the project: nothing hidden, so neither secrets and tokens nor stored runs. Errors: `too-large`. */
export async function packProject(folder: string): Promise<ProjectPackage> {
  const files: Record<string, Uint8Array> = {};
  let size = 0;
  for (const name of await filesBelow(folder)) {
    const content = await readFile(join(folder, name));
    size += content.byteLength;
    if (size > MOST_BYTES)
      throw new AppError('too-large', 'The project is over 200 MB, which is too much for a queue.');
    files[name] = content;
  }
  const bytes = zipSync(files, { level: 6, mtime: NO_TIME });
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}

/** Paths with `/`, in order. */
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

/** Unpacks it into a folder of its own. Errors: `invalid-params` for an archive that is none, or leads out of the folder. */
export async function unpackProject({ hash, bytes }: ProjectPackage, folder: string): Promise<void> {
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new AppError('invalid-params', 'The project in the queue is not the one that was put there.');
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
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
