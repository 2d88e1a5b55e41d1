import { useMemo } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { lookOf, StateIcon } from '../../parts/run-states.tsx';
import { type FeatureOutcome, isPartial, outcomeOf, shownState } from './outcome.ts';

/** E.g. `passed`, or `1 of 3 played, failed`. */
export function outcomeWords(outcome: FeatureOutcome): string {
  const { state, played, all } = outcome;
  return isPartial(outcome) ? `${played} of ${all} played, ${lookOf(state).word}` : lookOf(state).word;
}

export const OutcomeIcon = ({ outcome }: { outcome: FeatureOutcome }) => (
  <StateIcon state={shownState(outcome)} label={outcomeWords(outcome)} />
);

/** Computed when scenarios or their results change, not at every change of the state. */
export function useOutcome(scenarios: readonly FeatureScenario[]): FeatureOutcome | undefined {
  const states = useIdeState(({ results }) => results.scenarios);
  const rows = useIdeState(({ results }) => results.rows);
  return useMemo(() => outcomeOf(scenarios, { scenarios: states, rows }), [scenarios, states, rows]);
}
