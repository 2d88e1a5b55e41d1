import { AppError } from '../../../model/errors/errors.ts';
import { BrowserState } from '../../../model/project/browser-state.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { AppSession } from './app-session.ts';

const LIMIT_MS = 20_000;

/** Session storage only of the current page. */
export async function readState(session: AppSession, signal: AbortSignal): Promise<BrowserState> {
  const { page, context } = session;
  const late = () => new AppError('timeout', `The page did not give its state within ${inSeconds(LIMIT_MS)}.`);
  const read = async () => {
    const state = await context?.storageState({ indexedDB: true });
    const items = page === undefined ? [] : await page.sessionStorage.items().catch(() => []);
    const { origin } = new URL(page?.url() ?? 'about:blank');
    return BrowserState.parse({ ...state, ...(items.length === 0 ? {} : { sessionStorage: [{ origin, items }] }) });
  };
  return withinLimit(read, { signal, timeoutMs: LIMIT_MS, late });
}
