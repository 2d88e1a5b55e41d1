import { isLinked, scenariosAt } from '../app/feature-links.ts';
import { isInProject } from '../app/places.ts';
import { type StepPlace, snapshotOf } from '../app/state.ts';
import { type Command, type Situation, situationOf } from './command.ts';

/** The step that the keys are at, else the first red one of what is chosen. */
function stepFor({ state, place }: Situation): StepPlace | undefined {
  const snapshot = snapshotOf(state);
  if (!isInProject(place) || place.tab !== 'features' || state.features.phase !== 'ready') return undefined;
  if (snapshot === undefined || place.feature === undefined) return undefined;
  const scenarios = scenariosAt(state.features.value, place);
  const { stepFocus } = state.view;
  // A step that went away with the keys has not said so.
  if (stepFocus !== undefined && scenarios.some(({ scenario }) => scenario === stepFocus.scenario)) return stepFocus;
  for (const { scenario, steps } of scenarios) {
    const red = steps.find(({ text }) => !isLinked(snapshot, text));
    if (red !== undefined) return { scenario, index: red.index };
  }
  return undefined;
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
