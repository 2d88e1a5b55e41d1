import { chromium } from 'playwright';
import { findBrowser } from '../../../dist/find-browser.js';
import { thisMachine } from '../../../dist/machine.js';

/** The program and the arguments of the product, for Playwright's own start of a browser. */
export async function launchOptions() {
  const machine = thisMachine();
  const { executablePath } = await findBrowser(machine);
  return {
    executablePath,
    // As in ide-bridge/browser/launch/browser-launcher.ts.
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
    chromiumSandbox: machine.userId !== 0,
  };
}

export const launchBrowser = async () => chromium.launch(await launchOptions());
