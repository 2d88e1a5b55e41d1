import { showDone } from '../app/toasts.tsx';
import type { Command } from './command.ts';
import { windowObstacle } from './point.ts';

/** The page stays as it is: one that hangs cannot be reloaded just so. */
export const clearSiteData: Command = {
  title: 'Clear site data',
  obstacle: ({ state }) => windowObstacle(state),
  async run({ session }) {
    const { origin } = await session.call('clearSiteData', {});
    showDone(`Cookies, storage and service workers of ${origin} are gone; reload to start anew`);
  },
};
