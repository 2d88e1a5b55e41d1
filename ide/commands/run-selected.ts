import { isInProject } from '../app/places.ts';
import { type Command, isRunning, NO_CONNECTION, type Situation } from './command.ts';
import { testTarget } from './target.ts';

/** The call that runs what is chosen: a scenario or a feature where those are shown, else a test. */
function callFor(situation: Situation): { name: string; given: Record<string, unknown> } | undefined {
  const { place, state } = situation;
  const { tab, feature, scenario } = { ...(isInProject(place) ? place : {}), ...focusedFeature(state) };
  if (tab === 'features' && scenario !== undefined) return { name: 'runFeatures', given: { scenarios: [scenario] } };
  if (tab === 'features')
    return feature === undefined ? undefined : { name: 'runFeatures', given: { features: [feature] } };
  const test = testTarget(situation);
  return test && { name: 'runTest', given: { moduleId: test.moduleCode, testId: test.testCode } };
}

/** What has the focus in the tree of features. */
function focusedFeature({ view }: Situation['state']): { feature?: string; scenario?: string | undefined } {
  const { focusArea, treeFocus } = view;
  if (focusArea !== 'tree' || treeFocus === undefined || !/^f\d+(\.s\d+)?$/.test(treeFocus)) return {};
  const [feature = treeFocus] = treeFocus.split('.');
  return { feature, scenario: feature === treeFocus ? undefined : treeFocus };
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
    return callFor(situation) === undefined ? `Choose ${what} to run` : undefined;
  },
  async run({ store, session, navigation }) {
    const place = navigation.place();
    const state = store.getState();
    const call = callFor({ state, place });
    if (call === undefined || !isInProject(place)) return;
    const environment = state.view.environments[place.projectId];
    await session.callTool(call.name, { ...call.given, environment });
  },
};
