/** Names and fields that code gives other values. */
import { ownField } from './codegen-classes.ts';
import { instanceOf } from './codegen-objects.ts';
import { bind, isExpression, namesIn, numberNode } from './codegen-patterns.ts';
import { callOf, childrenOf, type Instance, type Node, plainValue, type Reader } from './codegen-reader.ts';
import { resolved } from './codegen-values.ts';

/** Sets the name where the body is, and where it comes from. */
export function setName(reader: Reader, name: string, value: Node | undefined): void {
  bind(reader, name, value);
  if (reader.caller !== undefined && !reader.own.has(name)) setName(reader.caller, name, value);
}

function setField({ reader, fields }: Instance, name: string, value: Node | undefined): void {
  reader.instances.delete(`this.${name}`);
  fields.delete(name);
  if (value !== undefined) fields.set(name, value);
}

const CHANGING = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear)$/;

/** What code changes that is not read, or of which it is not known whether it is done, is not known afterwards. */
export function forgetChanges(reader: Reader, node: Node): void {
  if (node.type === 'AssignmentExpression') forgetTarget(reader, node.left);
  else if (node.type === 'UpdateExpression') forgetTarget(reader, node.argument);
  else if (node.type === 'VariableDeclarator') for (const name of namesIn(node.id)) setName(reader, name, undefined);
  const call = callOf(node);
  if (call !== undefined && CHANGING.test(call.name)) forgetTarget(reader, call.owner);
  for (const child of childrenOf(node)) forgetChanges(reader, child);
}

/** What a branch changes, of which it is not known whether it is done. */
export function forgetBranch(reader: Reader, node: Node, before: ReadonlyMap<string, Node>): void {
  const same = [...before].filter(([name, value]) => isSameText(reader.constants.get(name), value));
  forgetChanges(reader, node);
  for (const [name, value] of same) if (!reader.constants.has(name)) setName(reader, name, value);
}

/** A variable of the test that is set again keeps its name. */
const isSameText = (one: Node | undefined, other: Node): boolean =>
  one === other || (one?.type === 'StringLiteral' && other.type === 'StringLiteral' && one.value === other.value);

function forgetTarget(reader: Reader, node: Node): void {
  const own = ownField(node);
  const instance = reader.instances.get('this');
  if (own !== undefined) {
    if (instance !== undefined) setField(instance, own, undefined);
  } else if (node.type === 'MemberExpression') forgetTarget(reader, node.object);
  else for (const name of namesIn(node)) setName(reader, name, undefined);
}

/** `total += 2`, `i++`, `this.count = 3`, `list.push('a')`: false where the new value is not known. */
export function changed(reader: Reader, node: Node): boolean {
  if (node.type === 'UpdateExpression') {
    const by = node.operator === '++' ? '+' : '-';
    return assign(reader, node.argument, sumWith(by, node.argument, numberNode(1)));
  }
  if (node.type === 'AssignmentExpression') {
    const operator = node.operator.slice(0, -1);
    const value = operator === '' ? node.right : sumWith(operator, node.left, node.right);
    return assign(reader, node.left, value);
  }
  return grown(reader, node);
}

const LOGICAL = ['&&', '||', '??'] as const;
const SUMS = ['+', '-', '*', '/', '%', '**'] as const;

/** `left + right` of `left += right` */
function sumWith(sign: string, left: Node, right: Node): Node | undefined {
  if (!isExpression(left) || !isExpression(right)) return undefined;
  const [logical, operator] = [LOGICAL.find(one => one === sign), SUMS.find(one => one === sign)];
  if (logical !== undefined) return { type: 'LogicalExpression', operator: logical, left, right };
  return operator && { type: 'BinaryExpression', operator, left, right };
}

function assign(reader: Reader, target: Node, value: Node | undefined): boolean {
  const found = value && reader.settled(reader, value);
  if (found === undefined) return false;
  const own = ownField(target);
  const instance = own === undefined ? undefined : reader.instances.get('this');
  if (target.type === 'Identifier') setName(reader, target.name, found);
  else if (own !== undefined && instance !== undefined) setField(instance, own, found);
  else return target.type === 'MemberExpression' && assignPart(reader, target, found);
  return true;
}

/** `user.name = 'Ann'` */
function assignPart(reader: Reader, target: Node, value: Node): boolean {
  if (target.type !== 'MemberExpression' || target.object.type !== 'Identifier') return false;
  const owner = instanceOf(reader, target.object);
  const { property, computed, object } = target;
  if (property.type !== 'Identifier' || computed) return false;
  if (owner !== undefined) {
    setField(owner, property.name, value);
    return true;
  }
  const whole = resolved(reader, object);
  if (whole.type !== 'ObjectExpression' || !isExpression(value)) return false;
  const others = whole.properties.filter(
    one => one.type !== 'ObjectProperty' || one.key.type === 'PrivateName' || keyText(one.key) !== property.name,
  );
  const added = { type: 'ObjectProperty', key: property, value, computed: false, shorthand: false } as const;
  setName(reader, object.name, { ...whole, properties: [...others, added] });
  return true;
}

const keyText = (key: Node): string | undefined => {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' ? key.value : undefined;
};

function grown(reader: Reader, node: Node): boolean {
  const call = callOf(plainValue(node));
  if (call?.name !== 'push' || call.owner.type !== 'Identifier') return false;
  const list = resolved(reader, call.owner);
  if (list.type !== 'ArrayExpression') return false;
  const added = call.args.map(one => reader.settled(reader, one));
  const known = added.flatMap(one => (one !== undefined && isExpression(one) ? [one] : []));
  if (known.length < added.length) return false;
  setName(reader, call.owner.name, { ...list, elements: [...list.elements, ...known] });
  return true;
}
