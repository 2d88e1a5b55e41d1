import { type Command, isRunning } from './command.ts';

export const stopRun: Command = {
  title: 'Stop',
  shortcut: '$mod+Shift+Enter',
  isForTextFields: true,
  obstacle: ({ state }) => (isRunning(state) ? undefined : 'No run is going on'),
  async run({ session }) {
    await session.callTool('stopTest');
  },
};
