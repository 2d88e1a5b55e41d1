import { randomInt } from 'node:crypto';
import { Low, Memory } from 'lowdb';
import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../../server/process/rate-limiter.ts';
import { createAuthenticate } from '../../../server/rpc/access/authenticate.ts';
import { createTokenValue, hashToken, TokenFile, type TokensData } from '../../../server/store/tokens/token-file.ts';
import { startService } from './start-service.ts';

const newToken = () => createTokenValue(limit => randomInt(limit));

/** A project with one token, and the hashes that were looked up in it. */
async function watchedProject(owner = { secret: 'owner-secret-0123456789' }) {
  const tokens = new TokenFile(new Low(new Memory<TokensData>(), { format: 1, enabled: true, tokens: [] }));
  const { value } = await tokens.create({ name: 'writer', access: 'write' });
  const lookedUp: string[] = [];
  const watched = {
    enabled: true,
    touch: () => undefined,
    find: (hash: string) => {
      lookedUp.push(hash);
      return tokens.find(hash);
    },
  };
  const authenticate = createAuthenticate({
    projects: () => [{ projectId: 'shop', tokens: watched }],
    ownerSecret: owner.secret,
    failures: new RateLimiter({ perSecond: 1_000, burst: 1_000 }),
  });
  const ask = (token: string, more: { address?: string; localAddress?: string } = {}) =>
    authenticate({ authorization: `Bearer ${token}`, address: '127.0.0.1', ...more });
  return { value, lookedUp, ask, ownerSecret: owner.secret };
}

describe('a token', () => {
  it('a token is looked up only by its hash, so that timing reveals nothing about other tokens', async () => {
    const { value, lookedUp, ask } = await watchedProject();
    const wrong = newToken();
    expect(ask(value)).toMatchObject({ projectId: 'shop', access: 'write' });
    expect(() => ask(wrong)).toThrow('Unknown token');
    expect(lookedUp).toEqual([hashToken(value), hashToken(wrong)]);
  });

  it('a token with any one character changed is refused without a look-up', async () => {
    const { value, lookedUp, ask } = await watchedProject();
    const other = (letter: string) => (letter === 'a' ? 'b' : 'a');
    const changed = [...value].map((letter, at) => value.slice(0, at) + other(letter) + value.slice(at + 1));
    for (const token of changed) expect(() => ask(token)).toThrow('Unknown token');
    expect(lookedUp).toEqual([]);
  });
});

describe('the secret of the owner', () => {
  it.each([
    ['127.0.0.1', undefined],
    ['127.8.8.8', undefined],
    ['::1', undefined],
    ['::ffff:127.0.0.1', undefined],
    ['192.168.1.5', '192.168.1.5'],
  ])('the owner secret is accepted from %s on this machine at %s', async (address, localAddress = '127.0.0.1') => {
    const { ask, ownerSecret } = await watchedProject();
    expect(ask(ownerSecret, { address, localAddress })).toMatchObject({ access: 'owner' });
  });

  it.each([
    ['192.168.1.6', '192.168.1.5'],
    ['::ffff:10.0.0.1', '127.0.0.1'],
    ['128.0.0.1', '127.0.0.1'],
    ['', ''],
  ])('the owner secret is refused from %s at %s', async (address, localAddress) => {
    const { ask, ownerSecret } = await watchedProject();
    expect(() => ask(ownerSecret, { address, localAddress })).toThrow('Unknown token');
  });
});

describe('a caller that fails all the time', () => {
  it('a caller that keeps failing holds up no other caller at the same address', { tags: 'full' }, async () => {
    await using app = await startService({ limits: { failedSignInsPerMinute: 1 } });
    const wrong = Array.from({ length: 300 }, () => app.call('createModule', { name: 'No' }, { token: newToken() }));
    const right = Array.from({ length: 100 }, () => app.call('createModule', { name: 'Yes' }));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual(right.map(() => 200));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(app.calls).toHaveLength(100);
    const refused = await app.call('getModules', {}, { token: 'wrong' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});
