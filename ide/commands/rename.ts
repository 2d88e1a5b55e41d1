import type { Command } from './command.ts';
import { focusedTarget, testTarget } from './target.ts';

export const rename: Command = {
  title: 'Rename',
  shortcut: 'F2',
  obstacle(situation) {
    const target = focusedTarget(situation) ?? testTarget(situation);
    if (target === undefined) return 'Choose a module or a test';
    return target.kind === 'action' ? 'Actions have no names' : undefined;
  },
  run({ store, navigation }) {
    const situation = { state: store.getState(), place: navigation.place() };
    const target = focusedTarget(situation) ?? testTarget(situation);
    if (target === undefined || target.kind === 'action') return;
    store.setView({ isTreeShown: true, renaming: target.kind === 'test' ? target.testCode : target.moduleCode });
  },
};
