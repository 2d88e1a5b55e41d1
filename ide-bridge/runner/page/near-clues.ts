import type { Locator, LocatorStep, TextMatch } from '../../../model/locator/locator.ts';
import type { Clue, KnownBy } from '../../../model/run/clues.ts';
import { nearDifference } from '../../../model/run/near-difference.ts';
import type { NearElement } from '../../page/facts/clue-types.ts';

type WayToName = 'role' | 'text' | 'label' | 'placeholder' | 'title' | 'altText';

export interface SoughtByName {
  way: WayToName;
  role?: string | undefined;
  words: string;
  isExact: boolean;
  /** Whether an element that has more text than that is near as well. */
  isPart: boolean;
}

const WAYS: readonly WayToName[] = ['text', 'label', 'placeholder', 'title', 'altText'];

/** By the last step that says what the element is called; undefined where none does in plain words. */
export function soughtElement({ steps }: Locator): SoughtByName | undefined {
  const step = steps.findLast(({ kind }) => kind !== 'nth' && kind !== 'visible');
  if (step?.kind === 'descendant') return soughtElement(step.locator);
  return step && fromStep(step);
}

function fromStep(step: LocatorStep): SoughtByName | undefined {
  if (step.kind === 'role') return named('role', step.name, { role: step.role, isExact: step.exact === true });
  const way = WAYS.find(each => each === step.kind);
  if (way === undefined || !('text' in step)) return undefined;
  return named(way, step.text, { isExact: 'exact' in step && step.exact === true });
}

function named(
  way: WayToName,
  words: TextMatch | undefined,
  rest: Pick<SoughtByName, 'role' | 'isExact'>,
): SoughtByName | undefined {
  if (typeof words !== 'string') return undefined;
  return { way, words: oneLine(words), isPart: rest.isExact || way === 'text', ...rest };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const NATURAL: { readonly [Each in WayToName]: readonly KnownBy[] } = {
  role: ['text', 'label', 'aria-label', 'placeholder', 'title', 'alt'],
  text: ['text'],
  label: ['label', 'aria-label'],
  placeholder: ['placeholder'],
  title: ['title'],
  altText: ['alt'],
};

const FIELD_ROLES = [
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'slider',
  'switch',
];

const isFieldSought = ({ way, role = '' }: SoughtByName): boolean =>
  way === 'label' || way === 'placeholder' || FIELD_ROLES.includes(role);

/** Whether it has just the sought name; two that only an exact locator tells apart are different. */
const isSame = ({ words, isExact }: SoughtByName, { name }: NearElement): boolean =>
  isExact ? name === words : name.toLowerCase() === words.toLowerCase();

/** One of each kind; what needs least explanation first. */
export function whatComesNear(sought: SoughtByName, near: readonly NearElement[]): Clue[] {
  const clues = near.flatMap(each => clueOf(sought, each) ?? []);
  const withRole = clues.filter(isOfRole);
  const ranked = [...withRole, ...clues.filter(clue => !withRole.includes(clue))].toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  );
  return ranked.filter(({ kind }, index) => ranked.findIndex(other => other.kind === kind) === index);
}

const isOfRole = (clue: Clue): boolean =>
  !('what' in clue) || typeof clue.what === 'string' || clue.what?.role !== undefined;

/** A name that differs in a letter may be another name. */
const rankOf = (clue: Clue): number => (clue.kind === 'name-differs' && clue.difference.startsWith('one-') ? 1 : 0);

function clueOf(sought: SoughtByName, near: NearElement): Clue | undefined {
  const { role, tag, name } = near;
  const what = { role, tag, name };
  const isNatural = NATURAL[sought.way].includes(near.by) && (sought.way !== 'role' || role === sought.role);
  if (near.hidden !== undefined || near.dialog !== undefined)
    return isNatural && isSame(sought, near) ? unseen(near, what) : undefined;
  if (isNatural) {
    const difference = nameDifference(sought, near);
    return difference && { kind: 'name-differs', what, difference, sought: sought.words };
  }
  return isSame(sought, near) ? otherwiseKnown(sought, near) : undefined;
}

function unseen({ hidden, dialog }: NearElement, what: { role?: string | undefined; tag: string; name: string }): Clue {
  if (dialog !== undefined || hidden === undefined) return { kind: 'behind-dialog', dialog: dialog ?? '', what };
  return { kind: 'hidden', ...hidden, what };
}

function nameDifference({ words, isExact, isPart }: SoughtByName, { name }: NearElement) {
  const difference = nearDifference(words, name);
  if (difference !== undefined) return difference === 'letter-case' && !isExact ? undefined : difference;
  if (!isPart || name === words) return undefined;
  if (name.includes(words)) return isExact ? 'part-of-more' : undefined;
  return name.toLowerCase().includes(words.toLowerCase()) ? undefined : partDifference(words, name);
}

const dense = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

const partDifference = (words: string, name: string) => (dense(name).includes(dense(words)) ? 'spaces' : undefined);

function otherwiseKnown(sought: SoughtByName, near: NearElement): Clue | undefined {
  const { role, tag, name, by, isField } = near;
  const what = { role, tag, name };
  const isBesideOther = by === 'beside' && !isFieldSought(sought);
  if (isBesideOther) return undefined;
  if (sought.way === 'role') return ofOtherRole(sought, near);
  if (!isFieldSought(sought) || isField) return { kind: 'known-by', what, by, sought: sought.way };
  return by === 'text' && role !== undefined ? { kind: 'other-role', what, sought: 'textbox' } : undefined;
}

function ofOtherRole(sought: SoughtByName, { role, tag, name, by, isField }: NearElement): Clue | undefined {
  const what = { role, tag, name };
  if (isField && by === 'beside') return { kind: 'known-by', what, by, sought: 'label' };
  if (by === 'placeholder' && !isFieldSought(sought)) return undefined;
  return { kind: 'other-role', what, sought: sought.role ?? '' };
}
