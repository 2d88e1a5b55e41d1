import { describe, expect, it } from 'vitest';
import { readStored, type StoredFile, settleStored, storedText } from '../../../server/store/edits/stored.ts';

const PATH = 'versions/main/modules/m1.json';

const TEST = {
  testCode: 't1',
  name: 'Sign in',
  type: 'web',
  actions: [{ actionId: 'a1', type: 'fill', locator: '#user', value: 'Ann', comment: 'The user' }],
};

/** The same content, as a person with an editor may have left it. */
const SHUFFLED = {
  tests: [
    {
      actions: [{ comment: 'The user', value: 'Ann', locator: '#user', type: 'fill', actionId: 'a1' }],
      type: 'web',
      name: 'Sign in',
      testCode: 't1',
    },
  ],
  rank: 1,
  name: 'Users',
  moduleCode: 'm1',
  format: 1,
};

const TEXT = `${JSON.stringify({ format: 1, moduleCode: 'm1', name: 'Users', rank: 1, tests: [TEST] }, null, 2)}\n`;

function readModule(json: unknown): Extract<StoredFile, { kind: 'module' }> {
  const stored = readStored(PATH, json);
  if (stored.kind !== 'module') throw new Error('A module was expected.');
  return stored;
}

describe('the text of a module', () => {
  it('the text of a module has its keys in the order of the schema, whatever their order in the file', () => {
    expect(storedText(readModule(SHUFFLED))).toBe(TEXT);
  });

  it('a test changed by an edit is written with its keys in the order of the schema', () => {
    const stored = readModule({ ...SHUFFLED, tests: [] });
    const [test] = readModule(SHUFFLED).value.tests;
    if (test === undefined) throw new Error('A test was expected.');
    const { name, ...rest } = test;
    const edited: StoredFile = { ...stored, value: { ...stored.value, tests: [{ ...rest, name }] } };
    expect(storedText(settleStored(edited))).toBe(TEXT);
  });

  it('a module with no tests is formatted like one with many', () => {
    const second = { ...TEST, testCode: 't2', actions: [] };
    const many = { format: 1, moduleCode: 'm1', name: 'Users', rank: 1, tests: [TEST, second] };
    const none = { ...many, tests: [] };
    expect(storedText(readModule(many))).toBe(`${JSON.stringify(many, null, 2)}\n`);
    expect(storedText(readModule(none))).toBe(`${JSON.stringify(none, null, 2)}\n`);
  });
});

describe('the check of an edited module', () => {
  it('a test that its schema does not allow is refused with the name of the field', () => {
    const stored = readModule(SHUFFLED);
    const tests = stored.value.tests.map(test => ({ ...test, name: '' }));
    expect(() => settleStored({ ...stored, value: { ...stored.value, tests } })).toThrow(/name/);
  });

  it('an invalid test is refused again on a second try', () => {
    const stored = readModule(SHUFFLED);
    const tests = stored.value.tests.map(test => ({ ...test, name: ' ' }));
    const edited: StoredFile = { ...stored, value: { ...stored.value, tests } };
    expect(() => settleStored(edited)).toThrow(/name/);
    expect(() => settleStored(edited)).toThrow(/name/);
  });
});
