import type * as ast from '@babel/types';
import { leftOut, literal } from '../../model/exchange/test-drafts.ts';
import { accessibilityCheck, axeCommand } from './codegen-accessibility.ts';
import { assertion, configuredExpect, pageCall } from './codegen-calls.ts';
import { changed, forgetChanges, setName } from './codegen-changes.ts';
import { knownCheck, retried, valueCheck } from './codegen-checks.ts';
import { constructed } from './codegen-classes.ts';
import { clockCall } from './codegen-clock.ts';
import { bindWindow, noteWindowName, openedWindow, turnToOnlyOne, withOpened } from './codegen-contexts.ts';
import { countCheck, watchedCall } from './codegen-counted-requests.ts';
import { elementCall, turnTo } from './codegen-elements.ts';
import { argumentFor, evaluated, inlined, isComputedAlone, stepped } from './codegen-evaluated.ts';
import { exchangeCheck, isAnswerAwaited } from './codegen-exchanges.ts';
import { flowed, hasExit, readRemarks, truthOf } from './codegen-flow.ts';
import { mockCall } from './codegen-mocks.ts';
import { instanceOf, pageOf } from './codegen-objects.ts';
import { errorsWatched, noErrorsCheck } from './codegen-page-errors.ts';
import { bind, bindPattern, NOTHING, namesIn } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  isFunctionNode,
  keptNode,
  type Node,
  plainValue,
  type Reader,
  someNode,
  textOf,
} from './codegen-reader.ts';
import { isSetAside, reasonFor } from './codegen-reasons.ts';
import { polledCall } from './codegen-repeats.ts';
import { requested, responseCheck } from './codegen-requests.ts';
import { sentRequest } from './codegen-sent-requests.ts';
import { storageCall } from './codegen-storage.ts';
import { storedCheck } from './codegen-stored.ts';
import { storedInObject } from './codegen-stored-parts.ts';
import { locatorOf, stringOf, variableOf } from './codegen-values.ts';
import { visitCheck } from './codegen-visits.ts';
import { actorOf, nextPage } from './codegen-windows.ts';

/** `page = await page.context().newPage()`, and the helpers of exported code: the name goes to another tab. */
function reassigned(reader: Reader, node: Node): boolean {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') return false;
  const { name } = node.left;
  const right = plainValue(node.right);
  const text = textOf(reader, right);
  if (
    !reader.pages.has(name) ||
    !/^\w+\.(?:filter\(|context\(\)\.newPage)|^\[\.\.\.used,|^(?:following|tabOf)\(/.test(text)
  )
    return node.operator === '=' && (computedAgain(reader, name, right) || givenAgain(reader, name, node.right));
  if (right.type === 'CallExpression' && right.callee.type === 'Identifier')
    return helped(reader, right.callee.name, right.arguments);
  if (/^(?:\w+\.filter|\[\.\.\.used, \w+\]\.findLast)\(other => !other\.isClosed\(\)/.test(text)) return true;
  if (!/\.newPage\(\)$/.test(text)) return false;
  reader.actions.push({ type: 'newTab' });
  reader.current = nextPage(reader);
  reader.pages.set(name, reader.current);
  return true;
}

function instantiated(reader: Reader, name: string, value: Node): boolean {
  const instance = constructed(reader, value) ?? instanceOf(reader, value);
  if (instance !== undefined) bind(reader, name, keptNode(reader, { instance }));
  return instance !== undefined;
}

function givenAgain(reader: Reader, name: string, value: Node): boolean {
  const isRead = declared(reader, name, value);
  const known = isRead ? reader.settled(reader, { type: 'Identifier', name }) : undefined;
  if (isRead && reader.caller !== undefined && !reader.own.has(name)) setName(reader.caller, name, known);
  return isRead;
}

/** A variable that gets another value keeps its name, so that code after a branch reads the right one. */
function computedAgain(reader: Reader, name: string, value: Node): boolean {
  const into = isComputedAlone(value) ? variableOf(reader, name) : undefined;
  if (into !== undefined) reader.actions.push({ type: 'script', code: textOf(reader, value), into });
  return into !== undefined;
}

function helped(reader: Reader, helper: string, [, second]: readonly Node[]): boolean {
  if (helper === 'following' && isFunctionNode(second) && second.body.type !== 'BlockStatement')
    return performed(reader, second.body);
  const tab = helper === 'tabOf' ? stringOf(reader, second) : undefined;
  if (tab === undefined) return false;
  reader.actions.push({ type: 'switchTab', tab: literal(tab) });
  return true;
}

function performed(reader: Reader, given: Node): boolean {
  const node = plainValue(given);
  turnToOnlyOne(reader, node);
  const call = callOf(node);
  // Their times and values are read as they are written.
  if (call !== undefined && (clockCall(reader, call) || storageCall(reader, call))) return true;
  if (reassigned(reader, node) || storedInObject(reader, node) || changed(reader, node)) return true;
  if (inlined(reader, node) !== undefined || doneTogether(reader, node)) return true;
  if (stepped(reader, node) !== undefined || retried(reader, node)) return true;
  return call === undefined ? axeCommand(reader, node) || conditional(reader, node) : calledOn(reader, node, call);
}

/** `isOpen && (await menu.click())` */
function conditional(reader: Reader, node: Node): boolean {
  if (node.type === 'LogicalExpression' && node.operator === '&&') {
    const truth = truthOf(reader, node.left);
    return truth !== undefined && (!truth || performed(reader, node.right));
  }
  if (node.type !== 'ConditionalExpression') return false;
  const truth = truthOf(reader, node.test);
  return truth !== undefined && performed(reader, truth ? node.consequent : node.alternate);
}

/** Calls that say more than a check of a value or an element. */
const READ_FIRST = [
  errorsWatched,
  noErrorsCheck,
  watchedCall,
  countCheck,
  storedCheck,
  exchangeCheck,
  isAnswerAwaited,
  polledCall,
  visitCheck,
  accessibilityCheck,
];

function calledOn(reader: Reader, node: Node, { args, ...plain }: CodegenCall): boolean {
  const call = { ...plain, args: args.map(one => argumentFor(reader, one)) };
  const mocked = mockCall(reader, call);
  if (mocked !== undefined) return mocked;
  if (call.name === 'catch') return attempted(reader, call.owner);
  if (READ_FIRST.some(read => read(reader, call))) return true;
  if (requested(reader, node) !== undefined || responseCheck(reader, call) || knownCheck(reader, call)) return true;
  if (valueCheck(reader, call)) return true;
  if (assertion(reader, call) || pageCall(reader, call)) return true;
  return elementCall(reader, call);
}

/** `link.click().catch(() => {})` is done where it can be. */
function attempted(reader: Reader, node: Node): boolean {
  const owner = callOf(plainValue(node))?.owner;
  const found = owner && locatorOf(reader, owner);
  if (found === undefined) return false;
  turnTo(reader, found.page);
  const at = reader.actions.length;
  if (!performed(reader, node)) return false;
  reader.actions.splice(at, 0, { type: 'if', matcher: 'toBeVisible', locator: found.locator });
  reader.actions.push({ type: 'end' });
  return true;
}

export function declared(reader: Reader, name: string, init: Node): boolean {
  const text = textOf(reader, init);
  turnToOnlyOne(reader, init);
  const bare = withOpened(reader, plainValue(init), name);
  const opened = openedWindow(reader, bare);
  if (opened !== undefined) {
    bindWindow(reader, name, opened);
    return true;
  }
  if (instantiated(reader, name, bare)) return true;
  const same = pageOf(reader, bare);
  if (same !== undefined) {
    reader.pages.set(name, same);
    noteWindowName(reader, name, bare);
    return true;
  }
  if (configuredExpect(reader, bare) !== undefined) {
    reader.constants.set(name, bare);
    return true;
  }
  const event = /\.waitForEvent\(\s*['"](popup|page|download)['"]/.exec(text)?.[1];
  if (event !== undefined) return expectEvent(reader, { name, isDownload: event === 'download', init });
  if (/^(?!await\b)[\w.]+\.waitFor(?:Response|Request)\(/.test(text)) {
    reader.expected.set(name, { answer: init });
    return true;
  }
  const awaited = init.type === 'AwaitExpression' ? init.argument : init;
  const waited = awaited.type === 'Identifier' ? reader.expected.get(awaited.name) : undefined;
  if (typeof waited === 'object') return answerCame(reader, waited.answer, name);
  if (waited !== undefined) return waited === 'download' || addPage(reader, name);
  if (/\.newPage\([^()]*\)\s*$/.test(text)) return openPage(reader, name, text);
  if (/(?:chromium|firefox|webkit)\.launch|(?<![rR]equest)\.newContext\(/.test(text)) return true;
  if (SCAFFOLD.test(text)) return true;
  return keptValue(reader, name, bare);
}

function answerCame(reader: Reader, promised: Node, name?: string): true {
  turnToOnlyOne(reader, promised);
  const found = sentRequest(reader, promised, name);
  if (found === undefined) reader.actions.push({ type: 'wait', until: 'idle' });
  else if (name !== undefined) bind(reader, name, found.value);
  return true;
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
  const found = evaluated(reader, value, name);
  if (found === undefined) return false;
  bind(reader, name, found.value);
  if (found.value !== undefined) noteWindowName(reader, name, found.value);
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

/** Exported code contains it: the first page, the open pages. */
const SCAFFOLD = /^(?:first|page\.context\(\)\.pages\(\))$/;

const hasBegun = ({ actions }: Reader): boolean => actions.some(({ type }) => type !== 'script' && type !== 'comment');

/** A tab that opens comes to the front by itself. */
function addPage(reader: Reader, name: string): boolean {
  const isOfFirst = actorOf(reader, reader.current) === 0;
  const hasPages = [...reader.pages.values()].includes(0) && (hasBegun(reader) || reader.opened.count > 0);
  reader.current = hasPages || !isOfFirst ? nextPage(reader) : 0;
  reader.pages.set(name, reader.current);
  return true;
}

/** `await download;` waits for something that has its action already. */
function isAwaited(reader: Reader, node: Node): boolean {
  const isName = node.type === 'AwaitExpression' && node.argument.type === 'Identifier';
  const expected = isName && node.argument.type === 'Identifier' ? reader.expected.get(node.argument.name) : undefined;
  return typeof expected === 'object' ? answerCame(reader, expected.answer) : expected !== undefined;
}

export function readStatement(reader: Reader, node: Node): void {
  readRemarks(reader, node.leadingComments);
  reader.told.reason = undefined;
  if (isDeclaration(reader, node) || flowed(reader, node)) return;
  if (node.type === 'ExpressionStatement' && (isAwaited(reader, node.expression) || performed(reader, node.expression)))
    return;
  if (node.type === 'ReturnStatement' && returned(reader, node)) return;
  if (node.type === 'VariableDeclaration' && node.declarations.map(one => declaredIn(reader, one)).every(Boolean))
    return;
  if (isSetAside(reader, node)) return;
  leaveOut(reader, node);
}

function isDeclaration(reader: Reader, node: Node): boolean {
  if (node.type === 'FunctionDeclaration' && node.id) {
    reader.own.add(node.id.name);
    reader.constants.delete(node.id.name);
    reader.functions.set(node.id.name, node);
  }
  return /^(?:FunctionDeclaration|EmptyStatement|TS(?:TypeAlias|Interface)Declaration)$/.test(node.type);
}

function declaredIn(reader: Reader, { id, init }: ast.VariableDeclarator): boolean {
  for (const name of namesIn(id)) reader.own.add(name);
  if (!init) {
    bindPattern(reader, id, NOTHING);
    return true;
  }
  if (id.type === 'Identifier') return declared(reader, id.name, init);
  if (opensTogether(reader, id, init) || answeredTogether(reader, id, init)) return true;
  const isTogether = doneTogether(reader, plainValue(init));
  if (isTogether) bindPattern(reader, id, undefined);
  if (isTogether) return true;
  const found = evaluated(reader, init);
  if (found !== undefined) bindPattern(reader, id, found.value);
  return found !== undefined;
}

function returned(reader: Reader, { argument }: ast.ReturnStatement): boolean {
  reader.exit.how = 'return';
  if (!argument) return true;
  const found = evaluated(reader, argument);
  if (found?.value !== undefined) reader.exit.value = found.value;
  const isQuiet = !someNode(argument, ({ type }) => type === 'CallExpression' || type === 'AssignmentExpression');
  return found !== undefined || isQuiet || performed(reader, argument);
}

/** `await Promise.all([page.waitForNavigation(), link.click()])`: the waits come after what they wait for. */
function allOf(reader: Reader, given: Node): Node[] | undefined {
  const call = callOf(plainValue(given));
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
  const elements = id.type === 'ArrayPattern' ? id.elements : [];
  if (parts !== undefined && openedTogether(reader, elements, parts)) return true;
  const [name] = elements;
  const [first, ...others] = parts ?? [];
  const event = first && /\.waitForEvent\(\s*['"](popup|page|download)['"]/.exec(textOf(reader, first))?.[1];
  if (name?.type !== 'Identifier' || event === undefined) return false;
  if (event === 'download') reader.actions.push({ type: 'download' });
  turnToOnlyOne(reader, init ?? id);
  for (const part of others) if (!performed(reader, part)) leaveOut(reader, part);
  return event === 'download' || addPage(reader, name.name);
}

/** `const [admin, user] = await Promise.all([browser.newContext(), browser.newContext()])` */
function openedTogether(reader: Reader, names: readonly (Node | null)[], parts: readonly Node[]): boolean {
  if (!parts.every(part => /\.new(?:Context|Page)\([^()]*\)$/.test(textOf(reader, part)))) return false;
  for (const [at, part] of parts.entries()) {
    const name = names[at];
    if (name?.type !== 'Identifier' || !declared(reader, name.name, part)) leaveOut(reader, part);
  }
  return true;
}

/** `const [response] = await Promise.all([page.waitForResponse('/api'), save.click()])` */
function answeredTogether(reader: Reader, id: Node, init: Node): boolean {
  const parts = allOf(reader, init) ?? [];
  const isAnswer = (node: Node) => /\.waitFor(?:Response|Request)\(/.test(textOf(reader, node));
  if (id.type !== 'ArrayPattern' || !parts.some(isAnswer)) return false;
  for (const part of parts) if (!isAnswer(part) && !performed(reader, part)) leaveOut(reader, part);
  for (const [at, part] of parts.entries()) {
    const name = id.elements[at];
    const promised = name?.type === 'Identifier' ? name.name : undefined;
    if (isAnswer(part)) answerCame(reader, part, promised);
  }
  return true;
}

function leaveOut(reader: Reader, node: Node): void {
  forgetChanges(reader, node);
  if (hasExit(node)) reader.exit.isLost = true;
  reader.actions.push(leftOut(textOf(reader, node), reader.told.reason ?? reasonFor(reader, node)));
  reader.told.reason = undefined;
}
