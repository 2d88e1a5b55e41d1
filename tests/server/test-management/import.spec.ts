import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, describe as group, it } from 'vitest';
import { z } from 'zod';
import { colours, featuresOf } from '../../support/feature-files.ts';
import { type ConnectedShop, cloudSettings, contentOf, openConnectedShop } from '../../support/feature-server.ts';

const Row = z.looseObject({ file: z.string(), name: z.string(), featureCode: z.string().optional() });
const Plan = z.looseObject({
  applied: z.boolean(),
  added: z.array(Row),
  changed: z.array(Row),
  removed: z.array(Row),
  same: z.array(Row),
});

const sync = ({ author }: ConnectedShop, args: object = {}) =>
  author.client.call('importFeatures', { source: 'server', ...args }, Plan);

const filtered = (shop: ConnectedShop, filter: number) => ({
  ...cloudSettings(shop.tm),
  fileListUrl: `${shop.tm.url}/api/v2/export/cucumber?filter=${filter}&fz=true`,
});

const EVERYTHING = 10001;
const SMOKE = 10002;

const connected = async (...faults: string[]) => {
  const shop = await openConnectedShop({ tm: { faults } });
  await shop.configure(filtered(shop, EVERYTHING));
  return shop;
};

const view = async ({ author }: ConnectedShop) =>
  (await featuresOf(author)).map(({ featureCode, source, removed }) => ({ featureCode, source, removed }));

const server = { source: 'server', removed: undefined };
const gone = { source: 'server', removed: true };

group('importFeatures from the server', () => {
  it('an import adds features as they are and finds them unchanged the next time', async () => {
    await using shop = await connected();
    const { author, app } = shop;
    const { moduleCode } = await author.module('Shop');
    const { testCode } = await author.test(moduleCode, 'Sign in');
    expect(await sync(shop, { dryRun: true })).toMatchObject({ applied: false, added: [{}, {}, {}, {}] });
    expect(await view(shop)).toEqual([]);
    expect(await sync(shop)).toMatchObject({ applied: true, stepsLinked: 0 });
    await author.do('linkStep', { text: 'a customer is signed in', moduleCode, testCode });
    expect(await sync(shop)).toMatchObject({ applied: false, same: [{}, {}, {}, {}] });
    expect(await view(shop)).toEqual(['f1', 'f2', 'f3', 'f4'].map(featureCode => ({ featureCode, ...server })));
    const german = await readFile(join(app.folder, 'versions/main/features/4_SHOP-5.feature'), 'utf8');
    expect(german).toMatch(/^# language: de\n@SHOP-5\nFunktionalität: Merkzettel\n/);
  });

  it('an import marks features that the server no longer has, and people may keep or delete them', async () => {
    await using shop = await connected();
    const { author } = shop;
    await sync(shop);
    const { moduleCode } = await author.module('Shop');
    const { testCode } = await author.test(moduleCode, 'Remember');
    await author.do('linkStep', { text: 'sie einen Artikel merkt', moduleCode, testCode });
    await shop.configure(filtered(shop, SMOKE));
    expect(await sync(shop)).toMatchObject({ changed: [{}, {}], removed: [{ name: 'Delivery and payment' }, {}] });
    expect(await view(shop)).toMatchObject([server, server, gone, gone]);
    await author.do('editFeature', { feature: 'f3', source: 'local' });
    expect(await author.refusal('editFeature', { feature: 'f1', source: 'local' })).toMatch(/^read-only/);
    await author.do('deleteFeature', { feature: 'f4' });
    expect(await view(shop)).toMatchObject([server, server, { source: 'local', removed: undefined }]);
    await shop.configure(filtered(shop, EVERYTHING));
    await sync(shop);
    expect(await view(shop)).toEqual(['f1', 'f2', 'f3', 'f4'].map(featureCode => ({ featureCode, ...server })));
    expect(colours(await featuresOf(author))['f4.s1']).toEqual(['red', 'black', 'red']);
  });

  it('an import adds only the selected features and is undone as one edit', async () => {
    await using shop = await connected();
    await sync(shop, { select: ['Signing in', '2_SHOP-3.feature'] });
    expect(await view(shop)).toHaveLength(2);
    await shop.author.do('undo');
    expect(await view(shop)).toEqual([]);
  });

  it.each([
    ['export/not-found', /^feature-server-failed: Fetching the features failed: .*404/],
    ['sign-in/unauthorized', /^feature-server-failed: Signing in failed/],
    ['cut-zip', /^feature-server-failed: Unpacking the answer failed: The archive is damaged/],
    ['no-match', /^feature-server-failed: Finding feature files in the answer failed/],
  ])('an import that fails with %s changes nothing', async (fault, reason) => {
    await using shop = await connected(fault);
    const before = await contentOf(shop.app.folder);
    expect(await shop.author.refusal('importFeatures', { source: 'server' })).toMatch(reason);
    expect(await contentOf(shop.app.folder)).toEqual(before);
  });

  it.each(['hang', 'drip', 'sign-in/hang'])('an import from a server with the fault %s ends in time', async fault => {
    await using shop = await openConnectedShop({ tm: { faults: [fault] }, limits: { fetchMs: 500 } });
    await shop.configure(cloudSettings(shop.tm));
    const before = await contentOf(shop.app.folder);
    expect(await shop.author.refusal('importFeatures', { source: 'server' })).toMatch(
      /^feature-server-failed: (Fetching the features|Signing in) failed: .* gave no complete answer within 0\.5 s/,
    );
    expect(await contentOf(shop.app.folder)).toEqual(before);
  });

  it('an import is refused when no server is set', async () => {
    await using shop = await openConnectedShop();
    expect(await shop.author.refusal('importFeatures', { source: 'server' })).toMatch(
      /^invalid-project: No feature server is set/,
    );
  });

  it('a cancelled import stops and changes nothing', async () => {
    await using shop = await connected('hang');
    const { app, author, tm } = shop;
    const before = await contentOf(app.folder);
    const jobId = await author.client.begin('importFeatures', { source: 'server' });
    await expect.poll(() => tm.seen.length, { timeout: 60_000 }).toBe(2);
    expect(await author.client.call('cancelJob', { jobId }, z.looseObject({ state: z.string() }))).toMatchObject({
      state: 'cancelled',
    });
    expect(await contentOf(app.folder)).toEqual(before);
  });
});
