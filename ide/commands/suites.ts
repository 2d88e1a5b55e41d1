import type { Ide } from '../app/ide.ts';
import { attempt, type Command, contentObstacle, onChosen } from './command.ts';
import { featureTarget } from './features.ts';
import { makeAndName } from './tree-edits.ts';

export const newSuite: Command = {
  title: 'New suite',
  obstacle: ({ state }) => contentObstacle(state),
  run: ide => makeAndName(ide, async () => (await import('./suite-edits.ts')).makeSuite(ide)),
};

export const addToSuite = onChosen({
  title: 'Add to suite…',
  otherwise: 'Choose a feature or a scenario',
  chosen: featureTarget,
  act: ({ store }, { feature, scenario }) =>
    store.setView({ addingToSuite: scenario?.scenario ?? feature.featureCode }),
});

/** Without a place, at the end. */
export const dropIntoSuite = (
  ide: Ide,
  codes: readonly string[],
  { suite, ...place }: { suite: string; after?: string | undefined },
): Promise<void> =>
  attempt(addToSuite.title, async () => {
    const { plugBehind, plugIntoSuite } = await import('./suite-edits.ts');
    if ('after' in place) await plugBehind(ide, codes, { suite, after: place.after });
    else await plugIntoSuite(ide, codes, suite);
  });
