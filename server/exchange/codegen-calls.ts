import type * as ast from '@babel/types';
import { comparesTexts, isMatcherName, type Matcher, matcherRule } from '../../model/actions/matchers.ts';
import { type ActionDraft, literal } from '../../model/exchange/test-drafts.ts';
import { keysOfText, MOST_KEYS_CHARACTERS } from '../../model/values/key.ts';
import { literalText } from '../../model/values/template.ts';
import { pageOf } from './codegen-objects.ts';
import { pageCode } from './codegen-page-code.ts';
import { optionOf } from './codegen-patterns.ts';
import { type CodegenCall, callOf, type Node, type Reader, textOf } from './codegen-reader.ts';
import { comparedReading, readingOf } from './codegen-readings.ts';
import {
  clickOptions,
  fieldText,
  locatorOf,
  locatorText,
  numberOf,
  patternOf,
  placeOption,
  resolved,
  stringOf,
  textsOf,
  timeLimit,
} from './codegen-values.ts';

type CallDraft = ActionDraft | undefined;
const withText = (text: string | undefined, make: (text: string) => ActionDraft): CallDraft =>
  text === undefined ? undefined : make(text);

type OnElement = (reader: Reader, args: readonly Node[]) => CallDraft;

const typed =
  (how: { keyByKey?: true }): OnElement =>
  (reader, [text]) =>
    withText(fieldText(reader, text), value => ({ type: 'fill', value, ...how }));

/** `path.join(__dirname, 'files', 'cat.png')` */
function lastOfPath(reader: Reader, node: Node | undefined): Node | undefined {
  const call = node && callOf(node);
  const isPath = call !== undefined && textOf(reader, call.owner) === 'path' && /^(?:join|resolve)$/.test(call.name);
  return isPath ? call.args.at(-1) : node;
}

/** Exported code names files of the project below `files/`; of any other path only the name is taken. */
const fileOf = (path: string): string => /^files\/(.*)$/.exec(path)?.[1] ?? path.replace(/^.*[\\/]/, '');

/** `{ path: test.info().outputPath('basket.png'), fullPage: true }` */
function pictureOptions(reader: Reader, options: Node | undefined): object {
  const path = optionOf(options, 'path');
  const given = path?.type === 'CallExpression' ? path.arguments[0] : path;
  const name = stringOf(reader, given)
    ?.replace(/^.*[\\/]/, '')
    .replace(/\.(?:png|jpe?g)$/, '');
  const isFull = optionOf(options, 'fullPage');
  return {
    ...(name === undefined || name === '' || name === 'screenshot' ? {} : { name }),
    ...(isFull?.type === 'BooleanLiteral' && isFull.value ? { fullPage: true } : {}),
  };
}

/** What a person does to cause an event that the code dispatches. */
const ACTION_BEFORE: Readonly<Record<string, ActionDraft>> = {
  click: { type: 'click' },
  dblclick: { type: 'dblclick' },
  contextmenu: { type: 'rightClick' },
  mouseover: { type: 'hover' },
  mouseenter: { type: 'hover' },
  blur: { type: 'press', key: 'Tab' },
};

function waited(reader: Reader, [options]: readonly Node[]): ActionDraft {
  const state = optionOf(options, 'state');
  const wanted = state === undefined ? 'visible' : stringOf(reader, state);
  if (wanted === 'attached') return { type: 'assert', matcher: 'toHaveCount', expected: '0', not: true };
  return { type: 'wait', until: wanted === 'hidden' || wanted === 'detached' ? 'hidden' : 'visible' };
}

const CLICKS: Readonly<Record<string, string>> = { 'left 1': 'click', 'left 2': 'dblclick', 'right 1': 'rightClick' };

export const ON_ELEMENT: Readonly<Record<string, OnElement>> = {
  click: (reader, [options]) => {
    const button = optionOf(options, 'button');
    const type =
      CLICKS[`${stringOf(reader, button) ?? 'left'} ${numberOf(reader, optionOf(options, 'clickCount')) ?? 1}`];
    return type === undefined ? undefined : { type, ...clickOptions(reader, options) };
  },
  dblclick: (reader, [options]) => ({ type: 'dblclick', ...clickOptions(reader, options) }),
  tap: () => ({ type: 'click' }),
  hover: (reader, [options]) => ({ type: 'hover', ...clickOptions(reader, options) }),
  fill: typed({}),
  type: typed({ keyByKey: true }),
  pressSequentially: typed({ keyByKey: true }),
  clear: () => ({ type: 'fill', value: '' }),
  press: (reader, [key]) => withText(fieldText(reader, key), chord => ({ type: 'press', key: chord })),
  check: () => ({ type: 'check' }),
  uncheck: () => ({ type: 'uncheck' }),
  setChecked: (_reader, [on]) => (on?.type === 'BooleanLiteral' ? { type: on.value ? 'check' : 'uncheck' } : undefined),
  selectOption: (reader, [options]) => {
    const values = textsOf(reader, options);
    return values === undefined || values.length === 0 ? undefined : { type: 'select', values };
  },
  setInputFiles: (reader, [files]) => {
    const names = textsOf(reader, lastOfPath(reader, files));
    return names === undefined || names.length === 0 ? undefined : { type: 'upload', files: names.map(fileOf) };
  },
  dragTo: (reader, [to, options]) =>
    withText(to === undefined ? undefined : locatorOf(reader, to)?.locator, target => ({
      type: 'drag',
      target,
      ...placeOption(options, 'sourcePosition', 'position'),
      ...placeOption(options, 'targetPosition'),
    })),
  dispatchEvent: (reader, [event]) => {
    const name = stringOf(reader, event) ?? '';
    const action = Object.hasOwn(ACTION_BEFORE, name) ? ACTION_BEFORE[name] : undefined;
    return action === undefined ? undefined : { ...action, comment: `Was: dispatchEvent('${name}')` };
  },
  blur: () => ({ type: 'press', key: 'Tab', comment: 'Was: blur()' }),
  scrollIntoViewIfNeeded: () => ({ type: 'scroll' }),
  focus: () => ({ type: 'scroll' }),
  waitFor: waited,
  waitForSelector: waited,
  screenshot: (reader, [options]) => ({ type: 'screenshot', ...pictureOptions(reader, options) }),
};

/** What the page asks for is awaited with everything else that it loads. */
function answerAwaited(reader: Reader, [address]: readonly Node[]): ActionDraft {
  const was = address === undefined ? '' : textOf(reader, address).slice(0, 200);
  return { type: 'wait', until: 'idle', comment: `Was: a wait for ${was}` };
}

const LOAD_STATES: Readonly<Record<string, string>> = { load: 'load', domcontentloaded: 'load', networkidle: 'idle' };

const ON_PAGE: Readonly<Record<string, OnElement>> = {
  goto: (reader, [url]) => withText(fieldText(reader, url), address => ({ type: 'visit', url: address })),
  goBack: () => ({ type: 'goBack' }),
  goForward: () => ({ type: 'goForward' }),
  reload: () => ({ type: 'reload' }),
  close: () => ({ type: 'closeTab' }),
  pause: () => ({ type: 'pause' }),
  waitForTimeout: (reader, [ms]) => withText(stringOf(reader, ms), value => ({ type: 'wait', until: 'time', value })),
  waitForURL: (reader, [url]) =>
    withText(patternOf(reader, url, true), value => ({ type: 'wait', until: 'url', value })),
  waitForLoadState: (reader, [state]) => ({
    type: 'wait',
    until: LOAD_STATES[stringOf(reader, state) ?? 'load'] ?? 'load',
  }),
  waitForNavigation: () => ({ type: 'wait', until: 'load' }),
  waitForResponse: answerAwaited,
  waitForRequest: answerAwaited,
  dragAndDrop: (reader, [from, to]) => {
    const [source, target] = [stringOf(reader, from), stringOf(reader, to)];
    if (source === undefined || target === undefined) return undefined;
    return { type: 'drag', locator: `locator(${locatorText(source)})`, target: `locator(${locatorText(target)})` };
  },
  waitForFunction: (reader, [code, given]) => {
    const text = pageCode(reader, code, given);
    return withText(text === undefined ? fieldText(reader, code) : literal(text), value => ({
      type: 'wait',
      until: 'script',
      value,
    }));
  },
  evaluate: (reader, [code, given]) =>
    scrollOf(pageCode(reader, code, given)) ??
    withText(pageCode(reader, code, given) ?? fieldText(reader, code), text => ({ type: 'script', code: text })),
  screenshot: (reader, [options]) => ({ type: 'screenshot', ...pictureOptions(reader, options) }),
};

/** Exported code scrolls the page like this. */
function scrollOf(code: string | undefined): { type: 'scroll'; x: number; y: number } | undefined {
  const [, x, y] =
    /^\(\(\[x, y\]\) => window\.scrollBy\(x, y\)\)\(\[(-?[\d.]+), (-?[\d.]+)\]\)$/.exec(code ?? '') ?? [];
  return x === undefined ? undefined : { type: 'scroll', x: Number(x), y: Number(y) };
}

export function turnTo(reader: Reader, page: number): void {
  if (page === reader.current) return;
  reader.actions.push({ type: 'switchTab', tab: String(page) });
  reader.current = page;
}

export function pageCall(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const page = pageOf(reader, owner);
  if (page === undefined) return keyboard(reader, { owner, name, args });
  if (name === 'once' || name === 'on') return dialogCall(reader, args);
  if (name === 'bringToFront') return broughtToFront(reader, page);
  const draft = ON_PAGE[name]?.(reader, args);
  if (draft === undefined) return oldCall(reader, page, { owner, name, args });
  turnTo(reader, page);
  reader.actions.push({ ...draft, ...timeLimit(args.at(-1)) });
  return true;
}

/** Going to a tab brings it to the front, so this needs no action of its own. */
function broughtToFront(reader: Reader, page: number): boolean {
  turnTo(reader, page);
  return true;
}

/** `page.click('#save')`, as it was written before there were locators. */
function oldCall(reader: Reader, page: number, { name, args: [selector, ...args] }: CodegenCall): boolean {
  const [draft, text] = [ON_ELEMENT[name]?.(reader, args), stringOf(reader, selector)];
  if (draft === undefined || text === undefined) return false;
  turnTo(reader, page);
  reader.actions.push({ ...draft, locator: `locator(${locatorText(text)})`, ...timeLimit(args.at(-1)) });
  return true;
}

function keyboard(reader: Reader, { owner, name, args: [key] }: CodegenCall): boolean {
  if (owner.type !== 'MemberExpression' || owner.property.type !== 'Identifier') return false;
  const page = pageOf(reader, owner.object);
  const keys = keysOfCall(name, fieldText(reader, key) ?? '');
  if (page === undefined || owner.property.name !== 'keyboard' || keys === undefined || keys === '') return false;
  turnTo(reader, page);
  reader.actions.push({ type: 'press', key: keys });
  return true;
}

/** `press('Control+A')`, and `type('ab')` unless it is too long for one action. */
function keysOfCall(name: string, text: string): string | undefined {
  if (name === 'press') return text;
  const typed = literalText(text);
  const keys = name === 'type' && typed !== undefined ? keysOfText(typed) : undefined;
  return keys === undefined || keys.length > MOST_KEYS_CHARACTERS ? undefined : keys;
}

/** `page.once('dialog', dialog => dialog.accept('text'))` */
function dialogCall(reader: Reader, [event, handler]: readonly Node[]): boolean {
  if (stringOf(reader, event) !== 'dialog' || handler === undefined) return false;
  const [, verb, argument] = /\.(accept|dismiss)\(([^)]*)\)/.exec(textOf(reader, handler)) ?? [];
  if (verb === undefined) return false;
  const text = /^(['"`])(.*)\1$/s.exec(argument?.trim() ?? '')?.[2];
  reader.actions.push({
    type: 'dialog',
    accept: verb === 'accept',
    ...(verb === 'accept' && text !== undefined ? { text: literal(text) } : {}),
  });
  return true;
}

interface CheckSubject {
  subject: Node | undefined;
  isSoft: boolean;
}

function subjectOf(reader: Reader, node: Node): CheckSubject | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = textOf(reader, node.callee).replace(/\s/g, '');
  const [subject] = node.arguments;
  if (callee === 'expect' || callee === 'expect.soft') return { subject, isSoft: callee === 'expect.soft' };
  return callee === 'expect.poll' && subject ? { subject: polledBy(subject), isSoft: false } : undefined;
}

/** `expect.poll(() => rows.count())` compares what the function returns; every check is retried here. */
export function polledBy(node: Node): Node | undefined {
  if (node.type !== 'ArrowFunctionExpression') return undefined;
  const [only, more] = node.body.type === 'BlockStatement' ? node.body.body : [node.body];
  if (more !== undefined) return undefined;
  return (only?.type === 'ReturnStatement' ? only.argument : only) ?? undefined;
}

export function assertion(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const isNot = owner.type === 'MemberExpression' && textOf(reader, owner.property) === 'not';
  const checked = isNot ? owner.object : owner;
  const { subject, isSoft } = subjectOf(reader, checked) ?? {};
  if (subject === undefined) return false;
  const limit = timeLimit(checked.type === 'CallExpression' ? checked.arguments[1] : undefined);
  if (comparison(reader, subject, { name, args, isNot, isSoft, limit })) return true;
  const page = pageOf(reader, subject);
  const found = page === undefined ? locatorOf(reader, subject) : undefined;
  if ((page ?? found) === undefined) return false;
  const checks = checksOf(reader, { name, args, locator: found?.locator, isNot });
  if (checks === undefined) return false;
  turnTo(reader, page ?? found?.page ?? 0);
  const options = {
    ...((isNot !== isReversed(args[0])) === (name === 'toBeAttached') ? {} : { not: true }),
    ...(isSoft ? { onFailure: 'continue' } : {}),
    ...timeLimit(args.at(-1)),
  };
  reader.actions.push(...checks.map(check => ({ type: 'assert', ...check, ...options })));
  return true;
}

/** `toBeVisible({ visible: false })` and its like */
const isReversed = (options: Node | undefined): boolean =>
  ['visible', 'enabled', 'checked', 'editable', 'attached'].some(state => {
    const value = optionOf(options, state);
    return value?.type === 'BooleanLiteral' && !value.value;
  });

interface Compared {
  name: string;
  args: readonly Node[];
  isNot: boolean;
  isSoft: boolean | undefined;
  limit: object;
}

/** `expect(await row.count()).toBe(3)` */
function comparison(reader: Reader, subject: Node, { isSoft, limit, ...given }: Compared): boolean {
  const reading = readingOf(reader, subject);
  const compared = reading && comparedReading(reader, reading, given);
  if (reading === undefined || compared === undefined) return false;
  turnTo(reader, reading.page);
  reader.actions.push({ type: 'assert', ...compared, ...(isSoft ? { onFailure: 'continue' } : {}), ...limit });
  return true;
}

interface CalledMatcher {
  name: string;
  args: readonly Node[];
  locator: string | undefined;
  isNot: boolean;
}

function presence(reader: Reader, name: string, locator: string): object[] | undefined {
  if (name === 'toBeAttached') return [{ matcher: 'toHaveCount', locator, expected: '0' }];
  if (name !== 'toBeEmpty') return undefined;
  return [{ matcher: isField(reader, locator) ? 'toHaveValue' : 'toHaveText', locator, expected: '' }];
}

function checksOf(reader: Reader, { name, args, locator, isNot }: CalledMatcher): object[] | undefined {
  const present = locator === undefined ? undefined : presence(reader, name, locator);
  if (present !== undefined) return present;
  const [first] = args;
  const list = first === undefined ? undefined : resolved(reader, first);
  const only = name === 'toHaveValues' ? onlyItem(list) : undefined;
  if (only !== undefined) return checksOf(reader, { name: 'toHaveValue', args: [only], locator, isNot });
  if (!isMatcherName(name)) return undefined;
  if (list?.type === 'ArrayExpression') return isNot ? undefined : eachOf(reader, { name, locator, list });
  const expected = expectation(reader, name, args);
  return expected && [{ matcher: name, ...(locator === undefined ? {} : { locator }), ...expected }];
}

function onlyItem(list: Node | undefined): Node | undefined {
  const [only, more] = list?.type === 'ArrayExpression' ? list.elements : [];
  return only && !more ? only : undefined;
}

interface ExpectedList {
  name: string;
  locator: string | undefined;
  list: ast.ArrayExpression;
}

/** A list expects as many elements, each with its text or class. */
function eachOf(reader: Reader, { name, locator, list }: ExpectedList): object[] | undefined {
  if (name === 'toContainText' && locator !== undefined) return holding(reader, locator, list);
  const texts = list.elements.map(one => (one === null ? undefined : patternOf(reader, one)));
  if (locator === undefined || (name !== 'toHaveText' && name !== 'toHaveClass') || texts.includes(undefined))
    return undefined;
  return [
    { matcher: 'toHaveCount', locator, expected: String(texts.length) },
    ...texts.map((expected, at) => ({ matcher: name, locator: `${locator}.nth(${at})`, expected })),
  ];
}

/** Each text is in one of the elements. */
function holding(reader: Reader, locator: string, { elements }: ast.ArrayExpression): object[] | undefined {
  const texts = elements.map(one => {
    const pattern = one === null ? undefined : resolved(reader, one);
    if (pattern?.type === 'RegExpLiteral') return textOf(reader, pattern);
    const text = one === null ? undefined : stringOf(reader, one);
    return text === undefined ? undefined : locatorText(text);
  });
  if (texts.includes(undefined)) return undefined;
  return texts.map(text => ({
    ...{ matcher: 'toHaveCount', locator: `${locator}.filter({ hasText: ${text} })` },
    ...{ expected: '0', not: true },
  }));
}

const FIELD =
  /(?:getByPlaceholder\([^.]*|getByRole\('(?:textbox|searchbox|combobox|spinbutton)'[^.]*|locator\('(?:input|textarea)[^.]*)$/;

/** Emptiness is about the value of a field, and the text of any other element. */
const isField = ({ actions }: Reader, locator: string): boolean =>
  FIELD.test(locator) || actions.some(action => action.type === 'fill' && action.locator === locator);

function expectation(reader: Reader, matcher: Matcher, args: readonly Node[]): object | undefined {
  const [first, second] = args;
  if (matcherRule(matcher).attribute !== undefined) {
    const attribute = stringOf(reader, first);
    const hasExpected = second !== undefined && second.type !== 'ObjectExpression';
    const expected = hasExpected ? patternOf(reader, second) : undefined;
    if (attribute === undefined || (hasExpected && expected === undefined)) return undefined;
    return { attribute, ...(expected === undefined ? {} : { expected }) };
  }
  if (comparesTexts(matcher)) return named('expected', patternOf(reader, first, matcher === 'toHaveURL'));
  return matcherRule(matcher).expected === 'none' ? {} : undefined;
}

const named = (field: string, text: string | undefined): object | undefined =>
  text === undefined ? undefined : { [field]: text };
