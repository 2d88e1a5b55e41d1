import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import type { StreamParser, StringStream } from '@codemirror/language';
import { dialects } from '@cucumber/gherkin';
import type { KnownStep } from './known-steps.ts';

interface GherkinWords {
  /** With their colon, e.g. `Scenario`; longest first. */
  sections: readonly string[];
  /** With the trailing blank where their language has one, e.g. `Given `; longest first. */
  steps: readonly string[];
}

const ENGLISH = 'en';
const LANGUAGE = /^\s*#\s*language\s*:\s*([\w-]+)/;

const languageIn = (comment: string): string | undefined => LANGUAGE.exec(comment)?.[1];

/** Only comments before the feature choose a language. */
function languageOf(lines: Iterable<string>): string {
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

/** English for an unknown language. */
function wordsOf(language: string): GherkinWords {
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

const stepWordOf = (line: string, { steps }: GherkinWords): string | undefined =>
  steps.find(word => line.startsWith(word));

const sectionWordOf = (line: string, { sections }: GherkinWords): string | undefined =>
  sections.find(word => line.startsWith(`${word}:`));

interface Reading {
  language: string;
  /** The mark that ends the doc string, within one. */
  quote: string | undefined;
  /** What the line is, after its keyword. */
  line: 'tags' | 'table' | 'title' | 'step' | 'words';
}

export const gherkinMode: StreamParser<Reading> = {
  name: 'gherkin',
  startState: () => ({ language: 'en', quote: undefined, line: 'words' }),
  token(stream, reading) {
    if (!stream.sol()) return readRest(stream, reading);
    if (reading.quote !== undefined) return readQuoted(stream, reading);
    reading.line = 'words';
    return stream.eatSpace() && stream.eol() ? null : readStart(stream, reading);
  },
};

function wholeLine(stream: StringStream, token: string | null): string | null {
  stream.skipToEnd();
  return token;
}

function readQuoted(stream: StringStream, reading: Reading): string | null {
  if (stream.string.trim() === reading.quote) reading.quote = undefined;
  return wholeLine(stream, 'string');
}

function readStart(stream: StringStream, reading: Reading): string | null {
  const left = stream.string.slice(stream.pos);
  const quote = ['"""', '```'].find(mark => left.startsWith(mark));
  if (quote !== undefined) {
    reading.quote = quote;
    return wholeLine(stream, 'string');
  }
  if (left.startsWith('#')) {
    reading.language = languageIn(left) ?? reading.language;
    return wholeLine(stream, 'comment');
  }
  if (/^[@|]/.test(left)) {
    reading.line = left.startsWith('@') ? 'tags' : 'table';
    return readRest(stream, reading);
  }
  return readKeyword(stream, left, reading);
}

function readKeyword(stream: StringStream, left: string, reading: Reading): string | null {
  const words = wordsOf(reading.language);
  const section = sectionWordOf(left, words);
  const word = section === undefined ? stepWordOf(left, words) : `${section}:`;
  if (word === undefined) return readRest(stream, reading);
  reading.line = section === undefined ? 'step' : 'title';
  stream.pos += word.length;
  return 'keyword';
}

function readRest(stream: StringStream, { line }: Reading): string | null {
  switch (line) {
    case 'tags':
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/) !== null) return 'comment';
      stream.eatWhile(/\S/);
      return 'tagName';
    case 'table':
      if (stream.eat('|')) return 'punctuation';
      stream.match(/^(\\.|[^|\\])+/) ?? stream.next();
      return 'string';
    case 'title':
      return wholeLine(stream, 'heading');
    case 'step':
      if (stream.match(/^<[^<>]+>/) !== null) return 'variableName';
      stream.next();
      stream.eatWhile(/[^<]/);
      return null;
    case 'words':
      return wholeLine(stream, null);
  }
}

const FIRST_LINES = 20;

const proposalOf = ({ text, test }: KnownStep): Completion => ({
  label: text,
  detail: test ?? 'not linked',
  type: test === undefined ? 'red' : 'black',
  boost: test === undefined ? 0 : 1,
});

export const completeGherkin =
  (known: () => readonly KnownStep[]): CompletionSource =>
  context => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const start = line.from + before.length - before.trimStart().length;
    const words = wordsOf(languageOf(firstLines(context)));
    const word = stepWordOf(before.trimStart(), words);
    if (word !== undefined) return stepsFor(context, start + word.length, known());
    // Short words are common in descriptions.
    if (!/^\s*\p{L}+$/u.test(before) && !context.explicit) return null;
    const sections = words.sections.map(section => ({ label: `${section}:`, apply: `${section}: `, type: 'keyword' }));
    const steps = words.steps.map(step => ({ label: step.trim(), apply: step, type: 'keyword' }));
    return { from: start, options: [...sections, ...steps], validFor: /^\p{L}*$/u };
  };

function stepsFor({ state, pos }: CompletionContext, from: number, known: readonly KnownStep[]) {
  const written = state.sliceDoc(from, pos);
  const others = known.filter(({ text }) => text !== written);
  return { from, options: others.map(proposalOf), validFor: (text: string) => !known.some(one => one.text === text) };
}

function* firstLines({ state: { doc } }: CompletionContext) {
  for (let number = 1; number <= Math.min(FIRST_LINES, doc.lines); number += 1) yield doc.line(number).text;
}
