import { parse } from '@cucumber/tag-expressions';
import { AppError } from '../errors/errors.ts';

export type TagFilter = (tags: readonly string[]) => boolean;

const MOST_CHARACTERS = 2_000;

/** The @ of a tag is optional. */
const bothForms = (tag: string): string[] => [tag.replace(/^@/, ''), tag.replace(/^@?/, '@')];

/** Cucumber's tag expressions: `@smoke and not (@slow or @wip)`. Errors: `invalid-params`. */
export function parseTagExpression(text: string): TagFilter {
  if (text.length > MOST_CHARACTERS) throw unreadable(text, 'it is too long');
  if (/^[\s()]*$/.test(text)) throw unreadable(text, 'it names no tag');
  try {
    const expression = parse(text);
    return tags => expression.evaluate(tags.flatMap(bothForms));
  } catch (error) {
    throw unreadable(text, inOwnWords(String(error)));
  }
}

function inOwnWords(error: string): string {
  if (error.includes('Expected operand')) return 'a tag is missing after “and”, “or”, “not” or “(”';
  if (error.includes('Expected operator')) return 'there must be “and” or “or” between two tags';
  return error.replace(/^.*because of syntax error: /s, '').replace(/\.$/, '');
}

function unreadable(text: string, reason: string): AppError {
  const message = `The tags “${text.slice(0, 100)}” cannot be read: ${reason}.`;
  return new AppError('invalid-params', message, { field: 'tags', expected: '@smoke and not (@slow or @wip)' });
}
