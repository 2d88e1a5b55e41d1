/** What commands of Selenium IDE say of elements, texts, options and keys. */
import { z } from 'zod';
import { type ActionDraft, leftOut, literal } from '../../model/exchange/test-drafts.ts';
import { quoted } from '../../model/locator/format-locator.ts';
import type { Windows } from './selenium-windows.ts';

/** Foreign writers leave fields out, or write `null` and numbers. */
export const Word = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .optional()
  .transform(word => String(word ?? ''));

/** `[["css=.btn", "css:finder"], …]`; some tools write mere texts. */
const Targets = z
  .unknown()
  .optional()
  .transform((targets): [text: string, kind: string][] =>
    [targets].flat().flatMap((target): [string, string][] => {
      const [text, kind]: unknown[] = Array.isArray(target) ? target : [target];
      return typeof text === 'string' && text !== '' ? [[text, typeof kind === 'string' ? kind : '']] : [];
    }),
  );

export const SideCommand = z.looseObject({
  command: z.string(),
  target: Word,
  value: Word,
  targets: Targets,
  comment: Word,
  opensWindow: z.unknown().optional(),
  windowHandleName: z.unknown().optional(),
});
export type SideCommand = z.infer<typeof SideCommand>;

/** What a command has besides itself. */
export interface Place {
  /** The way into the frame that was selected. */
  frames: string[];
  baseUrl: string;
  notes: string[];
  /** The commands of a `do` that is open, to be repeated while its condition holds. */
  bodies: { actions: ActionDraft[]; from: number }[];
  actions: ActionDraft[];
  /** What the variables of `for each` are called, by depth. */
  rounds: (string | undefined)[];
  windows: Windows;
  /** Answers to dialogs of which all is known that Selenium IDE says. */
  settled: Set<ActionDraft>;
  /** The mouse button is down since this command. */
  pressed?: { command: SideCommand; draft: ActionDraft } | undefined;
  callTest(name: string): ActionDraft[];
}

/** `${name}`, `${list[0]}` or `${user.name}`. */
export const VARIABLE = /\$\{((\w+)(?:\.\w+|\[\d+\])*)\}/g;

/** A variable here is a computed value there; `${KEY_ENTER}` is a key. */
export const computed = (text: string): string => literal(text).replace(VARIABLE, '{{ $1 }}');

/** Names here are less free than in Selenium IDE. */
export const variableName = (name: string): string =>
  name
    .replace(/^\$\{(.*)\}$/, '$1')
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 64);

/** A text in which `\\n` ends a line, as Selenium IDE writes it in its fields of one line. */
export const spoken = (text: string): string =>
  computed(/^[A-Za-z]:\\/.test(text) ? text : text.replaceAll('\\n', '\n'));

const NAMED: Readonly<Record<string, string | undefined>> = {
  id: 'id',
  name: 'name',
  class: 'class',
  identifier: 'id',
};

/** Selenium takes the first of several elements that fit. */
export function locatorOf(target: string, place: Place): string | undefined {
  const all = locatorOfAll(target, place);
  return all === undefined ? undefined : `${all}.first()`;
}

/** A target such as `css=.btn`; undefined for one that is no element. */
function locatorOfAll(target: string, { frames }: Place): string | undefined {
  const [, kind = target.startsWith('/') || target.startsWith('(') ? 'xpath' : 'id', raw = target] =
    /^([A-Za-z]+)=(.*)$/s.exec(target) ?? [];
  const text = computed(raw);
  const way = frames.map(frame => `${frame}.`).join('');
  if (target === '') return undefined;
  // Selenium IDE once knew the words of jQuery.
  if (kind === 'css') return `${way}locator(${quoted(text.replaceAll(':contains(', ':has-text('))})`;
  if (kind === 'xpath') return `${way}locator(${quoted(`xpath=${text}`)})`;
  if (kind === 'link' || kind === 'linkText')
    return `${way}getByRole('link', { name: ${quoted(text.replace(/^exact:/, ''))}, exact: true })`;
  if (kind === 'partialLinkText') return `${way}getByRole('link', { name: ${quoted(text)} })`;
  const attribute = NAMED[kind];
  return attribute && `${way}locator(${quoted(`[${attribute}=${JSON.stringify(text)}]`)})`;
}

/** Other targets that Selenium IDE has recorded for the same element, without those that depend on positions. */
function fallbacksOf({ target, targets }: SideCommand, place: Place): string[] {
  const others = targets.filter(([text, kind]) => text !== target && !/position|idRelative|innerText/.test(kind));
  return [...new Set(others.flatMap(([text]) => locatorOfAll(text, place) ?? []))].slice(0, 5);
}

export function onElement(command: SideCommand, place: Place, draft: ActionDraft): ActionDraft[] {
  const locator = locatorOf(command.target, place);
  if (locator === undefined) return [leftOut(wordsOf(command), 'It names no element that can be found by a locator.')];
  const fallbacks = fallbacksOf(command, place);
  return [{ ...draft, locator, ...(fallbacks.length === 0 || draft.type === 'drag' ? {} : { fallbacks }) }];
}

/** What is said of all elements that fit, or of none. */
export function onElements(command: SideCommand, place: Place, draft: ActionDraft): ActionDraft[] {
  const locator = locatorOfAll(command.target, place);
  return locator === undefined ? onElement(command, place, draft) : [{ ...draft, locator }];
}

export const wordsOf = ({ command, target, value }: SideCommand): string =>
  [command, target, value].filter(word => word !== '').join(' | ');

export const deed =
  (type: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: Place) =>
    onElement(command, place, { type, ...more(command) });

export const check =
  (matcher: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: Place) =>
    onElement(command, place, { type: 'assert', matcher, ...more(command) }).map(withoutFallbacks);

const withoutFallbacks = ({ fallbacks: _fallbacks, ...draft }: ActionDraft): ActionDraft => draft;

/** Without limit of its own where none is written. */
export const wait = (until: string) => (command: SideCommand, place: Place) =>
  onElement(command, place, { type: 'wait', until, ...limitOf(command.value) });

/** In the page, be it visible or not. */
export const presence = (isPresent: boolean) => (command: SideCommand, place: Place) =>
  onElements(command, place, {
    type: 'assert',
    matcher: 'toHaveCount',
    expected: '0',
    ...(isPresent ? NOT : {}),
    ...(command.command.startsWith('wait') ? limitOf(command.value) : {}),
  });

const limitOf = (value: string) =>
  /^[1-9]\d{0,6}$/.test(value) ? { timeoutMs: Math.min(Number(value), 3_600_000) } : {};

export const NOT = { not: true };
/** Selenium compares the whole text, and takes globs and regular expressions with a prefix. */
export function expectedText(text: string): string {
  const [, kind, rest = ''] = /^(regexpi?|glob|exact):(.*)$/s.exec(text) ?? [];
  if (kind === 'regexp') return `/${rest.replaceAll('/', '\\/')}/`;
  if (kind === 'regexpi') return `/${rest.replaceAll('/', '\\/')}/i`;
  if (kind === 'glob')
    return `/^${rest
      .replace(/[.+^${}()|[\]\\/]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$/s`;
  const plain = spoken(kind === 'exact' ? rest : text);
  // Lines are seen, but not written in what the page is made of.
  if (plain.includes('\n'))
    return `/^\\s*${patternOf(plain)
      .trim()
      .replace(/\s*\n\s*/g, '\\s*')
      .replace(/ +/g, '\\s+')}\\s*$/`;
  // What begins and ends with a slash would be read as a pattern.
  return /^\/.*\/\w*$/s.test(plain) ? `/^${patternOf(plain)}$/` : plain;
}

/** A pattern that finds a text; what is computed in it stays. */
const patternOf = (text: string): string =>
  text
    .split(/(\{\{ .*? \}\})/)
    .map((part, at) => (at % 2 === 0 ? part.replace(/[.+*?^${}()|[\]\\/]/g, '\\$&') : part))
    .join('');

const OPTION = /^(label|value|id|index)=(.*)$/s;

/** Where the words of a chosen option are kept that is known by its place or its id. */
const CHOSEN = 'chosenOption';

/** The option as “Choose” names it, and what must be read before. */
function optionOf(command: SideCommand, place: Place): { word: string; before: ActionDraft[] } {
  const [, kind = 'label', text = command.value] = OPTION.exec(command.value) ?? [];
  if (kind === 'label' || kind === 'value') return { word: computed(text.replace(/^exact:/, '')), before: [] };
  const list = locatorOf(command.target, place);
  const option =
    kind === 'index'
      ? `locator('option').nth(${text})`
      : `locator(${quoted(`[id=${JSON.stringify(computed(text))}]`)})`;
  return {
    word: `{{ ${CHOSEN} }}`,
    before: [{ type: 'extract', from: 'text', locator: `${list}.${option}`, into: CHOSEN }],
  };
}

/** What is chosen in the same list after all before it. */
const chosenIn = ({ actions }: Place, locator: unknown): string[] => {
  const last = actions.findLast(action => action.type === 'select' && action.locator === locator);
  return Array.isArray(last?.values) ? last.values.map(String) : [];
};

/** “Choose” replaces what is chosen; Selenium adds to it, or takes away. */
export const choose =
  (combine: (chosen: string[], word: string) => string[]) =>
  (command: SideCommand, place: Place): ActionDraft[] => {
    const { word, before } = optionOf(command, place);
    const values = combine(chosenIn(place, locatorOf(command.target, place)), word);
    if (values.length === 0) return [leftOut(wordsOf(command), 'At least one option has to stay chosen.')];
    const drafts = onElement(command, place, { type: 'select', values });
    return drafts.some(({ disabled }) => disabled === true) ? drafts : [...before, ...drafts];
  };

const KEY = /\$\{KEY_(\w+)\}/g;
const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'Enter',
  RETURN: 'Enter',
  TAB: 'Tab',
  ESC: 'Escape',
  ESCAPE: 'Escape',
  BACKSPACE: 'Backspace',
  BKSP: 'Backspace',
  DELETE: 'Delete',
  DEL: 'Delete',
  UP: 'ArrowUp',
  DOWN: 'ArrowDown',
  LEFT: 'ArrowLeft',
  RIGHT: 'ArrowRight',
  HOME: 'Home',
  END: 'End',
  PAGE_UP: 'PageUp',
  PGUP: 'PageUp',
  PAGE_DOWN: 'PageDown',
  PGDN: 'PageDown',
  SPACE: 'Space',
  INSERT: 'Insert',
  INS: 'Insert',
  PAUSE: 'Pause',
  PRINT_SCREEN: 'PrintScreen',
  SHIFT: 'Shift',
  CTRL: 'Control',
  CONTROL: 'Control',
  ALT: 'Alt',
  META: 'Meta',
  COMMAND: 'Meta',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, `F${at + 1}`])),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`N${at}`, `Numpad${at}`])),
  ADD: 'NumpadAdd',
  PLUS: 'NumpadAdd',
  SUBTRACT: 'NumpadSubtract',
  MINUS: 'NumpadSubtract',
  MULTIPLY: 'NumpadMultiply',
  MUL: 'NumpadMultiply',
  DIVIDE: 'NumpadDivide',
  DIV: 'NumpadDivide',
};
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** A text and the keys in it, in turns; a modifier holds for the next key or letter. Undefined for an unknown key. */
function strokesOf(text: string): (ActionDraft | undefined)[] {
  const strokes: (ActionDraft | undefined)[] = [];
  let held: string[] = [];
  const press = (key: string) => {
    strokes.push({ type: 'press', key: [...held, key].join('+') });
    held = [];
  };
  const pressKey = (key: string | undefined) => {
    if (key === undefined) strokes.push(undefined);
    else if (MODIFIERS.includes(key)) held = [...held, key];
    else press(key);
  };
  const typeText = (piece: string) => {
    if (held.length > 0 && piece.length === 1) press(piece);
    else if (piece !== '') strokes.push({ type: 'fill', value: spoken(piece) });
  };
  for (const [index, piece] of text.split(KEY).entries())
    if (index % 2 === 0) typeText(piece);
    else pressKey(KEYS[piece]);
  return strokes;
}

/** Where the text of a field is kept that more is written to. */
const TYPED = 'typedText';

/** “Type” replaces what is there, keys are added to it: after a text, it has to be read first. */
function added(draft: ActionDraft, before: readonly ActionDraft[]): ActionDraft[] {
  const { locator, value } = draft;
  const last = before.findLast(
    ({ type, locator: other }) => type === 'visit' || (type === 'fill' && other === locator),
  );
  if (draft.type !== 'fill' || last?.type !== 'fill' || last.value === '') return [draft];
  return [
    { type: 'extract', from: 'value', locator, into: TYPED },
    { ...draft, value: `{{ ${TYPED} }}${String(value)}` },
  ];
}

export function sendKeys(command: SideCommand, place: Place): ActionDraft[] {
  const strokes = strokesOf(command.value);
  if (strokes.length === 0) return [leftOut(wordsOf(command), 'It sends no keys.')];
  const drafts: ActionDraft[] = [];
  for (const stroke of strokes) {
    const made =
      stroke === undefined
        ? [leftOut(wordsOf(command), 'One of its keys has no name here.')]
        : onElement(command, place, stroke);
    for (const draft of made) drafts.push(...added(draft, [...place.actions, ...drafts]));
  }
  return drafts;
}
