import { type ElementLook, sayingOf } from './element-look.ts';
import { isGenerated } from './is-generated.ts';
import { attributeMisfit, type ComparedElements, hasWords, isCounted, isPlaced, saysSame } from './judge-attributes.ts';
import type { TextMatch } from './locator.ts';
import { isLonger, isSame, isSameButAmounts } from './same-words.ts';

interface StandIn extends ComparedElements {
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
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  ['checkbox', 'switch'],
];

/** Types of `input` between which a rebuilt field may change; undefined are elements such as `textarea` and `button`. */
const KINDRED_TYPES: readonly (readonly (string | undefined)[])[] = [
  ['text', 'email', 'tel', 'url', 'search', 'number'],
  ['text', undefined],
  ['submit', 'button', undefined],
];

const OTHER_WORDS = 'neither its name nor its text matches';
const OTHER_NAME = 'its name is another one';
const ELSEWHERE = 'it is elsewhere on the page';

/**
 * Why the element of a fallback is not the intended one, or nothing. In doubt it is not: people look at a failed run,
 * and nobody looks at a wrong click that passes.
 */
export function misfitOf(given: StandIn): string | undefined {
  const standIn = { ...given, found: asLink(given.found) };
  const marks = sameMarks(standIn);
  const { known, found } = standIn;
  if (known?.item !== undefined && !isSame(known.item, found.item ?? found.surroundings ?? ''))
    return 'it is in another row or item';
  if (found.isDisabled && known !== undefined && !known.isDisabled) return 'it is disabled';
  return (
    kindMisfit(standIn, marks) ??
    wordsMisfit(standIn, marks) ??
    attributeMisfit(standIn, hasStrong(marks)) ??
    placeMisfit(standIn, marks)
  );
}

function sameMarks({ says, known, found }: StandIn): string[] {
  const lasting = Object.entries(found.marks).filter(([, value]) => !isGenerated(value));
  const isNamed = (name: string, value: string) => name !== 'for' && says.marks.includes(value);
  return lasting.flatMap(([name, value]) => (known?.marks[name] === value || isNamed(name, value) ? [name] : []));
}

function kindMisfit({ known, found, hasRole }: StandIn, marks: readonly string[]): string | undefined {
  if (known?.inputType !== undefined && !isKindredType(known, found)) return 'it is another kind of field';
  if (hasRole && (known === undefined || known.role === '' || known.role === found.role)) return undefined;
  const isMarked = marks.length > 0 || (known !== undefined && hasSameId(known, found));
  return isMarked && isKindred(known, found) ? undefined : 'it is another kind of element';
}

const hasStrong = (marks: readonly string[]): boolean => marks.some(name => !WEAK_MARKS.includes(name));

/** A link without an address has no role, and so no name. */
const asLink = (look: ElementLook): ElementLook =>
  look.role === '' && look.tag === 'a' ? { ...look, role: 'link', name: look.name || look.text } : look;

const isKindredType = (known: ElementLook, found: ElementLook): boolean =>
  known.inputType === found.inputType ||
  KINDRED_TYPES.some(types => types.includes(known.inputType) && types.includes(found.inputType));

/** Also one that a framework has made: under another role it is still a sign. */
const hasSameId = (known: ElementLook, found: ElementLook): boolean =>
  known.attributes?.id !== undefined && known.attributes.id === found.attributes?.id;

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
    if (isSame(known.attributes?.title ?? '', found.name)) return undefined;
    const isNamedByText = hasWords(known.text) && (known.name === '' || isSame(known.name, known.text));
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

/** `row-1` and `row-2` are two elements; `b-1` and `b-2` may be one whose id is counted anew. */
function isNextInSeries(known: ElementLook, found: ElementLook): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+/g, '0');
  return Object.entries(known.marks).some(([name, value]) => {
    const now = found.marks[name];
    if (now === undefined || now === value || withoutNumbers(now) !== withoutNumbers(value)) return false;
    return !(name === 'id' && isCounted(value) && isPlaced(known) && saysSame({ known, found }));
  });
}

function isMoved({ known, found, isInRepriced }: StandIn, marks: readonly string[]): boolean {
  if (known === undefined) return false;
  const isOtherGroup = isOther(known.group, found.group);
  const isOtherHeading = isOther(known.heading, found.heading);
  const isAmongOthers = known.item === undefined && hasOtherSurroundings(known, found);
  // Under its id it may be in a place called otherwise, but not also among other texts: ids are used again.
  if (hasStrong(marks))
    return isAmongOthers
      ? isOtherGroup || isOtherHeading || known.heading === undefined
      : isOtherGroup && isOtherHeading;
  if (isInRepriced && known.item === undefined && known.heading === undefined) return true;
  return isOtherGroup || isOtherHeading || isAmongOthers;
}

/** Whether the smaller of both texts around it is mostly missing from the other one, or from the heading there. */
function hasOtherSurroundings(known: ElementLook, found: ElementLook): boolean {
  const [was, now] = [known, found].map(({ surroundings = '' }) => wordSetOf(surroundings));
  if (!was?.size || !now?.size) return false;
  const share = (part: ReadonlySet<string>, { heading = '' }: ElementLook, all: ReadonlySet<string>) => {
    const there = new Set([...all, ...wordSetOf(heading)]);
    return [...part].filter(word => there.has(word)).length / part.size;
  };
  return Math.max(share(was, found, now), share(now, known, was)) <= 0.5;
}

const wordSetOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );

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
