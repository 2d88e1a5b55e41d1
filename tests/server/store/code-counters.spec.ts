import { describe, expect, it } from 'vitest';
import { MAIN_VERSION } from '../../../model/names/codes.ts';
import { countFile, countFiles, removesCodes } from '../../../server/store/edits/code-counters.ts';
import { readStored, type StoredFile } from '../../../server/store/edits/stored.ts';

const PATH = 'versions/main/modules/m4.json';

const action = (number: number) => ({ actionId: `a${number}`, type: 'reload' });
const test = (number: number, ...actions: number[]) => ({
  testCode: `t${number}`,
  name: `Test ${number}`,
  type: 'web',
  actions: actions.map(action),
});

const moduleWith = (...tests: object[]): StoredFile =>
  readStored(PATH, { format: 1, moduleCode: 'm4', name: 'Users', rank: 1, tests });

/** The module with other tests; those that are kept stay the same objects, as an edit leaves them. */
function withTests(stored: StoredFile, change: (tests: readonly unknown[]) => readonly unknown[]): StoredFile {
  if (stored.kind !== 'module') throw new Error('A module was expected.');
  const known = new Map(stored.value.tests.map(each => [JSON.stringify(each), each]));
  const wanted = change(stored.value.tests);
  const fresh = readStored(PATH, { ...stored.value, tests: wanted });
  if (fresh.kind !== 'module') throw new Error('A module was expected.');
  const tests = fresh.value.tests.map(each => known.get(JSON.stringify(each)) ?? each);
  return { ...fresh, value: { ...fresh.value, tests } };
}

describe('countFile', () => {
  it('countFiles finds the highest codes of a module', () => {
    const counters = countFiles(new Map(), [moduleWith(test(7, 1, 30), test(3, 12))]);
    expect(counters.get(MAIN_VERSION)).toMatchObject({ m: 4, t: 7, a: 30 });
  });

  it('countFile finds the codes of a test that was added between others', () => {
    const before = moduleWith(test(1, 1), test(2, 2));
    const after = withTests(before, ([first, second]) => [first, test(9, 40), second]);
    expect(countFile(countFiles(new Map(), [before]), after, before).get(MAIN_VERSION)).toMatchObject({ t: 9, a: 40 });
  });

  it('countFile finds the code of an action that was added to a test', () => {
    const before = moduleWith(test(1, 1), test(2, 2), test(3, 3));
    const after = withTests(before, ([first, , third]) => [first, test(2, 2, 4), third]);
    expect(countFile(countFiles(new Map(), [before]), after, before).get(MAIN_VERSION)).toMatchObject({ t: 3, a: 4 });
  });
});

describe('removesCodes', () => {
  const before = moduleWith(test(1, 1), test(2, 2, 3), test(3, 4));
  const isLost = (change: (tests: readonly unknown[]) => readonly unknown[]) =>
    removesCodes({ path: PATH, before, after: withTests(before, change) });

  it('removesCodes notices a removed test', () => {
    expect(isLost(([first, , third]) => [first, third])).toBe(true);
  });

  it('removesCodes notices a removed action', () => {
    expect(isLost(([first, , third]) => [first, test(2, 2), third])).toBe(true);
  });

  it('removesCodes is not misled by tests that changed places', () => {
    expect(isLost(([first, second, third]) => [third, first, second])).toBe(false);
  });

  it('removesCodes is not misled by an action that moved to another test', () => {
    expect(isLost(([first, , third]) => [first, test(2, 2), test(5, 3), third])).toBe(false);
  });
});
