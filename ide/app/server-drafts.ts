/** Settings of feature servers that a person has begun to change and not saved; a reload keeps all but the secrets. */
import { z } from 'zod';
import type { IdeStore } from './store.ts';

const KEY = 'steploom.server-drafts';

const Texts = z.record(z.string(), z.string());

const Kept = z.object({
  /** What was stored in the changed fields when they were changed, and what they are to be. */
  base: Texts,
  mine: Texts,
  /** Fields whose secret went with a reload. */
  lost: z.array(z.string()),
});

export interface UnsavedServer extends z.infer<typeof Kept> {
  /** They are in the memory of the page alone. */
  secrets: Readonly<Record<string, string>>;
}

export type UnsavedServers = Readonly<Record<string, UnsavedServer>>;

interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** Of this tab, by project. */
export function readServerDrafts(storage: Pick<TabStorage, 'getItem'>): UnsavedServers {
  try {
    const kept = z.record(z.string(), Kept).parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
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

/** Whether anything would go with the page. */
export function isServerUnsaved(drafts: UnsavedServers, projectId: string): boolean {
  const { mine = {}, secrets = {} } = drafts[projectId] ?? {};
  return Object.keys(mine).length + Object.keys(secrets).length > 0;
}

/** Undefined: there is nothing that is not saved. */
export const setServerDraft = (store: IdeStore, projectId: string, draft: UnsavedServer | undefined): void =>
  store.update(state => {
    const { [projectId]: _old, ...others } = state.serverDrafts;
    return { ...state, serverDrafts: draft === undefined ? others : { ...others, [projectId]: draft } };
  });

const withoutSecrets = (drafts: UnsavedServers): Record<string, z.infer<typeof Kept>> =>
  Object.fromEntries(
    Object.entries(drafts).map(([projectId, { base, mine, lost, secrets }]) => {
      const typed = Object.keys(secrets).filter(field => secrets[field] !== '');
      return [projectId, { base, mine, lost: [...new Set([...lost, ...typed])] }];
    }),
  );
