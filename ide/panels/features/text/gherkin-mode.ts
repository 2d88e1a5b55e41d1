/** Tells the parts of Gherkin texts from each other, for their colours. */
import type { StreamParser, StringStream } from '@codemirror/language';
import { languageIn, sectionWordOf, stepWordOf, wordsOf } from './gherkin-words.ts';

interface Reading {
  language: string;
  /** The mark that ends the text of a step, within one. */
  quote: string | undefined;
  /** What the line is, once its beginning is read. */
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
