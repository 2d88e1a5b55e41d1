import { showDone } from '../app/toasts.tsx';
import type { Command } from './command.ts';
import { openWindowObstacle } from './point.ts';

/** Does not reload the page, as one that hangs cannot be reloaded. */
export const clearSiteData: Command = {
  title: 'Clear site data',
  obstacle: ({ state }) => openWindowObstacle(state),
  async run({ session }) {
    const { origin } = await session.call('clearSiteData', {});
    showDone(`Cookies, storage and service workers of ${origin} are gone; reload to start anew`);
  },
};
