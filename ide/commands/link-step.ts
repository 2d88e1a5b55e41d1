import { isInProject } from '../app/places.ts';
import type { StepPlace } from '../app/state.ts';
import { type Command, type Situation, situationOf } from './command.ts';

/** The step that the keys are at, else the first red one of what is chosen. */
function stepFor({ state, place }: Situation): StepPlace | undefined {
  if (!isInProject(place) || place.tab !== 'features' || state.features.phase !== 'ready') return undefined;
  const scenarios = state.features.value
    .filter(({ featureCode }) => place.feature === undefined || featureCode === place.feature)
    .flatMap(feature => feature.scenarios)
    .filter(({ scenario }) => place.scenario === undefined || scenario === place.scenario);
  const red = scenarios.flatMap(({ scenario, steps }) =>
    steps.filter(({ linked }) => !linked).map(({ index }) => ({ scenario, index })),
  );
  return state.view.stepFocus ?? red[0];
}

/** Opens the list of tests for a step. */
export const linkStep: Command = {
  title: 'Plug test case into the step',
  shortcut: 'Alt+l',
  obstacle: situation => (stepFor(situation) === undefined ? 'Go to a step of a feature' : undefined),
  run(ide) {
    ide.store.setView({ linking: stepFor(situationOf(ide)) });
  },
};
