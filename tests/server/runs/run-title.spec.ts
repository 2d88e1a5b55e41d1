import { expect, it } from 'vitest';
import { runTitle } from '../../../server/runs/plan/item-names.ts';

const signIn = { module: { name: 'Sign in' }, test: { name: 'Welcomes' } };

const scenario = (featureCode: string, code: string, name: string, row?: number) => ({
  scenario: {
    scenario: `${featureCode}.${code}`,
    name,
    rows: [{ values: { user: 'ann' } }, { values: { user: 'max' } }],
    feature: { entry: { featureCode, name: featureCode === 'f1' ? 'Signing in' : 'The basket' } },
  },
  ...(row === undefined ? {} : { row }),
});

const [outline, other] = [scenario('f1', 's1', '<user> signs in', 0), scenario('f1', 's1', '<user> signs in', 1)];
const [out, basket] = [scenario('f1', 's2', 'Out'), scenario('f2', 's1', 'Emptied')];

it.each([
  ['Sign in › Welcomes', [signIn], []],
  ['2 tests', [signIn, signIn], []],
  ['1 test, 2 scenarios', [signIn], [out, basket]],
  ['Signing in › Out', [], [out]],
  ['Signing in › ann signs in', [], [outline]],
  ['Signing in › Users (ann)', [], [scenario('f1', 's3', 'Users', 0)]],
  ['Signing in › <user> signs in', [], [outline, other]],
  ['Signing in › 3 scenarios', [], [out, outline, other]],
  ['2 scenarios', [], [out, basket]],
])('a run is called "%s" after what was chosen for it', (title, tests, scenarios) => {
  expect(runTitle(tests, scenarios)).toBe(title);
});
