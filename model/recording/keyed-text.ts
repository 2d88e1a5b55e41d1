/** What a person types where a page takes it key by key, as terminals and code editors do. */
import { escapeExpressions } from '../values/template.ts';

/** The fields of an action but its locator. */
type KeyedFields = { type: 'press'; key: string } | { type: 'fill'; value: string; keyByKey: true };

const CHARACTER = /^(?:Space|[^\p{C}\p{Z}])$/u;
const EDITING_KEY = /^(?:Enter|Backspace|Delete|Arrow\w+)$/;
/** Runs press the keys of a US keyboard, which has no `ü`. */
const ON_KEYBOARD = /^[!-~]+$/;
const MOST_KEYS_CHARACTERS = 100;

/** Whether a key goes on what was begun by `first`, in the same element. */
export const isKeyOfText = (first: string, key: string): boolean =>
  CHARACTER.test(first) && (CHARACTER.test(key) || EDITING_KEY.test(key));

/**
 * One character alone may be a shortcut; more are a text, unless they are edited in its midst, which only keys repeat.
 * Undefined when keys are too many for one action, or one of them has no name.
 */
export function fieldsOfKeys(keys: readonly string[]): KeyedFields | undefined {
  const text = keys.length === 1 && ON_KEYBOARD.test(keys.join()) ? undefined : textOf(keys);
  return text === undefined ? pressOf(keys) : { type: 'fill', value: escapeExpressions(text), keyByKey: true };
}

export function pressOf(keys: readonly string[]): KeyedFields | undefined {
  const key = keys.join(' ');
  const isPossible = key.length <= MOST_KEYS_CHARACTERS && keys.every(one => ON_KEYBOARD.test(one));
  return isPossible ? { type: 'press', key } : undefined;
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
