import { z } from 'zod';
import { VariableName } from '../../../../model/names/codes.ts';
import type { ArgumentsOf, ReplyOf } from '../../../app/tool-replies.ts';
import { browserTexts } from '../../../parts/browser-texts.ts';
import { SettingTexts } from '../../../parts/setting-fields.ts';
import { readEnv, soundsSecret } from './env-file.ts';

export type ListedEnvironment = ReplyOf<'getEnvironments'>['environments'][number];

const KINDS = ['variable', 'secret', 'app'] as const satisfies readonly ListedEnvironment['items'][number]['kind'][];

const Item = z.object({
  /** Only of this draft. */
  id: z.number(),
  name: z.string(),
  kind: z.enum(KINDS),
  /** Undefined while a stored secret is kept. */
  value: z.string().optional(),
});
export type Item = z.infer<typeof Item>;

/** `browser` is missing in drafts of an earlier release. */
export const EnvironmentDraft = z.object({
  name: z.string(),
  items: z.array(Item),
  browser: SettingTexts.optional(),
});
export type EnvironmentDraft = z.infer<typeof EnvironmentDraft>;

export const draftOf = ({ name, items, browser }: ListedEnvironment): EnvironmentDraft => ({
  name,
  browser: browserTexts(browser),
  items: items.map(({ name, kind, value }, id) =>
    value === undefined ? { id, name, kind } : { id, name, kind, value },
  ),
});

export const withoutSecrets = ({ items, ...draft }: EnvironmentDraft): EnvironmentDraft => ({
  ...draft,
  items: items.map(item => (item.kind === 'secret' ? { id: item.id, name: item.name, kind: item.kind } : item)),
});

export const keptSecret = ({ items }: ListedEnvironment, { name, kind }: Pick<Item, 'name' | 'kind'>) =>
  kind === 'secret' ? items.find(one => one.name === name && one.kind === 'secret' && one.set === true) : undefined;

const freeId = (items: readonly Item[]): number => Math.max(-1, ...items.map(({ id }) => id)) + 1;

/** Adds an empty item, to be filled in. */
export const withBlank = (items: readonly Item[]): readonly Item[] => [
  ...items,
  { id: freeId(items), name: '', kind: 'variable', value: '' },
];

/** The changed item may be the empty one. */
export function withItem(draft: EnvironmentDraft, changed: Item): EnvironmentDraft {
  const isThere = draft.items.some(({ id }) => id === changed.id);
  const items = isThere
    ? draft.items.map(item => (item.id === changed.id ? changed : item))
    : [...draft.items, changed];
  return { ...draft, items };
}

export const withoutItem = (draft: EnvironmentDraft, id: number): EnvironmentDraft => ({
  ...draft,
  items: draft.items.filter(item => item.id !== id),
});

const isBlank = ({ name, value = '' }: Item): boolean => name.trim() === '' && value === '';

export const filledItems = ({ items }: EnvironmentDraft): Item[] => items.filter(item => !isBlank(item));

export const itemsToSend = (draft: EnvironmentDraft): NonNullable<ArgumentsOf<'editEnvironment'>['items']> =>
  filledItems(draft).map(({ name, kind, value }) => ({
    name: name.trim(),
    kind,
    ...(value === undefined ? {} : { value }),
  }));

/** By item id. */
export function nameFaults(draft: EnvironmentDraft): ReadonlyMap<number, string> {
  const items = filledItems(draft);
  const names = items.map(({ name }) => name.trim());
  const faults = items.flatMap(({ id }, index): [number, string][] => {
    const name = names[index] ?? '';
    if (name === '') return [[id, 'Give it a name']];
    if (!VariableName.safeParse(name).success) return [[id, 'Letters, digits and “_”, not beginning with a digit']];
    return names.indexOf(name) < index ? [[id, `“${name}” is used twice`]] : [];
  });
  return new Map(faults);
}

/** Replaces values of known names, and adds new names at the end. */
export function withEnvFile(draft: EnvironmentDraft, text: string): EnvironmentDraft {
  let next: EnvironmentDraft = { ...draft, items: filledItems(draft) };
  for (const { name, value } of readEnv(text).items) {
    const known = next.items.find(item => item.name === name);
    const kind = soundsSecret(name) ? 'secret' : 'variable';
    // Exported files hold no secrets.
    const isKept = value === '' && (known?.kind ?? kind) === 'secret';
    if (known !== undefined) next = isKept ? next : withItem(next, { ...known, value });
    else next = withItem(next, { id: freeId(next.items), name, kind, value });
  }
  return next;
}
