import { useMemo } from 'react';
import { useIdeState } from '../app/context.tsx';
import { countSteps, type StepCount } from '../app/feature-links.ts';
import { snapshotOf } from '../app/state.ts';
import type { FeatureScenario } from '../app/tool-replies.ts';

/** Counted when links, tests or the scenarios change, not at every change of the state. */
export function useStepCount(scenarios: readonly FeatureScenario[]): StepCount {
  const links = useIdeState(state => snapshotOf(state)?.links) ?? NONE;
  const tests = useIdeState(state => snapshotOf(state)?.tests) ?? NONE;
  return useMemo(() => countSteps({ links, tests }, scenarios), [links, tests, scenarios]);
}

const NONE = {};
