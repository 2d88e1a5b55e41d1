import type { Command } from './command.ts';

export const stepOver: Command = {
  title: 'Step',
  shortcut: 'F10',
  isForTextFields: true,
  obstacle: ({ state }) => (state.run.state === 'paused' ? undefined : 'No run is paused'),
  async run({ session }) {
    await session.callTool('resumeTest', { mode: 'step-over' });
  },
};
