import { chromium } from 'playwright';
import { findBrowser } from '../../../dist/find-browser.js';
import { thisMachine } from '../../../dist/machine.js';

/** Playwright's own start of a browser, with the program and the arguments of the product. */
export async function launchBrowser() {
  const machine = thisMachine();
  const { executablePath } = await findBrowser(machine);
  return chromium.launch({
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
  });
}
