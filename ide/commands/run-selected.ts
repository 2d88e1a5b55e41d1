import { isInProject } from '../app/places.ts';
import { type Command, isRunning, NO_CONNECTION } from './command.ts';
import { testTarget } from './target.ts';

export const runSelected: Command = {
  title: 'Run',
  shortcut: '$mod+Enter',
  isForTextFields: true,
  obstacle(situation) {
    const { state } = situation;
    if (state.connection.phase !== 'open') return NO_CONNECTION;
    if (isRunning(state)) return `A run is ${state.run.state}: stop it first`;
    return testTarget(situation) === undefined ? 'Choose a test to run' : undefined;
  },
  async run({ store, session, navigation }) {
    const place = navigation.place();
    const state = store.getState();
    const target = testTarget({ state, place });
    if (target === undefined || !isInProject(place)) return;
    const environment = state.view.environments[place.projectId];
    await session.callTool('runTest', { moduleId: target.moduleCode, testId: target.testCode, environment });
  },
};
