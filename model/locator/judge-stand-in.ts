import { type ElementLook, type ElementSight, sayingOf } from './element-look.ts';
import { isGenerated } from './is-generated.ts';
import type { TextMatch } from './locator.ts';
import type { LocatorWords, SaidText } from './locator-words.ts';

export interface StandIn {
  /** What the locator says that found nothing; where it says no words, those of its fallbacks. */
  says: LocatorWords;
  /** What it found when it last found something. */
  known: ElementLook | undefined;
  found: ElementSight;
}

/** Half of what is known of an element must be as it was. */
const THRESHOLD = 0.5;

/** How much it says about an element that this is as it was. */
const WEIGHTS = { role: 2, name: 3, text: 2, tag: 1, item: 2, group: 1, heading: 1 } as const;
const MARK_WEIGHT = 2;

const FIELDS = ['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider', 'checkbox', 'radio', 'switch'];

/**
 * Why an element that a fallback found is not the one that is meant; nothing when it is. Strict where in doubt: a run
 * that fails is looked at, a wrong click that passes is not.
 */
export function misfitOf(standIn: StandIn): string | undefined {
  const { says, known, found } = standIn;
  const isMarked = isSameMark(standIn);
  if (!saysAround(says, found)) return 'it stands elsewhere';
  if (known?.item !== undefined && !isSame(known.item, found.item ?? '')) return 'it stands in another row or item';
  if (known?.inputType !== undefined && known.inputType !== found.inputType) return 'it is another kind of field';
  if (!agreesInWords(standIn, isMarked)) return 'neither its name nor its text fits';
  if (known === undefined) return undefined;
  const isMoved = (['group', 'heading'] as const).some(part => isOther(known[part], found[part]));
  if (isMoved && !isMarked) return 'it stands elsewhere';
  return likeness(known, found) < THRESHOLD ? 'too little of it is as it was' : undefined;
}

/** Never when both its name and its text are others. */
function agreesInWords({ says, known, found }: StandIn, isMarked: boolean): boolean {
  const words = [found.name, found.text, ...found.words].filter(text => text !== '');
  const knownWords = known === undefined ? [] : [known.name, known.text].filter(text => text !== '');
  if (says.own.some(said => words.some(text => fitsSaid(said, text)))) return true;
  if (isSame(known?.name ?? '', found.name) || isSame(known?.text ?? '', found.text)) return true;
  if (!isMarked) return false;
  const plain = says.own.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  if ([...knownWords, ...plain].some(text => words.some(other => goesOn(text, other) || goesOn(other, text))))
    return true;
  // A field says nothing itself: what it is called may change where it is the same by its mark.
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

/** An id, test id or the like that is its own is the same, or has the value that the locator asks for. */
function isSameMark({ says, known, found }: StandIn): boolean {
  const marks = Object.entries(found.marks).filter(([, value]) => !isGenerated(value));
  return marks.some(([name, value]) => says.marks.includes(value) || known?.marks[name] === value);
}

/** How much of what is known of an element is as it was, from 0 to 1. */
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

/** Whether two texts say the same, whatever their case, spaces, punctuation, icons, and counts in brackets. */
const isSame = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other);

/** Whether a text is another one with more behind it. */
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

/** What the element is called: before, and as it was found. */
export function renaming({ says, known, found }: StandIn): { was?: string; now?: string } {
  const [said] = says.own.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const was = (known && sayingOf(known)) ?? said;
  const now = sayingOf(found);
  return { ...(was === undefined ? {} : { was }), ...(now === undefined ? {} : { now }) };
}
