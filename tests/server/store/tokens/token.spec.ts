import { randomFillSync, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTokenValue, hashToken, isWellFormedToken } from '../../../../server/store/tokens/token-file.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const random = (limit: number) => randomInt(limit);

/** Random all the same, but quick: a hundred thousand tokens take three million numbers. */
function quickRandom(): (limit: number) => number {
  const pool = new Uint32Array(16_384);
  let at = pool.length;
  return limit => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += 1;
    return (pool[at - 1] ?? 0) % limit;
  };
}

const decode = (text: string) => [...text].reduce((sum, letter) => sum * 62 + ALPHABET.indexOf(letter), 0);

describe('token values', () => {
  it('token values are unique and carry the CRC-32 of their random part', { tags: 'full' }, () => {
    const quick = quickRandom();
    const values = new Set(Array.from({ length: 100_000 }, () => createTokenValue(quick)));
    expect(values.size).toBe(100_000);
    const isRight = (value: string) =>
      /^svcmcp_[0-9A-Za-z]{36}$/.test(value) && decode(value.slice(-6)) === crc32(value.slice(7, 37));
    expect([...values].filter(value => !isRight(value))).toEqual([]);
  });

  it('token values use every letter and digit', () => {
    const used = new Set(Array.from({ length: 200 }, () => createTokenValue(random).slice(7, 37)).join(''));
    expect([...used].sort().join('')).toBe([...ALPHABET].sort().join(''));
  });

  it('a token value is refused with any one character changed, left out or added', () => {
    const value = createTokenValue(random);
    expect(isWellFormedToken(value)).toBe(true);
    const changed = [...value].flatMap((letter, at) => {
      const [before, after] = [value.slice(0, at), value.slice(at + 1)];
      return [before + after, ...[...ALPHABET].filter(other => other !== letter).map(other => before + other + after)];
    });
    expect(changed.filter(isWellFormedToken)).toEqual([]);
    expect(isWellFormedToken(`${value}0`)).toBe(false);
    expect(isWellFormedToken(`${value}\n`)).toBe(false);
    expect(isWellFormedToken('')).toBe(false);
  });

  it('hashToken gives the same 64 hex digits for the same token value', () => {
    const value = createTokenValue(random);
    expect(hashToken(value)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(value)).toBe(hashToken(value));
  });
});
