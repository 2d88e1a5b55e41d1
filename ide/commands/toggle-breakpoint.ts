import { readBreakpoints } from '../app/side-facts.ts';
import type { Command } from './command.ts';
import { actionTarget } from './target.ts';

export const toggleBreakpoint: Command = {
  title: 'Breakpoint',
  shortcut: 'F9',
  obstacle(situation) {
    if (situation.state.unknownTools.has('getBreakpoints')) return 'This service has no breakpoints';
    return actionTarget(situation) === undefined ? 'Choose an action' : undefined;
  },
  async run({ store, session, navigation }) {
    const target = actionTarget({ state: store.getState(), place: navigation.place() });
    if (target === undefined) return;
    const { moduleCode, testCode, actionId } = target;
    const there = store.getState().breakpoints.find(point => point.testId === testCode && point.actionId === actionId);
    if (there === undefined)
      await session.callTool('setBreakpoint', { moduleId: moduleCode, testId: testCode, actionId });
    else await session.callTool('clearBreakpoints', { breakpointId: there.breakpointId });
    await readBreakpoints({ store, session });
  },
};
