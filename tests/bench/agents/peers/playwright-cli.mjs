import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '../../support/runners.mjs';
import { startShell } from './shell.mjs';

/** Several commands in one call, without what is not asked for; the first that fails is the last. */
export const chain = (...commands) => commands.map(each => `playwright-cli --raw ${each}`).join(' && ');

export const playwrightCli = {
  name: 'playwright-cli',
  start: async (folder, launchOptions) => {
    const config = path.join(folder, '.playwright-cli.json');
    const browser = { browserName: 'chromium', launchOptions: { ...launchOptions, headless: true } };
    await writeFile(config, JSON.stringify({ browser }));
    return startShell(folder, {
      commands: { 'playwright-cli': packageFile('@playwright', 'cli', 'playwright-cli.js') },
      environment: { PLAYWRIGHT_MCP_CONFIG: config },
      end: 'playwright-cli close',
      guide: `cat '${packageFile('@playwright', 'cli', 'skills', 'playwright-cli', 'SKILL.md')}'`,
    });
  },
};
