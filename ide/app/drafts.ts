/** Unsaved input of forms: it outlasts navigation and a reload of this tab, except for secrets. */
import { useEffect } from 'react';
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storageOf } from './browser-storage.ts';
import { isSame } from './edits.ts';
import { type FieldValues, merged, withFields } from './merged-drafts.ts';

const KEY = 'steploom.drafts';
const storage = storageOf(() => window.sessionStorage);

const Kept = z.object({
  /** The stored value that the draft was begun on, as text. */
  base: z.string(),
  mine: z.unknown(),
  /** Its secrets were lost in a reload. */
  isLost: z.boolean(),
});

interface UnsavedForm extends z.infer<typeof Kept> {
  /** `mine` without its secrets. */
  kept: unknown;
}

type Drafts = Readonly<Record<string, UnsavedForm>>;

function readDrafts(): Drafts {
  try {
    const kept = z.record(z.string(), Kept).parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
    return Object.fromEntries(Object.entries(kept).map(([key, draft]) => [key, { ...draft, kept: draft.mine }]));
  } catch {
    return {};
  }
}

const drafts = createStore<Drafts>(readDrafts);

const hasSecrets = ({ mine, kept }: Pick<UnsavedForm, 'mine' | 'kept'>): boolean => !isSame(mine, kept);

drafts.subscribe(all => {
  const kept = Object.entries(all).map(([key, draft]) => [
    key,
    { base: draft.base, mine: draft.kept, isLost: draft.isLost || hasSecrets(draft) },
  ]);
  storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
});

export const areSecretsTyped = (): boolean => Object.values(drafts.getState()).some(hasSecrets);

export const hasDrafts = (start: string): boolean => Object.keys(drafts.getState()).some(key => key.startsWith(start));

export function dropDraft(key: string): void {
  const { [key]: _gone, ...others } = drafts.getState();
  drafts.setState(others, true);
}

/** The same object until the draft is changed. */
export const draftNow = (key: string): unknown => drafts.getState()[key]?.mine;

export const useDraftNow = (key: string): unknown => useStore(drafts, all => all[key]?.mine);

export const keepDraft = (key: string, mine: unknown): void =>
  drafts.setState({ [key]: { base: 'null', mine, kept: mine, isLost: false } });

const SETTINGS = 'settings';

/** `names`: section and form. */
export const draftKey = (projectId: string, ...names: string[]): string => [SETTINGS, projectId, ...names].join('/');

/** Joined, so that the text stays the same as long as the sections do. */
export const useUnsavedSections = (projectId: string): string =>
  useStore(drafts, all => {
    const start = draftKey(projectId, '');
    const ids = Object.keys(all).flatMap(key => (key.startsWith(start) ? [key.split('/')[2] ?? ''] : []));
    return [...new Set(ids)].join(' ');
  });

export interface DraftRequest<Value> {
  key: string;
  schema: z.ZodType<Value>;
  saved: Value;
  withoutSecrets?(value: Value, saved: Value): Value;
  /** Fields are compared one by one: only one that was changed here and elsewhere is a conflict. */
  isByField?: boolean;
}

/** A form whose fields belong together is compared as one field. */
const WHOLE = 'whole';
const AnyFields = z.record(z.string(), z.unknown());
const byField = (value: unknown): FieldValues => AnyFields.safeParse(value).data ?? {};

function readerOf<Value>({ schema, isByField = false }: Pick<DraftRequest<Value>, 'schema' | 'isByField'>) {
  const whole = (fields: FieldValues): unknown => (isByField ? fields : fields[WHOLE]);
  return {
    whole,
    parsed: (value: Value): Value => schema.safeParse(value).data ?? value,
    fieldsOf: (value: unknown): FieldValues => (isByField ? byField(value) : { [WHOLE]: value }),
    toValue: (fields: FieldValues): Value | undefined => schema.safeParse(whole(fields)).data,
  };
}

export type FormDraft<Value> = ReturnType<typeof useDraft<Value>>;

export function useDraft<Value>(request: DraftRequest<Value>) {
  const { key, saved, withoutSecrets = value => value } = request;
  const draft = useStore(drafts, all => all[key]);
  const { whole, parsed, fieldsOf, toValue } = readerOf(request);
  const stored = parsed(saved);
  const theirs = fieldsOf(stored);
  const { mine, base, both } =
    draft === undefined
      ? { mine: theirs, base: theirs, both: [] }
      : merged({ mine: fieldsOf(draft.mine), base: fieldsOf(JSON.parse(draft.base)), theirs });
  const value = toValue(mine) ?? stored;
  const isChanged = !isSame(value, stored);
  const isLost = draft?.isLost === true;
  const isDone = draft !== undefined && !isChanged && !isLost;
  useEffect(() => {
    if (isDone) dropDraft(key);
  }, [isDone, key]);
  const put = (next: Value, begunOn: unknown, now = stored) => {
    if (isSame(parsed(next), now)) return dropDraft(key);
    const form = { mine: next, kept: withoutSecrets(next, now) };
    const text = JSON.stringify(begunOn);
    drafts.setState({ [key]: { ...form, base: text, isLost: isLost && !hasSecrets(form) } });
  };
  return {
    value,
    stored,
    isChanged,
    /** Fields that were changed both here and elsewhere. */
    both,
    isElsewhere: isChanged && both.length > 0,
    isLost,
    set: (next: Value) => put(next, whole(base)),
    discard: () => dropDraft(key),
    takeTheirs: () => put(toValue(withFields(mine, both, theirs)) ?? stored, stored),
    keepMine: () => put(value, stored),
    /** `nowSaved`: what the service stored; what was typed since is kept, field by field. */
    settle(nowSaved: Value) {
      const now = drafts.getState()[key];
      if (now === undefined || draft === undefined) return;
      const sides = { mine: byField(now.mine), base: byField(draft.mine), theirs: byField(nowSaved) };
      const { data = nowSaved } = request.schema.safeParse(merged(sides).mine);
      put(data, nowSaved, parsed(nowSaved));
    },
  };
}
