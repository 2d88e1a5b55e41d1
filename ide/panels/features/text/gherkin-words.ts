/** The keywords of Gherkin in each of its languages. Pure. */
import { dialects } from '@cucumber/gherkin';

export interface GherkinWords {
  /** With a colon behind them, e.g. `Scenario`; longest first. */
  sections: readonly string[];
  /** With the blank behind them where their language has one, e.g. `Given `; longest first. */
  steps: readonly string[];
}

const ENGLISH = 'en';
const LANGUAGE = /^\s*#\s*language\s*:\s*([\w-]+)/;

/** The language that a comment chooses. */
export const languageIn = (comment: string): string | undefined => LANGUAGE.exec(comment)?.[1];

/** What stands before the feature is read only. */
export function languageOf(lines: Iterable<string>): string {
  for (const line of lines) {
    const language = languageIn(line);
    if (language !== undefined) return language;
    if (/^\s*[^\s#@]/.test(line)) break;
  }
  return ENGLISH;
}

const longestFirst = (words: readonly string[]): string[] =>
  [...new Set(words)].sort((one, other) => other.length - one.length);

const known = new Map<string, GherkinWords>();

/** Of English for a language that there is not. */
export function wordsOf(language: string): GherkinWords {
  const found = known.get(language);
  if (found !== undefined) return found;
  const dialect = Object.hasOwn(dialects, language) ? dialects[language] : dialects[ENGLISH];
  const sections = ['feature', 'background', 'rule', 'scenario', 'scenarioOutline', 'examples'] as const;
  const steps = ['given', 'when', 'then', 'and', 'but'] as const;
  const words = {
    sections: longestFirst(sections.flatMap(kind => dialect?.[kind] ?? [])),
    steps: longestFirst(steps.flatMap(kind => dialect?.[kind] ?? [])),
  };
  known.set(language, words);
  return words;
}

/** The keyword that a line of a step begins with. */
export const stepWordOf = (line: string, { steps }: GherkinWords): string | undefined =>
  steps.find(word => line.startsWith(word));

/** The keyword that a line of a section begins with, without its colon. */
export const sectionWordOf = (line: string, { sections }: GherkinWords): string | undefined =>
  sections.find(word => line.startsWith(`${word}:`));
