import { statSync } from 'node:fs';
import { link, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupPath, openBackups } from '../../../../server/store/files/backups.ts';
import { type FileSystem, nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { writeDurably } from '../../../../server/store/files/write-durably.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const NAME = 'versions/main/modules/m1.json';

async function project(fs: FileSystem = nodeFileSystem) {
  const folder = await temporaryDirectory();
  const source = join(folder.path, 'm1.json');
  const directory = join(folder.path, 'backups');
  const backups = openBackups(fs, directory);
  const keep = async (text: string) => {
    await writeDurably(nodeFileSystem, source, Buffer.from(text), { mode: 0o600 });
    await backups.keep(source, NAME);
  };
  return { ...folder, source, directory, backups, keep, kept: join(directory, 'versions/main/modules') };
}

const readText = (bytes: Buffer) => bytes.toString('utf8');

describe('backups', () => {
  it('the newest ten backups of a file are kept, also across restarts', async () => {
    await using at = await project();
    for (let round = 1; round <= 7; round += 1) await at.keep(`content ${round}`);
    const reopened = openBackups(nodeFileSystem, at.directory);
    for (let round = 8; round <= 13; round += 1) {
      await writeDurably(nodeFileSystem, at.source, Buffer.from(`content ${round}`));
      await reopened.keep(at.source, NAME);
    }
    const names = (await readdir(at.kept)).sort();
    expect(names).toHaveLength(10);
    expect(names[0]).toBe('m1.json.0000000004');
    expect(names.at(-1)).toBe('m1.json.0000000013');
    expect((await reopened.newestGood(NAME, readText))?.value).toBe('content 13');
  });

  it('the last content of each of fourteen earlier days is kept too', async () => {
    await using at = await project();
    const write = async (day: number, text: string) => {
      await writeDurably(nodeFileSystem, at.source, Buffer.from(text));
      const time = Date.UTC(2026, 0, day, 12) / 1000;
      await utimes(at.source, time, time);
      await at.backups.keep(at.source, NAME);
    };
    for (let day = 1; day <= 17; day += 1) for (const text of ['early', 'late']) await write(day, `${text} on ${day}`);
    for (let round = 1; round <= 12; round += 1) await write(20, `round ${round}`);
    const names = (await readdir(at.kept)).sort();
    const texts = await Promise.all(names.map(name => readFile(join(at.kept, name), 'utf8')));
    const days = Array.from({ length: 14 }, (_, index) => `late on ${index + 4}`);
    const rounds = Array.from({ length: 10 }, (_, index) => `round ${index + 3}`);
    expect(texts).toEqual([...days, ...rounds]);

    await write(21, 'the next day');
    const reopened = openBackups(nodeFileSystem, at.directory);
    expect((await reopened.list()).map(({ number }) => number)).toHaveLength(24);
  });

  it('a backup is a hard link with the permissions of the file, not a copy', async () => {
    await using at = await project();
    await at.keep('private');
    const backup = await stat(backupPath(at.directory, NAME, 1));
    expect(backup.ino).toBe((await stat(at.source)).ino);
    expect(backup.mode & 0o777).toBe(0o600);
  });

  it('a backup becomes private once its file is replaced, and leaves the permissions of the file alone', async () => {
    await using at = await project();
    await writeDurably(nodeFileSystem, at.source, Buffer.from('first'), { mode: 0o644 });
    await at.backups.keep(at.source, NAME);
    const modes = () => [at.source, backupPath(at.directory, NAME, 1)].map(path => statSync(path).mode & 0o777);
    // An edit that fails leaves both names to one file.
    await at.backups.seal();
    expect(modes()).toEqual([0o644, 0o644]);
    await at.backups.keep(at.source, NAME);
    await writeDurably(nodeFileSystem, at.source, Buffer.from('second'), { mode: 0o644 });
    await at.backups.seal();
    expect(modes()).toEqual([0o644, 0o600]);
  });

  it('a backup is a copy where the disk does not support links', async () => {
    const noLinks = { link: () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' })) };
    await using at = await project({ ...nodeFileSystem, ...noLinks });
    await at.keep('first');
    await at.keep('second');
    const backup = await stat(backupPath(at.directory, NAME, 2));
    expect(backup.ino).not.toBe((await stat(at.source)).ino);
    expect(backup.mode & 0o777).toBe(0o600);
    expect((await at.backups.newestGood(NAME, readText))?.value).toBe('second');
  });

  it('newestGood gives the newest backup that can be parsed', async () => {
    await using at = await project();
    await at.keep('{"good":1}');
    await at.keep('{"good":2}');
    await at.keep('{"bad":');
    const backup = await at.backups.newestGood(NAME, (bytes): unknown => JSON.parse(readText(bytes)));
    expect(backup).toEqual({ path: backupPath(at.directory, NAME, 2), value: { good: 2 } });
    expect(await at.backups.newestGood('other.json', readText)).toBeUndefined();
  });

  it('backups continue when somebody removes their folder or takes the next number', async () => {
    await using at = await project();
    await at.keep('first');
    await rm(at.directory, { recursive: true });
    await at.keep('second');
    await writeFile(join(at.path, 'foreign'), 'foreign');
    await link(join(at.path, 'foreign'), backupPath(at.directory, NAME, 3));
    await at.keep('third');
    expect((await readdir(at.kept)).sort()).toEqual(['2', '3', '4'].map(digit => `m1.json.000000000${digit}`));
    expect((await at.backups.newestGood(NAME, readText))?.value).toBe('third');
  });
});
