import { WatchedCode } from '../../model/run/watched-item.ts';
import { isInProject } from '../app/places.ts';
import { watchedItem } from '../app/state.ts';
import { type Command, onlineObstacle, type Situation, situationOf } from './command.ts';
import { featureTarget } from './features.ts';
import { environmentOf } from './run-how.ts';
import { moduleTarget, testTarget } from './target.ts';
import { chosenItems } from './tree-edits.ts';

/** What is chosen in a tree, else what the address names. */
function chosenCodes(situation: Situation): readonly string[] {
  if (!isInProject(situation.place)) return [];
  const found = featureTarget(situation);
  if (found !== undefined) return [found.scenario?.scenario ?? found.feature.featureCode];
  const chosen = chosenItems(situation);
  if (chosen.length > 0) return chosen;
  return [testTarget(situation)?.testCode ?? moduleTarget(situation) ?? []].flat();
}

function codesThat(situation: Situation, areWatched: boolean): WatchedCode[] {
  const isWatched = (code: string) => watchedItem(situation.state, code) !== undefined;
  return chosenCodes(situation)
    .filter(code => isWatched(code) === areWatched)
    .map(code => WatchedCode.parse(code));
}

const obstacleTo = (situation: Situation, areWatched: boolean): string | undefined => {
  if (chosenCodes(situation).length === 0) return 'Choose a test, a module, a feature or a scenario';
  if (codesThat(situation, areWatched).length === 0) return areWatched ? 'It is not watched' : 'It is watched already';
  return onlineObstacle(situation);
};

export const watch: Command = {
  title: 'Watch',
  obstacle: situation => obstacleTo(situation, false),
  async run(ide) {
    // What was edited before is no reason to run.
    await ide.editing.settled();
    const situation = situationOf(ide);
    const environment = environmentOf(situation.state);
    await ide.session.call('startWatching', { codes: codesThat(situation, false), environment });
  },
};

export const stopWatching: Command = {
  title: 'Stop watching',
  obstacle: situation => obstacleTo(situation, true),
  async run(ide) {
    await ide.session.call('stopWatching', { codes: codesThat(situationOf(ide), true) });
  },
};
