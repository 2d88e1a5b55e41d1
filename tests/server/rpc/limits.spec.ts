import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../../server/process/rate-limiter.ts';
import { CallGate } from '../../../server/rpc/access/caller-limits.ts';
import { startService } from './start-service.ts';

const LIMITED = { error: { code: -32000, data: { reason: 'rate-limited' } } };

describe('wrong tokens', () => {
  it('repeated wrong tokens are answered 429 and never hold up a valid token', async () => {
    await using app = await startService({ limits: { failedSignInsPerMinute: 3 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push((await app.call('getModules', {}, { token: 'wrong' })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const refused = await app.call('getModules', {}, { token: 'wrong' });
    expect(refused.body).toMatchObject({ id: 1, ...LIMITED });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.call('getModules')).status).toBe(200);
  });

  it('requests without a token do not count as wrong tokens', async () => {
    await using app = await startService({ limits: { failedSignInsPerMinute: 1 } });
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await app.call('getModules', {}, { token: '' })).status).toBe(401);
  });
});

describe('requests of a token', () => {
  it('each token has its own rate limit', async () => {
    await using app = await startService({ limits: { requestsPerSecond: 0.001, requestBurst: 3 } });
    const replies = [await app.call('getModules'), await app.call('getModules'), await app.call('getModules')];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.map(({ headers }) => headers.get('ratelimit')?.slice(0, 14))).toEqual(
      [2, 1, 0].map(left => `"requests";r=${left}`),
    );
    expect(replies[0]?.headers.get('ratelimit-policy')).toBe('"requests";q=3;w=3000');
    const refused = await app.call('getModules');
    expect(refused).toMatchObject({ status: 429, body: { id: 1, ...LIMITED } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(900);
    expect((await app.call('getModules', {}, { token: app.read })).status).toBe(200);
  });

  it('calls wait their turn when many are under way, and get 429 when too many wait', async () => {
    await using app = await startService({ limits: { callsInFlight: 2, callsWaiting: 1 } });
    const held = Promise.all([app.call('waitForPageReady'), app.call('waitForPageReady')]);
    await expect.poll(() => app.calls.length).toBe(2);
    const replies = [app.call('getModules'), app.call('getModules')];
    expect((await Promise.race(replies)).status).toBe(429);
    expect((await app.call('getModules', {}, { token: app.read })).status).toBe(200);
    app.releaseHeld();
    expect((await held).map(({ status }) => status)).toEqual([200, 200]);
    expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  it('a thousand requests at once are all served', { tags: 'full' }, async () => {
    // Client and service share a process here, which may take longer over a thousand connections than either alone.
    await using app = await startService({ limits: { headersTimeoutMs: 120_000, requestTimeoutMs: 120_000 } });
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => app.call('createModule', { name: 'Sales' })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(app.calls).toHaveLength(1_000);
  });
});

describe('a rate limiter', () => {
  it('a rate limiter refills at its rate up to the burst', () => {
    let now = 0;
    const limiter = new RateLimiter({ perSecond: 2, burst: 3, now: () => now });
    const take = () => limiter.take('a').isAllowed;
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
    now = 499;
    expect(take()).toBe(false);
    now = 500;
    expect([take(), take()]).toEqual([true, false]);
    now = 60_000;
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
    expect(limiter.take('b').isAllowed).toBe(true);
  });

  it('a rate limiter says when to try again', () => {
    const limiter = new RateLimiter({ perSecond: 0.1, burst: 1, now: () => 0 });
    expect(limiter.take('a')).toEqual({ isAllowed: true, remaining: 0, retryAfterSeconds: 10, resetSeconds: 10 });
    expect(limiter.take('a')).toEqual({ isAllowed: false, remaining: 0, retryAfterSeconds: 10, resetSeconds: 10 });
  });

  it('a rate limiter forgets callers that have long been quiet but not those it holds back', () => {
    let now = 0;
    const limiter = new RateLimiter({ perSecond: 1, burst: 1, now: () => now });
    for (let caller = 0; caller < 10_000; caller++) limiter.take(`quiet ${caller}`);
    now = 5_000;
    limiter.take('busy');
    for (let caller = 0; caller < 10_000; caller++) limiter.take(`other ${caller}`);
    expect(limiter.take('busy').isAllowed).toBe(false);
  });
});

describe('a call gate', () => {
  it('a call gate admits waiting calls in order, even after one has failed', async () => {
    const gate = new CallGate({ inFlight: 1, waiting: 10 });
    const order: number[] = [];
    const calls = [0, 1, 2, 3].map(async number => {
      using place = await gate.enter('a');
      await Promise.resolve();
      order.push(number);
      if (number === 1) throw new Error('failed');
      return place.hasWaited;
    });
    const outcomes = await Promise.allSettled(calls);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const values = outcomes.flatMap(outcome => ('value' in outcome ? outcome.value : []));
    expect(values).toEqual([false, true, true]);
    using free = await gate.enter('a');
    expect(free.hasWaited).toBe(false);
  });
});
