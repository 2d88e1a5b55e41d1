import { type Command, NO_CONNECTION } from './command.ts';

export const signOut: Command = {
  title: 'Sign out',
  obstacle: ({ state }) => (state.connection.phase === 'open' ? undefined : NO_CONNECTION),
  run: ({ session }) => session.signOut(),
};
