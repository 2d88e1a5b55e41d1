import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_CLIENT } from '../../../server/sample-tm/tm-accounts.ts';
import { steploom } from '../../support/command-line.ts';
import { cloudSettings, openConnectedShop, serverSettings } from '../../support/feature-server.ts';
import { openIdePage } from '../../support/ide-page.ts';
import { startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { linkOf } from '../../support/test-app.ts';

const EVIL = 'https://evil.example.org/api/v2/export/cucumber?filter=1';
const Settings = z.object({ featureServer: z.looseObject({ type: z.string() }) });
const Noted = z.looseObject({ stages: z.array(z.looseObject({ stage: z.string(), note: z.string().optional() })) });
const ENVIRONMENT = { CLIENT_ID: SAMPLE_CLIENT.clientId, CLIENT_SECRET: SAMPLE_CLIENT.clientSecret };

describe('CLIENT_ID and CLIENT_SECRET of the environment', () => {
  const withOwn = () => openConnectedShop({ limits: { ...SAMPLE_CLIENT } });

  it('the settings name the environment credentials, and a check says where they went', async () => {
    await using shop = await withOwn();
    const { client } = shop.author;
    const { type, fileListUrl } = cloudSettings(shop.tm);
    await shop.configure({ type, fileListUrl, clientId: 'other', clientSecret: 'other' });
    expect(await client.call('getFeatureServer', {}, Settings)).toMatchObject({
      featureServer: { fromEnvironment: ['CLIENT_ID', 'CLIENT_SECRET'] },
    });
    const host = new URL(shop.tm.url).host;
    const { stages } = await client.call('checkFeatureServer', {}, Noted);
    expect(stages.map(({ note }) => note)).toEqual([
      `CLIENT_ID and CLIENT_SECRET of the environment of the service went to ${host}; they override those of the settings.`,
      undefined,
      undefined,
      undefined,
    ]);
    await shop.configure(serverSettings(shop.tm));
    const byToken = await client.call('checkFeatureServer', {}, Noted);
    expect(byToken.stages.map(({ note }) => note)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    { type: 'xray-cloud', fileListUrl: EVIL },
    { type: 'xray-cloud', fileListUrl: 'http://127.0.0.1:1/x', authUrl: EVIL },
    { type: 'xray-cloud', fileListUrl: 'https://xray.cloud.getxray.app.evil.example.org/x' },
    { type: 'url', fileListUrl: 'https://xray.cloud.getxray.app/x' },
    { type: 'xray-server', fileListUrl: 'http://127.0.0.1:1/x', importUrl: '{{env.EVIL}}' },
  ])('no token may send the environment credentials to another host with %j', async settings => {
    await using shop = await withOwn();
    for (const name of ['configureFeatureServer', 'tryFeatureServer'])
      expect(await shop.author.refusal(name, settings)).toMatch(
        /^forbidden: CLIENT_ID and CLIENT_SECRET of the environment of the service would go to .*, which only people/,
      );
  });

  it('people may send the environment credentials to a new host, and a token may change the rest', async () => {
    await using shop = await withOwn();
    await using page = await openIdePage({ link: linkOf(shop.app.service), projectId: 'shop' });
    const given = { type: 'xray-cloud', fileListUrl: EVIL };
    await page.request('tools/call', { name: 'configureFeatureServer', arguments: { projectId: 'shop', ...given } });
    expect(await shop.author.client.call('getFeatureServer', {}, Settings)).toMatchObject({ featureServer: given });
    await shop.configure({ fileListUrl: EVIL.replace('1', '2'), matchFile: 'a*' });
    await shop.configure({ fileListUrl: 'https://eu.xray.cloud.getxray.app/api/v2/export/cucumber?filter=1' });
  });

  it('the environment credentials follow a reference set by people, and no token can redirect it', async () => {
    await using shop = await withOwn();
    await using page = await openIdePage({ link: linkOf(shop.app.service), projectId: 'shop' });
    const byPeople = (name: string, given: object) =>
      page.request('tools/call', { name, arguments: { projectId: 'shop', ...given } });
    const { author } = shop;
    const items = (value: string) => [{ name: 'TM', value }];
    const { environmentCode } = await author.environment('Test', items(EVIL));
    const other = await author.environment('Other', items(EVIL));
    const far = EVIL.replace('evil', 'far');
    await byPeople('editProject', { defaultEnvironment: environmentCode });
    await byPeople('editEnvironment', { environmentCode, items: items(far) });
    await byPeople('configureFeatureServer', { type: 'xray-cloud', fileListUrl: '{{env.TM}}' });
    const refused = /^forbidden: CLIENT_ID and .* would go to https:\/\/evil\.example\.org, which only people/;
    const evil = { environmentCode, items: items(EVIL) };
    expect(await author.refusal('editEnvironment', evil)).toMatch(refused);
    expect(await author.refusal('editEnvironment', { ...evil, idempotencyKey: 'a' })).toMatch(refused);
    expect(
      await author.refusal('provisionEnvironments', { environments: [{ name: 'Test', items: items(EVIL) }] }),
    ).toMatch(refused);
    expect(await author.refusal('editProject', { defaultEnvironment: other.environmentCode })).toMatch(refused);
    await author.do('editEnvironment', { environmentCode, items: [...items(far), { name: 'user', value: 'ann' }] });
    await author.do('editEnvironment', { environmentCode, items: items(far.replace('filter=1', 'filter=2')) });
    await byPeople('editEnvironment', evil);
    await byPeople('editEnvironment', { environmentCode, items: items(far) });
    expect(await author.refusal('undo', { any: true })).toMatch(refused);
    // Without a value nothing goes anywhere, and what a token puts there is new.
    await author.do('editProject', { defaultEnvironment: null });
    expect(await author.refusal('editProject', { defaultEnvironment: other.environmentCode })).toMatch(refused);
    await byPeople('editProject', { defaultEnvironment: 'Test' });
    await author.do('deleteEnvironment', { environmentCode });
    expect(await author.refusal('createEnvironment', { name: 'Test', items: items(EVIL) })).toMatch(refused);
  });

  it('the environment credentials are sent only to the hosts that the process names, if any', async () => {
    await using folder = await temporaryDirectory();
    await using tm = await startSampleTm();
    const { type, fileListUrl } = cloudSettings(tm);
    const settings = { projectId: 'shop', type, fileListUrl };
    await steploom(folder.path, 'init', 'shop');
    await steploom(folder.path, 'call', 'configureFeatureServer', JSON.stringify(settings));
    const sync = (hosts: string) =>
      steploom(folder.path, { ...ENVIRONMENT, STEPLOOM_CREDENTIAL_HOSTS: hosts }, 'sync', '--dry-run');
    const { host, hostname } = new URL(tm.url);
    for (const hosts of ['', host, `other.example.org, ${hostname}`])
      expect(await sync(hosts)).toMatchObject({ exitCode: 0 });
    const asked = tm.seen.length;
    expect(await sync('tm.example.org')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        `CLIENT_ID and CLIENT_SECRET of the environment go to the hosts of STEPLOOM_CREDENTIAL_HOSTS alone (tm.example.org), and authUrl leads to ${host}. Name that host there, or correct authUrl.`,
      ),
    });
    expect(tm.seen).toHaveLength(asked);
  });
});
