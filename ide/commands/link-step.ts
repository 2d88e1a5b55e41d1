import { firstRedStep, scenariosAt } from '../app/feature-links.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { featuresOf, type StepPlace, snapshotOf } from '../app/state.ts';
import { onChosen, type Situation } from './command.ts';

/** The focused step, else the first red one of what is chosen. */
function stepFor({ state, place }: Situation): StepPlace | undefined {
  const snapshot = snapshotOf(state);
  if (!isInProject(place) || place.tab !== 'features') return undefined;
  if (snapshot === undefined || place.feature === undefined) return undefined;
  const features = featuresOf(state);
  const { stepFocus } = state.view;
  const isShown = scenariosAt(features, place).some(({ scenario }) => scenario === stepFocus?.scenario);
  // A focused step that is removed fires no blur event.
  return isShown ? stepFocus : firstRedStep(snapshot, features, place);
}

/** Shows only what has red steps, and asks for a test for the first of them. */
export function showRedSteps({ store, navigation }: Ide): void {
  const state = store.getState();
  const snapshot = snapshotOf(state);
  const red = snapshot && firstRedStep(snapshot, featuresOf(state));
  navigation.goWithin({ tab: 'features', shown: 'red', feature: red?.feature, scenario: red?.scenario });
  store.setView({ linking: red });
}

export const linkStep = onChosen({
  title: 'Plug test case into the step',
  shortcut: 'Alt+l',
  otherwise: 'Go to a step of a feature',
  chosen: stepFor,
  act: ({ store }, linking) => store.setView({ linking }),
});
