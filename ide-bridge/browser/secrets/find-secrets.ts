import { isMaskable, type Span, secretFinder } from '../../../model/values/redactor.ts';
import type { CoverPlace } from '../../page/covers/node-cover.ts';
import type { DrawnDocument } from './drawn-texts.ts';

/** A part of the page that shows a secret. */
export type SecretPlace = CoverPlace & { node: number };

export interface Sought {
  secrets: Iterable<string>;
  words: Iterable<string>;
}

/** Longer secrets are no text on a page. */
const MOST_CHARACTERS = 4_000;
/** Shorter ones occur by chance where the spaces between words do not count. */
const LEAST_WITHOUT_SPACES = 8;

type Find = (text: string) => Span[];

/** Where documents of a page show secrets: also in parts, letter by letter, encoded, and in other letters. */
export function findSecrets(documents: readonly DrawnDocument[], { secrets, words }: Sought): SecretPlace[][] {
  const isSought = (text: string) => isMaskable(text) && text.length <= MOST_CHARACTERS;
  const known = [...secrets].filter(isSought).flatMap(text => [text, oneLine(text)]);
  const unnamed = [...words, ...documents.flatMap(({ passwords }) => passwords)].filter(isSought);
  const find = secretFinder(known, unnamed);
  const findLong = secretFinder(known.map(withoutSpaces).filter(text => text.length >= LEAST_WITHOUT_SPACES));
  return documents.map(document => [
    // Beside others, a whole word may look like the end of one.
    ...placesIn(document, find, { space: ' ', between: '' }),
    ...placesIn(document, find, { space: ' ', between: '\n' }),
    ...placesIn(document, findLong, { space: '', between: '' }),
  ]);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/** `space` stands for white space in texts, `between` between them. */
interface Joining {
  space: string;
  between: string;
}

/** Soft hyphens, joiners and marks of direction are not seen. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;

/** All texts as one, with the text and the position in it that each character comes from. */
class JoinedTexts {
  text = '';
  readonly #froms: number[] = [];
  readonly #ats: number[] = [];

  add(text: string, from: number, { space, between }: Joining): void {
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (UNSEEN.test(character)) continue;
      if (!/\s/.test(character)) this.#put(character, from, at);
      else if (space !== '' && !this.text.endsWith(space)) this.#put(space, from, at);
    }
    if (between !== '') this.#put(between, from, text.length);
  }

  #put(character: string, from: number, at: number): void {
    this.text += character;
    this.#froms.push(from);
    this.#ats.push(at);
  }

  /** The parts of texts that a span is made of. */
  partsOf({ start, end }: Span): { from: number; start: number; end: number }[] {
    const parts: { from: number; start: number; end: number }[] = [];
    for (let index = start; index < end; index += 1) {
      const from = this.#froms[index] ?? 0;
      const at = this.#ats[index] ?? 0;
      const last = parts.at(-1);
      if (last?.from === from) last.end = at + 1;
      else parts.push({ from, start: at, end: at + 1 });
    }
    return parts;
  }
}

function placesIn({ texts }: DrawnDocument, find: Find | undefined, how: Joining): SecretPlace[] {
  if (find === undefined) return [];
  const flow = new JoinedTexts();
  for (const [index, { text, as }] of texts.entries()) if (as !== 'box') flow.add(text, index, how);
  const inFlow = find(flow.text).flatMap(span => flow.partsOf(span));
  const alone = texts.flatMap(({ text, as }, from) =>
    as === 'box' && find(text.replace(/\s+/g, how.space)).length > 0 ? [{ from, start: 0, end: 0 }] : [],
  );
  return [...inFlow, ...alone].flatMap(({ from, start, end }): SecretPlace[] => {
    const drawn = texts[from];
    if (drawn === undefined) return [];
    const { node, as } = drawn;
    return [as === 'text' ? { node, as, start, end } : { node, as }];
  });
}
