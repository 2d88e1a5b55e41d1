/** The browsers for coding agents, in the order of the columns. */
import { agentBrowser } from './agent-browser.mjs';
import { playwrightCli } from './playwright-cli.mjs';
import { playwrightMcp } from './playwright-mcp.mjs';
import { steploom } from './steploom.mjs';

export const PEERS = [steploom, agentBrowser, playwrightCli, playwrightMcp];
