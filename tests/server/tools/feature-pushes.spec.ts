import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pushFeatures } from '../../../server/tools/feature-pushes.ts';
import { cloudSettings, openConnectedShop, serverSettings } from '../../support/feature-server.ts';
import type { Shop } from '../../support/shop.ts';

const BASKET = `Feature: Basket\r
\r
  Background:\r
    Given a customer\r
\r
  @smoke\r
  Scenario: Buy\r
    When I buy a mug\r
\r
  Rule: Twice\r
    Scenario: Buy again\r
      When I buy a mug\r
`;

const push = (shop: Shop, args: object = {}) =>
  shop.author.client.call('pushFeatures', { projectKey: 'SHOP', ...args }, pushFeatures.output);
const refusal = (shop: Shop, args: object = {}) => shop.author.client.failure('pushFeatures', args);
const textOf = (shop: Shop, file: string) => readFile(join(shop.app.folder, 'versions/main/features', file), 'utf8');
const importOf = (shop: Shop, text: string, fileName: string) =>
  shop.author.do('importFeatures', { source: 'text', text, fileName });
const keysOf = ({ scenarios }: z.infer<typeof pushFeatures.output>) =>
  scenarios.map(({ scenario, key, state }) => [scenario, key, state]);

describe('pushFeatures', () => {
  it.each([
    ['Xray of Jira Cloud', cloudSettings, '/api/v2/import/feature'],
    ["Xray of one's own Jira", serverSettings, '/rest/raven/2.0/import/feature'],
  ])(
    '%s makes tests of features, and their keys are written above the scenarios, all else to the byte',
    async (_name, settings, path) => {
      await using shop = await openConnectedShop();
      await shop.configure(settings(shop.tm));
      await importOf(shop, BASKET, 'basket.feature');
      expect(keysOf(await push(shop, { dryRun: true }))).toEqual([
        ['f1.s1', undefined, 'new'],
        ['f1.s2', undefined, 'new'],
      ]);
      expect(shop.tm.seen).toEqual([]);
      const reply = await push(shop);
      expect(reply).toMatchObject({ pushed: true, to: `${shop.tm.url}${path}`, errors: [] });
      expect(keysOf(reply)).toEqual([
        ['f1.s1', 'SHOP-501', 'new'],
        ['f1.s2', 'SHOP-502', 'new'],
      ]);
      expect(await textOf(shop, 'basket.feature')).toBe(
        BASKET.replace('  Scenario: Buy\r', '  @SHOP-501\r\n  Scenario: Buy\r').replace(
          '    Scenario: Buy again',
          '    @SHOP-502\r\n    Scenario: Buy again',
        ),
      );
      await shop.author.do('undo');
      expect(await textOf(shop, 'basket.feature')).toBe(BASKET);
    },
  );

  it('a feature that is pushed again changes its tests', async () => {
    await using shop = await openConnectedShop();
    await shop.configure(cloudSettings(shop.tm));
    await importOf(shop, BASKET, 'basket.feature');
    await importOf(shop, 'Feature: Other\n  Scenario: Else\n    Given something\n', 'other.feature');
    await push(shop, { features: ['Basket'] });
    const again = await push(shop);
    expect(keysOf(again)).toEqual([
      ['f1.s1', 'SHOP-501', 'known'],
      ['f1.s2', 'SHOP-502', 'known'],
      ['f2.s1', 'SHOP-503', 'new'],
    ]);
    expect(await textOf(shop, 'basket.feature')).not.toMatch(/SHOP-501[\s\S]*SHOP-501/);
  });

  it('two scenarios that say the same get no key, for nobody can tell which is which', async () => {
    await using shop = await openConnectedShop();
    await shop.configure(cloudSettings(shop.tm));
    const twice = 'Feature: Twice\n  Scenario: Same\n    Given something\n  Scenario: Same\n    Given something\n';
    await importOf(shop, twice, 'twice.feature');
    expect(keysOf(await push(shop)).map(([, , state]) => state)).toEqual(['unknown', 'unknown']);
    expect(await textOf(shop, 'twice.feature')).toBe(twice);
  });

  it('a service that takes features and does not write them out says so, and no key is lost by a second push', async () => {
    await using shop = await openConnectedShop({ tm: { faults: ['export/forbidden*1'] } });
    await shop.configure(cloudSettings(shop.tm));
    await importOf(shop, BASKET, 'basket.feature');
    const first = await push(shop);
    expect([first.pushed, first.fault]).toEqual([true, expect.stringMatching(/^Fetching the features failed: .* 403/)]);
    expect(await textOf(shop, 'basket.feature')).toBe(BASKET);
    expect(keysOf(await push(shop)).map(([, key]) => key)).toEqual(['SHOP-501', 'SHOP-502']);
  });

  it('what cannot be pushed is refused in a sentence, and nothing is sent', async () => {
    await using shop = await openConnectedShop();
    expect((await refusal(shop)).message).toContain('No feature server is set.');
    await shop.configure(cloudSettings(shop.tm));
    expect((await refusal(shop)).message).toContain('The project has no features of its own to push');
    await importOf(shop, BASKET, 'basket.feature');
    expect((await refusal(shop)).message).toContain('Give projectKey, or set it with configureFeatureServer.');
    expect((await refusal(shop, { features: ['Nothing'] })).data.reason).toBe('not-found');
    await shop.author.do('importFeatures', { source: 'server' });
    expect(await refusal(shop, { features: ['f2'] })).toMatchObject({ data: { reason: 'read-only' } });
    const before = shop.tm.seen.length;
    await importOf(shop, 'Feature: Bad\n  Scenario: One\n    Given it\n  nonsense\n', 'bad.feature').catch(() => {});
    await shop.configure({ type: 'folder', fileListUrl: 'files' });
    expect((await refusal(shop, { projectKey: 'SHOP' })).message).toContain('of the type folder takes no features');
    expect(shop.tm.seen).toHaveLength(before);
  });

  it.each([
    ['import/forbidden', /^Pushing the features failed: POST .* answered 403/],
    ['import/server-error', /^Pushing the features failed: POST .* answered 503/],
    ['import/reset', /^Pushing the features failed: .*cut the connection/],
  ])('a push that fails with %s is sent once, changes nothing and says why', async (fault, message) => {
    await using shop = await openConnectedShop({ tm: { faults: [fault] } });
    await shop.configure(cloudSettings(shop.tm));
    await importOf(shop, BASKET, 'basket.feature');
    const failed = await refusal(shop, { projectKey: 'SHOP' });
    expect([failed.data.reason, failed.message]).toEqual(['feature-server-failed', expect.stringMatching(message)]);
    expect(shop.tm.seen.filter(({ path }) => path.endsWith('/import/feature'))).toHaveLength(1);
    expect(await textOf(shop, 'basket.feature')).toBe(BASKET);
  });

  it.each([
    ['import/hang', '/import/feature'],
    ['export/hang', '/export/cucumber'],
  ])('a push is cancelled while the service is silent at %s, and changes nothing here', async (fault, asked) => {
    await using shop = await openConnectedShop({ tm: { faults: [fault] } });
    await shop.configure(cloudSettings(shop.tm));
    await importOf(shop, BASKET, 'basket.feature');
    const { client } = shop.author;
    const jobId = await client.begin('pushFeatures', { projectKey: 'SHOP' });
    await expect.poll(() => shop.tm.seen.some(({ path }) => path.endsWith(asked))).toBe(true);
    const job = await client.call('cancelJob', { jobId }, z.looseObject({ state: z.string() }));
    expect(job).toMatchObject({ state: 'cancelled' });
    expect(await textOf(shop, 'basket.feature')).toBe(BASKET);
  });

  it('a project that the service does not have is told in its words', async () => {
    await using shop = await openConnectedShop();
    await shop.configure(cloudSettings(shop.tm));
    await importOf(shop, BASKET, 'basket.feature');
    expect((await refusal(shop, { projectKey: 'NONE' })).message).toContain('Project with key NONE does not exist.');
  });
});
