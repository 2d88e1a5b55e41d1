/**
 * What was filled in in the settings and not saved. It outlasts another section, another view, Back and a reload of this
 * tab; secrets lie in the memory of the page alone.
 */
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const KEY = 'steploom.settings-drafts';

const Kept = z.object({
  /** What was stored when it was begun, as text. */
  base: z.string(),
  mine: z.unknown(),
  /** Secrets went with a reload. */
  isLost: z.boolean(),
});

interface UnsavedForm extends z.infer<typeof Kept> {
  /** `mine` without its secrets. */
  kept: unknown;
}

type Drafts = Readonly<Record<string, UnsavedForm>>;

function readDrafts(): Drafts {
  try {
    const kept = z.record(z.string(), Kept).parse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return Object.fromEntries(Object.entries(kept).map(([key, draft]) => [key, { ...draft, kept: draft.mine }]));
  } catch {
    return {};
  }
}

const drafts = createStore<Drafts>(readDrafts);

const hasSecrets = ({ mine, kept }: UnsavedForm): boolean => JSON.stringify(mine) !== JSON.stringify(kept);

drafts.subscribe(all => {
  const kept = Object.entries(all).map(([key, draft]) => [
    key,
    { base: draft.base, mine: draft.kept, isLost: draft.isLost || hasSecrets(draft) },
  ]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A browser that keeps nothing.
  }
});

window.addEventListener('beforeunload', event => {
  if (Object.values(drafts.getState()).some(hasSecrets)) event.preventDefault();
});

const put = (key: string, draft: UnsavedForm): void => drafts.setState({ [key]: draft });

function drop(key: string): void {
  const { [key]: _gone, ...others } = drafts.getState();
  drafts.setState(others, true);
}

/** Of a form in a project: `section/form`. */
export const draftKey = (projectId: string, ...names: string[]): string => [projectId, ...names].join('/');

/** The sections of a project in which something is not saved, joined: the text stays the same as long as they do. */
export const useUnsavedSections = (projectId: string): string =>
  useStore(drafts, all => {
    const ids = Object.keys(all).flatMap(key => (key.startsWith(`${projectId}/`) ? [key.split('/')[1] ?? ''] : []));
    return [...new Set(ids)].join(' ');
  });

interface DraftRequest<Value> {
  key: string;
  schema: z.ZodType<Value>;
  /** What is stored by now. */
  saved: Value;
  withoutSecrets?(value: Value): Value;
}

export type FormDraft<Value> = ReturnType<typeof useDraft<Value>>;

/** What a form shows: what was typed and not saved, else what is stored. */
export function useDraft<Value>({ key, schema, saved, withoutSecrets = value => value }: DraftRequest<Value>) {
  const draft = useStore(drafts, all => all[key]);
  const stored = schema.parse(saved);
  const base = JSON.stringify(stored);
  const mine = draft === undefined ? undefined : schema.safeParse(draft.mine).data;
  const isChanged = mine !== undefined && JSON.stringify(mine) !== base;
  return {
    value: mine ?? stored,
    stored,
    isChanged,
    /** Somebody has saved something else since it was begun. */
    isElsewhere: isChanged && draft?.base !== base,
    isLost: draft?.isLost === true,
    set(value: Value) {
      const next = { mine: value, kept: withoutSecrets(value) };
      const text = JSON.stringify(schema.parse(value));
      if (text === base) return drop(key);
      put(key, {
        ...next,
        base: draft?.base ?? base,
        isLost: draft?.isLost === true && !hasSecrets({ ...draft, ...next }),
      });
    },
    discard: () => drop(key),
    keepMine: () => draft && put(key, { ...draft, base }),
  };
}
