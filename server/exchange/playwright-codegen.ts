/** Tests of Playwright in TypeScript or JavaScript, as its code generator writes them. The code is read, never run. */
import { type ParseResult, parse } from '@babel/parser';
import type * as ast from '@babel/types';
import { leftOut, leftOutNotes, literal, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { assertion, ON_ELEMENT, pageCall, turnTo } from './codegen-calls.ts';
import {
  type Call,
  callOf,
  type FunctionNode,
  locatorOf,
  type Node,
  type Reader,
  resolved,
  stringOf,
  textOf,
  timeLimit,
} from './codegen-values.ts';

function expressionOf(node: Node): Node {
  return node.type === 'AwaitExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSNonNullExpression' ||
    node.type === 'ParenthesizedExpression'
    ? expressionOf(node.type === 'AwaitExpression' ? node.argument : node.expression)
    : node;
}

/** `page = await page.context().newPage()`, and the helpers of exported code: the name goes to another tab. */
function reassigned(reader: Reader, node: Node): boolean {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') return false;
  const { name } = node.left;
  if (!reader.pages.has(name)) return false;
  const right = expressionOf(node.right);
  const text = textOf(reader, right);
  if (right.type === 'CallExpression' && right.callee.type === 'Identifier')
    return helped(reader, right.callee.name, right.arguments);
  if (/^\w+\.filter\(other => !other\.isClosed\(\)\)/.test(text)) return true;
  if (!/\.newPage\(\)$/.test(text)) return false;
  reader.actions.push({ type: 'newTab' });
  reader.current = Math.max(...reader.pages.values()) + 1;
  reader.pages.set(name, reader.current);
  return true;
}

function helped(reader: Reader, helper: string, [, second]: readonly Node[]): boolean {
  if (helper === 'following' && isFunction(second) && second.body.type !== 'BlockStatement')
    return performed(reader, second.body);
  const tab = helper === 'tabOf' ? stringOf(reader, second) : undefined;
  if (tab === undefined) return false;
  reader.actions.push({ type: 'switchTab', tab: literal(tab) });
  return true;
}

function performed(reader: Reader, given: Node): boolean {
  const node = expressionOf(given);
  if (reassigned(reader, node) || inlined(reader, node)) return true;
  const call = callOf(node);
  if (call === undefined) return false;
  if (textOf(reader, call.owner) === 'test' && call.name === 'step') return testStep(reader, call);
  if (assertion(reader, call) || pageCall(reader, call)) return true;
  const found = locatorOf(reader, call.owner);
  const draft = found === undefined ? undefined : ON_ELEMENT[call.name]?.(reader, call.args);
  if (found === undefined || draft === undefined) return false;
  turnTo(reader, found.page);
  reader.actions.push({ ...draft, locator: found.locator, ...timeLimit(call.args.at(-1)) });
  return true;
}

/** What the function is given, where its own names mean something else; undefined for what is computed of such names. */
function valueFor(reader: Reader, given: Node, { params }: FunctionNode): Node | undefined {
  const value = resolved(reader, given);
  if (/^(?:String|Numeric|Boolean|RegExp)Literal$/.test(value.type)) return value;
  const text = stringOf(reader, value);
  if (text !== undefined) return { ...TEXT, value: text };
  const words = textOf(reader, value);
  const names = params.map(parameter => textOf(reader, parameter).replace(/\W.*$/s, ''));
  return names.some(name => new RegExp(`\\b${name}\\b`).test(words.replace(/\bpage\b/g, ''))) ? undefined : value;
}

const TEXT = { type: 'StringLiteral' } as const;

function bind({ constants }: Reader, name: string, value: Node | undefined): void {
  if (value === undefined || value.type === 'Identifier') constants.delete(name);
  else constants.set(name, value);
}

function giveParameters(
  reader: Reader,
  inner: Reader,
  { called, given }: { called: FunctionNode; given: readonly Node[] },
): void {
  for (const [at, parameter] of called.params.entries()) {
    const [name, value] =
      parameter.type === 'AssignmentPattern' ? [parameter.left, given[at] ?? parameter.right] : [parameter, given[at]];
    if (name.type !== 'Identifier' || value === undefined) continue;
    const page = value.type === 'Identifier' ? reader.pages.get(value.name) : undefined;
    if (page === undefined) bind(inner, name.name, valueFor(reader, value, called));
    else inner.pages.set(name.name, page);
  }
}

/** A call of a function of the file: what it does is done here. */
function inlined(reader: Reader, node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false;
  const called = reader.functions.get(node.callee.name);
  if (called === undefined || reader.running.includes(called)) return false;
  const inner: Reader = {
    ...reader,
    pages: new Map(reader.pages),
    constants: new Map(reader.constants),
    running: [...reader.running, called],
  };
  giveParameters(reader, inner, { called, given: node.arguments });
  readBody(inner, called);
  reader.current = inner.current;
  return true;
}

const MOST_ACTIONS = 5_000;

/** `for (const item of ITEMS)` over a list that is written out: its rounds, one after the other. */
function unrolled(reader: Reader, node: Node): boolean {
  if (node.type !== 'ForOfStatement' || node.left.type !== 'VariableDeclaration') return false;
  const list = resolved(reader, node.right);
  const name = node.left.declarations[0]?.id;
  if (list.type !== 'ArrayExpression' || name?.type !== 'Identifier') return false;
  for (const item of list.elements) {
    if (item === null) continue;
    if (reader.actions.length > MOST_ACTIONS) throw wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);
    bind(reader, name.name, resolved(reader, item));
    for (const statement of node.body.type === 'BlockStatement' ? node.body.body : [node.body])
      readStatement(reader, statement);
  }
  return true;
}

function testStep(reader: Reader, { args: [title, body] }: Call): boolean {
  const name = stringOf(reader, title);
  if (name === undefined || !isFunction(body)) return false;
  reader.actions.push({ type: 'group', title: literal(name) });
  readBody(reader, body);
  reader.actions.push({ type: 'end' });
  return true;
}

/** Names that later statements use: pages, what is awaited, locators, texts. True for what is understood. */
function declared(reader: Reader, name: string, init: Node): boolean {
  const text = textOf(reader, init);
  const event = /\.waitForEvent\(\s*['"](popup|page|download)['"]/.exec(text)?.[1];
  if (event !== undefined) return expectEvent(reader, { name, isDownload: event === 'download', init });
  const awaited = init.type === 'AwaitExpression' ? init.argument : init;
  const waited = awaited.type === 'Identifier' ? reader.expected.get(awaited.name) : undefined;
  if (waited !== undefined) return waited === 'download' || addPage(reader, name);
  if (/\.newPage\(\)\s*$/.test(text)) {
    if (reader.actions.length > 0) reader.actions.push({ type: 'newTab' });
    return addPage(reader, name);
  }
  if (/(?:chromium|firefox|webkit)\.launch|\.newContext\(/.test(text)) return true;
  if (SCAFFOLD.test(text)) return true;
  const bare = expressionOf(init);
  if (locatorOf(reader, bare) === undefined && stringOf(reader, bare) === undefined && !isWrittenOut(bare))
    return false;
  reader.constants.set(name, bare);
  return true;
}

const isWrittenOut = ({ type }: Node): boolean => /^(?:\w+Literal|ArrayExpression|ObjectExpression)$/.test(type);

function expectEvent(
  reader: Reader,
  { name, isDownload, init }: { name: string; isDownload: boolean; init: Node },
): boolean {
  reader.expected.set(name, isDownload ? 'download' : 'popup');
  if (isDownload) reader.actions.push({ type: 'download' });
  return isDownload || init.type !== 'AwaitExpression' || addPage(reader, name);
}

/** What exported code needs for itself: the first page, a place for variables, the pages that are open. */
const SCAFFOLD = /^(?:first|\{\}|page\.context\(\)\.pages\(\))$/;

/** A tab that opens comes to the front by itself. */
function addPage(reader: Reader, name: string): boolean {
  const hasPages = [...reader.pages.values()].some(tab => tab === 0 && reader.actions.length > 0);
  reader.current = hasPages ? Math.max(...reader.pages.values()) + 1 : 0;
  reader.pages.set(name, reader.current);
  return true;
}

const IGNORED =
  /^await\s+(?:context|browser|page\.context\(\)|[\w.]*)\.?(?:close|tracing\.\w+|setViewportSize|setDefaultTimeout|storageState)\(|^(?:page|context)\.set\w+\(|^['"]use strict/;

/** `await download;`: what it waits for has its action already. */
const isAwaited = (reader: Reader, node: Node): boolean =>
  node.type === 'AwaitExpression' && node.argument.type === 'Identifier' && reader.expected.has(node.argument.name);

/** Remarks between the statements are rows of their own. */
function readRemarks(reader: Reader, comments: Node['leadingComments']): void {
  const text = (comments ?? []).map(({ value }) => value.replace(/^\s*\*? ?/gm, '').trim()).join('\n');
  if (text !== '') reader.actions.push({ type: 'comment', text: literal(text) });
}

function readStatement(reader: Reader, node: Node): void {
  readRemarks(reader, node.leadingComments);
  if (node.type === 'ExpressionStatement' && (isAwaited(reader, node.expression) || performed(reader, node.expression)))
    return;
  if (unrolled(reader, node)) return;
  if (node.type === 'ReturnStatement' && (!node.argument || performed(reader, node.argument))) return;
  if (node.type === 'VariableDeclaration') {
    const isRead = node.declarations.map(
      ({ id, init }) =>
        id.type === 'Identifier' && init !== null && init !== undefined && declared(reader, id.name, init),
    );
    if (isRead.every(Boolean)) return;
  }
  const text = textOf(reader, node);
  if (node.type === 'EmptyStatement' || IGNORED.test(text)) return;
  reader.actions.push(leftOut(text, 'It is not one of the calls that are understood.'));
}

const isFunction = (node: Node | undefined): node is ast.ArrowFunctionExpression | ast.FunctionExpression =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

function readBody(reader: Reader, { body }: FunctionNode): void {
  const statements = body.type === 'BlockStatement' ? body.body : [body];
  for (const statement of statements) readStatement(reader, statement);
  const last = statements.at(-1);
  readRemarks(reader, last === undefined ? body.innerComments : last.trailingComments);
}

function readAll(reader: Reader, functions: readonly FunctionNode[]): void {
  for (const part of functions) readBody(reader, part);
}

interface Scope {
  titles: readonly string[];
  before: readonly FunctionNode[];
  after: readonly FunctionNode[];
}

interface Tests {
  source: string;
  constants: Map<string, Node>;
  functions: Map<string, FunctionNode>;
  found: TestDraft[];
}

function readerFor({ source, constants, functions }: Tests): Reader {
  return {
    source,
    actions: [],
    pages: new Map([['page', 0]]),
    current: 0,
    constants: new Map(constants),
    expected: new Map(),
    functions,
    running: [],
  };
}

const calledBy = (statement: Node): ast.CallExpression | undefined =>
  statement.type === 'ExpressionStatement' && statement.expression.type === 'CallExpression'
    ? statement.expression
    : undefined;

function titleOf(title: Node | undefined): string {
  if (title?.type === 'TemplateLiteral') return title.quasis.map(({ value }) => value.raw).join('…');
  return title?.type === 'StringLiteral' ? title.value : '';
}

const hooksIn = ({ source }: Tests, statements: readonly Node[], name: string): FunctionNode[] =>
  statements.flatMap(statement => {
    const call = calledBy(statement);
    const isHook = call !== undefined && source.slice(call.callee.start ?? 0, call.callee.end ?? 0) === `test.${name}`;
    return isHook ? call.arguments.filter(isFunction) : [];
  });

/** Finds the tests in the statements of a file or of a `describe`. */
function findTests(tests: Tests, statements: readonly Node[], scope: Scope): void {
  const before = [...scope.before];
  const after = [...hooksIn(tests, statements, 'afterEach'), ...scope.after];
  for (const statement of statements) {
    const call = calledBy(statement);
    const body = call?.arguments.find(isFunction);
    if (call === undefined || body === undefined) continue;
    const callee = tests.source.slice(call.callee.start ?? 0, call.callee.end ?? 0);
    const name = titleOf(call.arguments[0]);
    if (/^test\.beforeEach$/.test(callee)) before.push(body);
    else if (/^test\.describe(?:\.\w+)*$/.test(callee) && body.body.type === 'BlockStatement')
      findTests(tests, body.body.body, { titles: [...scope.titles, name], before, after });
    else if (/^(?:test|it)(?:\.only|\.skip|\.fixme|\.slow)?$/.test(callee)) {
      const reader = readerFor(tests);
      readAll(reader, [...before, body, ...after]);
      const { actions } = reader;
      const title = [...scope.titles, name].filter(Boolean).join(' › ');
      tests.found.push({ name: title, actions, notes: leftOutNotes(actions) });
    }
  }
}

function parsed(source: string): ParseResult<ast.File> {
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'explicitResourceManagement'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
  } catch (error) {
    throw wrongText(`The code cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A script without tests: what it does is one test. */
function readScript(tests: Tests, statements: readonly Node[]): void {
  const reader = readerFor(tests);
  const functions = statements.flatMap(statement => {
    const call = calledBy(statement);
    return call !== undefined && isFunction(call.callee) ? [call.callee] : [];
  });
  const [main] = functions;
  if (main !== undefined) readBody(reader, main);
  else for (const statement of statements) if (!/Import|Export/.test(statement.type)) readStatement(reader, statement);
  if (reader.actions.some(({ disabled }) => disabled !== true))
    tests.found.push({ name: 'Recorded test', actions: reader.actions, notes: leftOutNotes(reader.actions) });
}

/** Constants and functions of the file. */
function noteNames({ constants, functions }: Tests, given: Node): void {
  const statement = given.type === 'ExportNamedDeclaration' ? (given.declaration ?? given) : given;
  if (statement.type === 'FunctionDeclaration' && statement.id) functions.set(statement.id.name, statement);
  if (statement.type !== 'VariableDeclaration') return;
  for (const { id, init } of statement.declarations) {
    if (id.type !== 'Identifier' || !init) continue;
    const value = expressionOf(init);
    if (isFunction(value)) functions.set(id.name, value);
    else if (isWrittenOut(value)) constants.set(id.name, value);
  }
}

export function importPlaywrightCodegen(source: string): TestDraft[] {
  const { body } = parsed(source).program;
  const tests: Tests = { source, constants: new Map(), functions: new Map(), found: [] };
  for (const statement of body) noteNames(tests, statement);
  findTests(tests, body, { titles: [], before: [], after: [] });
  if (tests.found.length === 0) readScript(tests, body);
  if (tests.found.length === 0)
    throw wrongText('The code has no test of Playwright: test(…) or page.… was looked for.');
  return tests.found;
}
