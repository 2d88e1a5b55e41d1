import { wrongText } from '../../model/exchange/test-drafts.ts';
import type { Reader } from './codegen-reader.ts';

export const MOST_ACTIONS = 5_000;

export const tooManyActions = () => wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);

const MOST_STEPS = 5_000_000;

/** Counts computed expressions and calls. Errors: `invalid-params` where they are too many for all tests together. */
export function spend({ spent }: Reader, steps: number): void {
  spent.steps += steps;
  if (spent.steps > MOST_STEPS) throw wrongText('What the code computes is too much to be followed.');
}
