// @module-tag full
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { brokenCopy, type OwnResults, runOwnFeatures, withTestedSteploom } from './own-features.ts';

const PATIENCE_MS = 600_000;
/** Actions that find nothing need not look for long where nothing is to be found. */
const SHORT_MS = 2_000;

const BAD = ['failed', 'error'];

/** Where scenarios went wrong, and why. */
const complaints = ({ scenarios }: OwnResults) =>
  scenarios.flatMap(({ name, steps }) =>
    steps
      .filter(({ state }) => state !== 'passed')
      .map(({ text, state, actions }) => [name, text, state, ...actions.flatMap(({ error }) => error?.message ?? [])]),
  );

it('Steploom passes its own features when it tests itself', { timeout: PATIENCE_MS }, async () => {
  const results = await withTestedSteploom(undefined, tested => runOwnFeatures(tested));
  expect(complaints(results)).toEqual([]);
  expect(results.state).toBe('passed');
});

it('a Steploom whose page does nothing fails all scenarios of its features', { timeout: PATIENCE_MS }, async () => {
  await using copy = await temporaryDirectory();
  const program = await brokenCopy(copy.path);
  const { scenarios } = await withTestedSteploom(program, tested => runOwnFeatures(tested, SHORT_MS));
  expect(scenarios.filter(({ state }) => !BAD.includes(state)).map(({ name, state }) => [name, state])).toEqual([]);
  expect(scenarios.length).toBeGreaterThan(0);
});
