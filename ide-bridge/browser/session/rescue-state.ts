import type { BrowserContext } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { BrowserState } from '../../../model/project/browser-state.ts';
import type { LaunchedBrowser } from '../launch/browser-launcher.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { KeptState } from './kept-state.ts';
import { closeSoon } from './open-context.ts';

/** A browser whose pages have been ended answers at once, unless it has too much to tell still. */
const ANSWER_LIMIT_MS = 3_000;

/**
 * Ends a browser that its pages keep too busy for all else; resolves with what it kept of them, or, where it does not
 * come to say so, with what it kept while they were well.
 */
export async function rescueState(
  launched: LaunchedBrowser,
  context: BrowserContext | undefined,
  kept: KeptState | undefined,
): Promise<BrowserState | undefined> {
  launched.guard?.endPages();
  const late = () => new AppError('timeout', 'The browser does not answer.');
  const limit = { signal: new AbortController().signal, timeoutMs: ANSWER_LIMIT_MS, late };
  const state = await withinLimit(async () => await context?.storageState(), limit).catch(() => undefined);
  if (launched.attachedTo !== undefined) await closeSoon(context);
  launched.guard?.kill();
  await launched.dispose();
  return BrowserState.safeParse(state).data ?? kept?.state;
}
