/** Handlers of dialogs, as answers that stand before what opens them. */
import { leftOut } from '../../model/exchange/test-drafts.ts';
import { isOfWindow } from './codegen-objects.ts';
import { type CodegenCall, callOf, type FunctionNode, type Node, type Reader, textOf } from './codegen-reader.ts';
import { withReason } from './codegen-settle.ts';
import { fieldText, resolved } from './codegen-values.ts';

interface HandlerReply {
  answer: { accept: boolean; text?: string } | undefined;
  message: string | undefined;
  unclear: { node: Node; reason: string }[];
  /** Which of several answers it gives is decided by the dialog. */
  isUndecided: boolean;
}

interface HandlerPlace {
  reader: Reader;
  dialog: string;
}

/** `page.on('dialog', …)`, `once` or `off`; undefined where the call is about something else. */
export function dialogCall(reader: Reader, { owner, name, args }: CodegenCall): boolean | undefined {
  const [event, handler] = args;
  if (!isOfWindow(reader, owner) || event?.type !== 'StringLiteral' || event.value !== 'dialog') return undefined;
  if (/^(?:off|removeListener|removeAllListeners)$/.test(name)) return answersNoMore(reader, name);
  if (!/^(?:on|once|addListener)$/.test(name)) return undefined;
  const called = handler === undefined ? undefined : handlerOf(reader, handler);
  const [parameter] = called?.params ?? [];
  if (called === undefined || parameter?.type !== 'Identifier') return tellNoAnswer(reader);
  const reply = replyOf({ reader, dialog: parameter.name }, called.body);
  if (reply.isUndecided)
    return refused(reader, 'Its answer depends on the dialog: put “Answer dialog” before each action that opens one.');
  if (reply.answer === undefined) return tellNoAnswer(reader);
  const { answer, message, unclear } = reply;
  reader.actions.push(...unclear.map(({ node, reason }) => leftOut(textOf(reader, node), reason)));
  reader.actions.push({
    type: 'dialog',
    ...answer,
    ...(message === undefined ? {} : { message }),
    ...(name === 'once' ? {} : { every: true }),
  });
  return true;
}

function refused(reader: Reader, reason: string): false {
  withReason(reader, reason);
  return false;
}

const tellNoAnswer = (reader: Reader): false =>
  refused(reader, 'What it answers cannot be read: put “Answer dialog” before each action that opens one.');

/** Without a handler all are dismissed. */
function answersNoMore({ actions }: Reader, name: string): boolean {
  const last = actions.findLast(({ type, every }) => type === 'dialog' && every === true);
  if (last !== undefined && last.accept === true)
    actions.push({ type: 'dialog', accept: false, every: true, comment: `Was: ${name}('dialog')` });
  return true;
}

function handlerOf(reader: Reader, given: Node): FunctionNode | undefined {
  if (given.type === 'Identifier') return reader.functions.get(given.name);
  return given.type === 'ArrowFunctionExpression' || given.type === 'FunctionExpression' ? given : undefined;
}

function bare(node: Node): Node {
  if (node.type === 'AwaitExpression') return bare(node.argument);
  if (node.type === 'UnaryExpression' && node.operator === 'void') return bare(node.argument);
  if (node.type === 'ExpressionStatement' || node.type === 'ParenthesizedExpression') return bare(node.expression);
  if (node.type === 'ReturnStatement' && node.argument) return bare(node.argument);
  const call = callOf(node);
  return call?.name === 'catch' ? bare(call.owner) : node;
}

function replyOf(place: HandlerPlace, body: Node): HandlerReply {
  const reply: HandlerReply = { answer: undefined, message: undefined, unclear: [], isUndecided: false };
  for (const statement of body.type === 'BlockStatement' ? body.body : [body]) readPart(place, statement, reply);
  return reply;
}

function readPart(place: HandlerPlace, statement: Node, reply: HandlerReply): void {
  if (statement.type === 'IfStatement') {
    readChoice(place, statement, reply);
    return;
  }
  const node = bare(statement);
  const call = callOf(node);
  if (node.type === 'ReturnStatement' || node.type === 'EmptyStatement' || isLog(place.reader, call)) return;
  if (call !== undefined && isDialog(place, call.owner) && answered(place, call, reply)) return;
  const reason = call === undefined ? undefined : checked(place, call, reply);
  if (reason !== '')
    reply.unclear.push({ node: statement, reason: reason ?? 'Dialogs are answered, and nothing else is done.' });
}

const isLog = (reader: Reader, call: CodegenCall | undefined): boolean =>
  call !== undefined && textOf(reader, call.owner) === 'console';

const isDialog = ({ dialog }: HandlerPlace, node: Node): boolean => node.type === 'Identifier' && node.name === dialog;

/** Playwright empties a prompt whose answer has no text. */
function answered(place: HandlerPlace, { name, args: [given] }: CodegenCall, reply: HandlerReply): boolean {
  if (name === 'dismiss') reply.answer = { accept: false };
  else if (name !== 'accept') return false;
  else if (given !== undefined && isAsked(place, given, 'defaultValue')) reply.answer = { accept: true };
  else {
    const text = given === undefined ? '' : fieldText(place.reader, given);
    if (text === undefined) reply.isUndecided = true;
    else reply.answer = { accept: true, text };
  }
  return true;
}

function isAsked(place: HandlerPlace, given: Node, name: string): boolean {
  const call = callOf(bare(given));
  return call?.name === name && isDialog(place, call.owner);
}

/** `expect(dialog.message()).toBe('Sure?')`: empty when it is taken over, undefined when it is no check. */
function checked(place: HandlerPlace, call: CodegenCall, reply: HandlerReply): string | undefined {
  const isNot = call.owner.type === 'MemberExpression';
  const expected = call.owner.type === 'CallExpression' ? call.owner : undefined;
  if (isNot || expected === undefined || !/^expect\b/.test(textOf(place.reader, expected.callee)))
    return isNot && /^expect\b/.test(textOf(place.reader, call.owner)) ? NO_SUCH_CHECK : undefined;
  const [subject] = expected.arguments;
  if (subject === undefined || !isAsked(place, subject, 'message')) return NO_SUCH_CHECK;
  const message = wildcardOf(place.reader, call);
  if (message === undefined || reply.message !== undefined) return NO_SUCH_CHECK;
  reply.message = message;
  return '';
}

const NO_SUCH_CHECK = 'Of a dialog only its message is checked, as a text in which * matches any text.';

function wildcardOf(reader: Reader, { name, args: [given] }: CodegenCall): string | undefined {
  const node = given === undefined ? undefined : resolved(reader, given);
  const pattern = node?.type === 'RegExpLiteral' && node.flags === '' ? plainPattern(node.pattern) : undefined;
  if (name === 'toMatch' && pattern !== undefined) return pattern;
  const text = fieldText(reader, given);
  if (text === undefined || text.includes('*')) return undefined;
  if (/^to(?:Be|Equal|StrictEqual)$/.test(name)) return text;
  return name === 'toContain' || name === 'toMatch' ? `*${text}*` : undefined;
}

/** `^Delete .*\?$` is `Delete *?`. */
function plainPattern(pattern: string): string | undefined {
  const [, start, middle = '', end] = /^(\^?)(.*?)(\$?)$/s.exec(pattern) ?? [];
  const parts = middle.split('.*');
  if (parts.some(part => /[.*+?()[\]{}|^$]/.test(part.replace(/\\[^\w]/g, '')) || /\\(?:\w|$)/.test(part)))
    return undefined;
  const text = parts.map(part => part.replace(/\\([^\w])/g, '$1'));
  if (text.some(part => part.includes('*') || part.includes('{{'))) return undefined;
  return `${start === '^' ? '' : '*'}${text.join('*')}${end === '$' ? '' : '*'}`;
}

interface ChoiceNode {
  test: Node;
  consequent: Node;
  alternate?: Node | null | undefined;
}

/** Only prompts take a text, so whether it is one makes no difference. */
function readChoice(place: HandlerPlace, { test, consequent, alternate }: ChoiceNode, reply: HandlerReply): void {
  const [one, other] = [consequent, alternate].map(branch => branch && replyOf(place, branch));
  const isAboutPrompts = /\.type\(\)\s*={2,3}\s*['"]prompt['"]$/.test(textOf(place.reader, test));
  const isSame = one?.answer !== undefined && one.answer.accept === other?.answer?.accept;
  const isDecided = isSame && (isAboutPrompts || one?.answer?.text === other?.answer?.text);
  const hasMore = [one, other].some(
    each => each && (each.isUndecided || each.message !== undefined || each.unclear.length > 0),
  );
  if (!isDecided || hasMore) reply.isUndecided = true;
  else reply.answer = one?.answer;
}
