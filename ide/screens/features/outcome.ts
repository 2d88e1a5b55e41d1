import { worstState } from '../../app/run-updates.ts';
import type { PageRunResults } from '../../app/state.ts';
import type { FeatureScenario } from '../../app/tool-replies.ts';

export interface FeatureOutcome {
  /** The worst of what was played. */
  state: string;
  /** Counts scenarios, and example rows of outlines. */
  played: number;
  all: number;
}

type Played = Pick<PageRunResults, 'scenarios' | 'rows'>;

/** Undefined where nothing was played. */
export function outcomeOf(
  scenarios: readonly FeatureScenario[],
  { scenarios: states, rows }: Played,
): FeatureOutcome | undefined {
  const state = worstState(scenarios.map(({ scenario }) => states[scenario]));
  if (state === undefined) return undefined;
  let [played, all] = [0, 0];
  for (const { scenario, rows: count } of scenarios) {
    all += count ?? 1;
    played += count === undefined ? Number(states[scenario] !== undefined) : Object.keys(rows[scenario] ?? {}).length;
  }
  return { state, played: Math.min(played, all), all };
}

export const isPartial = ({ played, all }: FeatureOutcome): boolean => played < all;

/** A part that passed says nothing of the rest. */
export const shownState = (outcome: FeatureOutcome): string =>
  isPartial(outcome) && outcome.state === 'passed' ? 'partial' : outcome.state;
