import type { Command } from './command.ts';

export const resumeRun: Command = {
  title: 'Resume',
  shortcut: 'F8',
  isForTextFields: true,
  obstacle: ({ state }) => (state.run.state === 'paused' ? undefined : 'No run is paused'),
  async run({ session }) {
    await session.callTool('resumeTest', { mode: 'continue' });
  },
};
