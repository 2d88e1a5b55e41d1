/** Tests of Playwright in TypeScript or JavaScript, as its code generator writes them. The code is read, never run. */
import { type ParseResult, parse } from '@babel/parser';
import type * as ast from '@babel/types';
import { leftOut, leftOutNotes, literal, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { assertion, ON_ELEMENT, pageCall, turnTo } from './codegen-calls.ts';
import { type Call, callOf, locatorOf, type Node, type Reader, stringOf, textOf, timeLimit } from './codegen-values.ts';

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
  if (reassigned(reader, node)) return true;
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
  if (locatorOf(reader, bare) === undefined && stringOf(reader, bare) === undefined) return false;
  reader.constants.set(name, bare);
  return true;
}

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

type FunctionNode = ast.ArrowFunctionExpression | ast.FunctionExpression;
const isFunction = (node: Node | undefined): node is FunctionNode =>
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
}

interface Tests {
  source: string;
  constants: Map<string, Node>;
  found: TestDraft[];
}

function readerFor({ source, constants }: Tests): Reader {
  return {
    source,
    actions: [],
    pages: new Map([['page', 0]]),
    current: 0,
    constants: new Map(constants),
    expected: new Map(),
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

/** Finds the tests in the statements of a file or of a `describe`. */
function findTests(tests: Tests, statements: readonly Node[], scope: Scope): void {
  const before = [...scope.before];
  for (const statement of statements) {
    const call = calledBy(statement);
    const body = call?.arguments.find(isFunction);
    if (call === undefined || body === undefined) continue;
    const callee = tests.source.slice(call.callee.start ?? 0, call.callee.end ?? 0);
    const name = titleOf(call.arguments[0]);
    if (/^test\.beforeEach$/.test(callee)) before.push(body);
    else if (/^test\.describe(?:\.\w+)*$/.test(callee) && body.body.type === 'BlockStatement')
      findTests(tests, body.body.body, { titles: [...scope.titles, name], before });
    else if (/^(?:test|it)(?:\.only|\.skip|\.fixme|\.slow)?$/.test(callee)) {
      const reader = readerFor(tests);
      readAll(reader, [...before, body]);
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

export function importPlaywrightCodegen(source: string): TestDraft[] {
  const { body } = parsed(source).program;
  const tests: Tests = { source, constants: new Map(), found: [] };
  for (const statement of body)
    if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && init && /Literal$/.test(init.type)) tests.constants.set(id.name, init);
  findTests(tests, body, { titles: [], before: [] });
  if (tests.found.length === 0) readScript(tests, body);
  if (tests.found.length === 0)
    throw wrongText('The code has no test of Playwright: test(…) or page.… was looked for.');
  return tests.found;
}
