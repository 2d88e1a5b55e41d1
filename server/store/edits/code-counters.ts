import { CODE_LETTERS, type CodeLetter, type VersionId } from '../../../model/names/codes.ts';

/** Highest number ever given, by version and letter. Immutable. */
export type CodeCounters = ReadonlyMap<VersionId, Readonly<Record<CodeLetter, number>>>;

const NO_CODES: Readonly<Record<CodeLetter, number>> = { m: 0, t: 0, a: 0, e: 0, f: 0 };

export type CodeNumbers = Partial<Record<CodeLetter, number>>;

const CODE_IN_TEXT =
  /(?:"(?:module|test|environment|feature)Code"\s*:\s*"|"actionId"\s*:\s*"|modules\/)([mtaef])([1-9]\d{0,8})\b/g;

/** Highest numbers in text that is no good JSON any more. */
export function numbersInText(text: string): CodeNumbers {
  const numbers: CodeNumbers = {};
  for (const [, found, digits] of text.matchAll(CODE_IN_TEXT)) {
    const letter = CODE_LETTERS.find(known => known === found);
    if (letter !== undefined) numbers[letter] = Math.max(numbers[letter] ?? 0, Number(digits));
  }
  return numbers;
}

/** Counters raised to given numbers; never lowered. */
export function raise(counters: CodeCounters, versionId: VersionId, numbers: CodeNumbers): CodeCounters {
  const old = counters.get(versionId) ?? NO_CODES;
  const next = { ...old };
  for (const letter of CODE_LETTERS) next[letter] = Math.max(old[letter], numbers[letter] ?? 0);
  if (CODE_LETTERS.every(letter => next[letter] === old[letter]) && counters.has(versionId)) return counters;
  return new Map(counters).set(versionId, next);
}
