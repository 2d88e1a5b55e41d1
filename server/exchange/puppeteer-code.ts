/** Scripts of Puppeteer, as Chrome’s recorder exports them and as people write them: read, never run. */
import { parse } from '@babel/parser';
import { importChromeRecorder } from '../../model/exchange/import-chrome-recorder.ts';
import {
  type ActionDraft,
  leftOut,
  leftOutNotes,
  literal,
  type TestDraft,
  wrongText,
} from '../../model/exchange/test-drafts.ts';
import { newReader } from './codegen-new-reader.ts';
import { pageCode } from './codegen-page-code.ts';
import { optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  type FunctionNode,
  isFunctionNode,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { fieldText, numberOf, stringOf, timeLimit } from './codegen-values.ts';

interface PuppeteerScript {
  reader: Reader;
  /** Keys that are held down. */
  held: string[];
  found: TestDraft[];
}

const NOT_READ = 'It is not one of the calls of Puppeteer that are understood.';

/** `::-p-aria(Save)` as recordings write it: `aria/Save`. */
function recorded(selector: string): string {
  const [, kind, inner] = /^::-p-(aria|text|xpath)\((.*)\)$/s.exec(selector) ?? [];
  if (kind !== undefined) return `${kind}/${(inner ?? '').replace(/\\(["'\\()[\]])/g, '$1')}`;
  return selector.startsWith(':scope >>> ') ? `pierce/${selector.slice(':scope >>> '.length)}` : selector;
}

/** The action of a step of a recording, which knows how to find the element. */
function stepDraft(step: object): ActionDraft | undefined {
  return importChromeRecorder(JSON.stringify({ title: '', steps: [step] }))[0]?.actions[0];
}

function onElement(selectors: readonly string[], draft: ActionDraft): ActionDraft | undefined {
  const found = stepDraft({ type: 'hover', selectors: selectors.map(recorded) });
  return found?.locator === undefined ? undefined : { ...found, ...draft };
}

interface PuppeteerLocator {
  selectors: string[];
  limit: { timeoutMs?: number };
}

const isPage = (text: string): boolean => /^(?:page|targetPage|frame|tab\w*|page\d+|newPage)$/.test(text);

const SETTINGS = new Set([
  ...['on', 'setTimeout', 'setVisibility', 'setWaitForEnabled', 'setWaitForStableBoundingBox'],
  'setEnsureElementIsInTheViewport',
]);

/** `puppeteer.Locator.race([…]).setTimeout(timeout)`, `page.locator('#x')` */
function locatorOf(reader: Reader, given: Node): PuppeteerLocator | undefined {
  let limit = {};
  let call = callOf(given);
  for (; call !== undefined && SETTINGS.has(call.name); call = callOf(call.owner)) {
    const ms = call.name === 'setTimeout' ? numberOf(reader, call.args[0]) : undefined;
    if (ms !== undefined) limit = { timeoutMs: ms };
  }
  if (call?.name === 'race') return raced(reader, call.args[0], limit);
  const selector =
    call?.name === 'locator' && isPage(textOf(reader, call.owner)) ? stringOf(reader, call.args[0]) : undefined;
  return selector === undefined ? undefined : { selectors: [selector], limit };
}

function raced(reader: Reader, list: Node | undefined, limit: object): PuppeteerLocator | undefined {
  const elements = list?.type === 'ArrayExpression' ? list.elements : [];
  const selectors = elements.flatMap(one => (one === null ? [] : (locatorOf(reader, one)?.selectors ?? [])));
  return selectors.length === 0 ? undefined : { selectors, limit };
}

const BUTTONS: Readonly<Record<string, string>> = { left: 'click', right: 'rightClick' };

function clickType(reader: Reader, options: Node | undefined): string | undefined {
  const count = numberOf(reader, optionOf(options, 'count') ?? optionOf(options, 'clickCount')) ?? 1;
  const type = BUTTONS[stringOf(reader, optionOf(options, 'button')) ?? 'left'];
  if (count === 1) return type;
  return count === 2 && type === 'click' ? 'dblclick' : undefined;
}

interface OnSelectors extends CodegenCall {
  selectors: readonly string[];
}

function elementDraft(
  { reader, held }: PuppeteerScript,
  { selectors, name, args }: OnSelectors,
): ActionDraft | undefined {
  const [first] = args;
  const text = fieldText(reader, first);
  const modifiers = held.length === 0 ? {} : { modifiers: [...held] };
  switch (name) {
    case 'click': {
      const type = clickType(reader, first);
      return type === undefined ? undefined : onElement(selectors, { type, ...modifiers });
    }
    case 'tap':
      return onElement(selectors, { type: 'click' });
    case 'hover':
      return onElement(selectors, { type: 'hover', ...modifiers });
    case 'fill':
      return text === undefined ? undefined : filled(selectors, text);
    case 'type':
      return text === undefined ? undefined : onElement(selectors, { type: 'fill', value: text, keyByKey: true });
    case 'select': {
      const values = args.map(one => fieldText(reader, one));
      return values.includes(undefined) ? undefined : onElement(selectors, { type: 'select', values });
    }
    case 'scroll':
      return onElement(selectors, scrolled(reader, first));
    case 'wait':
      return onElement(selectors, { type: 'wait', until: 'visible' });
    case 'waitForSelector':
      return waited(selectors, first);
    default:
      return undefined;
  }
}

/** A recording does not say what kind of field it was; its selectors often do. */
function filled(selectors: readonly string[], value: string): ActionDraft | undefined {
  const draft = stepDraft({ type: 'change', selectors: selectors.map(recorded), value: '' });
  if (draft === undefined) return undefined;
  return draft.type === 'select' ? { ...draft, values: [value] } : { ...draft, value };
}

function scrolled(reader: Reader, options: Node | undefined): ActionDraft {
  const [x, y] = [numberOf(reader, optionOf(options, 'scrollLeft')), numberOf(reader, optionOf(options, 'scrollTop'))];
  return x === undefined && y === undefined ? { type: 'scroll' } : { type: 'scroll', x: x ?? 0, y: y ?? 0 };
}

const isSet = (value: Node | undefined): boolean => value?.type === 'BooleanLiteral' && value.value;

function waited(selectors: readonly string[], options: Node | undefined): ActionDraft | undefined {
  if (isSet(optionOf(options, 'hidden'))) return onElement(selectors, { type: 'wait', until: 'hidden' });
  if (isSet(optionOf(options, 'visible'))) return onElement(selectors, { type: 'wait', until: 'visible' });
  return onElement(selectors, { type: 'assert', matcher: 'toHaveCount', expected: '0', not: true });
}

const ON_PAGE: Readonly<Record<string, (reader: Reader, args: readonly Node[]) => ActionDraft | undefined>> = {
  goto: (reader, [url]) => {
    const text = fieldText(reader, url);
    return text === undefined ? undefined : { type: 'visit', url: text };
  },
  reload: () => ({ type: 'reload' }),
  goBack: () => ({ type: 'goBack' }),
  goForward: () => ({ type: 'goForward' }),
  close: () => ({ type: 'closeTab' }),
  waitForNavigation: () => ({ type: 'wait', until: 'load' }),
  waitForNetworkIdle: () => ({ type: 'wait', until: 'idle' }),
  screenshot: (_reader, [options]) => ({
    type: 'screenshot',
    ...(isSet(optionOf(options, 'fullPage')) ? { fullPage: true } : {}),
  }),
  waitForTimeout: (reader, [ms]) => {
    const value = stringOf(reader, ms);
    return value === undefined ? undefined : { type: 'wait', until: 'time', value };
  },
  evaluate: (reader, [code, given]) => {
    const text = pageCode(reader, code, given);
    return text === undefined ? undefined : { type: 'script', code: text };
  },
  waitForFunction: (reader, [code, , given]) => {
    const text = pageCode(reader, code, given);
    return text === undefined ? undefined : { type: 'wait', until: 'script', value: literal(text) };
  },
};

const MODIFIERS: readonly string[] = ['Alt', 'Control', 'Meta', 'Shift'];

/** A key down and up is one press; modifiers held meanwhile join its chord. */
function keyboardDrafts(
  { reader, held }: PuppeteerScript,
  name: string,
  [given]: readonly Node[],
): ActionDraft[] | undefined {
  const key = stringOf(reader, given);
  if (key === undefined) return undefined;
  const plain = key === ' ' ? 'Space' : key;
  if (MODIFIERS.includes(plain) && name !== 'press') {
    if (name === 'down') held.push(plain);
    else if (held.includes(plain)) held.splice(held.indexOf(plain), 1);
    return [];
  }
  if (name === 'up') return [];
  return name === 'press' || name === 'down' ? [{ type: 'press', key: [...held, plain].join('+') }] : undefined;
}

const IGNORED = new Set([
  'setViewport',
  'setDefaultTimeout',
  'setDefaultNavigationTimeout',
  'bringToFront',
  'setUserAgent',
]);

function draftsOf(script: PuppeteerScript, call: CodegenCall): ActionDraft[] | undefined {
  const { reader } = script;
  const { owner, name, args } = call;
  const ownerText = textOf(reader, owner);
  if (/^(?:browser|console)$/.test(ownerText)) return name === 'newPage' ? undefined : [];
  if (ownerText === 'promises' || (ownerText === 'Promise' && !/\[/.test(textOf(reader, args[0] ?? owner)))) return [];
  if (isPage(ownerText)) return pageDrafts(script, call);
  const keyboard = /^(\w+)\.keyboard$/.exec(ownerText)?.[1];
  if (keyboard !== undefined && isPage(keyboard)) return keyboardDrafts(script, name, args);
  const found = locatorOf(reader, owner);
  const draft = found && elementDraft(script, { ...call, selectors: found.selectors });
  return found && draft && [{ ...draft, ...found.limit }];
}

function pageDrafts(script: PuppeteerScript, call: CodegenCall): ActionDraft[] | undefined {
  const { name, args } = call;
  if (IGNORED.has(name)) return [];
  const [first, ...rest] = args;
  const selector = stringOf(script.reader, first);
  const onPage = Object.hasOwn(ON_PAGE, name) ? ON_PAGE[name]?.(script.reader, args) : undefined;
  const isElementCall = onPage === undefined && selector !== undefined && !/^(?:fill|scroll|wait)$/.test(name);
  const draft = isElementCall ? elementDraft(script, { ...call, args: rest, selectors: [selector] }) : onPage;
  return draft && [{ ...draft, ...timeLimit(args.at(-1)) }];
}

function expressionRead(script: PuppeteerScript, given: Node): boolean {
  const { reader } = script;
  const node = plainValue(given);
  const call = callOf(node);
  if (call === undefined) return isFunctionCall(script, node);
  const [list] = call.args;
  if (textOf(reader, call.owner) === 'Promise' && list?.type === 'ArrayExpression') {
    const parts = list.elements.flatMap(one => (one === null ? [] : [one]));
    const isWait = (part: Node): boolean => /\.waitFor(?:Navigation|NetworkIdle)\(/.test(textOf(reader, part));
    for (const part of [...parts.filter(one => !isWait(one)), ...parts.filter(isWait)])
      if (!expressionRead(script, part)) leave(script, part);
    return true;
  }
  if (call.name === 'catch') return isFunctionCall(script, call.owner);
  const drafts = draftsOf(script, call);
  reader.actions.push(...(drafts ?? []));
  return drafts !== undefined;
}

/** `(async () => { … })()` */
function isFunctionCall(script: PuppeteerScript, node: Node): boolean {
  const callee = node.type === 'CallExpression' ? plainValue(node.callee) : undefined;
  if (!isFunctionNode(callee)) return false;
  readFunction(script, callee);
  return true;
}

function readFunction(script: PuppeteerScript, { body }: FunctionNode): void {
  for (const statement of body.type === 'BlockStatement' ? body.body : [body]) readStatement(script, statement);
}

const leave = ({ reader }: PuppeteerScript, node: Node): number =>
  reader.actions.push(leftOut(textOf(reader, node), NOT_READ));

const SCAFFOLD = /^(?:browser|page|targetPage|timeout|promises|puppeteer|context)$/;

function readDeclaration(script: PuppeteerScript, node: Node): boolean {
  if (node.type !== 'VariableDeclaration') return false;
  return node.declarations.every(({ id, init }) => {
    if (id.type !== 'Identifier' || !init) return !init;
    const value = plainValue(init);
    const isKnown = /Literal$|^(?:Array|Object)Expression$/.test(value.type);
    if (isKnown) script.reader.constants.set(id.name, value);
    if (isKnown || SCAFFOLD.test(id.name) || isPage(textOf(script.reader, value))) return true;
    return /\brequire\(|\.launch\(/.test(textOf(script.reader, value));
  });
}

function readStatement(script: PuppeteerScript, node: Node): void {
  if (/^(?:Import|Export|Empty|FunctionDeclaration)/.test(node.type)) return;
  if (node.type === 'BlockStatement') for (const one of node.body) readStatement(script, one);
  else if (node.type === 'TryStatement') readStatement(script, node.block);
  else if (
    node.type === 'ExpressionStatement' &&
    (testRead(script, node.expression) || expressionRead(script, node.expression))
  )
    return;
  else if (!readDeclaration(script, node)) leave(script, node);
}

/** Scripts often run in Mocha or Jest. */
function testRead(script: PuppeteerScript, node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false;
  const { name } = node.callee;
  const body = node.arguments.find(isFunctionNode);
  if (body === undefined || !/^(?:describe|it|test|before|beforeAll|beforeEach|after|afterAll|afterEach)$/.test(name))
    return false;
  if (name === 'it' || name === 'test') {
    const inner = { ...script, reader: { ...script.reader, actions: [...script.reader.actions] } };
    readFunction(inner, body);
    const { actions } = inner.reader;
    script.found.push({
      name: stringOf(script.reader, node.arguments[0]) ?? 'Test',
      actions,
      notes: leftOutNotes(actions),
    });
  } else if (!name.startsWith('after')) readFunction(script, body);
  return true;
}

function statementsOf(source: string): readonly Node[] {
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    }).program.body;
  } catch (error) {
    throw wrongText(`The code cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Errors: `invalid-params` with the field `text`. */
export function importPuppeteer(source: string): TestDraft[] {
  const script: PuppeteerScript = { reader: newReader(source), held: [], found: [] };
  try {
    for (const statement of statementsOf(source)) readStatement(script, statement);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongText('The code is nested too deeply.');
  }
  if (script.found.length > 0) return script.found;
  const { actions } = script.reader;
  if (!actions.some(({ disabled }) => disabled !== true))
    throw wrongText('The code has no calls of Puppeteer: page.goto(…), page.locator(…) and the like were looked for.');
  return [{ name: 'Recorded test', actions, notes: leftOutNotes(actions) }];
}
