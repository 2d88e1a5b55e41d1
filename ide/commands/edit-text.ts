import { isInProject } from '../app/places.ts';
import { type Command, situationOf } from './command.ts';
import { featureTarget } from './feature-target.ts';

/** Shows the file of what is chosen; of a scenario, where it stands in it. */
export const editText: Command = {
  title: 'Edit text',
  obstacle: situation => (featureTarget(situation) === undefined ? 'Choose a feature or a scenario' : undefined),
  run(ide) {
    const situation = situationOf(ide);
    const target = featureTarget(situation);
    if (target === undefined) return;
    const { place } = situation;
    const { feature, scenario } = target;
    ide.navigation.goWithin({
      tab: 'features',
      feature: feature.featureCode,
      scenario: scenario?.scenario,
      view: 'text',
      ...(isInProject(place) && { filter: place.filter, shown: place.shown }),
    });
  },
};
