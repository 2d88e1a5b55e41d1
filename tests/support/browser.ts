/** The real browser of this machine, found as the product finds it. */
import { chromium } from 'playwright';
import { QUIET_ARGUMENTS } from '../../ide-bridge/browser/browser-arguments.ts';
import { findBrowser } from '../../ide-bridge/browser/find-browser.ts';
import { thisMachine } from '../../ide-bridge/browser/machine.ts';

const found = await findBrowser(thisMachine());
if (found === undefined) throw new Error('No browser was found; "npm test" gets one before it runs specs.');

export const CHROMIUM = found.executablePath;

/** Driven by Playwright alone; as root without its sandbox. */
export const launchBrowser = () =>
  chromium.launch({ executablePath: CHROMIUM, args: QUIET_ARGUMENTS, chromiumSandbox: process.getuid?.() !== 0 });
