/** What a browser keeps of how a person likes the page. */
import { z } from 'zod';
import { EMPTY_VIEW, THEMES, type View } from './state.ts';
import type { IdeStore } from './store.ts';

const KEY = 'steploom.view';

const Preferences = z.object({
  theme: z.enum(THEMES),
  isTreeShown: z.boolean(),
  isDrawerShown: z.boolean(),
  areSingleKeysOn: z.boolean(),
  paneSizes: z.record(z.string(), z.array(z.number())),
  checkedServers: z.record(z.string(), z.object({ at: z.string(), settings: z.string() })),
  environments: z.record(z.string(), z.string()),
});

/** It may hold what another release wrote. */
function readJson(storage: Pick<Storage, 'getItem'>): unknown {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

export const readPreferences = (storage: Pick<Storage, 'getItem'>): View => ({
  ...EMPTY_VIEW,
  ...Preferences.partial().safeParse(readJson(storage)).data,
});

export function keepPreferences(store: IdeStore, storage: Pick<Storage, 'setItem'>): void {
  let kept: View = store.getState().view;
  store.subscribe(({ view }) => {
    if (view === kept) return;
    kept = view;
    storage.setItem(KEY, JSON.stringify(Preferences.parse(view)));
  });
}
