import { useMemo } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** Told anew when scenarios end or are others, not at every change of the state. */
export function useOutcome(scenarios: readonly FeatureScenario[]): Outcome | undefined {
  const states = useIdeState(({ results }) => results.scenarios);
  const rows = useIdeState(({ results }) => results.rows);
  return useMemo(() => outcomeOf(scenarios, { scenarios: states, rows }), [scenarios, states, rows]);
}
