import type { BrowserContext } from 'playwright';
import { AppError } from '../../model/errors/errors.ts';
import { NeededParts } from './impl-of.ts';

interface SelectorEngine {
  name: string;
  source: string;
  /** Whether it runs in Playwright's isolated world. */
  contentScript: boolean;
}

interface Channelled {
  _channel: { registerSelectorEngine(engine: { selectorEngine: SelectorEngine }, limits: object): Promise<unknown> };
}

export const CHANNEL_PARTS = new NeededParts<Channelled>({ function: ['_channel.registerSelectorEngine'] });

/**
 * Registers a selector engine in a context that was there before Playwright, which registers them only in those that it
 * opens. Call it before anything is asked there. Errors: `internal` in a release that cannot.
 */
export async function registerEngine(context: BrowserContext, selectorEngine: SelectorEngine): Promise<void> {
  if (!CHANNEL_PARTS.areIn(context))
    throw new AppError('internal', 'This release of Playwright registers no engines in a context that it finds.');
  await context._channel.registerSelectorEngine({ selectorEngine }, { signal: undefined, timeout: 0 });
}
