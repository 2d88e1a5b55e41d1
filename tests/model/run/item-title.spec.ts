import { describe, expect, it } from 'vitest';
import { scenarioTitle } from '../../../model/run/item-title.ts';

const titleOf = (name: string, example: Record<string, string>) => scenarioTitle({ name, row: 1, example });

describe('the title of an example row', () => {
  it('the title of an example row contains its values', () => {
    expect(titleOf('users', { user: 'ann', orders: '3' })).toBe('users (ann, 3)');
  });

  it('the title leaves out values that are empty or already words of the name', () => {
    expect(titleOf('Count 1', { n: '1' })).toBe('Count 1');
    expect(titleOf('Count 10 of ann', { n: '1', user: 'ann', note: ' ' })).toBe('Count 10 of ann (1)');
  });

  it('the title shortens long values and long lists without splitting a character', () => {
    const long = titleOf('users', { text: `${'😀'.repeat(40)}` });
    expect(long).toBe(`users (${'😀'.repeat(23)}…)`);
    const many = titleOf('users', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`c${n}`, `value ${n}`])));
    expect([...many].length).toBeLessThanOrEqual('users ()'.length + 60);
    expect(titleOf('users', { text: 'two\n  lines' })).toBe('users (two lines)');
  });

  it('the title contains the row number when there are no values', () => {
    expect(titleOf('users', { user: '' })).toBe('users (row 2)');
    expect(scenarioTitle({ name: 'users', row: 1 })).toBe('users (row 2)');
    expect(scenarioTitle({ name: 'users' })).toBe('users');
  });
});
