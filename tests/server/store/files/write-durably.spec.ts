import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { prepareWrite, removeStaleTemporaries, writeDurably } from '../../../../server/store/files/write-durably.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** The real file system with a handle that writes at most `limit` bytes in all, some at a time. */
function meagre(limit: number, atOnce: number): FileSystem {
  return {
    ...nodeFileSystem,
    async createFile(path, mode) {
      const file = await nodeFileSystem.createFile(path, mode);
      let left = limit;
      const write = async (bytes: Uint8Array, offset: number) => {
        const end = Math.min(bytes.length, offset + Math.min(atOnce, left));
        left -= end - offset;
        return end === offset ? 0 : file.write(bytes.subarray(0, end), offset);
      };
      return { ...file, write };
    },
  };
}

describe('writeDurably', () => {
  it('writeDurably replaces a file completely, however little the disk takes at a time', async () => {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'a.json');
    const bytes = Buffer.from('0123456789'.repeat(100));
    await writeFile(path, 'old');
    const stat = await writeDurably(meagre(bytes.length, 7), path, bytes);
    expect(await readFile(path)).toEqual(bytes);
    expect(stat).toEqual(await nodeFileSystem.stat(path));
    expect(await readdir(folder.path)).toEqual(['a.json']);
  });

  it('writeDurably fails when the disk cuts a write short without an error', async () => {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'a.json');
    await writeFile(path, 'old');
    const write = writeDurably(meagre(12, 7), path, Buffer.from('new content'.repeat(5)), { name: 'a.json' });
    await expect(write).rejects.toMatchObject({ kind: 'store-failed', detail: { facts: { file: 'a.json' } } });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder.path)).toEqual(['a.json']);
  });

  it('a prepared write leaves the target file unchanged until it is completed', async () => {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'a.json');
    await writeFile(path, 'old');
    const staged = await prepareWrite(nodeFileSystem, path, Buffer.from('new'));
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readFile(staged.temporary ?? '', 'utf8')).toBe('new');
  });

  it('writeDurably reports a folder that cannot be written', async () => {
    await using folder = await temporaryDirectory();
    const denied = Object.assign(new Error('EROFS'), { code: 'EROFS' });
    const fs = { ...nodeFileSystem, createFile: () => Promise.reject(denied) };
    const write = writeDurably(fs, join(folder.path, 'a.json'), Buffer.from('new'), { name: 'a.json' });
    await expect(write).rejects.toMatchObject({ kind: 'read-only' });
    await expect(write).rejects.toThrow('a.json cannot be written (EROFS); nothing was changed.');
  });

  it('concurrent writes leave the content of one of them and no temporary files', async () => {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'a.json');
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
    await Promise.all(texts.map(text => writeDurably(nodeFileSystem, path, Buffer.from(text))));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder.path)).toEqual(['a.json']);
  });
});

describe('removeStaleTemporaries', () => {
  it('removeStaleTemporaries removes the files of dead processes and its own, and nothing else', async () => {
    await using folder = await temporaryDirectory();
    const nonce = '0123456789abcdef';
    // No process has the highest number; process 1 always lives.
    const [dead, alive, mine] = [4_194_305, 1, process.pid].map(pid => `.${pid}-${nonce}.steploom-tmp`);
    const others = ['a.json', '.hidden', 'x.steploom-tmp', `${alive}`];
    for (const name of [...others, `${dead}`, `${mine}`]) await writeFile(join(folder.path, name), '');
    await mkdir(join(folder.path, 'inner'));
    const entries = await removeStaleTemporaries(nodeFileSystem, folder.path);
    expect((await readdir(folder.path)).sort()).toEqual([...others, 'inner'].sort());
    expect(entries.find(entry => entry.name === 'inner')?.isDirectory).toBe(true);
    expect(entries.map(entry => entry.name)).not.toContain(alive);
  });
});
