import { type ElementLook, sayingOf } from './element-look.ts';
import type { TextMatch } from './locator.ts';
import type { AttributeClaim, LocatorWords } from './locator-words.ts';
import { isSame } from './same-words.ts';

export interface ComparedElements {
  /** Words and marks of the locator that found nothing. The fallback's own would prove themselves. */
  says: LocatorWords;
  known: ElementLook | undefined;
  found: ElementLook;
}

/** For people: they read the text of it. */
const TEXTS: readonly string[] = ['title', 'placeholder', 'alt', 'aria-label'];
/** Where the locator does not name them, they count too. */
const TELLING = [...TEXTS, 'inside', 'name', 'href', 'value', 'id', 'testId'];
const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
const WORDED: Readonly<Record<string, string>> = {
  testId: 'test id',
  alt: 'alternative text',
  href: 'address',
  inside: 'sign',
};

/** Kinds of controls, which any id may contain: they name none. */
const CONTROLS = new Set(
  'btn button input field ctl ctrl control el elem element link textbox checkbox select submit id test testid icon'.split(
    ' ',
  ),
);
const CONTAINERS = new Set(
  'row cell item card list dialog modal menu tab table page main section header footer nav toolbar container wrapper box panel form text label action'.split(
    ' ',
  ),
);
/** Words that turn what an id says into something else. */
const TURNING = new Set('all every none no not non un cancel undo revert later off never without dis'.split(' '));

/**
 * Which attribute says that the element is another one, or nothing. What the locator names must hold: texts the same,
 * `href`, `name` and `value` equal, of test ids at least a word. An attribute may be gone where its words are still
 * said or, if it is no text, where the element still has its name.
 */
export function attributeMisfit(compared: ComparedElements, isMarked: boolean): string | undefined {
  const claimed = compared.says.claims.find(claim => !isKept(claim, compared, isMarked))?.attribute;
  const isClaimed = (name: string) => compared.says.claims.some(({ attribute }) => attribute === name);
  const others = [...TELLING, ...TEST_IDS].filter(name => !isClaimed(name));
  const other = claimed ?? others.find(name => isOtherNow(name, compared, isMarked));
  return other === undefined ? undefined : `its ${WORDED[other] ?? other} is another one`;
}

/** Whether it has the same name or text, and that consists of words rather than of a sign. */
export function saysSame({ known, found }: Pick<ComparedElements, 'known' | 'found'>): boolean {
  if (known === undefined) return false;
  return (
    (hasWords(known.name) && isSame(known.name, found.name)) || (hasWords(known.text) && isSame(known.text, found.text))
  );
}

/** Whether an id only counts, as `b-17` and `btn-3`. */
export const isCounted = (id: string): boolean => wordsIn(id).every(word => CONTROLS.has(word));

export const hasWords = (text: string): boolean => /\p{L}{2}|\p{Lo}/u.test(text);

/** `OK` and `Go` stand at many things, so that only an id may tell which one it is. */
const isBland = (text: string): boolean => (text.match(/\p{L}/gu) ?? []).length < 4 && !/\p{Lo}/u.test(text);

function isKept({ attribute, text }: AttributeClaim, compared: ComparedElements, isMarked: boolean): boolean {
  const now = compared.found.attributes?.[attribute];
  const was = compared.known?.attributes?.[attribute] ?? (typeof text === 'string' ? text : undefined);
  if (now === undefined) return isSaidOtherwise(attribute, was, compared, isMarked);
  if (was === undefined) return fitsPattern(text, now);
  if (TEXTS.includes(attribute)) return isSame(was, now);
  if (attribute === 'href') return addressOf(was) === addressOf(now);
  if (attribute === 'name' || attribute === 'value') return was.trim().toLowerCase() === now.toLowerCase();
  return was === now || isRenamed(was, now, compared);
}

function isSaidOtherwise(
  attribute: string,
  was: string | undefined,
  { known, found, ...rest }: ComparedElements,
  isMarked: boolean,
): boolean {
  if (was !== undefined && textsOf(found).some(text => isSame(was, text))) return true;
  if (attribute === 'value') return false;
  const isNamedSame = saysSame({ known, found, ...rest });
  return TEXTS.includes(attribute) ? isMarked && isNamedSame : known === undefined || isMarked || isNamedSame;
}

const textsOf = ({ name, text, attributes = {} }: ElementLook): string[] => [
  name,
  text,
  ...TEXTS.flatMap(each => attributes[each] ?? []),
];

function fitsPattern(pattern: TextMatch, text: string): boolean {
  if (typeof pattern === 'string') return isSame(pattern, text);
  try {
    return new RegExp(pattern.source, pattern.flags).test(text);
  } catch {
    return false;
  }
}

/** Neither the host nor a slash at the end matters. */
const addressOf = (href: string): string => href.replace(/^https?:\/\/[^/?#]*/i, '').replace(/([^/])\/$/, '$1');

function isOtherNow(name: string, compared: ComparedElements, isMarked: boolean): boolean {
  const { known, found } = compared;
  const [was, now] = [known?.attributes?.[name], found.attributes?.[name]];
  if (known?.attributes === undefined || now === undefined || was === now) return false;
  const saying = sayingOf(known) ?? '';
  if (was === undefined)
    return TEXTS.includes(name) && !hasWords(saying) && !textsOf(known).some(text => isSame(text, now));
  const isNamedSame = saysSame(compared);
  if (isNamedSame && (isMarked || name === 'inside')) return false;
  if (name === 'inside' || TEXTS.includes(name)) return !isNameNow(name, compared) && !isSame(was, now);
  return !isSameIdea({ name, was, now, isNamedSame }, compared.found, saying);
}

interface ChangedAttribute {
  name: string;
  was: string;
  now: string;
  isNamedSame: boolean;
}

function isSameIdea({ name, was, now, isNamedSame }: ChangedAttribute, found: ElementLook, saying: string): boolean {
  if (name === 'href' && addressOf(was) === addressOf(now)) return true;
  if (name === 'id' && !isBland(saying)) return true;
  const needsName = name === 'href' || name === 'value';
  return (isNamedSame || !needsName) && isReworded(was, now, found);
}

/** The name is judged on its own, where a label may have changed while the id says the old one. */
const isNameNow = (attribute: string, { known, found }: ComparedElements): boolean =>
  known !== undefined && found.name !== '' && isSame(known.attributes?.[attribute] ?? '', known.name);

/** Whether an attribute of which the locator says nothing may mean the same in other words. */
function isReworded(was: string, now: string, found: ElementLook): boolean {
  const { old, lost, added } = compareIds(was, now);
  if (old.length === 0 || old.every(word => isSaid(word, saidBy(found)))) return true;
  return !added.some(word => TURNING.has(word)) && areSaid({ lost, added }, saidBy(found));
}

/** Whether a test id has another form, but still a word in common, and says nothing against the old one. */
function isRenamed(was: string, now: string, { known, found }: ComparedElements): boolean {
  const { shared, lost, added } = compareIds(was, now);
  const [count, counted] = [was, now].map(id => (id.match(/\p{N}+/gu) ?? []).join(' '));
  if (shared.length === 0 || (count && counted && count !== counted)) return false;
  if ([...lost, ...added].some(word => TURNING.has(word))) return false;
  const said = saidBy(found);
  const isNamed = known !== undefined && isPlaced(known) && saysSame({ known, found });
  return areSaid({ lost, added }, said) || (isNamed && shared.some(word => isSaid(word, said)));
}

/** Whether anything is known of where it is, so that it can be told from one elsewhere. */
export const isPlaced = ({ item, group, heading, surroundings }: ElementLook): boolean =>
  [item, group, heading, surroundings].some(place => place !== undefined);

/** Whether words were only added or only left out, or the element says those that were replaced. */
const areSaid = ({ lost, added }: Pick<ComparedIds, 'lost' | 'added'>, said: string): boolean =>
  lost.length === 0 || added.length === 0 || lost.every(word => isSaid(word, said));

interface ComparedIds {
  old: string[];
  shared: string[];
  lost: string[];
  added: string[];
}

function compareIds(was: string, now: string): ComparedIds {
  const [old = [], fresh = []] = [was, now].map(id =>
    wordsIn(id).filter(word => !CONTROLS.has(word) && !CONTAINERS.has(word)),
  );
  return {
    old,
    shared: old.filter(word => fresh.includes(word)),
    lost: old.filter(word => !fresh.includes(word)),
    added: fresh.filter(word => !old.includes(word)),
  };
}

/** In small letters, without numbers and single letters. */
const wordsIn = (id: string): string[] =>
  id
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 1);

const saidBy = ({ name, text }: ElementLook): string => `${name} ${text}`.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '');

const isSaid = (word: string, said: string): boolean =>
  word.length > 2 ? said.includes(word) : said.split(' ').includes(word);
