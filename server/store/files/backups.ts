import { basename, dirname, join } from 'node:path';
import { type FileStat, type FileSystem, PRIVATE_FILE, PRIVATE_FOLDER, systemCode, unlessCode } from './file-system.ts';
import { isTemporaryName, removeStaleTemporaries, writeDurably } from './write-durably.ts';

const KEPT_PER_FILE = 10;
/** The last content of each day is kept for so many days with edits. */
const DAYS_KEPT = 14;
const NS_PER_DAY = 24n * 60n * 60n * 1_000_000_000n;
const NUMBER_LENGTH = 10;
const OTHERS = 0o077;

/** Answers of file systems without hard links, or for a file with too many. */
const NO_LINK = ['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

export interface GoodBackup<T> {
  path: string;
  value: T;
}

export interface BackupEntry {
  name: string;
  number: number;
  stat: FileStat;
}

/** `<directory>/<name>.<number>`, higher is newer: the newest ten, and the last one of each of 14 earlier days. */
export interface Backups {
  /** Deletes what the next backup supersedes; called before `keep`, it runs beside other work. */
  makeRoom(name: string): Promise<void>;
  /** Costs a link instead of a copy where the disk can; the time stays that of the content. */
  keep(source: string, name: string): Promise<void>;
  /** Makes the backups kept since private, once their files are replaced. Never rejects. */
  seal(): Promise<void>;
  /** Flushed: no file holds this content any more. */
  keepBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Flushed: the backups stay away after a power cut. */
  forget(name: string): Promise<void>;
  list(): Promise<BackupEntry[]>;
  read(name: string, number: number): Promise<Buffer | undefined>;
  newestGood<T>(name: string, parse: (bytes: Buffer) => T): Promise<GoodBackup<T> | undefined>;
}

export const backupPath = (directory: string, name: string, number: number): string =>
  join(directory, `${name}.${String(number).padStart(NUMBER_LENGTH, '0')}`);

/** Oldest first. */
function numbersByFile(names: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const name of names.filter(name => !isTemporaryName(name)).toSorted()) {
    const [, file, digits] = /^(.+)\.(\d{10})$/.exec(name) ?? [];
    if (file === undefined) continue;
    found.set(file, [...(found.get(file) ?? []), Number(digits)]);
  }
  return found;
}

async function listFolder(fs: FileSystem, directory: string, prefix = ''): Promise<BackupEntry[]> {
  const entries = await unlessCode(['ENOENT'], () => fs.list(join(directory, prefix)), []);
  const found: BackupEntry[] = [];
  for (const [name, numbers] of numbersByFile(entries.map(entry => entry.name)))
    for (const number of numbers) {
      const stat = await fs.stat(backupPath(directory, `${prefix}${name}`, number));
      if (stat !== undefined) found.push({ name: `${prefix}${name}`, number, stat });
    }
  for (const { name, isDirectory } of entries)
    if (isDirectory) found.push(...(await listFolder(fs, directory, `${prefix}${name}/`)));
  return found;
}

async function dayOf(fs: FileSystem, path: string): Promise<bigint | undefined> {
  const stat = await fs.stat(path);
  return stat && stat.modifiedNs / NS_PER_DAY;
}

/** `numbers`: oldest first; answers with those that stay. */
async function removeSuperseded(fs: FileSystem, numbers: readonly number[], pathOf: (number: number) => string) {
  const older = numbers.slice(0, -(KEPT_PER_FILE - 1));
  const left = numbers.slice(older.length);
  const [next] = left;
  let laterDay = next === undefined || older.length === 0 ? undefined : await dayOf(fs, pathOf(next));
  let days = 0;
  for (const number of older.toReversed()) {
    const day = await dayOf(fs, pathOf(number));
    if (day !== undefined && day !== laterDay && days < DAYS_KEPT) {
      days += 1;
      left.unshift(number);
    } else await removeOne(fs, pathOf(number));
    laterDay = day ?? laterDay;
  }
  return left;
}

const removeOne = (fs: FileSystem, path: string): Promise<void> =>
  unlessCode(['ENOENT'], () => fs.unlink(path), undefined);

async function removeAll(fs: FileSystem, paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) await removeOne(fs, path);
  if (paths.length > 0) await fs.syncDirectory(folder);
}

async function makeDirectories(fs: FileSystem, directory: string): Promise<void> {
  try {
    await fs.makeDirectory(directory, PRIVATE_FOLDER);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(directory) === directory) throw error;
    await makeDirectories(fs, dirname(directory));
    await fs.makeDirectory(directory, PRIVATE_FOLDER);
  }
}

/** The folder nearly always exists, and failing to create it costs far more than a look. */
async function ensureDirectory(fs: FileSystem, directory: string): Promise<void> {
  if ((await fs.stat(directory)) === undefined) await makeDirectories(fs, directory);
}

async function copy(fs: FileSystem, source: string, target: string): Promise<void> {
  await writeDurably(fs, target, await fs.readFile(source), { mode: PRIVATE_FILE });
}

/** False when the name is taken. */
async function linkOrCopy(fs: FileSystem, source: string, target: string): Promise<boolean> {
  try {
    await fs.link(source, target);
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!NO_LINK.includes(code)) throw error;
    await copy(fs, source, target);
  }
  return true;
}

async function firstGood<T>(
  fs: FileSystem,
  paths: readonly string[],
  parse: (bytes: Buffer) => T,
): Promise<GoodBackup<T> | undefined> {
  for (const path of paths) {
    try {
      return { path, value: parse(await fs.readFile(path)) };
    } catch {
      // The next older backup may be good.
    }
  }
  return undefined;
}

interface Linked {
  source: string;
  path: string;
}

/** A link shares the file's permissions: while both are one file, they stay as they are. */
async function sealLinks(fs: FileSystem, links: readonly Linked[]): Promise<void> {
  for (const { source, path } of links) {
    try {
      const kept = await fs.stat(path);
      if (kept === undefined || (kept.mode & OTHERS) === 0) continue;
      if ((await fs.stat(source))?.inode !== kept.inode) await fs.changeMode(path, PRIVATE_FILE);
    } catch {
      // The edit is done by now, and the folder is private as well.
    }
  }
}

/** Callers change the list to change what is known. */
function numbersWithin(fs: FileSystem, directory: string): (name: string) => Promise<number[]> {
  const folders = new Map<string, Map<string, number[]>>();

  return async name => {
    const folder = dirname(join(directory, name));
    let files = folders.get(folder);
    if (files === undefined) {
      const entries = await unlessCode(['ENOENT'], () => removeStaleTemporaries(fs, folder), []);
      files = numbersByFile(entries.map(entry => entry.name));
      folders.set(folder, files);
    }
    const numbers = files.get(basename(name)) ?? [];
    files.set(basename(name), numbers);
    return numbers;
  };
}

/** Not flushed: a backup is for damage from outside, no commit depends on one. */
export function openBackups(fs: FileSystem, directory: string): Backups {
  const numbersOf = numbersWithin(fs, directory);
  const linked: Linked[] = [];

  async function makeRoom(name: string): Promise<void> {
    const numbers = await numbersOf(name);
    const left = await removeSuperseded(fs, numbers, number => backupPath(directory, name, number));
    numbers.splice(0, numbers.length, ...left);
  }

  /** `make` answers false when the name is taken. */
  async function keepNext(name: string, make: (path: string) => Promise<boolean>): Promise<void> {
    await makeRoom(name);
    const numbers = await numbersOf(name);
    await ensureDirectory(fs, dirname(join(directory, name)));
    for (let isKept = false; !isKept; ) {
      const number = (numbers.at(-1) ?? 0) + 1;
      numbers.push(number);
      isKept = await make(backupPath(directory, name, number));
    }
  }

  const keep = (source: string, name: string) =>
    keepNext(name, path => {
      linked.push({ source, path });
      return linkOrCopy(fs, source, path);
    });

  const keepBytes = (name: string, bytes: Uint8Array) =>
    keepNext(name, async path => {
      if ((await fs.stat(path)) !== undefined) return false;
      await writeDurably(fs, path, bytes, { mode: PRIVATE_FILE });
      return true;
    });

  const newestGood = async <T>(name: string, parse: (bytes: Buffer) => T) => {
    const paths = (await numbersOf(name)).toReversed().map(number => backupPath(directory, name, number));
    return firstGood(fs, paths, parse);
  };

  const read = (name: string, number: number) =>
    unlessCode<Buffer | undefined>(['ENOENT'], () => fs.readFile(backupPath(directory, name, number)), undefined);

  const forget = async (name: string) => {
    const numbers = await numbersOf(name);
    const paths = numbers.map(number => backupPath(directory, name, number));
    await removeAll(fs, paths, dirname(join(directory, name)));
    numbers.splice(0);
  };

  const seal = () => sealLinks(fs, linked.splice(0));
  return { makeRoom, keep, seal, keepBytes, forget, list: () => listFolder(fs, directory), read, newestGood };
}
