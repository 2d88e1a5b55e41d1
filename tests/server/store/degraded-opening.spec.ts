import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { encodeRecord } from '../../../server/store/files/commit-changes.ts';
import { type FileSystem, nodeFileSystem } from '../../../server/store/files/file-system.ts';
import type { Author } from '../../support/author.ts';
import { breakableDisk } from '../../support/breakable-disk.ts';
import { ownerOf } from '../../support/owner.ts';
import { type ClosedShop, closedShop } from '../../support/reopened-shop.ts';

const LONG = { timeout: 15_000, interval: 50 };
const settling = { lookEveryMs: 100, stillMs: 10 };
const STATE = '.steploom';

const Project = z.object({ project: z.looseObject({ readOnly: z.string().optional() }) });
const readOnly = async ({ client }: Author) => (await client.call('getProject', {}, Project)).project.readOnly;

const Reply = z.object({ result: z.object({ content: z.array(z.object({ text: z.string() })) }) });

/** What a reply says beside the output of the tool. */
async function notice({ client }: Author): Promise<string | undefined> {
  const params = { name: 'getModules', arguments: {} };
  const response = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return Reply.parse(await response.json()).result.content[1]?.text;
}

async function furnish(author: Author): Promise<void> {
  await author.module('A');
  await author.test('m1', 'One');
  await author.do('editModule', { moduleCode: 'm1', name: 'Basket' });
  await author.environment('staging', [{ name: 'password', kind: 'secret', value: 'first-Secret' }]);
}

/** As a killed process leaves it: it had no time to keep the marks. */
const withoutMarks = (shop: ClosedShop) => rm(join(shop.folder, STATE, 'marks.json'), { force: true });

describe.each(['ENOSPC', 'EDQUOT', 'EROFS'] as const)('opening a project on a disk that takes nothing (%s)', code => {
  const said = code === 'EROFS' ? 'cannot be written (EROFS)' : `No space left to write`;

  it(`a killed project is shown, says why it is read-only (${code}), and takes edits again by itself`, async () => {
    await using shop = await closedShop(furnish);
    await withoutMarks(shop);
    const disk = breakableDisk();
    disk.failure = code;
    await using open = await shop.open({ fileSystem: disk, settling });
    const { author } = open;
    expect(open.closedBecause).toBeUndefined();
    expect((await author.modules()).map(({ name }) => name)).toEqual(['Basket']);
    expect(await readOnly(author)).toContain(said);
    expect(await notice(author)).toContain(said);
    expect(await author.refusal('createModule', { name: 'B' })).toMatch(/^(disk-full|read-only): /);
    disk.failure = undefined;
    await vi.waitFor(async () => expect(await readOnly(author)).toBeUndefined(), LONG);
    expect(await notice(author)).toBeUndefined();
    expect((await author.module('B')).moduleCode).toBe('m2');
  });
});

it('an edit that was cut off is read from its record while a full disk keeps it from being finished', async () => {
  await using shop = await closedShop(furnish);
  const modules = join(shop.folder, 'versions/main/modules');
  const text = await readFile(join(modules, 'm1.json'), 'utf8');
  const changes = [
    { path: 'versions/main/modules/m1.json', text: text.replace('Basket', 'Changed') },
    {
      path: 'versions/main/modules/m2.json',
      text: text.replace('"m1"', '"m2"').replace(/"tests": \[[\s\S]*\]/, '"tests": []'),
    },
  ];
  await mkdir(join(shop.folder, STATE, 'journal'), { recursive: true });
  await writeFile(join(shop.folder, STATE, 'journal/record'), encodeRecord(changes));
  const disk = breakableDisk();
  disk.failure = 'ENOSPC';
  await using open = await shop.open({ fileSystem: disk, settling });
  const { author } = open;
  expect((await author.modules()).map(({ name }) => name)).toEqual(['Changed', 'Basket']);
  expect(await readOnly(author)).toContain('No space left');
  expect(await author.refusal('createModule', { name: 'B' })).toMatch(/^disk-full: /);
  disk.failure = undefined;
  await vi.waitFor(async () => expect(await readOnly(author)).toBeUndefined(), LONG);
  expect(await readFile(join(modules, 'm1.json'), 'utf8')).toContain('Changed');
  expect((await author.module('C')).moduleCode).toBe('m3');
});

describe('tokens that are damaged when the project is opened', () => {
  const tokensOf = (shop: ClosedShop) => join(shop.folder, STATE, 'tokens.json');

  it('good tokens of the backup may read, and do all again once the file is mended', async () => {
    await using shop = await closedShop(async (author, workspace) => {
      await furnish(author);
      const owner = await ownerOf(workspace);
      await owner.do('createToken', { projectId: 'shop', name: 'later', access: 'read' });
    });
    const whole = await readFile(tokensOf(shop), 'utf8');
    await writeFile(tokensOf(shop), whole.slice(0, -20));
    await using open = await shop.open({ settling });
    const { author } = open;
    expect((await author.modules()).map(({ name }) => name)).toEqual(['Basket']);
    expect(await notice(author)).toMatch(/tokens\.json.*is used instead/);
    expect(await author.refusal('createModule', { name: 'B' })).toMatch(/^forbidden/);
    expect(await readFile(tokensOf(shop), 'utf8')).toBe(whole.slice(0, -20));
    await writeFile(tokensOf(shop), whole);
    await vi.waitFor(async () => expect(await notice(author)).toBeUndefined(), LONG);
    expect((await author.module('B')).moduleCode).toBe('m2');
  });

  it('a token that was revoked stays revoked whatever becomes of the file', async () => {
    await using shop = await closedShop(async (_author, workspace) => {
      const owner = await ownerOf(workspace);
      for (const name of ['one', 'two']) await owner.do('createToken', { projectId: 'shop', name, access: 'read' });
      await owner.do('revokeToken', { projectId: 'shop', token: 'writer' });
    });
    await writeFile(tokensOf(shop), '{ "format"');
    await using open = await shop.open({ settling });
    expect(open.closedBecause).toBeUndefined();
    expect(await open.author.refusal('getModules')).toMatch(/^unauthorized/);
  });

  it('a token that somebody took out of the file stays out, though an older backup holds it', async () => {
    await using shop = await closedShop(async (author, workspace) => {
      await furnish(author);
      const owner = await ownerOf(workspace);
      await owner.do('createToken', { projectId: 'shop', name: 'later', access: 'read' });
    });
    const Tokens = z.looseObject({ tokens: z.array(z.looseObject({ name: z.string() })) });
    const data = Tokens.parse(JSON.parse(await readFile(tokensOf(shop), 'utf8')));
    const left = data.tokens.filter(({ name }) => name !== 'writer');
    await writeFile(tokensOf(shop), JSON.stringify({ ...data, tokens: left }));
    {
      await using _open = await shop.open({ settling });
    }
    await writeFile(tokensOf(shop), '');
    await using open = await shop.open({ settling });
    expect(await open.author.refusal('getModules')).toMatch(/^unauthorized/);
  });
});

/** The disk, on which reading or listing some paths fails while `code` is set. */
function unreadable(ending: string) {
  const disk: FileSystem & { code: string | undefined } = {
    ...nodeFileSystem,
    code: undefined,
    readFile: path => guard(path, () => nodeFileSystem.readFile(path)),
    list: path => guard(path, () => nodeFileSystem.list(path)),
  };
  const guard = async <Value>(path: string, call: () => Promise<Value>): Promise<Value> => {
    const { code } = disk;
    if (code !== undefined && path.endsWith(ending)) throw Object.assign(new Error(code), { code });
    return call();
  };
  return disk;
}

const FILES = [
  'project.json',
  'versions/main/version.json',
  'versions/main/environments.json',
  'versions/main/modules/m1.json',
  'versions/main/modules',
  'versions',
  `${STATE}/marks.json`,
  `${STATE}/secrets.json`,
  `${STATE}/secrets-mark.json`,
  `${STATE}/tokens.json`,
  `${STATE}/password.json`,
  `${STATE}/breakpoints.json`,
];

it('a project is served whichever of its files cannot be read at opening, says so, and mends by itself', {
  tags: 'full',
  timeout: 300_000,
}, async () => {
  await using shop = await closedShop(furnishAll);
  for (const [index, path] of FILES.entries()) {
    const disk = unreadable(`/shop/${path}`);
    disk.code = index % 2 === 0 ? 'EACCES' : 'EIO';
    await using open = await shop.open({ fileSystem: disk, settling });
    const { author } = open;
    expect(open.closedBecause, path).toBeUndefined();
    expect(await notice(author), path).toContain(path.replace('versions/main/', ''));
    disk.code = undefined;
    await vi.waitFor(async () => expect(await notice(author), path).toBeUndefined(), LONG);
    expect((await author.modules()).map(({ name }) => name)).toContain('Basket');
    expect((await author.environments())[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
    await author.do('createModule', { name: `After ${index}` });
  }
});

/** With a backup of every file. */
async function furnishAll(author: Author, workspace: string): Promise<void> {
  await furnish(author);
  const owner = await ownerOf(workspace);
  await owner.do('editProject', { projectId: 'shop', name: 'Shop 2' });
  await owner.do('editVersion', { projectId: 'shop', versionId: 'main', name: 'Main 2' });
  for (const password of ['long grass by the river', 'short grass by the sea'])
    await owner.do('setProjectPassword', { projectId: 'shop', password });
}
