import { parse } from '@cucumber/tag-expressions';
import { AppError } from '../errors/errors.ts';

/** Whether a test with these tags is meant. */
export type TagFilter = (tags: readonly string[]) => boolean;

const MOST_CHARACTERS = 2_000;

/** A tag is meant with or without the @ in front. */
const bothForms = (tag: string): string[] => [tag.replace(/^@/, ''), tag.replace(/^@?/, '@')];

/** Reads Cucumber's tag expressions: `@smoke and not (@slow or @wip)`. Errors: `invalid-params`, saying why it cannot be read. */
export function parseTagExpression(text: string): TagFilter {
  if (text.length > MOST_CHARACTERS) throw unreadable(text, 'It is too long.');
  if (/^[\s()]*$/.test(text)) throw unreadable(text, 'It names no tag.');
  try {
    const expression = parse(text);
    return tags => expression.evaluate(tags.flatMap(bothForms));
  } catch (error) {
    throw unreadable(text, String(error).replace(/^.*because of syntax error: /s, ''));
  }
}

function unreadable(text: string, reason: string): AppError {
  const message = `The tags “${text.slice(0, 100)}” cannot be read: ${reason}`;
  return new AppError('invalid-params', message, { field: 'tags', expected: '@smoke and not (@slow or @wip)' });
}
