import { packageFile } from '../../support/runners.mjs';
import { startShell } from './shell.mjs';

/** Several commands in one call; the first that fails is the last. */
export const batch = (...commands) => `agent-browser batch --bail ${commands.map(each => `"${each}"`).join(' ')}`;

export const agentBrowser = {
  name: 'agent-browser',
  start: (folder, { executablePath, args }) =>
    startShell(folder, {
      commands: { 'agent-browser': packageFile('agent-browser', 'bin', 'agent-browser.js') },
      environment: {
        AGENT_BROWSER_EXECUTABLE_PATH: executablePath,
        AGENT_BROWSER_ARGS: args.join(','),
        AGENT_BROWSER_SESSION: `bench-${process.pid}`,
        AGENT_BROWSER_NO_VERSION_CHECK: '1',
      },
      end: 'agent-browser close',
      guide: 'agent-browser skills get core',
    }),
};
