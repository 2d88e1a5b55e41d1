import { type Command, contentObstacle, onChosen } from './command.ts';
import { featureTarget } from './features.ts';
import { makeAndName } from './tree-edits.ts';

export const newSuite: Command = {
  title: 'New suite',
  obstacle: ({ state }) => contentObstacle(state),
  run: ide => makeAndName(ide, async () => (await import('./suite-edits.ts')).makeSuite(ide)),
};

/** Asks into which suite a feature or a scenario goes. */
export const addToSuite = onChosen({
  title: 'Add to suite…',
  otherwise: 'Choose a feature or a scenario',
  chosen: featureTarget,
  act: ({ store }, { feature, scenario }) =>
    store.setView({ addingToSuite: scenario?.scenario ?? feature.featureCode }),
});
