import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const Version = z.looseObject({ versionId: z.string(), name: z.string() });
const VersionReply = z.object({ version: Version });

const create = async (author: Author, name: string, fields: object = {}) =>
  (await author.client.call('createVersion', { name, ...fields }, VersionReply)).version;
const versions = async (author: Author) =>
  (await author.client.call('getVersions', {}, z.looseObject({ versions: z.array(Version) }))).versions;

describe('versions', () => {
  it('a new version is a copy with the same codes that then changes independently', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One', { actions: [{ type: 'reload' }] });
    const version = await create(author, 'Release 2.0');
    expect(version).toEqual({
      versionId: 'release-2-0',
      name: 'Release 2.0',
      madeFrom: 'main',
      isDefault: false,
      moduleCount: 1,
      testCount: 1,
    });
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', name: 'Uno', versionId: 'release-2-0' });
    expect((await author.tests())[0]?.name).toBe('One');
    expect((await author.tests({ versionId: 'release-2-0' }))[0]?.name).toBe('Uno');
    expect((await author.module('B', { versionId: 'release-2-0' })).moduleCode).toBe('m2');
    expect((await author.module('C')).moduleCode).toBe('m2');
    expect((await versions(author)).map(({ versionId }) => versionId)).toEqual(['main', 'release-2-0']);
  });

  it('a new version copies the secrets, deleting it removes them, and undo restores them', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging', [{ name: 'password', value: 'spring-Rain-4711', kind: 'secret' }]);
    await create(author, 'Next');
    const Reply = z.object({ environments: z.array(z.looseObject({ items: z.array(z.looseObject({})) })) });
    const read = () => author.client.call('getEnvironments', { versionId: 'next' }, Reply);
    expect((await read()).environments[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
    const secrets = () => readFile(join(shop.app.folder, '.steploom/secrets.json'), 'utf8');
    expect(await secrets()).toContain('environments/next/e1/password');
    await author.do('deleteVersion', { versionId: 'next' });
    expect(await secrets()).not.toContain('environments/next');
    await author.do('undo');
    expect((await read()).environments[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
  });

  it('versions have unique names and ids, even when they are created at the same time', async () => {
    await using shop = await openShop();
    const { author } = shop;
    expect(await author.refusal('createVersion', { name: 'MAIN' })).toMatch(/^name-taken: Version main has the name/);
    expect((await create(author, 'Release 2')).versionId).toBe('release-2');
    expect((await create(author, 'Release-2')).versionId).toBe('release-2-2');
    expect((await create(author, '发布')).versionId).toBe('version');
    const both = await Promise.allSettled([create(author, 'Same'), create(author, 'Same'), create(author, 'same!')]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await versions(author)).map(({ versionId }) => versionId)).toEqual([
      'main',
      'release-2',
      'release-2-2',
      'version',
      'same',
      'same-2',
    ]);
    const rename = { versionId: 'same', name: 'release 2' };
    expect(await author.refusal('editVersion', rename)).toMatch(/^name-taken/);
    await author.do('editVersion', { versionId: 'same', name: 'SAME' });
    expect(await author.refusal('createVersion', { name: 'x', from: 'gone' })).toMatch(/^not-found: No version "gone"/);
    expect(await author.refusal('editVersion', { versionId: 'gone', name: 'x' })).toMatch(/^not-found/);
    expect(await author.refusal('deleteVersion', { versionId: 'gone' })).toMatch(/^not-found/);
  });

  it('deleteVersion removes all files of a version, but refuses the default version', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await create(author, 'Next');
    const folder = join(shop.app.folder, 'versions/next');
    expect(existsSync(join(folder, 'modules/m1.json'))).toBe(true);
    expect(await author.client.call('deleteVersion', { versionId: 'next' }, z.unknown())).toEqual({
      deleted: ['next'],
    });
    expect(existsSync(folder)).toBe(false);
    expect(await author.refusal('deleteVersion', { versionId: 'main' })).toMatch(
      /^in-use: "main" is the project's default/,
    );
    expect(await author.refusal('getModules', { versionId: 'next' })).toBe(
      'not-found: No version "next". There are: main.',
    );
    await author.do('undo');
    expect((await author.modules({ versionId: 'next' })).map(({ name }) => name)).toEqual(['A']);
  });

  it('a version that is deleted and created again never reuses a code', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await create(author, 'Next');
    await author.module('A', { versionId: 'next' });
    await author.do('deleteVersion', { versionId: 'next' });
    await create(author, 'Next');
    expect((await author.module('A', { versionId: 'next' })).moduleCode).toBe('m2');
  });
});

describe('the project', () => {
  const Project = z.object({ project: z.looseObject({ name: z.string(), revision: z.string() }) });
  const read = async (author: Author) => (await author.client.call('getProject', {}, Project)).project;

  it('getProject shows the project, and editProject changes it unless the revision is outdated', async () => {
    await using shop = await openShop();
    const { author } = shop;
    expect(await read(author)).toMatchObject({
      projectId: 'shop',
      name: 'Shop',
      defaultVersion: 'main',
      settings: {},
      data: {},
      versions: ['main'],
      toolApi: true,
    });
    const settings = {
      browser: { viewport: { width: 800, height: 600 }, locale: 'de-DE' },
      timeouts: { actionMs: 500 },
    };
    await author.do('editProject', { name: 'Store', appUrl: 'http://localhost:3000', settings, data: { vat: 0.2 } });
    await author.environment('staging');
    await author.do('editProject', { settings: { evidence: { screenshots: 'each' } }, defaultEnvironment: 'e1' });
    const changed = await read(author);
    expect(changed).toMatchObject({
      name: 'Store',
      settings: { ...settings, evidence: { screenshots: 'each' } },
      data: { vat: 0.2 },
    });
    await author.do('editProject', { appUrl: null, data: null, defaultEnvironment: null });
    expect(await read(author)).toMatchObject({ data: {} });
    expect(await read(author)).not.toHaveProperty('appUrl');
    expect(await author.refusal('editProject', { name: 'Late', ifRevision: changed.revision })).toMatch(
      /^conflict: The project was changed since you read it, last by write 1 \(editProject\)/,
    );
  });

  it('only one of several project edits with the same revision succeeds', async () => {
    await using shop = await openShop();
    const { revision } = await read(shop.author);
    const edits = ['One', 'Two', 'Three'].map(name =>
      shop.author.client.call('editProject', { name, ifRevision: revision }, z.unknown()),
    );
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('undo in a new default version still finds the edit that made it the default', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await create(author, 'Next');
    await author.do('editProject', { defaultVersion: 'next' });
    await author.module('A');
    expect((await author.modules({ versionId: 'main' })).length).toBe(0);
    await author.do('undo');
    await author.do('undo');
    expect(await read(author)).toMatchObject({ defaultVersion: 'main' });
    expect(await author.refusal('editProject', { defaultVersion: 'gone' })).toMatch(/^not-found/);
  });

  it.each([
    [{ appUrl: 'ftp://x' }, /"appUrl"/],
    [{ appUrl: 'javascript:alert(1)' }, /"appUrl"/],
    [{ settings: { browser: { viewport: { width: 1, height: 1 } } } }, /"settings.browser.viewport.width"/],
    [{ settings: { colour: 'red' } }, /"settings.colour"/],
    [{ data: { 'a b': 1 } }, /"data/],
    [{ name: null }, /"name"/],
  ])('editProject refuses %j', async (args, message) => {
    await using shop = await openShop();
    const failure = await shop.author.client.failure('editProject', args);
    expect(failure.code).toBe(-32602);
    expect(failure.message).toMatch(message);
  });
});
