import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { breakableDisk } from '../../support/breakable-disk.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Files = z.object({
  files: z.array(z.strictObject({ path: z.string(), sizeBytes: z.number(), modified: z.iso.datetime() })),
  total: z.number(),
});
const pathsOf = async (author: Author, args: object = {}) =>
  (await author.client.call('getFiles', args, Files)).files.map(({ path, sizeBytes }) => `${path} ${sizeBytes}`);
const Put = z.object({ file: z.object({ path: z.string(), sizeBytes: z.number() }), replaced: z.boolean() });
const put = (author: Author, path: string, text = 'x') => author.client.call('putFile', { path, text }, Put);
const onDisk = ({ app }: Shop, path: string) => readFile(join(app.folder, 'files', path));

describe('files', () => {
  it('a file is stored as text or bytes, listed, replaced and deleted', async () => {
    await using shop = await openShop();
    const { author } = shop;
    expect(await pathsOf(author)).toEqual([]);
    expect(await put(author, 'users.json', '[{"user":"zoë"}]')).toEqual({
      file: { path: 'users.json', sizeBytes: 17 },
      replaced: false,
    });
    await author.do('putFile', { path: 'pictures/cat.png', base64: Buffer.from([0, 255, 10]).toString('base64') });
    await author.do('putFile', { path: 'baselines/home.png', base64: '' });
    expect(await pathsOf(author)).toEqual(['baselines/home.png 0', 'pictures/cat.png 3', 'users.json 17']);
    expect(await pathsOf(author, { under: 'baselines' })).toEqual(['baselines/home.png 0']);
    expect(await pathsOf(author, { filter: 'CAT' })).toEqual(['pictures/cat.png 3']);
    expect([...(await onDisk(shop, 'pictures/cat.png'))]).toEqual([0, 255, 10]);
    expect((await put(author, 'users.json', '[]')).replaced).toBe(true);
    expect((await onDisk(shop, 'users.json')).toString()).toBe('[]');
    await author.do('deleteFile', { path: 'pictures/cat.png' });
    expect(existsSync(join(shop.app.folder, 'files/pictures'))).toBe(false);
    expect(await pathsOf(author)).toEqual(['baselines/home.png 0', 'users.json 2']);
    expect(await author.refusal('deleteFile', { path: 'pictures/cat.png' })).toMatch(/^not-found: There is no file/);
  });

  it.each([
    '../project.json',
    'a/../../project.json',
    '/etc/passwd',
    'a//b',
    './a',
    'a/',
    'C:\\temp\\a',
    'C:/temp',
    'a\\b',
    'a\u0000b',
    'a\nb',
    '.hidden',
    'a/.git/config',
    'name.',
    'name ',
    ' name',
    'con',
    'a/NUL.txt',
    'com1',
    'LPT9.log',
    'a?b',
    'a*',
    'x'.repeat(201),
    `${'a/'.repeat(10)}b`,
    '\ud800',
    '',
  ])('a file cannot be called %j', async path => {
    await using shop = await openShop();
    const { author } = shop;
    for (const [tool, args] of [
      ['putFile', { text: 'x' }],
      ['deleteFile', {}],
    ] as const)
      expect(await author.refusal(tool, { path, ...args })).toMatch(/^invalid-params: "path" /);
    expect(existsSync(join(shop.app.folder, 'files'))).toBe(false);
  });

  it('a file name may use the letters of any language', async () => {
    await using shop = await openShop();
    for (const path of ['名前/ファイル.txt', 'Ünïcode (1).csv', 'console.txt', "it's, 100%.txt", 'a..b'])
      expect((await put(shop.author, path)).file.path).toBe(path);
    expect(await pathsOf(shop.author)).toHaveLength(5);
  });

  it('two files cannot have names that would be the same on another system', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await put(author, 'Data/Users.json');
    await put(author, 'caf\u00e9.txt', 'composed');
    expect(await author.refusal('putFile', { path: 'Data/users.JSON', text: 'x' })).toBe(
      'name-taken: There is "Data/Users.json"; "users.JSON" would be the same name on other systems.',
    );
    expect(await author.refusal('putFile', { path: 'data/other.json', text: 'x' })).toMatch(/^name-taken/);
    expect(await put(author, 'cafe\u0301.txt', 'again')).toMatchObject({
      file: { path: 'caf\u00e9.txt' },
      replaced: true,
    });
    expect(await pathsOf(author)).toEqual(['Data/Users.json 1', 'caf\u00e9.txt 5']);
    await author.do('deleteFile', { path: 'cafe\u0301.txt' });
    const made = await Promise.allSettled([put(author, 'new.txt'), put(author, 'NEW.txt'), put(author, 'New/a.txt')]);
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('a folder or the target of a symbolic link is never listed, written or deleted as a file', async () => {
    await using shop = await openShop();
    const { author, app } = shop;
    await put(author, 'folder/a.txt');
    const outside = join(app.folder, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.txt'), 'secret');
    await symlink(outside, join(app.folder, 'files/link'));
    await symlink(join(outside, 'secret.txt'), join(app.folder, 'files/secret.txt'));
    expect(await pathsOf(author)).toEqual(['folder/a.txt 1']);
    for (const [path, kind] of [
      ['folder', 'conflict'],
      ['folder/a.txt/b', 'conflict'],
      ['link/new.txt', 'conflict'],
      ['secret.txt', 'conflict'],
    ] as const)
      expect(await author.refusal('putFile', { path, text: 'x' })).toMatch(new RegExp(`^${kind}: "`));
    expect(await author.refusal('deleteFile', { path: 'folder' })).toMatch(/^conflict/);
    for (const path of ['link/secret.txt', 'secret.txt'])
      expect(await author.refusal('deleteFile', { path })).toMatch(/^not-found/);
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it('a file that tests use is deleted only with force', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await put(author, 'users.json', '[]');
    await author.module('A');
    await author.test('m1', 'One', { data: { file: 'users.json' } });
    await author.do('createVersion', { name: 'Next' });
    expect(await author.refusal('deleteFile', { path: 'users.json' })).toBe(
      'in-use: "users.json" is in use: m1.t1 data, m1.t1 data of version next. "force": true deletes it anyway.',
    );
    await author.do('deleteFile', { path: 'users.json', force: true });
    expect(await pathsOf(author)).toEqual([]);
  });

  it('putFile refuses content that is missing, given twice, not valid Base64 or not valid text', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const args of [{}, { text: 'a', base64: 'YQ==' }, { base64: 'YQ' }, { base64: '!!!!' }, { text: '\ud800' }])
      expect(await author.refusal('putFile', { path: 'a.txt', ...args })).toMatch(/^invalid-params/);
    expect(await pathsOf(author)).toEqual([]);
  });

  it('files stay unchanged when the disk is full or read-only', async () => {
    const disk = breakableDisk();
    await using shop = await openShop({ fileSystem: disk });
    const { author } = shop;
    await put(author, 'a.txt', 'old');
    disk.failure = 'ENOSPC';
    expect(await author.refusal('putFile', { path: 'a.txt', text: 'new' })).toMatch(/^disk-full: No space left/);
    expect(await author.refusal('putFile', { path: 'b/c.txt', text: 'new' })).toMatch(/^disk-full/);
    disk.failure = 'EROFS';
    expect(await author.refusal('putFile', { path: 'a.txt', text: 'new' })).toMatch(/^read-only/);
    disk.failure = undefined;
    expect(await pathsOf(author)).toEqual(['a.txt 3']);
    expect(await readdir(join(shop.app.folder, 'files'))).toEqual(['a.txt']);
    await put(author, 'a.txt', 'newer');
    expect((await onDisk(shop, 'a.txt')).toString()).toBe('newer');
  });
});
