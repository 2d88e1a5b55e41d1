import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectHeader } from '../../../server/pages/project-view.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const SECRET = 'client-secret-4711';
const URL = 'https://tm.example.org/api/v2/export/cucumber?filter=12345&fz=true';
const CLOUD = { type: 'xray-cloud', fileListUrl: URL, clientId: 'my-client', clientSecret: SECRET };

const Reply = z.object({
  featureServer: z.looseObject({ type: z.string() }),
  dropped: z.array(z.string()).optional(),
  warnings: z.array(z.string()).optional(),
});

const openProject = () => openShop({ withIde: false });
const configure = ({ author }: Shop, args: object) => author.client.call('configureFeatureServer', args, Reply);
const read = async ({ author }: Shop) => (await author.client.call('getFeatureServer', {}, Reply)).featureServer;
const textOf = ({ app }: Shop, path: string) => readFile(join(app.folder, path), 'utf8');
const secretsOf = (shop: Shop) => textOf(shop, '.steploom/secrets.json');

describe('the feature server settings', () => {
  it('the feature server settings are empty at first and can be removed', async () => {
    await using shop = await openProject();
    expect(await read(shop)).toEqual({ type: 'none' });
    await configure(shop, CLOUD);
    expect(await configure(shop, { type: 'none' })).toEqual({ featureServer: { type: 'none' } });
    expect(await secretsOf(shop)).not.toContain(SECRET);
    expect(await textOf(shop, 'project.json')).not.toContain('integration');
  });

  it('the client secret appears neither in replies nor in tracked files', async () => {
    await using shop = await openProject();
    const { featureServer } = await configure(shop, { ...CLOUD, keyPrefix: 'TEST_', statusMap: { undefined: 'TODO' } });
    expect(featureServer).toEqual({
      type: 'xray-cloud',
      fileListUrl: URL,
      clientId: 'my-client',
      clientSecret: { set: true },
      token: { set: false },
      keyPrefix: 'TEST_',
      statusMap: { undefined: 'TODO' },
    });
    expect(await read(shop)).toEqual(featureServer);
    expect(await textOf(shop, 'project.json')).not.toContain(SECRET);
    expect(await secretsOf(shop)).toContain(SECRET);
  });

  it('the feature server settings are not part of what pages see of a project', async () => {
    await using shop = await openProject();
    await configure(shop, CLOUD);
    const project = shop.app.service.workspace.project('shop')?.store.content.project;
    expect(project?.integration).toMatchObject({ type: 'xray-cloud' });
    expect(project && projectHeader(project)).toEqual({ projectId: 'shop', name: 'Shop', defaultVersion: 'main' });
  });

  it('the feature server settings accept references instead of values', async () => {
    await using shop = await openProject();
    const { featureServer } = await configure(shop, {
      ...CLOUD,
      fileListUrl: '{{env.FEATURES}}',
      clientId: '{{env.CLIENT}}',
      clientSecret: '{{secret.CLIENT}}',
    });
    expect(featureServer).toMatchObject({
      clientId: '{{env.CLIENT}}',
      clientSecret: { set: true, reference: '{{secret.CLIENT}}' },
    });
    expect(await textOf(shop, 'project.json')).toContain('{{secret.CLIENT}}');
  });

  it.each([
    [{ summary: 'Nightly' }, [expect.stringMatching(/^"info" has no "fields", .* may ignore "summary"\./)]],
    [{ xrayFields: {}, labels: [] }, [expect.stringContaining('may ignore "labels"')]],
    [{ fields: 'Nightly' }, [expect.stringMatching(/^"info\.fields" is no object, and is not sent/)]],
    [{ fields: { summary: 'Nightly' }, more: 1 }, undefined],
    [{ xrayFields: { environments: ['CI'] } }, undefined],
    [null, undefined],
  ])('what the service would not find in the execution fields %j is told', async (info, warnings) => {
    await using shop = await openProject();
    expect((await configure(shop, { ...CLOUD, info })).warnings).toEqual(warnings);
  });

  it('settings that are left out stay, null removes a setting, and undo reverts both', async () => {
    await using shop = await openProject();
    await configure(shop, { ...CLOUD, matchFile: 'a*.feature', info: { fields: { summary: 'Nightly' } } });
    const { featureServer } = await configure(shop, { matchFile: null, keyPrefix: 'X_' });
    expect(featureServer).toMatchObject({ clientSecret: { set: true }, keyPrefix: 'X_', info: { fields: {} } });
    expect(featureServer).not.toHaveProperty('matchFile');
    await configure(shop, { clientSecret: '' });
    expect(await read(shop)).toMatchObject({ clientSecret: { set: false } });
    await shop.author.do('undo');
    await shop.author.do('undo');
    expect(await read(shop)).toMatchObject({ clientSecret: { set: true }, matchFile: 'a*.feature' });
    expect(await secretsOf(shop)).toContain(SECRET);
  });

  it('credentials are dropped when another host is named, unless new ones come along', async () => {
    await using shop = await openProject();
    await configure(shop, CLOUD);
    const sameHost = await configure(shop, { fileListUrl: URL.replace('12345', '9') });
    expect(sameHost).not.toHaveProperty('dropped');
    for (const elsewhere of [
      { fileListUrl: 'https://evil.example.org/x' },
      { authUrl: 'https://evil.example.org/a' },
      { importUrl: 'https://evil.example.org/i' },
      { fileListUrl: '{{env.ELSEWHERE}}' },
    ]) {
      const { featureServer, dropped } = await configure(shop, elsewhere);
      expect([featureServer.clientSecret, dropped]).toEqual([{ set: false }, ['clientSecret']]);
      expect(await secretsOf(shop)).not.toContain(SECRET);
      await configure(shop, { ...CLOUD, authUrl: null, importUrl: null });
    }
    await configure(shop, { fileListUrl: 'https://tm3.example.org/x', clientSecret: SECRET });
    const moved = await configure(shop, { fileListUrl: 'https://tm2.example.org/x', clientSecret: 'another-secret' });
    expect(moved).toMatchObject({ featureServer: { clientSecret: { set: true } } });
    expect(moved).not.toHaveProperty('dropped');
  });

  it('a changed environment value cannot send stored credentials to another host', async () => {
    await using shop = await openProject();
    const { author } = shop;
    const items = (value: string) => [{ name: 'TM', value }];
    const { environmentCode } = await author.environment('Test', items(URL));
    const evil = { environmentCode, items: items('https://evil.example.org/x') };
    await author.do('editProject', { defaultEnvironment: environmentCode });
    await configure(shop, { ...CLOUD, fileListUrl: '{{env.TM}}' });
    const refused =
      /^forbidden: clientSecret of the feature server would go to https:\/\/evil\.example\.org, which only people/;
    expect(await author.refusal('editEnvironment', evil)).toMatch(refused);
    await author.do('editEnvironment', { environmentCode, items: items(URL.replace('12345', '9')) });
    // Nor in two steps.
    await author.do('editEnvironment', { environmentCode, items: [] });
    expect(await author.refusal('editEnvironment', evil)).toMatch(refused);
    expect(await read(shop)).toMatchObject({ clientSecret: { set: true } });
    await configure(shop, { clientSecret: null });
    await author.do('editEnvironment', evil);
    await configure(shop, { clientSecret: 'of-that-host' });
  });

  it('credentials stay for another filter of the sample service, but not for another host', async () => {
    await using shop = await openProject();
    const sample = (filter: string) => `sample:/api/v2/export/cucumber?filter=${filter}`;
    await configure(shop, { ...CLOUD, fileListUrl: sample('10001') });
    expect(await configure(shop, { fileListUrl: sample('10002') })).not.toHaveProperty('dropped');
    expect(await configure(shop, { fileListUrl: URL })).toMatchObject({ dropped: ['clientSecret'] });
  });

  it('programs may only name folders under files/', async () => {
    await using shop = await openProject();
    await shop.author.do('putFile', { path: 'features/a.feature', text: 'Feature: A' });
    await configure(shop, { type: 'folder', fileListUrl: 'files/features' });
    await symlink('/etc', join(shop.app.folder, 'files', 'out'));
    for (const fileListUrl of ['/etc', '..', 'files/../..', 'files/out', 'files/out/none', 'files-2'])
      expect(await shop.author.refusal('configureFeatureServer', { fileListUrl })).toMatch(
        /^forbidden: The folder ".*" is not under files\/; only people at the machine may set others\./,
      );
    expect(await read(shop)).toMatchObject({ fileListUrl: 'files/features' });
  });

  it.each([
    [{ fileListUrl: URL }, /"type" is missing: no feature server is set yet/],
    [{ type: 'xray' }, /"type" must be one of/],
    [{ type: 'xray-cloud' }, /"fileListUrl" is missing/],
    [{ ...CLOUD, fileListUrl: 'tm.example.org/x' }, /"fileListUrl" must be an http or https address/],
    [{ ...CLOUD, fileListUrl: 'https://ann:pw@tm.example.org/x' }, /without a user name/],
    [{ ...CLOUD, authUrl: 'ftp://x.example.org' }, /"authUrl"/],
    [{ ...CLOUD, matchFile: 'a/*.feature' }, /"matchFile"/],
    [{ ...CLOUD, keyPrefix: 'A B' }, /"keyPrefix"/],
    [{ ...CLOUD, statusMap: { good: 'PASS' } }, /"statusMap/],
    [{ ...CLOUD, info: { text: 'x'.repeat(100_001) } }, /"info"/],
  ])('the settings %j are refused', async (args, message) => {
    await using shop = await openProject();
    expect(await shop.author.refusal('configureFeatureServer', args)).toMatch(message);
    expect(await read(shop)).toEqual({ type: 'none' });
  });
});
