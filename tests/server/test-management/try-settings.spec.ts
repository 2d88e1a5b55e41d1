import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SERVICE_NOTICES } from '../../../model/protocol/channel/channel.ts';
import { SAMPLE_CLIENT } from '../../../server/sample-tm/tm-accounts.ts';
import {
  CheckReply,
  type ConnectedShop,
  cloudSettings,
  contentOf,
  openConnectedShop,
  serverSettings,
} from '../../support/feature-server.ts';
import { openIdePage } from '../../support/ide-page.ts';
import { startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';
import { linkOf } from '../../support/test-app.ts';

const Tried = CheckReply.extend({ dropped: z.array(z.string()).optional() });
const Progress = SERVICE_NOTICES['request/progress'];

describe('trying settings of the feature server', () => {
  let shop: ConnectedShop;
  beforeAll(async () => {
    shop = await openConnectedShop();
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await shop.author.do('configureFeatureServer', { type: 'none' });
  });

  const tryOut = (settings: object) => shop.author.client.call('tryFeatureServer', settings, Tried);
  const openPage = () => openIdePage({ link: linkOf(shop.app.service), projectId: 'shop' });

  it('a try checks the given settings and stores nothing of them', async () => {
    const before = await contentOf(shop.app.folder);
    const { ok, features, dropped } = await tryOut(cloudSettings(shop.tm));
    expect([ok, features[0]?.name, dropped]).toEqual([true, 'Signing in', undefined]);
    expect(await contentOf(shop.app.folder)).toEqual(before);
    expect(await shop.author.refusal('checkFeatureServer')).toMatch(/^invalid-project: No feature server is set/);
  });

  it('a try takes omitted settings and secrets from the stored ones and leaves these unchanged', async () => {
    await shop.configure(cloudSettings(shop.tm));
    const before = await contentOf(shop.app.folder);
    expect(await tryOut({ matchFile: '2_*.feature' })).toMatchObject({ ok: true, total: 1 });
    const wrong = await tryOut({ clientSecret: 'mistyped' });
    expect(wrong.stages).toMatchObject([{ stage: 'sign in', ok: false, status: 401 }]);
    expect(await contentOf(shop.app.folder)).toEqual(before);
    expect((await shop.check()).ok).toBe(true);
  });

  it('a try sends stored secrets to no other host', async () => {
    await shop.configure(cloudSettings(shop.tm));
    const other = await startSampleTm();
    try {
      const { fileListUrl } = cloudSettings(other);
      const { ok, stages, dropped } = await tryOut({ fileListUrl });
      expect([ok, dropped]).toEqual([false, ['clientSecret']]);
      expect(stages[0]?.message).toContain(
        'clientSecret not set. Set it with configureFeatureServer, or as CLIENT_SECRET in the environment.',
      );
      expect(other.seen).toEqual([]);
      expect((await tryOut({ fileListUrl, clientSecret: SAMPLE_CLIENT.clientSecret })).ok).toBe(true);
      expect((await shop.check()).ok).toBe(true);
    } finally {
      await other.dispose();
    }
  });

  it('a try needs write access and refuses a folder that the caller may not name', async () => {
    const reader = await shop.app.clientWith('read');
    expect((await reader.failure('tryFeatureServer', cloudSettings(shop.tm))).data.reason).toBe('forbidden');
    expect(await shop.author.refusal('tryFeatureServer', { type: 'folder', fileListUrl: '/' })).toMatch(/^forbidden: /);
  });

  it('a try reports its stages to the page as they begin', async () => {
    await using page = await openPage();
    await page.request('tools/call', {
      name: 'tryFeatureServer',
      arguments: { projectId: 'shop', ...cloudSettings(shop.tm) },
    });
    const told = page.notices.flatMap(({ method, params }) =>
      method === 'request/progress' ? [Progress.parse(params)] : [],
    );
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
    expect(told.map(({ message }) => message)).toEqual(['sign in', 'fetch', 'unpack', 'match']);
  });
});

it('a page can cancel a try while the server keeps it waiting', async () => {
  await using shop = await openConnectedShop({ tm: { faults: ['hang'] } });
  await using page = await openIdePage({ link: linkOf(shop.app.service), projectId: 'shop' });
  const before = await contentOf(shop.app.folder);
  const call = page.request('tools/call', {
    name: 'tryFeatureServer',
    arguments: { projectId: 'shop', ...serverSettings(shop.tm) },
  });
  const refused = expect(call).rejects.toThrow('The call was cancelled; nothing was changed.');
  await expect.poll(() => shop.tm.seen.length, { timeout: 20_000 }).toBe(1);
  const [last] = page.notices.filter(({ method }) => method === 'request/progress');
  const { id } = Progress.parse(last?.params);
  page.sendText(JSON.stringify({ jsonrpc: '2.0', method: 'request/cancel', params: { id } }));
  await refused;
  expect(await contentOf(shop.app.folder)).toEqual(before);
});
