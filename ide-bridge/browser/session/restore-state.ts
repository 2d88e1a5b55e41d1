import type { Page } from 'playwright';
import type { BrowserState } from '../../../model/project/browser-state.ts';
import { onEmptyPages } from './empty-pages.ts';

/** Restores session storage in a new tab, whose context has the rest of the state. */
export const restoreSession = (page: Page, { sessionStorage = [] }: Partial<BrowserState> = {}): Promise<void> =>
  store(page, { sessionStorage });

/** Restores all of a state in a window that has nothing of it. */
export async function restoreState(page: Page, state: BrowserState | undefined): Promise<void> {
  if (state === undefined) return;
  await page.context().addCookies(state.cookies);
  await store(page, state);
}

async function store(page: Page, { origins = [], sessionStorage = [] }: Partial<BrowserState>): Promise<void> {
  const all = new Set([...origins, ...sessionStorage].map(({ origin }) => origin));
  await onEmptyPages(page, [...all], async origin => {
    const { items = [] } = sessionStorage.find(each => each.origin === origin) ?? {};
    const { localStorage = [] } = origins.find(each => each.origin === origin) ?? {};
    for (const { name, value } of items) await page.sessionStorage.setItem(name, value);
    for (const { name, value } of localStorage) await page.localStorage.setItem(name, value);
  });
}
