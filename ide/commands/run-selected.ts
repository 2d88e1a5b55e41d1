import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { type Command, isRunning, NO_CONNECTION, type Situation, situationOf } from './command.ts';
import { featureTarget } from './feature-target.ts';
import { runFeatures } from './run-features.ts';
import { testTarget } from './target.ts';

/** What runs what is chosen: a scenario or a feature where those are shown, else a test. */
function runFor(situation: Situation): ((ide: Ide) => Promise<unknown>) | undefined {
  const { place, state } = situation;
  if (!isInProject(place)) return undefined;
  if (place.tab === 'features') {
    const { feature, scenario } = featureTarget(situation) ?? {};
    if (scenario !== undefined) return ide => runFeatures(ide, { scenarios: [scenario.scenario] });
    return feature && (ide => runFeatures(ide, { features: [feature.featureCode] }));
  }
  const test = testTarget(situation);
  const environment = state.view.environments[place.projectId];
  const given = test && { moduleId: test.moduleCode, testId: test.testCode, environment };
  return given && (ide => ide.session.callTool('runTest', given));
}

export const runSelected: Command = {
  title: 'Run',
  shortcut: '$mod+Enter',
  isForTextFields: true,
  obstacle(situation) {
    const { state, place } = situation;
    if (state.connection.phase !== 'open') return NO_CONNECTION;
    if (isRunning(state)) return `A run is ${state.run.state}: stop it first`;
    const what = isInProject(place) && place.tab === 'features' ? 'a feature or a scenario' : 'a test';
    return runFor(situation) === undefined ? `Choose ${what} to run` : undefined;
  },
  async run(ide) {
    await runFor(situationOf(ide))?.(ide);
  },
};
