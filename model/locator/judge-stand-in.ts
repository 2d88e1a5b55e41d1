import { type ElementLook, sayingOf } from './element-look.ts';
import { isGenerated } from './is-generated.ts';
import type { TextMatch } from './locator.ts';
import type { LocatorWords } from './locator-words.ts';
import { isLonger, isSame, isSameButAmounts } from './same-words.ts';

interface StandIn {
  /** Words and marks of the locator that found nothing. The fallback's own would prove themselves. */
  says: LocatorWords;
  known: ElementLook | undefined;
  found: ElementLook;
  hasRole: boolean;
  /** Whether it is where the locator looks only if sums of money are ignored. */
  isInRepriced: boolean;
}

/** Weighted share of the known parts that must be unchanged. */
const THRESHOLD = 0.5;

const WEIGHTS = { role: 2, name: 3, text: 2, tag: 1, item: 2, group: 1, heading: 1 } as const;
const MARK_WEIGHT = 2;

/** Attributes that forms share: they do not tell in which form a field is. */
const WEAK_MARKS: readonly string[] = ['name', 'for'];

const FIELDS = ['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider', 'checkbox', 'radio', 'switch'];

/** Roles between which a rebuilt element may change. */
const KINDRED_ROLES: readonly (readonly string[])[] = [
  ['button', 'link'],
  ['textbox', 'searchbox', 'combobox'],
  ['checkbox', 'switch'],
];

const OTHER_WORDS = 'neither its name nor its text matches';
const OTHER_NAME = 'its name is another one';
const ELSEWHERE = 'it is elsewhere on the page';

/**
 * Why the element of a fallback is not the intended one, or nothing. In doubt it is not: people look at a failed run,
 * and nobody looks at a wrong click that passes.
 */
export function misfitOf(standIn: StandIn): string | undefined {
  const marks = sameMarks(standIn);
  const { known, found } = standIn;
  if (known?.item !== undefined && !isSame(known.item, found.item ?? '')) return 'it is in another row or item';
  return kindMisfit(standIn, marks) ?? wordsMisfit(standIn, marks) ?? placeMisfit(standIn, marks);
}

function sameMarks({ says, known, found }: StandIn): string[] {
  const lasting = Object.entries(found.marks).filter(([, value]) => !isGenerated(value));
  const isNamed = (name: string, value: string) => name !== 'for' && says.marks.includes(value);
  return lasting.flatMap(([name, value]) => (known?.marks[name] === value || isNamed(name, value) ? [name] : []));
}

function kindMisfit({ known, found, hasRole }: StandIn, marks: readonly string[]): string | undefined {
  if (known?.inputType !== undefined && known.inputType !== found.inputType) return 'it is another kind of field';
  if (hasRole && (known === undefined || known.role === '' || known.role === found.role)) return undefined;
  return marks.length > 0 && isKindred(known, found) ? undefined : 'it is another kind of element';
}

/** The role may only have changed under the same id and name. */
const isKindred = (known: ElementLook | undefined, found: ElementLook): boolean =>
  known !== undefined &&
  isSame(known.name, found.name) &&
  KINDRED_ROLES.some(roles => roles.includes(known.role) && roles.includes(found.role));

function wordsMisfit({ says, known, found }: StandIn, marks: readonly string[]): string | undefined {
  const isMarked = marks.length > 0;
  if (known !== undefined && sayingOf(known) !== undefined) return otherThanKnown(known, found, isMarked);
  if (says.own.some(text => fits(text, found.name))) return undefined;
  if (says.own.some(text => fits(text, found.text)))
    return says.own.some(text => isLongerThan(text, found.name)) ? OTHER_NAME : undefined;
  const isWordless = says.own.length === 0 && (known === undefined || sayingOf(found) === undefined);
  return isWordless && isMarked ? undefined : OTHER_WORDS;
}

function otherThanKnown(known: ElementLook, found: ElementLook, isMarked: boolean): string | undefined {
  if (isSame(known.name, found.name)) return undefined;
  if (isSame(known.text, found.text)) {
    const isNamedByText = known.name === '' || isSame(known.name, known.text);
    return isNamedByText && !isLonger(found.name, known.text) ? undefined : OTHER_NAME;
  }
  if (isMarked && isSameButAmounts(sayingOf(known) ?? '', sayingOf(found) ?? '')) return undefined;
  return isFieldOfOldName(known, found) ? undefined : OTHER_WORDS;
}

const isLongerThan = (said: TextMatch, name: string): boolean => typeof said === 'string' && isLonger(name, said);

/** A field has no text: its label may change while its id or name still holds the old label. */
const isFieldOfOldName = (was: ElementLook, found: ElementLook): boolean =>
  FIELDS.includes(found.role) &&
  Object.entries(was.marks).some(([name, value]) => found.marks[name] === value && isSame(value, was.name));

function fits(said: TextMatch, found: string): boolean {
  return typeof said === 'string' ? isSame(said, found) : !fitsPattern(said, '') && fitsPattern(said, found);
}

function fitsPattern(pattern: Exclude<TextMatch, string>, text: string): boolean {
  try {
    return new RegExp(pattern.source, pattern.flags).test(text);
  } catch {
    return false;
  }
}

function placeMisfit(standIn: StandIn, marks: readonly string[]): string | undefined {
  const { known, found } = standIn;
  if (marks.length === 0 && hasDuplicates(standIn)) return 'nothing tells it from others like it';
  if (known === undefined) return standIn.isInRepriced ? ELSEWHERE : undefined;
  if (marks.length === 0 && isNextInSeries(known, found)) return 'its id is that of another one';
  if (isMoved(standIn, marks)) return ELSEWHERE;
  return likeness(known, found) < THRESHOLD ? 'too much of it has changed' : undefined;
}

/** Similar elements in other containers do not count while its own container is the same. */
function hasDuplicates({ says, known, found }: StandIn): boolean {
  if (known === undefined) return says.isOneOfMany || found.twin !== undefined;
  const duplicates = [known.twin, found.twin];
  const isSameContainer = known.container !== undefined && known.container === found.container;
  return duplicates.includes('inside') || (duplicates.includes('outside') && !isSameContainer);
}

/** `row-1` and `row-2` are two elements. */
function isNextInSeries(known: ElementLook, found: ElementLook): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+/g, '0');
  return Object.entries(known.marks).some(([name, value]) => {
    const now = found.marks[name];
    return now !== undefined && now !== value && withoutNumbers(now) === withoutNumbers(value);
  });
}

function isMoved({ known, found, isInRepriced }: StandIn, marks: readonly string[]): boolean {
  if (marks.some(name => !WEAK_MARKS.includes(name))) return false;
  if (isInRepriced && known?.item === undefined && known?.heading === undefined) return true;
  return isOther(known?.group, found.group) || isOther(known?.heading, found.heading);
}

/** Weighted share of the known parts that are unchanged, from 0 to 1. */
function likeness(known: ElementLook, found: ElementLook): number {
  const parts = (['role', 'name', 'text', 'tag', 'item', 'group', 'heading'] as const)
    .filter(part => known[part])
    .map(part => ({ weight: WEIGHTS[part], isAlike: isSame(known[part] ?? '', found[part] ?? '') }));
  const marks = Object.entries(known.marks)
    .filter(([, value]) => !isGenerated(value))
    .map(([name, value]) => ({ weight: MARK_WEIGHT, isAlike: found.marks[name] === value }));
  const all = [...parts, ...marks];
  const sum = (list: typeof all) => list.reduce((total, { weight }) => total + weight, 0);
  return all.length === 0 ? 0 : sum(all.filter(({ isAlike }) => isAlike)) / sum(all);
}

const isOther = (known: string | undefined, found: string | undefined): boolean =>
  known !== undefined && !isSame(known, found ?? '');

export function renaming({ says, known, found }: Pick<StandIn, 'says' | 'known' | 'found'>): {
  was?: string;
  now?: string;
} {
  const [said] = says.own.flatMap(text => (typeof text === 'string' ? [text] : []));
  const was = (known && sayingOf(known)) ?? said;
  const now = sayingOf(found);
  return { ...(was === undefined ? {} : { was }), ...(now === undefined ? {} : { now }) };
}
