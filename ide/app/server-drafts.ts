/** What a tab keeps of unsaved settings of feature servers; a reload keeps all but the secrets. */
import { z } from 'zod';
import type { IdeStore } from './store.ts';
import { KeptServer, type UnsavedServer, type UnsavedServers } from './unsaved-servers.ts';

const KEY = 'steploom.server-drafts';

interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** Of this tab, by project. */
export function readServerDrafts(storage: Pick<TabStorage, 'getItem'>): UnsavedServers {
  try {
    const kept = z.record(z.string(), KeptServer).parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
    return Object.fromEntries(Object.entries(kept).map(([projectId, draft]) => [projectId, { ...draft, secrets: {} }]));
  } catch {
    return {};
  }
}

export function keepServerDrafts(store: IdeStore, storage: Pick<TabStorage, 'setItem'>): void {
  let kept = store.getState().serverDrafts;
  store.subscribe(({ serverDrafts }) => {
    if (serverDrafts === kept) return;
    kept = serverDrafts;
    storage.setItem(KEY, JSON.stringify(withoutSecrets(serverDrafts)));
  });
}

/** Undefined: there is nothing that is not saved. */
export const setServerDraft = (store: IdeStore, projectId: string, draft: UnsavedServer | undefined): void =>
  store.update(state => {
    const { [projectId]: _old, ...others } = state.serverDrafts;
    return { ...state, serverDrafts: draft === undefined ? others : { ...others, [projectId]: draft } };
  });

const withoutSecrets = (drafts: UnsavedServers): Record<string, z.infer<typeof KeptServer>> =>
  Object.fromEntries(
    Object.entries(drafts).map(([projectId, { base, mine, lost, secrets }]) => {
      const typed = Object.keys(secrets).filter(field => secrets[field] !== '');
      return [projectId, { base, mine, lost: [...new Set([...lost, ...typed])] }];
    }),
  );
