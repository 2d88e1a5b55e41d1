import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_CLIENT, SAMPLE_TOKEN } from '../../../server/sample-tm/tm-accounts.ts';
import { cloudSettings, contentOf, openConnectedShop, serverSettings } from '../../support/feature-server.ts';

/** How services fail, at which stage that is told, with which status, and what the message says. */
const FAULTS: readonly (readonly [string, string, number | undefined, RegExp])[] = [
  ['unauthorized', 'fetch', 401, /answered 401.*set valid ones/],
  ['forbidden', 'fetch', 403, /answered 403.*permission.*The user may not do that/],
  ['not-found', 'fetch', 404, /answered 404.*check the file list URL and its filter/],
  ['rate-limited', 'fetch', 429, /answered 429 4 times.*wait a few minutes/],
  ['rate-limited-wait', 'fetch', 429, /answered 429 4 times.*wait/],
  ['server-error', 'fetch', 503, /answered 503 4 times.*try again later/],
  ['reset', 'fetch', undefined, /cut the connection before its answer was complete.*Try again.*asked 4 times/],
  ['empty', 'fetch', 200, /answered 200.*The answer is empty/],
  [
    'redirect*1',
    'fetch',
    401,
    /answered 401 \(after a redirect to http:\/\/localhost:\d+, which gets no credentials\)/,
  ],
  ['redirect-loop', 'fetch', undefined, /More than 5 redirects\. Put the address/],
  ['html', 'unpack', 200, /neither a zip archive nor a feature file.*text\/html.*<title>Sign in/],
  ['json-error', 'unpack', 200, /neither a zip archive.*application\/json.*Something went wrong/],
  ['too-many', 'unpack', undefined, /more than 50000/],
  ['cut-zip', 'unpack', undefined, /The archive is damaged/],
  ['empty-zip', 'match', undefined, /no files at all.*Check the filter/],
  ['no-match', 'match', undefined, /None of the files matches "\*\.feature": "1_SHOP-2\.txt".*Change matchFile/],
  ['sign-in/unauthorized', 'sign in', 401, /authenticate answered 401.*client secret was refused/],
  ['sign-in/forbidden', 'sign in', 403, /answered 403.*client secret was refused/],
  ['sign-in/not-found', 'sign in', 404, /answered 404.*check the authentication URL/],
  ['sign-in/rate-limited', 'sign in', 429, /answered 429 4 times.*wait/],
  ['sign-in/server-error', 'sign in', 503, /answered 503 4 times/],
  ['sign-in/reset', 'sign in', undefined, /cut the connection/],
  ['sign-in/empty', 'sign in', 200, /is none.*Check the authentication URL/],
  ['sign-in/html', 'sign in', 200, /is none/],
  ['sign-in/json-error', 'sign in', 200, /is none/],
  [
    'sign-in/redirect',
    'sign in',
    undefined,
    /redirects to http:\/\/localhost:\d+\/api\/v1\/authenticate; nothing is sent there/,
  ],
  ['token-huge', 'sign in', 200, /1000000 characters long, more than/],
  ['token-broken', 'sign in', 200, /characters that no request header can carry/],
];

/** What is wrong with one entry of an archive, and what is said of it. */
const BAD_ENTRIES: readonly (readonly [string, RegExp])[] = [
  ['parent-names', /"\.\.\/\.\.\/outside\.feature" leads out of the archive/],
  ['absolute-names', /"\/tmp\/outside\.feature" has an absolute path/],
  ['link', /"link\.feature" is a link/],
  ['encrypted', /"secret\.feature" is encrypted/],
  ['bomb', /"bomb\.feature" is larger than 2 MB/],
  ['growing', /"growing\.feature" grows more than 200-fold/],
  ['lying-sizes', /"lying\.feature" says that it has 1000 bytes, but has 2000/],
  ['lying-bomb', /"bomb\.feature" is larger than 2 MB/],
  ['bad-crc', /CRC-32\) of the entry "damaged\.feature" is wrong/],
  ['duplicates', /"1_SHOP-2\.feature" appears twice/],
];

const SECRETS = [SAMPLE_CLIENT.clientSecret, SAMPLE_TOKEN, 'eyJ'];

describe('a feature server that fails', () => {
  it.each(FAULTS)(
    'the fault %s is reported at stage "%s" with status %s',
    { tags: 'full' },
    async (fault, stage, status, message) => {
      // A busy machine takes its time for an archive of very many files.
      const limits = { checkMs: 100_000, idleMs: 100_000 };
      await using shop = await openConnectedShop({ tm: { faults: [fault] }, limits });
      await shop.configure(cloudSettings(shop.tm));
      const before = await contentOf(shop.app.folder);
      const { ok, stages, features } = await shop.check();
      const last = stages.at(-1);
      expect({ ok, features, stage: last?.stage, status: last?.status }).toEqual({
        ok: false,
        features: [],
        stage,
        status,
      });
      expect(last?.message).toMatch(message);
      expect(stages.slice(0, -1).every(each => each.ok)).toBe(true);
      for (const secret of SECRETS) expect(JSON.stringify(stages)).not.toContain(secret);
      expect(await contentOf(shop.app.folder)).toEqual(before);
    },
  );

  it.each(BAD_ENTRIES)(
    'an entry with the fault %s is refused alone, while the others are imported',
    async (fault, message) => {
      await using shop = await openConnectedShop({ tm: { faults: [fault] } });
      await shop.configure(cloudSettings(shop.tm));
      const { ok, total, unreadable, features } = await shop.check();
      expect({ ok, total, unreadable }).toEqual({ ok: true, total: 5, unreadable: 1 });
      expect(features.find(feature => feature.message !== undefined)?.message).toMatch(message);
      const Imported = z.object({
        added: z.array(z.unknown()),
        failed: z.array(z.object({ message: z.string() })),
        unreadable: z.number(),
      });
      const imported = await shop.author.client.call('importFeatures', { source: 'server' }, Imported);
      expect(imported).toMatchObject({ unreadable: 1, failed: [{ message: expect.stringMatching(message) }] });
      expect(imported.added).toHaveLength(4);
    },
  );

  it.each([
    ['unauthorized*1', 2],
    ['rate-limited*3', 1],
    ['rate-limited-wait*1', 1],
    ['server-error*3', 1],
    ['sign-in/server-error*2', 3],
    ['token-unquoted', 1],
    ['token-object', 1],
  ])('a check succeeds in spite of the fault %s', async (fault, signIns) => {
    await using shop = await openConnectedShop({ tm: { faults: [fault] } });
    await shop.configure(cloudSettings(shop.tm));
    expect(await shop.check()).toMatchObject({ ok: true, total: 4 });
    expect(shop.tm.seen.filter(({ path }) => path === '/api/v1/authenticate')).toHaveLength(signIns);
  });

  it('a failing server is asked again after 1, 2 and 4 seconds, or after the time that it names', async () => {
    await using shop = await openConnectedShop({ tm: { faults: ['server-error'] } });
    await shop.configure(serverSettings(shop.tm));
    await shop.check();
    expect(shop.pauses).toEqual([1_000, 2_000, 4_000]);
    await using cut = await openConnectedShop({ tm: { faults: ['reset*2'] } });
    await cut.configure(serverSettings(cut.tm));
    expect(await cut.check()).toMatchObject({ ok: true, total: 4 });
    expect(cut.pauses).toEqual([1_000, 2_000]);
    await using waiting = await openConnectedShop({ tm: { faults: ['rate-limited-wait*1'] } });
    await waiting.configure(serverSettings(waiting.tm));
    await waiting.check();
    expect(waiting.pauses).toEqual([2_000]);
  });

  it.each(['hang', 'drip'])('a check of a server with the fault %s is given up when the time is over', async fault => {
    await using shop = await openConnectedShop({ tm: { faults: [fault] }, limits: { checkMs: 500 } });
    await shop.configure(serverSettings(shop.tm));
    const { ok, stages } = await shop.check();
    expect(ok).toBe(false);
    expect(stages).toMatchObject([{ stage: 'fetch', ok: false }]);
    expect(stages[0]?.message).toMatch(/127\.0\.0\.1:\d+ gave no complete answer within 0\.5 s.*try again/);
  });

  it('a server that sends nothing for a while is given up, whatever time there is left', async () => {
    await using shop = await openConnectedShop({ tm: { faults: ['hang'] }, limits: { idleMs: 300 } });
    await shop.configure(serverSettings(shop.tm));
    const refusal = await shop.author.refusal('importFeatures', { source: 'server' });
    expect(refusal).toMatch(
      /^feature-server-failed: Fetching the features failed: 127\.0\.0\.1:\d+ has sent nothing for 0\.3 s\. .*try again/,
    );
    await using slow = await openConnectedShop({ tm: { faults: ['drip'] }, limits: { idleMs: 1_000, checkMs: 2_000 } });
    await slow.configure(serverSettings(slow.tm));
    expect((await slow.check()).stages).toMatchObject([
      { message: expect.stringContaining('complete answer within 2 s') },
    ]);
  });

  it('a redirect to another host carries no credentials', async () => {
    await using shop = await openConnectedShop({ tm: { faults: ['redirect*1'] } });
    await shop.configure(serverSettings(shop.tm));
    await shop.check();
    expect(shop.tm.seen.map(({ host, authorization }) => [host.split(':')[0], authorization])).toEqual([
      ['127.0.0.1', 'Bearer'],
      ['localhost', undefined],
    ]);
  });
});
