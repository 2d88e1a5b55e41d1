import type { Browser, BrowserContext } from 'playwright';
import type { AppOpening } from '../../model/protocol/bridge.ts';
import { contextOptions, refusedSettings } from './context-options.ts';

/** A new browser context with the project's settings and the state of who is signed in. Errors: `invalid-project`. */
export const openContext = (
  browser: Browser,
  { settings, identity: { state } = { origins: [] } }: AppOpening,
): Promise<BrowserContext> =>
  browser
    .newContext({ ...contextOptions(settings), ...(state === undefined ? {} : { storageState: state }) })
    .catch(refusedSettings);
