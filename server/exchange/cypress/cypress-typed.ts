/** What `type` presses, key by key: `Ann{enter}`, `{selectall}{backspace}`. */
import type { ActionDraft } from '../../../model/exchange/test-drafts.ts';
import { written } from '../codegen-values.ts';

const KEYS: Readonly<Record<string, string>> = {
  enter: 'Enter',
  esc: 'Escape',
  backspace: 'Backspace',
  del: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  leftarrow: 'ArrowLeft',
  rightarrow: 'ArrowRight',
  uparrow: 'ArrowUp',
  downarrow: 'ArrowDown',
  selectall: 'ControlOrMeta+A',
  movetostart: 'Control+Home',
  movetoend: 'Control+End',
  tab: 'Tab',
};

const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  meta: 'Meta',
  cmd: 'Meta',
  command: 'Meta',
};

const modifierOf = (name: string): string | undefined =>
  Object.hasOwn(MODIFIERS, name.toLowerCase()) ? MODIFIERS[name.toLowerCase()] : undefined;

type TypedPart = { text: string } | { key: string };

const MOST_PARTS = 1_000;

/** Undefined for a key that is not known. */
function chordOf(name: string, held: readonly string[]): string | undefined {
  const parts = name.split('+');
  const last = parts.pop() ?? '';
  const modifiers = parts.map(modifierOf);
  const plain = parts.length > 0 && last.length === 1 ? last : undefined;
  const key = Object.hasOwn(KEYS, last.toLowerCase()) ? KEYS[last.toLowerCase()] : plain;
  if (key === undefined || modifiers.includes(undefined)) return undefined;
  return [...held, ...modifiers, key].join('+');
}

const TOKENS = /(\{\{\}|\{[^{}]+\}|\n)/;

/** The text cut at its keys, or the first that is not known. */
function cut(text: string): TypedPart[] | { strange: string } {
  const parts: TypedPart[] = [];
  const held: string[] = [];
  for (const token of text.split(TOKENS)) {
    const name = token === '\n' ? 'enter' : /^\{([^{}]+)\}$/.exec(token)?.[1];
    if (name === undefined) addText(parts, token === '{{}' ? '{' : token, held);
    else if (!addKey(parts, name, held)) return { strange: token };
    if (parts.length > MOST_PARTS) return { strange: 'so many keys' };
  }
  return parts;
}

function addKey(parts: TypedPart[], name: string, held: string[]): boolean {
  const modifier = modifierOf(name);
  const key = chordOf(name, held);
  if (modifier !== undefined) held.push(modifier);
  else if (key !== undefined) parts.push({ key });
  return (modifier ?? key) !== undefined;
}

const chord = (letter: string, held: readonly string[] = []): string =>
  [...held, letter === ' ' ? 'Space' : letter].join('+');

function addText(parts: TypedPart[], text: string, held: readonly string[]): void {
  if (text === '') return;
  const last = parts.at(-1);
  if (held.length > 0) parts.push(...[...text].map(letter => ({ key: chord(letter, held) })));
  else if (last !== undefined && 'text' in last) last.text += text;
  else parts.push({ text });
}

/** Fields of dates take their value whole. */
const DATE = /^(?:\d{4}-\d\d(?:-\d\d)?(?:T\d\d:\d\d)?|\d{4}-W\d\d|\d\d:\d\d(?::\d\d)?)$/;

interface Typing {
  text: string;
  /** Without it, the page's focus is meant. */
  locator: string | undefined;
  isPlain: boolean;
}

export function typedDrafts({ text, locator, isPlain }: Typing): ActionDraft[] | { strange: string } {
  const parts = isPlain ? [{ text }] : cut(text);
  if ('strange' in parts) return parts;
  const at = locator === undefined ? {} : { locator };
  const { drafts, rest } = replacing(parts, at) ?? { drafts: [], rest: parts };
  return [...drafts, ...rest.flatMap(part => draftOf(part, at))];
}

const isKey = (part: TypedPart | undefined, keys: RegExp): boolean =>
  part !== undefined && 'key' in part && keys.test(part.key);

/** Selecting all and typing or erasing is replacing. */
function replacing(
  parts: readonly TypedPart[],
  at: { locator?: string },
): { drafts: ActionDraft[]; rest: TypedPart[] } | undefined {
  const [first, ...others] = parts;
  if (at.locator === undefined || !isKey(first, /^ControlOrMeta\+A$/)) return undefined;
  const isErased = isKey(others[0], /^(?:Backspace|Delete)$/);
  const rest = others.slice(isErased ? 1 : 0);
  const [text] = rest;
  if (text !== undefined && 'text' in text)
    return { drafts: [{ type: 'fill', ...at, value: written(text.text) }], rest: rest.slice(1) };
  return isErased ? { drafts: [{ type: 'fill', ...at, value: '' }], rest } : undefined;
}

function draftOf(part: TypedPart, at: { locator?: string }): ActionDraft[] {
  if ('key' in part) return [{ type: 'press', ...at, key: part.key }];
  if (at.locator === undefined) return [...part.text].map(letter => ({ type: 'press', key: chord(letter) }));
  const isDate = DATE.test(part.text);
  return [{ type: 'fill', ...at, value: written(part.text), ...(isDate ? {} : { keyByKey: true }) }];
}
