/** The real browser of this machine, found as the product finds it. */
import { chromium } from 'playwright';
import { findBrowser } from '../../ide-bridge/browser/find-browser.ts';
import { thisMachine } from '../../ide-bridge/browser/machine.ts';

const found = await findBrowser(thisMachine());
if (found === undefined) throw new Error('No browser was found; "npm test" gets one before it runs specs.');

export const CHROMIUM = found.executablePath;

const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** Driven by Playwright alone; as root without its sandbox. */
export const launchBrowser = () =>
  chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, chromiumSandbox: process.getuid?.() !== 0 });
