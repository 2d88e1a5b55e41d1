/** Values of expressions, after what they do. */
import type * as ast from '@babel/types';
import { scanned } from './codegen-accessibility.ts';
import { oneTimeOptions } from './codegen-computed-here.ts';
import { openedWindow } from './codegen-contexts.ts';
import { turnTo } from './codegen-elements.ts';
import { wholeExchange } from './codegen-exchanges.ts';
import { readBody } from './codegen-flow.ts';
import { pageOf } from './codegen-objects.ts';
import { pageCode } from './codegen-page-code.ts';
import { isExpression, NOTHING, textNode } from './codegen-patterns.ts';
import { randomCode } from './codegen-random.ts';
import {
  type CodegenCall,
  callOf,
  isFunctionNode,
  type Node,
  plainValue,
  type Reader,
  textOf,
  variableNode,
} from './codegen-reader.ts';
import { requested } from './codegen-requests.ts';
import { sentRequest } from './codegen-sent-requests.ts';
import { itemRead } from './codegen-storage.ts';
import { storedValue } from './codegen-stored.ts';
import { calledIn, computedPart, stringOf, written } from './codegen-values.ts';
import { visited } from './codegen-visits.ts';

/** Undefined where the value is not known. */
interface EvaluatedValue {
  value?: Node | undefined;
}

/** Undefined where the expression is not understood. */
export function evaluated(reader: Reader, given: Node, name = 'value'): EvaluatedValue | undefined {
  const opened = openedWindow(reader, given);
  if (opened !== undefined) return { value: opened };
  const whole = wholeExchange(reader, given);
  const known = whole === undefined ? reader.settled(reader, given) : whole.value;
  if (known !== undefined) return { value: known };
  const node = lifted(reader, plainValue(given), name);
  const value = node === given ? undefined : reader.settled(reader, node);
  if (value !== undefined) return { value };
  return (
    scanned(reader, node) ??
    storedValue(reader, node, name) ??
    requested(reader, node, name) ??
    sentRequest(reader, node, name) ??
    visited(reader, node) ??
    scripted(reader, node, name) ??
    inlined(reader, node) ??
    stepped(reader, node) ??
    // A builder is kept as it is written.
    (oneTimeOptions(reader, node) && { value: node })
  );
}

/** `const size = await page.evaluate(() => …)` */
function scripted(reader: Reader, node: Node, name: string): EvaluatedValue | undefined {
  const call = callOf(plainValue(node));
  const page = call?.name === 'evaluate' ? pageOf(reader, call.owner) : undefined;
  if (call === undefined || page === undefined) return undefined;
  const [given, argument] = call.args;
  const code = pageCode(reader, given, argument) ?? (given && stringOf(reader, given));
  const read = itemRead(reader, call);
  if (read === undefined && (code === undefined || code.includes('\uE000'))) return undefined;
  turnTo(reader, page);
  const into = reader.names.fresh(name);
  reader.actions.push(
    read === undefined ? { type: 'script', code, into } : { type: 'storage', ...read.item, operation: 'read', into },
  );
  return { value: variableNode(reader, into) };
}

/** What the function that is called does. */
export function inlined(reader: Reader, node: Node): EvaluatedValue | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { params = [] } = calledIn(reader, node)?.called ?? {};
  const given = {
    ...node,
    arguments: node.arguments.map((one, at) => argumentFor(reader, one, parameterName(params[at]))),
  };
  const { called, inner } = calledIn(reader, given) ?? {};
  if (called === undefined || inner === undefined) return undefined;
  const { how, value } = readBody(inner, called);
  reader.current = inner.current;
  const known = new Set(reader.pages.values());
  for (const number of inner.pages.values()) if (!known.has(number)) reader.pages.set(`#${number}`, number);
  return { value: how === 'return' ? value : NOTHING };
}

/** `const name = await test.step('…', async () => …)` */
export function stepped(reader: Reader, node: Node): EvaluatedValue | undefined {
  const call = callOf(node);
  const isStep = call !== undefined && textOf(reader, call.owner) === 'test' && call.name === 'step';
  return isStep ? testStep(reader, call) : undefined;
}

function testStep(reader: Reader, { args: [title, body] }: CodegenCall): EvaluatedValue | undefined {
  const name = stringOf(reader, title);
  if (name === undefined || !isFunctionNode(body)) return undefined;
  reader.actions.push({ type: 'group', title: written(name) });
  const { how, value } = readBody(reader, body);
  reader.actions.push({ type: 'end' });
  return { value: how === 'return' ? value : NOTHING };
}

const parameterName = (parameter: Node | undefined): string | undefined =>
  parameter?.type === 'Identifier' ? parameter.name : undefined;

export const argumentFor = <Given extends Node>(
  reader: Reader,
  given: Given,
  name?: string,
): Given | ast.Expression => {
  const node = lifted(reader, given, name);
  return node !== given && isExpression(node) ? node : given;
};

/** With variables of the test for what differs each time, such as `Date.now()`. */
function lifted(reader: Reader, node: Node, name = 'value'): Node {
  const opened = openedWindow(reader, node);
  if (opened !== undefined) return opened;
  const random = randomCode(reader, node);
  if (random !== undefined) return storedNow(reader, name, random);
  if (isComputedAlone(node)) return reader.computed(reader, node) ?? storedNow(reader, name, textOf(reader, node));
  if (node.type === 'TemplateLiteral')
    return { ...node, expressions: node.expressions.map(one => (isExpression(one) ? argumentFor(reader, one) : one)) };
  if (node.type === 'BinaryExpression' && isExpression(node.left))
    return { ...node, left: argumentFor(reader, node.left), right: argumentFor(reader, node.right) };
  if (node.type !== 'ObjectExpression') return node;
  const properties = node.properties.map((one): typeof one =>
    one.type === 'ObjectProperty' && isExpression(one.value) ? { ...one, value: argumentFor(reader, one.value) } : one,
  );
  return { ...node, properties };
}

function storedNow(reader: Reader, name: string, code: string): Node {
  const into = reader.names.fresh(name);
  reader.actions.push({ type: 'script', code, into });
  return textNode(computedPart(into));
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
