import { z } from 'zod';
import { type ActionDraft, leftOut, literal } from '../../model/exchange/test-drafts.ts';
import type { VariableNames } from '../../model/exchange/variable-names.ts';
import { quoted } from '../../model/locator/format-locator.ts';
import { asPlainText, escapeForPattern, escapeTemplateForPattern } from '../../model/values/pattern.ts';

/** Other programs leave fields out, or write `null` and numbers. */
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

export interface Windows {
  /** In the order in which they opened. */
  open: number[];
  opened: number;
  /** Selenium stays in its tab when another opens. */
  current: number;
  front: number | undefined;
  handles: Map<string, number>;
}

export interface SideState {
  frames: string[];
  baseUrl: string;
  notes: string[];
  /** For each open `do`, where its commands begin. */
  bodies: { actions: ActionDraft[]; from: number }[];
  actions: ActionDraft[];
  /** For each open block, `else if` where its `end` closes the block around it, too. */
  rounds: (string | undefined)[];
  windows: Windows;
  names: VariableNames;
  stored: ReadonlySet<string>;
  /** Keys are `<list> <kind>=<text>`. */
  options: Map<string, ChosenOption>;
  /** Answers to dialogs that no later command adds to. */
  settled: Set<ActionDraft>;
  pressed?: { command: SideCommand; draft: ActionDraft } | undefined;
  callTest(name: string): ActionDraft[];
}

/** `${name}`, `${list[0]}` or `${user.name}`. */
export const VARIABLE = /\$\{((\w+)(?:\.\w+|\[\d+\])*)\}/g;

export const computed = (text: string): string => literal(text).replace(VARIABLE, '{{ $1 }}');

export const variableName = (name: string, { names }: SideState): string =>
  name === '' ? '' : names.of(name.replace(/^\$\{(.*)\}$/, '$1'));

/** In fields of one line Selenium IDE writes `\\n` for the end of a line. */
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

function locatorOfAll(target: string, { frames }: SideState): string | undefined {
  const [, kind = target.startsWith('/') || target.startsWith('(') ? 'xpath' : 'id', raw = target] =
    /^([A-Za-z]+)=(.*)$/s.exec(target) ?? [];
  const text = computed(raw);
  const way = frames.map(frame => `${frame}.`).join('');
  if (target === '') return undefined;
  // Selenium IDE once took selectors of jQuery.
  if (kind === 'css') return `${way}locator(${quoted(text.replaceAll(':contains(', ':has-text('))})`;
  if (kind === 'xpath') return `${way}locator(${quoted(`xpath=${text}`)})`;
  if (kind === 'link' || kind === 'linkText')
    return `${way}getByRole('link', { name: ${quoted(text.replace(/^exact:/, ''))}, exact: true })`;
  if (kind === 'partialLinkText') return `${way}getByRole('link', { name: ${quoted(text)} })`;
  const attribute = NAMED[kind];
  return attribute && `${way}locator(${quoted(`[${attribute}=${JSON.stringify(text)}]`)})`;
}

/** Targets that depend on positions are left out. */
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

/** Other actions are about the first element that matches, this one about all. */
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

export const presence = (isPresent: boolean) => (command: SideCommand, place: SideState) =>
  onElements(command, place, {
    type: 'assert',
    matcher: 'toHaveCount',
    expected: '0',
    ...(isPresent ? NOT : {}),
    ...(command.command.startsWith('wait') ? limitOf(command.value) : {}),
  });

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
  // A line break that is seen need not be one in the HTML.
  if (plain.includes('\n')) return `/^\\s*${escapeTemplateForPattern(plain.trim(), inLines)}\\s*$/`;
  return asPlainText(plain);
}

const globSource = (text: string): string => escapeForPattern(text).replaceAll('\\*', '.*').replaceAll('\\?', '.');

const inLines = (text: string): string =>
  text
    .split(/\s*\n\s*/)
    .map(line => line.split(/ +/).map(escapeForPattern).join('\\s+'))
    .join('\\s*');

const OPTION = /^(label|value|id|index)=(.*)$/s;

interface ChosenOption {
  kind: string;
  word: string;
  into?: string;
}

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
  // The text is read each time, because the page may have another list by now.
  const into = place.options.get(key)?.into ?? place.names.fresh('chosenOption');
  return {
    key,
    option: { kind, word: `{{ ${into} }}`, into },
    before: [{ type: 'extract', from: 'text', locator: `${list}.${found}`, into }],
  };
}

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

/** A modifier holds for the next key or letter only. */
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
    else if (piece !== '') strokes.push({ type: 'fill', value: spoken(piece), keyByKey: true });
  };
  for (const [index, piece] of text.split(KEY).entries())
    if (index % 2 === 0) typeText(piece);
    else pressKey(KEYS[piece]);
  return strokes;
}

export function sendKeys(command: SideCommand, place: SideState): ActionDraft[] {
  const strokes = strokesOf(command.value);
  if (strokes.length === 0) return [leftOut(wordsOf(command), 'It sends no keys.')];
  return strokes.flatMap(stroke =>
    stroke === undefined
      ? [leftOut(wordsOf(command), 'One of its keys has no name here.')]
      : onElement(command, place, stroke),
  );
}
