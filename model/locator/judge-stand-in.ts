import { type ElementLook, type ElementSight, sayingOf } from './element-look.ts';
import { isGenerated } from './is-generated.ts';
import type { TextMatch } from './locator.ts';
import type { LocatorWords, SaidText } from './locator-words.ts';

interface StandIn {
  /** Words, marks and surroundings named by the locator that found nothing; words of its fallbacks where it has none. */
  says: LocatorWords;
  /** The element as it was when the locator last found it. */
  known: ElementLook | undefined;
  /** What the fallback finds now. */
  found: ElementSight;
}

/** At least half of what is known of the element must be unchanged, each part with its weight. */
const THRESHOLD = 0.5;

/** How much each part counts. */
const WEIGHTS = { role: 2, name: 3, text: 2, tag: 1, item: 2, group: 1, heading: 1 } as const;
const MARK_WEIGHT = 2;

const FIELDS = ['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider', 'checkbox', 'radio', 'switch'];

/**
 * Decides whether the element that a fallback finds is the one that the locator meant; answers why not, or nothing. In
 * doubt it is not: people look at a run that fails, and nobody looks at a wrong click that passes.
 */
export function misfitOf(standIn: StandIn): string | undefined {
  const { says, known, found } = standIn;
  const isMarked = isSameMark(standIn);
  if (!saysAround(says, found)) return 'it is elsewhere on the page';
  if (known?.item !== undefined && !isSame(known.item, found.item ?? '')) return 'it is in another row or item';
  if (known?.inputType !== undefined && known.inputType !== found.inputType) return 'it is another kind of field';
  if (!agreesInWords(standIn, isMarked)) return 'neither its name nor its text matches';
  if (known === undefined) return undefined;
  const isMoved = (['group', 'heading'] as const).some(part => isOther(known[part], found[part]));
  if (isMoved && !isMarked) return 'it is elsewhere on the page';
  return likeness(known, found) < THRESHOLD ? 'too much of it has changed' : undefined;
}

/** Whether its name or its text is still the same; both may not have changed. */
function agreesInWords({ says, known, found }: StandIn, isMarked: boolean): boolean {
  const words = [found.name, found.text, ...found.words].filter(text => text !== '');
  const knownWords = known === undefined ? [] : [known.name, known.text].filter(text => text !== '');
  if (says.own.some(said => words.some(text => fitsSaid(said, text)))) return true;
  if (isSame(known?.name ?? '', found.name) || isSame(known?.text ?? '', found.text)) return true;
  if (!isMarked) return false;
  const plain = says.own.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  if ([...knownWords, ...plain].some(text => words.some(other => goesOn(text, other) || goesOn(other, text))))
    return true;
  // A field has no text of its own, so its label may change while its id or test id stays.
  if (known !== undefined && FIELDS.includes(found.role)) return known.role === found.role;
  return says.own.length === 0 && knownWords.length === 0 && (known === undefined || words.length === 0);
}

const saysAround = ({ around }: LocatorWords, found: ElementSight): boolean =>
  around.every(said => found.around.some(text => fitsSaid(said, text)));

function fitsSaid({ text, isPart }: SaidText, found: string): boolean {
  if (typeof text === 'string') return isPart ? plain(found).includes(plain(text)) : isSame(text, found);
  return !fitsPattern(text, '') && fitsPattern(text, found);
}

function fitsPattern(pattern: Exclude<TextMatch, string>, text: string): boolean {
  try {
    return new RegExp(pattern.source, pattern.flags).test(text);
  } catch {
    return false;
  }
}

/** Whether an id, test id or the like is still the same, or is the one that the locator names. */
function isSameMark({ says, known, found }: StandIn): boolean {
  const marks = Object.entries(found.marks).filter(([, value]) => !isGenerated(value));
  return marks.some(([name, value]) => says.marks.includes(value) || known?.marks[name] === value);
}

/** The share of what is known of the element that is unchanged, from 0 to 1. */
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

/** Whether two texts are equal but for case, spaces, punctuation, icons and counts in brackets. */
const isSame = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other);

/** Whether a text begins with the words of another: `Save draft` with `Save`. */
const goesOn = (start: string, text: string): boolean =>
  plain(start) !== '' && wordsOf(start).every((word, index) => wordsOf(text)[index] === word);

const wordsOf = (text: string): string[] => text.split(/\s+/).map(plain).filter(Boolean);

function plain(text: string): string {
  const known = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(\d+\)/g, '')
    .replace(/\p{Co}/gu, '');
  const letters = known.replace(/(?<!\d)[.,](?!\d)|[^\p{L}\p{N}.,]/gu, '').replace(/[.,]+$/, '');
  return letters === '' ? known.replace(/\s+/g, '') : letters;
}

/** What the element was called, and what it is called now. */
export function renaming({ says, known, found }: StandIn): { was?: string; now?: string } {
  const [said] = says.own.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const was = (known && sayingOf(known)) ?? said;
  const now = sayingOf(found);
  return { ...(was === undefined ? {} : { was }), ...(now === undefined ? {} : { now }) };
}
