/** An action in one line: words, and the values of its fields as separate parts. */
import { describeLocator, nameElement } from '../locator/describe-locator.ts';

export interface SentencePart {
  text: string;
  short?: string | undefined;
  /** The field shown; missing for words of the kind itself. */
  field?: string | undefined;
}

export type Sentence = readonly SentencePart[];

export const fieldPart = (field: string, text: string | number): SentencePart => ({ field, text: String(text) });

export const elementPart = (locator: string, field = 'locator'): SentencePart => ({
  ...fieldPart(field, describeLocator(locator)),
  short: nameElement(locator),
});

type Piece = string | SentencePart | Sentence;

const isSentence = (piece: SentencePart | Sentence): piece is Sentence => Array.isArray(piece);

function partsOf(piece: Piece): Sentence {
  if (typeof piece === 'string') return [{ text: piece }];
  return isSentence(piece) ? piece : [piece];
}

export const say = (words: TemplateStringsArray, ...pieces: readonly Piece[]): Sentence =>
  words
    .flatMap((text, at) => {
      const piece = pieces[at];
      return piece === undefined ? [{ text }] : [{ text }, ...partsOf(piece)];
    })
    .filter(({ text, field }) => text !== '' || field !== undefined);

export const sentenceOf = (title: string | Sentence): Sentence =>
  typeof title === 'string' ? [{ text: title }] : title;

export const textOfSentence = (title: string | Sentence): string =>
  sentenceOf(title)
    .map(({ text }) => text)
    .join('');
