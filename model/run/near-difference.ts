import type { NearDifference } from './clues.ts';

/** Longer texts are not compared: whoever reads two of them sees more than one difference. */
const MOST_COMPARED = 5_000;
/** In a shorter word, a single character makes another word. */
const LEAST_NEAR = 4;

const INVISIBLE = /[\s\u00ad\u200b-\u200d\ufeff]/g;
const NO_BREAK = /[\u00a0\u202f\u2007]/g;
const withoutSpaces = (text: string): string => text.replace(INVISIBLE, '');
const lower = (text: string): string => text.toLowerCase();

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚′`´]/g, "'"],
  [/[“”„«»″]/g, '"'],
  [/[‐‑‒–—−]/g, '-'],
  [/…/g, '...'],
];
const plainSigns = (text: string): string => SIGNS.reduce((words, [from, to]) => words.replace(from, to), text);

/** The one thing in which a text differs from the wanted one; undefined where it is equal or differs in more. */
export function nearDifference(wanted: string, there: string): NearDifference | undefined {
  if (wanted === there || wanted.length > MOST_COMPARED || there.length > MOST_COMPARED) return undefined;
  if (lower(wanted) === lower(there)) return 'letter-case';
  if (plainSigns(wanted) === plainSigns(there)) return 'signs';
  return spaceDifference(wanted, there) ?? oneCharacter(wanted, there);
}

function spaceDifference(wanted: string, there: string): NearDifference | undefined {
  const dense = withoutSpaces(wanted);
  const denseThere = withoutSpaces(there);
  if (dense === '' || lower(dense) !== lower(denseThere)) return undefined;
  if (dense !== denseThere) return 'letter-case-and-spaces';
  if (wanted.replace(NO_BREAK, ' ') === there.replace(NO_BREAK, ' ')) return 'no-break-space';
  return wanted.trim() === there.trim() ? outerSpaces(wanted, there) : 'spaces';
}

function outerSpaces(wanted: string, there: string): NearDifference {
  const isBefore = wanted.trimEnd() !== there.trimEnd();
  const isAfter = wanted.trimStart() !== there.trimStart();
  if (isBefore && isAfter) return 'spaces-around';
  if (isBefore) return there.trimEnd().length > wanted.trimEnd().length ? 'space-before' : 'no-space-before';
  return there.length > wanted.length ? 'space-after' : 'no-space-after';
}

/** Numbers that differ in a digit are two numbers. */
const isDigit = (text: string): boolean => /\p{N}/u.test(text);

function oneCharacter(wanted: string, there: string): NearDifference | undefined {
  const more = there.length - wanted.length;
  if (Math.min(wanted.length, there.length) < LEAST_NEAR || Math.abs(more) > 1) return undefined;
  let at = 0;
  while (at < wanted.length && wanted[at] === there[at]) at += 1;
  const isSameAfter = wanted.slice(more > 0 ? at : at + 1) === there.slice(more < 0 ? at : at + 1);
  const changed = `${more > 0 ? '' : wanted.charAt(at)}${more < 0 ? '' : there.charAt(at)}`;
  if (!isSameAfter || isDigit(changed)) return undefined;
  if (more === 0) return 'one-other';
  return more > 0 ? 'one-more' : 'one-fewer';
}
