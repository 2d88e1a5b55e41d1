/** What a person types where a page takes it key by key, as terminals and code editors do. */
import { keyFault, MOST_KEYS_CHARACTERS } from '../values/key.ts';
import { escapeExpressions } from '../values/template.ts';

/** The fields of an action but its locator. */
type KeyedFields = { type: 'press'; key: string } | { type: 'fill'; value: string; keyByKey: true };

const CHARACTER = /^(?:Space|[^\p{C}\p{Z}])$/u;
const EDITING_KEY = /^(?:Enter|Backspace|Delete|Arrow\w+)$/;

/** Whether the text or row that `first` began in an element goes on with a key. */
export const isKeyOfText = (first: string, key: string): boolean =>
  CHARACTER.test(first) && (CHARACTER.test(key) || EDITING_KEY.test(key));

/**
 * One character alone may be a shortcut; more are a text, unless they are edited in its midst, which only keys repeat.
 * Undefined when keys are too many for one action, or one of them has no name.
 */
export function fieldsOfKeys(keys: readonly string[]): KeyedFields | undefined {
  const press = pressOf(keys);
  const text = keys.length === 1 && press !== undefined ? undefined : textOf(keys);
  return text === undefined ? press : { type: 'fill', value: escapeExpressions(text), keyByKey: true };
}

/** As few lists of keys as there are actions for them: texts, and what is pressed between them. */
export function rowsOfKeys(keys: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const key of keys) {
    const last = rows.at(-1);
    if (last !== undefined && isOneRow(last, key)) last.push(key);
    else rows.push([key]);
  }
  return rows;
}

function isOneRow(row: readonly string[], key: string): boolean {
  const more = [...row, key];
  const isOfKind = isText(row) ? isText(more) : !isText([key]);
  return isOfKind && fieldsOfKeys(more) !== undefined;
}

const isText = (keys: readonly string[]): boolean => textOf(keys) !== undefined;

/** Runs press the keys of a US keyboard, which has no `ü`. */
export function pressOf(keys: readonly string[]): KeyedFields | undefined {
  const key = keys.join(' ');
  return key.length <= MOST_KEYS_CHARACTERS && keyFault(key) === undefined ? { type: 'press', key } : undefined;
}

function textOf(keys: readonly string[]): string | undefined {
  let text: string[] = [];
  for (const key of keys) {
    if (key === 'Backspace' && text.length > 0 && text.at(-1) !== '\n') text = text.slice(0, -1);
    else if (CHARACTER.test(key)) text.push(key === 'Space' ? ' ' : key);
    else if (key === 'Enter') text.push('\n');
    else return undefined;
  }
  return text.length === 0 ? undefined : text.join('');
}
