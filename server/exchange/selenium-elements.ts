/** Converts the elements, texts, options and keys of Selenium IDE's commands. */
import { z } from 'zod';
import { type ActionDraft, leftOut, literal } from '../../model/exchange/test-drafts.ts';
import type { VariableNames } from '../../model/exchange/variable-names.ts';
import { quoted } from '../../model/locator/format-locator.ts';
import { asPlainText, escapeForPattern, escapeTemplateForPattern } from '../../model/values/pattern.ts';

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

/** The tabs of a test, by the names that their handles were stored under. */
export interface Windows {
  /** Numbers of the open tabs, in the order in which they opened. */
  open: number[];
  opened: number;
  /** The tab that Selenium works in; a tab that opens comes to the front here, but not there. */
  current: number;
  /** The tab that is in front here, where it is known. */
  front: number | undefined;
  handles: Map<string, number>;
}

/** The import's state around a command. */
export interface SideState {
  /** The way into the frame that was selected. */
  frames: string[];
  baseUrl: string;
  notes: string[];
  /** The commands of a `do` that is open, to be repeated while its condition holds. */
  bodies: { actions: ActionDraft[]; from: number }[];
  actions: ActionDraft[];
  /** Names of the variables of `for each`, by depth. */
  rounds: (string | undefined)[];
  windows: Windows;
  names: VariableNames;
  /** Names under which the file may store something. */
  stored: ReadonlySet<string>;
  /** Options of lists that were chosen, by list and kind of option locator. */
  options: Map<string, ChosenOption>;
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

/** The name of a variable where a command stores it or asks for it. */
export const variableName = (name: string, { names }: SideState): string =>
  name === '' ? '' : names.of(name.replace(/^\$\{(.*)\}$/, '$1'));

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
export function locatorOf(target: string, place: SideState): string | undefined {
  const all = locatorOfAll(target, place);
  return all === undefined ? undefined : `${all}.first()`;
}

/** A target such as `css=.btn`; undefined for one that is no element. */
function locatorOfAll(target: string, { frames }: SideState): string | undefined {
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
function fallbacksOf({ target, targets }: SideCommand, place: SideState): string[] {
  const others = targets.filter(([text, kind]) => text !== target && !/position|idRelative|innerText/.test(kind));
  return [...new Set(others.flatMap(([text]) => locatorOfAll(text, place) ?? []))].slice(0, 5);
}

export function onElement(command: SideCommand, place: SideState, draft: ActionDraft): ActionDraft[] {
  const locator = locatorOf(command.target, place);
  if (locator === undefined) return [leftOut(wordsOf(command), 'It names no element that can be found by a locator.')];
  const fallbacks = fallbacksOf(command, place);
  return [{ ...draft, locator, ...(fallbacks.length === 0 || draft.type === 'drag' ? {} : { fallbacks }) }];
}

/** Makes an action about all elements that match, or about none. */
export function onElements(command: SideCommand, place: SideState, draft: ActionDraft): ActionDraft[] {
  const locator = locatorOfAll(command.target, place);
  return locator === undefined ? onElement(command, place, draft) : [{ ...draft, locator }];
}

export const wordsOf = ({ command, target, value }: SideCommand): string =>
  [command, target, value].filter(word => word !== '').join(' | ');

export const elementAction =
  (type: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: SideState) =>
    onElement(command, place, { type, ...more(command) });

export const check =
  (matcher: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: SideState) =>
    onElement(command, place, { type: 'assert', matcher, ...more(command) }).map(withoutFallbacks);

const withoutFallbacks = ({ fallbacks: _fallbacks, ...draft }: ActionDraft): ActionDraft => draft;

export const wait = (until: string) => (command: SideCommand, place: SideState) =>
  onElement(command, place, { type: 'wait', until, ...limitOf(command.value) });

/** Checks that an element is in the page, visible or not. */
export const presence = (isPresent: boolean) => (command: SideCommand, place: SideState) =>
  onElements(command, place, {
    type: 'assert',
    matcher: 'toHaveCount',
    expected: '0',
    ...(isPresent ? NOT : {}),
    ...(command.command.startsWith('wait') ? limitOf(command.value) : {}),
  });

/** The limit that is written, if any. */
export const limitOf = (value: string) =>
  /^[1-9]\d{0,6}$/.test(value) ? { timeoutMs: Math.min(Number(value), 3_600_000) } : {};

export const NOT = { not: true };
/** Selenium compares the whole text, and takes globs and regular expressions with a prefix. */
export function expectedText(text: string): string {
  const [, kind, rest = ''] = /^(regexpi?|glob|exact):(.*)$/s.exec(text) ?? [];
  if (kind === 'regexp' || kind === 'regexpi')
    return `/${computed(rest).replaceAll('/', '\\/')}/${kind === 'regexpi' ? 'i' : ''}`;
  if (kind === 'glob') return `/^${escapeTemplateForPattern(spoken(rest), globSource)}$/s`;
  const plain = spoken(kind === 'exact' ? rest : text);
  // Lines are seen, but not written in what the page is made of.
  if (plain.includes('\n')) return `/^\\s*${escapeTemplateForPattern(plain.trim(), inLines)}\\s*$/`;
  return asPlainText(plain);
}

/** Any text for `*`, any character for `?`. */
const globSource = (text: string): string => escapeForPattern(text).replaceAll('\\*', '.*').replaceAll('\\?', '.');

const inLines = (text: string): string =>
  text
    .split(/\s*\n\s*/)
    .map(line => line.split(/ +/).map(escapeForPattern).join('\\s+'))
    .join('\\s*');

const OPTION = /^(label|value|id|index)=(.*)$/s;

interface ChosenOption {
  kind: string;
  /** The option as “Choose” names it. */
  word: string;
  /** The variable that its text is kept in. */
  into?: string;
}

/** The option of a command, and what must be read before for it to be known; undefined for a place that is none. */
function optionOf(
  command: SideCommand,
  place: SideState,
): { key: string; option: ChosenOption; before: ActionDraft[] } | undefined {
  const [, kind = 'label', text = command.value] = OPTION.exec(command.value) ?? [];
  const list = locatorOf(command.target, place);
  const key = `${list} ${kind}=${text}`;
  if (kind === 'label' || kind === 'value')
    return { key, option: { kind, word: computed(text.replace(/^exact:/, '')) }, before: [] };
  if (kind === 'index' && !/^(?:\d+|\$\{[^{}]+\})$/.test(text)) return undefined;
  const found =
    kind === 'index'
      ? `locator('option').nth(${computed(text)})`
      : `locator(${quoted(`[id=${JSON.stringify(computed(text))}]`)})`;
  // Read again each time: the page may have another list by now.
  const into = place.options.get(key)?.into ?? place.names.fresh('chosenOption');
  return {
    key,
    option: { kind, word: `{{ ${into} }}`, into },
    before: [{ type: 'extract', from: 'text', locator: `${list}.${found}`, into }],
  };
}

/** Returns the options that earlier actions chose in the same list on the same page. */
const chosenIn = ({ actions }: SideState, locator: unknown): string[] => {
  const last = actions.findLast(
    action => action.type === 'visit' || (action.type === 'select' && action.locator === locator),
  );
  return Array.isArray(last?.values) ? last.values.map(String) : [];
};

function chosenBy(command: SideCommand, place: SideState, values: readonly string[]): ActionDraft[] {
  const option = optionOf(command, place);
  if (option === undefined) return [leftOut(wordsOf(command), 'It names no option.')];
  const { word } = option.option;
  const drafts = onElement(command, place, {
    type: 'select',
    values: values.includes(word) ? [...values] : [...values, word],
  });
  if (drafts.some(({ disabled }) => disabled === true)) return drafts;
  place.options.set(option.key, option.option);
  return [...option.before, ...drafts];
}

export const select = (command: SideCommand, place: SideState): ActionDraft[] => chosenBy(command, place, []);

/** “Choose” replaces what is chosen; Selenium adds to it. */
export function addSelection(command: SideCommand, place: SideState): ActionDraft[] {
  const chosen = chosenIn(place, locatorOf(command.target, place));
  if (chosen.length === 0)
    place.notes.push(`“${wordsOf(command)}” clears what the page itself had chosen in the list.`);
  return chosenBy(command, place, chosen);
}

export function removeSelection(command: SideCommand, place: SideState): ActionDraft[] {
  const chosen = chosenIn(place, locatorOf(command.target, place));
  const option = optionOf(command, place)?.option;
  const isKnown = chosen.every(word =>
    [...place.options.values()].some(other => other.word === word && other.kind === option?.kind),
  );
  const values = chosen.filter(word => word !== option?.word);
  if (values.length === chosen.length && !isKnown)
    return [leftOut(wordsOf(command), 'Whether it is one of the options that were chosen is known only in the page.')];
  if (values.length === 0) return [leftOut(wordsOf(command), 'At least one option has to stay chosen.')];
  return onElement(command, place, { type: 'select', values });
}

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

/** “Type” replaces what is there, keys are added to it: after a text, it has to be read first. */
function added(draft: ActionDraft, before: readonly ActionDraft[], { names }: SideState): ActionDraft[] {
  const { locator, value } = draft;
  const last = before.findLast(
    ({ type, locator: other }) => type === 'visit' || (type === 'fill' && other === locator),
  );
  if (draft.type !== 'fill' || last?.type !== 'fill' || last.value === '') return [draft];
  const into = names.fresh('typedText');
  return [
    { type: 'extract', from: 'value', locator, into },
    { ...draft, value: `{{ ${into} }}${String(value)}` },
  ];
}

export function sendKeys(command: SideCommand, place: SideState): ActionDraft[] {
  const strokes = strokesOf(command.value);
  if (strokes.length === 0) return [leftOut(wordsOf(command), 'It sends no keys.')];
  const drafts: ActionDraft[] = [];
  for (const stroke of strokes) {
    const made =
      stroke === undefined
        ? [leftOut(wordsOf(command), 'One of its keys has no name here.')]
        : onElement(command, place, stroke);
    for (const draft of made) drafts.push(...added(draft, [...place.actions, ...drafts], place));
  }
  return drafts;
}
