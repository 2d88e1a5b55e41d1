import type * as ast from '@babel/types';
import { comparesTexts, isMatcherName, type Matcher, matcherRule } from '../../model/actions/matchers.ts';
import { type ActionDraft, literal } from '../../model/exchange/test-drafts.ts';
import { keysOfText, MOST_KEYS_CHARACTERS } from '../../model/values/key.ts';
import { literalText } from '../../model/values/template.ts';
import { dialogCall } from './codegen-dialogs.ts';
import { callOnElement, pictureOptions, turnTo, withText } from './codegen-elements.ts';
import { emulatingCall } from './codegen-emulated.ts';
import { pageOf } from './codegen-objects.ts';
import {
  OPTIONS_OF_EXPECT,
  OPTIONS_OF_KEYS,
  OPTIONS_ON_PAGE,
  type OptionRule,
  optionsOfMatcher,
} from './codegen-options.ts';
import { ownPageCode } from './codegen-own-code.ts';
import { pageCode } from './codegen-page-code.ts';
import { optionOf } from './codegen-patterns.ts';
import { type CodegenCall, type Node, type Reader, textOf } from './codegen-reader.ts';
import { comparedReading, readingOf } from './codegen-readings.ts';
import { requestCheck } from './codegen-sent-requests.ts';
import { settledArguments, tellDropped } from './codegen-settle.ts';
import {
  fieldText,
  locatorOf,
  locatorText,
  numberOf,
  patternOf,
  resolved,
  stringOf,
  timeLimit,
} from './codegen-values.ts';

type OnPage = (reader: Reader, args: readonly Node[]) => ActionDraft | undefined;

/** What cannot be read is awaited with everything else that the page loads. */
function answerAwaited(reader: Reader, args: readonly Node[]): ActionDraft {
  const check = requestCheck(reader, args);
  if (check !== undefined) return check;
  const [address] = args;
  const was = address === undefined ? '' : textOf(reader, address).slice(0, 200);
  return { type: 'wait', until: 'idle', comment: `Was: a wait for ${was}` };
}

const LOAD_STATES: Readonly<Record<string, string>> = { load: 'load', domcontentloaded: 'load', networkidle: 'idle' };

const ON_PAGE: Readonly<Record<string, OnPage>> = {
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
    ownPageCode(pageCode(reader, code, given)) ??
    withText(pageCode(reader, code, given) ?? fieldText(reader, code), text => ({ type: 'script', code: text })),
  screenshot: (reader, [options]) => ({ type: 'screenshot', ...pictureOptions(reader, options) }),
};

export function pageCall(reader: Reader, call: CodegenCall): boolean {
  const answered = dialogCall(reader, call);
  if (answered !== undefined) return answered;
  const emulated = emulatingCall(reader, call);
  if (emulated !== undefined) return emulated;
  const page = pageOf(reader, call.owner);
  if (page === undefined) return onDevice(reader, call);
  const { name } = call;
  if (name === 'bringToFront') return broughtToFront(reader, page);
  const make = Object.hasOwn(ON_PAGE, name) ? ON_PAGE[name] : undefined;
  const rule = make && optionsOnPage(call);
  const args = rule === undefined ? call.args : settledArguments(reader, call, rule);
  const draft = args && make?.(reader, args);
  if (args === undefined || draft === undefined) return oldCall(reader, page, call);
  turnTo(reader, page);
  const options = rule && args[rule.at];
  reader.actions.push({ ...draft, ...timeLimit(options) });
  waitAsTold(reader, call, options);
  return true;
}

/** Many write the options of a wait where its argument belongs. */
function optionsOnPage({ name, args }: CodegenCall): OptionRule | undefined {
  const rule = OPTIONS_ON_PAGE[name];
  const isEarly =
    name === 'waitForFunction' && ['timeout', 'polling'].some(one => optionOf(args[1], one) !== undefined);
  return rule && isEarly ? { ...rule, at: 1 } : rule;
}

/** `waitUntil: 'networkidle'`; pages are waited for until they have loaded. */
function waitAsTold(reader: Reader, call: CodegenCall, options: Node | undefined): void {
  const state = stringOf(reader, optionOf(options, 'waitUntil')) ?? 'load';
  if (state === 'networkidle') reader.actions.push({ type: 'wait', until: 'idle', ...timeLimit(options) });
  else if (state !== 'load') tellDropped(reader, call, 'it waits until the page has loaded.');
}

/** Going to a tab brings it to the front, so this needs no action of its own. */
function broughtToFront(reader: Reader, page: number): boolean {
  turnTo(reader, page);
  return true;
}

/** `page.click('#save')`, as it was written before there were locators. */
function oldCall(reader: Reader, page: number, { owner, name, args: [selector, ...args] }: CodegenCall): boolean {
  const text = stringOf(reader, selector);
  if (text === undefined) return false;
  return callOnElement(reader, { owner, name, args }, { page, locator: `locator(${locatorText(text)})` });
}

/** `page.keyboard.press('Enter')`, `page.mouse.wheel(0, 300)` */
function onDevice(reader: Reader, call: CodegenCall): boolean {
  const { owner, name, args } = call;
  if (owner.type !== 'MemberExpression' || owner.property.type !== 'Identifier') return false;
  const page = pageOf(reader, owner.object);
  if (page === undefined) return false;
  if (owner.property.name === 'mouse') return name === 'wheel' && wheeled(reader, page, args);
  const keys = keysOfCall(name, fieldText(reader, args[0]) ?? '');
  if (owner.property.name !== 'keyboard' || keys === undefined || keys === '') return false;
  settledArguments(reader, call, OPTIONS_OF_KEYS);
  turnTo(reader, page);
  reader.actions.push({ type: 'press', key: keys });
  return true;
}

function wheeled(reader: Reader, page: number, args: readonly Node[]): boolean {
  const [x, y] = args.map(one => Number(stringOf(reader, one) ?? Number.NaN));
  if (x === undefined || y === undefined || Number.isNaN(x + y)) return false;
  tellDropped(reader, { name: 'wheel', args }, 'the page is scrolled, wherever the mouse is.');
  turnTo(reader, page);
  reader.actions.push({ type: 'scroll', x, y, comment: 'Was: mouse.wheel()' });
  return true;
}

/** `press('Control+A')`, and `type('ab')` unless it is too long for one action. */
function keysOfCall(name: string, text: string): string | undefined {
  if (name === 'press') return text;
  const typed = literalText(text);
  const keys = name === 'type' && typed !== undefined ? keysOfText(typed) : undefined;
  return keys === undefined || keys.length > MOST_KEYS_CHARACTERS ? undefined : keys;
}

interface CheckSubject {
  subject: Node | undefined;
  /** Of the action: what follows a failure, its time limit, its remark. */
  fields: object;
}

/** The options of `expect.configure(…)`, also of a name that stands for it. */
export function configuredExpect(reader: Reader, given: Node): Node | undefined {
  const node = resolved(reader, given);
  if (node.type !== 'CallExpression' || textOf(reader, node.callee) !== 'expect.configure') return undefined;
  return node.arguments[0];
}

/** What `expect`, `expect.soft` or `expect.poll` is about. */
export function checkSubject(reader: Reader, node: Node): CheckSubject | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = textOf(reader, node.callee).replace(/\s/g, '');
  const configured = configuredExpect(reader, node.callee);
  if (!/^expect(?:\.soft|\.poll)?$/.test(callee) && configured === undefined) return undefined;
  const [given, options] = node.arguments;
  const subject = callee === 'expect.poll' && given ? polledBy(given) : given;
  const fields = {
    ...expectFields(reader, 'expect.configure', configured),
    ...expectFields(reader, callee, options),
    ...(callee === 'expect.soft' ? { onFailure: 'continue' } : {}),
  };
  return { subject, fields };
}

/** A text, or `{ message, timeout, soft }`. */
function expectFields(reader: Reader, name: string, given: Node | undefined): object {
  const text = stringOf(reader, given);
  if (given === undefined || text !== undefined) return text ? { comment: text.slice(0, MOST_REMARK) } : {};
  const [options] = settledArguments(reader, { owner: given, name, args: [given] }, OPTIONS_OF_EXPECT) ?? [];
  const message = stringOf(reader, optionOf(options, 'message'));
  const soft = optionOf(options, 'soft');
  return {
    ...(message ? { comment: message.slice(0, MOST_REMARK) } : {}),
    ...(soft?.type === 'BooleanLiteral' && soft.value ? { onFailure: 'continue' } : {}),
    ...timeLimit(options),
  };
}

const MOST_REMARK = 500;

/** `expect.poll(() => rows.count())` compares what the function returns; every check is retried here. */
export function polledBy(node: Node): Node | undefined {
  if (node.type !== 'ArrowFunctionExpression') return undefined;
  const [only, more] = node.body.type === 'BlockStatement' ? node.body.body : [node.body];
  if (more !== undefined) return undefined;
  return (only?.type === 'ReturnStatement' ? only.argument : only) ?? undefined;
}

export function assertion(reader: Reader, call: CodegenCall): boolean {
  const { owner, name } = call;
  const isNot = owner.type === 'MemberExpression' && textOf(reader, owner.property) === 'not';
  const { subject, fields = {} } = checkSubject(reader, isNot ? owner.object : owner) ?? {};
  if (subject === undefined) return false;
  if (comparison(reader, subject, { name, args: call.args, isNot, fields })) return true;
  const found = placeOf(reader, subject);
  const rule = optionsOfMatcher(name, valuesOf(reader, call), isMatcherName(name) && comparesTexts(name));
  const args = found && isCheck(name) ? settledArguments(reader, call, rule) : undefined;
  const checks = args && checksOf(reader, { name, args, locator: found?.locator, isNot });
  if (found === undefined || args === undefined || checks === undefined) return false;
  turnTo(reader, found.page);
  const isReverse = (isNot !== isReversed(args[0])) !== (name === 'toBeAttached');
  const given = { ...(isReverse ? { not: true } : {}), ...fields, ...checkOptions(args[rule.at]) };
  reader.actions.push(...checks.map(check => ({ type: 'assert', ...check, ...given })));
  return true;
}

/** Of a page, or of an element in it. */
function placeOf(reader: Reader, subject: Node): { page: number; locator?: string } | undefined {
  const page = pageOf(reader, subject);
  return page === undefined ? locatorOf(reader, subject) : { page };
}

function checkOptions(options: Node | undefined): object {
  const ignoreCase = optionOf(options, 'ignoreCase');
  const isIgnored = ignoreCase?.type === 'BooleanLiteral' && ignoreCase.value;
  return { ...(isIgnored ? { ignoreCase: true } : {}), ...timeLimit(options) };
}

const isCheck = (name: string): boolean =>
  isMatcherName(name) || /^to(?:BeEmpty|BeAttached|HaveId|HaveValues)$/.test(name);

/** How many arguments come before the options. */
function valuesOf(reader: Reader, { name, args }: CodegenCall): number {
  const isObject = (node: Node | undefined) => node !== undefined && resolved(reader, node).type === 'ObjectExpression';
  if (name === 'toHaveScreenshot' || name === 'toMatchAriaSnapshot')
    return args.length > 0 && !isObject(args[0]) ? 1 : 0;
  if (!isMatcherName(name)) return name === 'toBeAttached' || name === 'toBeEmpty' ? 0 : 1;
  const rule = matcherRule(name);
  if (rule.attribute !== undefined) return args.length > 1 && !isObject(args[1]) ? 2 : 1;
  return rule.expected === 'none' ? 0 : 1;
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
  fields: object;
}

/** `expect(await row.count()).toBe(3)` */
function comparison(reader: Reader, subject: Node, { fields, ...given }: Compared): boolean {
  const reading = readingOf(reader, subject);
  const compared = reading && comparedReading(reader, reading, given);
  if (reading === undefined || compared === undefined) return false;
  turnTo(reader, reading.page);
  reader.actions.push({ type: 'assert', ...compared, ...fields });
  return true;
}

interface CalledMatcher {
  name: string;
  args: readonly Node[];
  locator: string | undefined;
  isNot: boolean;
}

function checksOf(reader: Reader, { name, args, locator, isNot }: CalledMatcher): object[] | undefined {
  const [first] = args;
  const list = first === undefined ? undefined : resolved(reader, first);
  const only = name === 'toHaveValues' ? onlyItem(list) : undefined;
  if (only !== undefined) return checksOf(reader, { name: 'toHaveValue', args: [only], locator, isNot });
  const renamed = locator === undefined ? undefined : renamedCheck(reader, { name, args, locator });
  if (renamed !== undefined || !isMatcherName(name)) return renamed && [{ locator, ...renamed }];
  if (name === 'toHaveScreenshot') return pictureCheck(reader, args, locator);
  if (list?.type === 'ArrayExpression') return isNot ? undefined : eachOf(reader, { name, locator, list });
  const expected = expectation(reader, name, args);
  return expected && [{ matcher: name, ...(locator === undefined ? {} : { locator }), ...expected }];
}

function onlyItem(list: Node | undefined): Node | undefined {
  const [only, more] = list?.type === 'ArrayExpression' ? list.elements : [];
  return only && !more ? only : undefined;
}

/** Matchers that are another one here. */
function renamedCheck(
  reader: Reader,
  { name, args, locator }: { name: string; args: readonly Node[]; locator: string },
): object | undefined {
  if (name === 'toBeEmpty') return { matcher: isField(reader, locator) ? 'toHaveValue' : 'toHaveText', expected: '' };
  if (name === 'toBeAttached') return { matcher: 'toHaveCount', expected: '0' };
  const id = name === 'toHaveId' ? patternOf(reader, args[0]) : undefined;
  return id === undefined ? undefined : { matcher: 'toHaveAttribute', attribute: 'id', expected: id };
}

/** The picture of Playwright is not among the files of the project. */
function pictureCheck(reader: Reader, args: readonly Node[], locator: string | undefined): object[] | undefined {
  const [first] = args;
  const hasName = first !== undefined && first.type !== 'ObjectExpression';
  const name = hasName ? stringOf(reader, first) : undefined;
  if (hasName && name === undefined) return undefined;
  const ratio = numberOf(reader, optionOf(args[hasName ? 1 : 0], 'maxDiffPixelRatio'));
  tellDropped(
    reader,
    { name: 'toHaveScreenshot', args: hasName ? [first] : [] },
    'its picture is made anew by the next run.',
  );
  return [
    {
      matcher: 'toHaveScreenshot',
      ...(locator === undefined ? {} : { locator }),
      ...(name === undefined ? {} : { expected: literal(name.replace(/\.png$/, '')) }),
      ...(ratio === undefined ? {} : { tolerance: ratio * 100 }),
    },
  ];
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
