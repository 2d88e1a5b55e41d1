import { lookOf, StateIcon } from '../shared/run-states.tsx';
import { isPartial, type Outcome, shownState } from './outcome.ts';

/** E.g. `passed`, or `1 of 3 played, failed`. */
export function outcomeWords(outcome: Outcome): string {
  const { state, played, all } = outcome;
  return isPartial(outcome) ? `${played} of ${all} played, ${lookOf(state).word}` : lookOf(state).word;
}

export const OutcomeIcon = ({ outcome }: { outcome: Outcome }) => (
  <StateIcon state={shownState(outcome)} label={outcomeWords(outcome)} />
);
