/** Loops over what the code itself spells out: each round is written out. */
import type * as ast from '@babel/types';
import { wrongText } from '../../model/exchange/test-drafts.ts';
import { bindPattern, isExpression, keyOf, numberNode, textNode } from './codegen-patterns.ts';
import { callOf, type Node, type Reader, someNode, textOf } from './codegen-reader.ts';
import { numberOf, resolved } from './codegen-values.ts';

export const MOST_ROUNDS = 10_000;

export const tooLong = () => wrongText(`The loops come to more than ${MOST_ROUNDS} rounds.`);

export interface Rounds {
  /** For each round, its names with their values. */
  values: { pattern: Node; value: Node }[][];
  /** The rounds are all the same. */
  isEven?: boolean;
  body: readonly Node[];
}

export const statementsOf = (node: Node): readonly Node[] => (node.type === 'BlockStatement' ? node.body : [node]);

/** `Object.entries({ Name: 'Ann' })`, and a list as it stands. */
function listOf(reader: Reader, node: Node): readonly Node[] | undefined {
  const list = resolved(reader, node);
  if (list.type === 'ArrayExpression') {
    const elements = list.elements.flatMap(one => (one === null ? [] : [one]));
    if (!elements.some(({ type }) => type === 'SpreadElement')) return elements;
    const spread = reader.computed(reader, list);
    return spread?.type === 'ArrayExpression' ? spread.elements.flatMap(one => one ?? []) : undefined;
  }
  const call = callOf(list);
  const [given] = call?.args ?? [];
  if (call !== undefined && given !== undefined)
    return textOf(reader, call.owner) === 'Object' ? partsOf(resolved(reader, given), call.name) : undefined;
  return call?.name === 'entries' ? listOf(reader, call.owner)?.map(numbered) : undefined;
}

const numbered = (item: Node, at: number): Node => ({
  type: 'ArrayExpression',
  elements: [numberNode(at), ...(isExpression(item) ? [item] : [])],
});

function partsOf(object: Node, name: string): Node[] | undefined {
  if (object.type !== 'ObjectExpression') return undefined;
  const parts = object.properties.map(property => {
    const key = property.type === 'ObjectProperty' ? keyOf(property) : undefined;
    if (key === undefined || property.type !== 'ObjectProperty' || !isExpression(property.value)) return undefined;
    const made: Readonly<Record<string, Node>> = {
      keys: textNode(key),
      values: property.value,
      entries: { type: 'ArrayExpression', elements: [textNode(key), property.value] },
    };
    return made[name];
  });
  const known = parts.flatMap(part => part ?? []);
  return known.length === parts.length ? known : undefined;
}

function roundsOver(reader: Reader, list: Node, { pattern, number, body }: Named): Rounds | undefined {
  const items = listOf(reader, list);
  if (items === undefined) return undefined;
  const values = items.map((item, at) => [
    { pattern, value: reader.settled(reader, item) ?? resolved(reader, item) },
    ...(number === undefined ? [] : [{ pattern: number, value: numberNode(at) }]),
  ]);
  return { values, body: statementsOf(body) };
}

interface Named {
  pattern: Node;
  number?: Node | undefined;
  body: Node;
}

/** `for (let i = 0; i < 3; i++)` */
function counted(reader: Reader, { init, test, update, body }: ast.ForStatement): Rounds | undefined {
  const [counter] = init?.type === 'VariableDeclaration' ? init.declarations : [];
  const from = numberOf(reader, counter?.init);
  if (counter?.id.type !== 'Identifier' || from === undefined) return undefined;
  const { name } = counter.id;
  const limit = limitOf(reader, test, name);
  const isUp = changes(update, name) && update?.type === 'UpdateExpression' && update.operator === '++';
  if (limit === undefined || !isUp || someNode(body, node => changes(node, name) || leavesLoop(node))) return undefined;
  const count = Math.max(0, Math.ceil(limit - from));
  if (count > MOST_ROUNDS) return undefined;
  const values = Array.from({ length: count }, (_, at) => [{ pattern: counter.id, value: numberNode(from + at) }]);
  const isEven = !someNode(body, node => node.type === 'Identifier' && node.name === name);
  return { values, isEven, body: statementsOf(body) };
}

function limitOf(reader: Reader, test: Node | null | undefined, name: string): number | undefined {
  if (test?.type !== 'BinaryExpression' || test.left.type !== 'Identifier' || test.left.name !== name) return undefined;
  const limit = numberOf(reader, test.right);
  if (limit === undefined || test.operator === '<') return limit;
  return test.operator === '<=' ? Math.floor(limit) + 1 : undefined;
}

function changes(node: Node | null | undefined, name: string): boolean {
  if (node?.type === 'UpdateExpression') return node.argument.type === 'Identifier' && node.argument.name === name;
  return node?.type === 'AssignmentExpression' && node.left.type === 'Identifier' && node.left.name === name;
}

const leavesLoop = ({ type }: Node): boolean => type === 'BreakStatement' || type === 'ContinueStatement';

/** Undefined where the rounds are known only when the code runs. */
export function roundsOf(reader: Reader, node: Node): Rounds | undefined {
  if (node.type === 'ForOfStatement' || node.type === 'ForStatement') {
    if (node.type === 'ForStatement') return counted(reader, node);
    const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : undefined;
    return pattern && roundsOver(reader, node.right, { pattern, body: node.body });
  }
  const call = node.type === 'ExpressionStatement' ? callOf(node.expression) : undefined;
  const [each] = call?.args ?? [];
  if (call?.name !== 'forEach' || each?.type !== 'ArrowFunctionExpression') return undefined;
  const [pattern, number] = each.params;
  return pattern && roundsOver(reader, call.owner, { pattern, number, body: each.body });
}

export function bindRound(reader: Reader, round: Rounds['values'][number]): void {
  reader.spent.rounds += 1;
  if (reader.spent.rounds > MOST_ROUNDS) throw tooLong();
  for (const { pattern, value } of round) bindPattern(reader, pattern, value);
}
