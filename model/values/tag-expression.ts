import { AppError } from '../errors/errors.ts';

/** Whether a test with these tags is meant. */
export type TagFilter = (tags: readonly string[]) => boolean;

const MOST_CHARACTERS = 2_000;
const MOST_DEPTH = 50;

/** With or without the @ in front. */
const bare = (tag: string): string => tag.replace(/^@/, '');

/**
 * Reads Cucumber's tag expressions: `@smoke and not (@slow or @wip)`; `not` binds closest, then `and`, then `or`.
 * Errors: `invalid-params`, saying where it cannot be read.
 */
export function parseTagExpression(text: string): TagFilter {
  return new TagReader(text).read();
}

class TagReader {
  readonly #text: string;
  readonly #words: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#words = text.slice(0, MOST_CHARACTERS + 1).match(/[()]|[^\s()]+/g) ?? [];
  }

  read(): TagFilter {
    if (this.#text.length > MOST_CHARACTERS) throw this.#unreadable('it is too long');
    const filter = this.#either();
    if (this.#next() !== undefined) throw this.#unreadable(`“${this.#next()}” stands where "and" or "or" belongs`);
    return filter;
  }

  #next(): string | undefined {
    return this.#words[this.#at];
  }

  #take(word: string): boolean {
    if (this.#next() !== word) return false;
    this.#at += 1;
    return true;
  }

  #either(): TagFilter {
    let filter = this.#both();
    while (this.#take('or')) {
      const [one, other] = [filter, this.#both()];
      filter = tags => one(tags) || other(tags);
    }
    return filter;
  }

  #both(): TagFilter {
    let filter = this.#single();
    while (this.#take('and')) {
      const [one, other] = [filter, this.#single()];
      filter = tags => one(tags) && other(tags);
    }
    return filter;
  }

  #single(): TagFilter {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw this.#unreadable('it is nested too deeply');
    const filter = this.#negated() ?? this.#grouped() ?? this.#tag();
    this.#depth -= 1;
    return filter;
  }

  #negated(): TagFilter | undefined {
    if (!this.#take('not')) return undefined;
    const filter = this.#single();
    return tags => !filter(tags);
  }

  #grouped(): TagFilter | undefined {
    if (!this.#take('(')) return undefined;
    const filter = this.#either();
    if (!this.#take(')')) throw this.#unreadable('a ")" is missing');
    return filter;
  }

  #tag(): TagFilter {
    const word = this.#next();
    if (word === undefined) throw this.#unreadable('it ends where a tag belongs');
    if (['and', 'or', ')'].includes(word)) throw this.#unreadable(`“${word}” stands where a tag belongs`);
    this.#at += 1;
    return tags => tags.some(tag => bare(tag) === bare(word));
  }

  #unreadable(reason: string): AppError {
    const message = `The tags “${this.#text.slice(0, 100)}” cannot be read: ${reason}.`;
    return new AppError('invalid-params', message, { field: 'tags', expected: '@smoke and not (@slow or @wip)' });
  }
}
