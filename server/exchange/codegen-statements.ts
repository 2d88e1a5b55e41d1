import type * as ast from '@babel/types';
import { leftOut, literal, wrongText } from '../../model/exchange/test-drafts.ts';
import { assertion, configuredExpect, pageCall } from './codegen-calls.ts';
import { constructed } from './codegen-classes.ts';
import { elementCall, turnTo } from './codegen-elements.ts';
import { bindRound, type Rounds, roundsOf } from './codegen-lists.ts';
import { instanceOf, pageOf } from './codegen-objects.ts';
import { type CodegenCall, callOf, type FunctionNode, type Node, type Reader, textOf } from './codegen-reader.ts';
import { conditionOf, readingOf } from './codegen-readings.ts';
import { isSetAside, reasonFor } from './codegen-reasons.ts';
import { calledIn, computedPart, locatorOf, stringOf, textNode, variableOf, written } from './codegen-values.ts';

export function expressionOf(node: Node): Node {
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
  const right = expressionOf(node.right);
  const text = textOf(reader, right);
  if (instantiated(reader, name, right)) return true;
  if (
    !reader.pages.has(name) ||
    !/^\w+\.(?:filter\(|context\(\)\.newPage)|^\[\.\.\.used,|^(?:following|tabOf)\(/.test(text)
  )
    return computedAgain(reader, name, right) || declared(reader, name, node.right);
  if (right.type === 'CallExpression' && right.callee.type === 'Identifier')
    return helped(reader, right.callee.name, right.arguments);
  if (/^(?:\w+\.filter|\[\.\.\.used, page\]\.findLast)\(other => !other\.isClosed\(\)\)/.test(text)) return true;
  if (!/\.newPage\(\)$/.test(text)) return false;
  reader.actions.push({ type: 'newTab' });
  reader.current = Math.max(...reader.pages.values()) + 1;
  reader.pages.set(name, reader.current);
  return true;
}

function instantiated(reader: Reader, name: string, value: Node): boolean {
  const instance = constructed(reader, value) ?? instanceOf(reader, value);
  if (instance === undefined) reader.instances.delete(name);
  else reader.instances.set(name, instance);
  return instance !== undefined;
}

/** A variable that gets another value keeps its name, so that code after a branch reads the right one. */
function computedAgain(reader: Reader, name: string, value: Node): boolean {
  const into = isComputedAlone(value) ? variableOf(reader, name) : undefined;
  if (into !== undefined) reader.actions.push({ type: 'script', code: textOf(reader, value), into });
  return into !== undefined;
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
  if (doneTogether(reader, node)) return true;
  const call = callOf(node);
  if (call === undefined) return false;
  if (call.name === 'catch') return attempted(reader, call.owner);
  if (textOf(reader, call.owner) === 'test' && call.name === 'step') return testStep(reader, call);
  if (assertion(reader, call) || pageCall(reader, call)) return true;
  return elementCall(reader, call);
}

/** `link.click().catch(() => {})` is done where it can be. */
function attempted(reader: Reader, node: Node): boolean {
  const owner = callOf(expressionOf(node))?.owner;
  const found = owner && locatorOf(reader, owner);
  if (found === undefined) return false;
  turnTo(reader, found.page);
  const at = reader.actions.length;
  if (!performed(reader, node)) return false;
  reader.actions.splice(at, 0, { type: 'if', matcher: 'toBeVisible', locator: found.locator });
  reader.actions.push({ type: 'end' });
  return true;
}

function inlined(reader: Reader, node: Node): boolean {
  const { called, inner } = calledIn(reader, node) ?? {};
  if (node.type !== 'CallExpression' || called === undefined || inner === undefined) return false;
  for (const [at, parameter] of called.params.entries()) {
    const given = node.arguments[at];
    if (parameter.type === 'Identifier' && given !== undefined && isComputedAlone(given))
      keptValue(inner, parameter.name, given);
  }
  readBody(inner, called);
  reader.current = inner.current;
  return true;
}

const MOST_ACTIONS = 5_000;

function unrolled(reader: Reader, node: Node): boolean {
  const rounds = roundsOf(reader, node);
  if (rounds === undefined || looped(reader, rounds)) return rounds !== undefined;
  for (const round of rounds.values) {
    if (reader.actions.length > MOST_ACTIONS) throw wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);
    bindRound(reader, round);
    for (const statement of rounds.body) readStatement(reader, statement);
  }
  return true;
}

/** One loop stands for rounds that are all the same, unless they go from tab to tab. */
function looped(reader: Reader, { isEven = false, values, body }: Rounds): boolean {
  if (!isEven || values.length < 2) return false;
  const { actions, current, pages } = reader;
  const [before, known] = [actions.length, pages.size];
  actions.push({ type: 'loop', times: String(values.length) });
  for (const statement of body) readStatement(reader, statement);
  actions.push({ type: 'end' });
  if (reader.current === current && pages.size === known) return true;
  actions.length = before;
  reader.current = current;
  return false;
}

function testStep(reader: Reader, { args: [title, body] }: CodegenCall): boolean {
  const name = stringOf(reader, title);
  if (name === undefined || !isFunction(body)) return false;
  reader.actions.push({ type: 'group', title: written(name) });
  readBody(reader, body);
  reader.actions.push({ type: 'end' });
  return true;
}

export function declared(reader: Reader, name: string, init: Node): boolean {
  const text = textOf(reader, init);
  const bare = expressionOf(init);
  if (instantiated(reader, name, bare)) return true;
  const same = pageOf(reader, bare);
  if (same !== undefined) {
    reader.pages.set(name, same);
    return true;
  }
  if (configuredExpect(reader, bare) !== undefined) {
    reader.constants.set(name, bare);
    return true;
  }
  const event = /\.waitForEvent\(\s*['"](popup|page|download)['"]/.exec(text)?.[1];
  if (event !== undefined) return expectEvent(reader, { name, isDownload: event === 'download', init });
  const awaited = init.type === 'AwaitExpression' ? init.argument : init;
  const waited = awaited.type === 'Identifier' ? reader.expected.get(awaited.name) : undefined;
  if (waited !== undefined) return waited === 'download' || addPage(reader, name);
  if (/\.newPage\([^()]*\)\s*$/.test(text)) return openPage(reader, name, text);
  if (/(?:chromium|firefox|webkit)\.launch|\.newContext\(/.test(text)) return true;
  if (SCAFFOLD.test(text)) return true;
  return keptValue(reader, name, bare);
}

function openPage(reader: Reader, name: string, code: string): boolean {
  const { opened } = reader;
  // All tabs share a session, so a second one cannot be had.
  if (opened.count > 0 && !/^(?:await\s+)?(?:context|\w+\.context\(\))\./.test(code)) return false;
  if (hasBegun(reader) || opened.count > 0) reader.actions.push({ type: 'newTab' });
  addPage(reader, name);
  opened.count += 1;
  return true;
}

function keptValue(reader: Reader, name: string, value: Node): boolean {
  const isKnown =
    isWrittenOut(value) || [locatorOf, stringOf, readingOf].some(read => read(reader, value) !== undefined);
  if (isKnown) reader.constants.set(name, value);
  else if (isComputedAlone(value)) {
    const into = reader.names.fresh(name);
    reader.actions.push({ type: 'script', code: textOf(reader, value), into });
    reader.constants.set(name, textNode(computedPart(into)));
  } else return false;
  return true;
}

/** `Date.now()`, `user-${Math.random()}`: it needs nothing but itself, and differs each time. */
export const isComputedAlone = (node: Node): boolean =>
  !/^(?:Identifier|(?!Template)\w+Literal)$/.test(node.type) && isMadeOf(node);

function isMadeOf(node: Node): boolean {
  if (node.type === 'Identifier') return /^(?:Date|Math|String|Number)$/.test(node.name);
  if (/^(?:String|Numeric)Literal$/.test(node.type)) return true;
  if (node.type === 'TemplateLiteral') return node.expressions.length > 0 && node.expressions.every(isMadeOf);
  if (node.type === 'BinaryExpression') return isMadeOf(node.left) && isMadeOf(node.right);
  if (node.type === 'MemberExpression') return !node.computed && isMadeOf(node.object);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  return isMadeOf(node.callee) && node.arguments.every(isMadeOf);
}

export const isWrittenOut = ({ type }: Node): boolean =>
  /^(?:(?!Template)\w+Literal|ArrayExpression|ObjectExpression)$/.test(type);

function expectEvent(
  reader: Reader,
  { name, isDownload, init }: { name: string; isDownload: boolean; init: Node },
): boolean {
  reader.expected.set(name, isDownload ? 'download' : 'popup');
  if (isDownload) reader.actions.push({ type: 'download' });
  return isDownload || init.type !== 'AwaitExpression' || addPage(reader, name);
}

/** Exported code contains it: the first page, a place for variables, the open pages. */
const SCAFFOLD = /^(?:first|\{\}|page\.context\(\)\.pages\(\))$/;

const hasBegun = ({ actions }: Reader): boolean => actions.some(({ type }) => type !== 'script' && type !== 'comment');

/** A tab that opens comes to the front by itself. */
function addPage(reader: Reader, name: string): boolean {
  const hasPages = [...reader.pages.values()].includes(0) && (hasBegun(reader) || reader.opened.count > 0);
  reader.current = hasPages ? Math.max(...reader.pages.values()) + 1 : 0;
  reader.pages.set(name, reader.current);
  return true;
}

/** `await download;` waits for something that has its action already. */
const isAwaited = (reader: Reader, node: Node): boolean =>
  node.type === 'AwaitExpression' && node.argument.type === 'Identifier' && reader.expected.has(node.argument.name);

function readRemarks(reader: Reader, comments: Node['leadingComments']): void {
  const text = (comments ?? []).map(({ value }) => value.replace(/^\s*\*? ?/gm, '').trim()).join('\n');
  if (text !== '') reader.actions.push({ type: 'comment', text: literal(text) });
}

export function readStatement(reader: Reader, node: Node): void {
  readRemarks(reader, node.leadingComments);
  reader.told.reason = undefined;
  if (unrolled(reader, node) || branched(reader, node)) return;
  if (node.type === 'ExpressionStatement' && (isAwaited(reader, node.expression) || performed(reader, node.expression)))
    return;
  if (node.type === 'ReturnStatement' && (!node.argument || performed(reader, node.argument))) return;
  if (node.type === 'VariableDeclaration') {
    const isRead = node.declarations.map(({ id, init }) =>
      id.type === 'Identifier' ? !init || declared(reader, id.name, init) : opensTogether(reader, id, init),
    );
    if (isRead.every(Boolean)) return;
  }
  if (node.type === 'EmptyStatement' || isSetAside(reader, node)) return;
  leaveOut(reader, node);
}

function branched(reader: Reader, node: Node): boolean {
  const condition = node.type === 'IfStatement' ? conditionOf(reader, node.test) : undefined;
  if (node.type !== 'IfStatement' || condition === undefined) return false;
  const { page, ...draft } = condition;
  turnTo(reader, page);
  reader.actions.push(draft);
  readBlock(reader, node.consequent);
  if (node.alternate) {
    reader.actions.push({ type: 'else' });
    readBlock(reader, node.alternate);
  }
  reader.actions.push({ type: 'end' });
  return true;
}

function readBlock(reader: Reader, node: Node): void {
  for (const statement of node.type === 'BlockStatement' ? node.body : [node]) readStatement(reader, statement);
}

/** `await Promise.all([page.waitForNavigation(), link.click()])`: the waits come after what they wait for. */
function allOf(reader: Reader, given: Node): Node[] | undefined {
  const call = callOf(expressionOf(given));
  const [list] = call?.args ?? [];
  if (call === undefined || textOf(reader, call.owner) !== 'Promise' || list?.type !== 'ArrayExpression')
    return undefined;
  return list.elements.flatMap(one => (one === null ? [] : [one]));
}

const isWait = (reader: Reader, node: Node): boolean => /\.waitFor\w*\(/.test(textOf(reader, node));

function doneTogether(reader: Reader, node: Node): boolean {
  const parts = allOf(reader, node);
  if (parts === undefined) return false;
  for (const part of [...parts.filter(one => !isWait(reader, one)), ...parts.filter(one => isWait(reader, one))])
    if (!performed(reader, part)) leaveOut(reader, part);
  return true;
}

/** `const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])` */
function opensTogether(reader: Reader, id: Node, init: Node | null | undefined): boolean {
  const parts = init ? allOf(reader, init) : undefined;
  const [name] = id.type === 'ArrayPattern' ? id.elements : [];
  const [first, ...others] = parts ?? [];
  const event = first && /\.waitForEvent\(\s*['"](popup|page|download)['"]/.exec(textOf(reader, first))?.[1];
  if (name?.type !== 'Identifier' || event === undefined) return false;
  if (event === 'download') reader.actions.push({ type: 'download' });
  for (const part of others) if (!performed(reader, part)) leaveOut(reader, part);
  return event === 'download' || addPage(reader, name.name);
}

function leaveOut(reader: Reader, node: Node): void {
  reader.actions.push(leftOut(textOf(reader, node), reader.told.reason ?? reasonFor(reader, node)));
  reader.told.reason = undefined;
}

export const isFunction = (node: Node | undefined): node is ast.ArrowFunctionExpression | ast.FunctionExpression =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

function noteFixtures({ pages }: Reader, [fixtures]: FunctionNode['params']): void {
  for (const property of fixtures?.type === 'ObjectPattern' ? fixtures.properties : [])
    if (
      property.type === 'ObjectProperty' &&
      property.key.type === 'Identifier' &&
      /page$/i.test(property.key.name) &&
      property.value.type === 'Identifier'
    )
      pages.set(property.value.name, 0);
}

export function readBody(reader: Reader, { body, params }: FunctionNode): void {
  noteFixtures(reader, params);
  const statements = body.type === 'BlockStatement' ? body.body : [body];
  for (const statement of statements) readStatement(reader, statement);
  const last = statements.at(-1);
  readRemarks(reader, last === undefined ? body.innerComments : last.trailingComments);
}
