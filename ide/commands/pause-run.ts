import type { Command } from './command.ts';

export const pauseRun: Command = {
  title: 'Pause',
  obstacle: ({ state }) => (state.run.state === 'running' ? undefined : 'No test is running'),
  async run({ session }) {
    await session.callTool('pauseTest');
  },
};
