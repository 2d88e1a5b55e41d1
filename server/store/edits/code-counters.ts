import { CODE_LETTERS, type CodeLetter, codeNumber, type VersionId } from '../../../model/names/codes.ts';
import { changedSpan } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import type { FileTouch, StoredFile } from './stored.ts';

/** Highest numbers ever given, so that no code is given twice. Immutable. */
export type CodeCounters = ReadonlyMap<VersionId, Readonly<Record<CodeLetter, number>>>;

const NO_CODES: Readonly<Record<CodeLetter, number>> = { m: 0, t: 0, a: 0, e: 0, f: 0 };

export type CodeNumbers = Partial<Record<CodeLetter, number>>;

const CODE_IN_TEXT =
  /(?:"(?:module|test|environment|feature)Code"\s*:\s*"|"actionId"\s*:\s*"|modules\/)([mtaef])([1-9]\d{0,8})\b/g;

export function numbersInText(text: string): CodeNumbers {
  const numbers: CodeNumbers = {};
  for (const [, found, digits] of text.matchAll(CODE_IN_TEXT)) {
    const letter = CODE_LETTERS.find(known => known === found);
    if (letter !== undefined) numbers[letter] = Math.max(numbers[letter] ?? 0, Number(digits));
  }
  return numbers;
}

export function raise(counters: CodeCounters, versionId: VersionId, numbers: CodeNumbers): CodeCounters {
  const old = counters.get(versionId) ?? NO_CODES;
  const next = { ...old };
  for (const letter of CODE_LETTERS) next[letter] = Math.max(old[letter], numbers[letter] ?? 0);
  if (CODE_LETTERS.every(letter => next[letter] === old[letter]) && counters.has(versionId)) return counters;
  return new Map(counters).set(versionId, next);
}

const highest = (numbers: Iterable<number>): number => {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
};

const codesOf = (test: Test): string[] => [test.testCode, ...test.actions.map(action => action.actionId)];

const testsIn = (stored: StoredFile | undefined): readonly Test[] =>
  stored?.kind === 'module' ? stored.value.tests : [];

function numbersIn(stored: StoredFile, before: StoredFile | undefined): CodeNumbers {
  if (stored.kind === 'environments')
    return { e: highest(stored.value.environments.map(environment => codeNumber(environment.environmentCode))) };
  if (stored.kind === 'features')
    return { f: highest(stored.value.features.map(feature => codeNumber(feature.featureCode))) };
  if (stored.kind !== 'module') return {};
  const { after: tests } = changedSpan(testsIn(before), testsIn(stored));
  const ofActions = tests.flatMap(test => test.actions.map(action => codeNumber(action.actionId)));
  return {
    m: codeNumber(stored.value.moduleCode),
    t: highest(tests.map(test => codeNumber(test.testCode))),
    a: highest(ofActions),
  };
}

export function countFiles(counters: CodeCounters, files: Iterable<StoredFile>): CodeCounters {
  let result = counters;
  for (const stored of files) result = countFile(result, stored);
  return result;
}

/** With `before`, looks only at what is new in the file. */
export function countFile(counters: CodeCounters, stored: StoredFile, before?: StoredFile): CodeCounters {
  return stored.kind === 'project' ? counters : raise(counters, stored.versionId, numbersIn(stored, before));
}

export function removesCodes({ before, after }: FileTouch): boolean {
  if (before === undefined) return false;
  if (after === undefined) return true;
  if (before.kind === 'module' && after.kind === 'module') {
    const changed = changedSpan(before.value.tests, after.value.tests);
    const kept = new Set(changed.after.flatMap(codesOf));
    return changed.before.some(test => codesOf(test).some(code => !kept.has(code)));
  }
  if (before.kind === 'environments' && after.kind === 'environments')
    return before.value.environments.length > after.value.environments.length;
  if (before.kind === 'features' && after.kind === 'features')
    return before.value.features.length > after.value.features.length;
  return false;
}
