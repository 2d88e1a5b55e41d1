/** Only so many characters are compared: the effort grows with the square. */
const COMPARED_CHARACTERS = 64;

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** `testCode` and `testId` name the same thing. */
const namedThing = (word: string): string | undefined => /^(.+)(?:Id|Code)$/.exec(word)?.[1];

/** Ignores case; a dotted name is as near as its last part. */
function farness(word: string, candidate: string): number {
  const left = word.toLowerCase();
  const right = candidate.toLowerCase();
  if (left.length > 2 && (right.includes(left) || left.includes(right))) return left === right ? 0 : 1;
  const thing = namedThing(word);
  if (thing !== undefined && thing === namedThing(candidate)) return 1;
  const target = left.slice(0, COMPARED_CHARACTERS);
  const lastPart = right.slice(right.lastIndexOf('.') + 1);
  return Math.min(...[right, lastPart].map(name => distance(target, name.slice(0, COMPARED_CHARACTERS))));
}

function ranked(word: string, known: readonly string[]): { candidate: string; far: number }[] {
  return known
    .map(candidate => ({ candidate, far: farness(word, candidate) }))
    .sort((left, right) => left.far - right.far);
}

export const byNearness = (word: string, known: readonly string[]): string[] =>
  ranked(word, known).map(({ candidate }) => candidate);

export function nearestNames(word: string, known: readonly string[], most = 3): string[] {
  const limit = Math.max(2, Math.floor(word.length / 3));
  // With every character changed it is another word.
  const close = ranked(word, known).filter(({ far }) => far <= limit && far < Math.max(1, word.length));
  return close.slice(0, most).map(({ candidate }) => candidate);
}

export const nearest = (word: string, known: readonly string[]): string | undefined => nearestNames(word, known, 1)[0];

/** Share of common words, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const all = new Set([...left, ...right]);
  return all.size === 0 ? 0 : [...left].filter(word => right.has(word)).length / all.size;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
