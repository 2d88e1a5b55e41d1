import type * as ast from '@babel/types';
import { literal } from '../../model/exchange/test-drafts.ts';
import { quoted } from '../../model/locator/format-locator.ts';
import { asPlainText, escapeTemplateForPattern, isPatternTemplate } from '../../model/values/pattern.ts';
import { fieldOf, instanceOf, methodOf, type PlacedValue, pageOf } from './codegen-objects.ts';
import { callOf, childrenOf, type FunctionNode, type Node, type Reader, textOf } from './codegen-reader.ts';

/** The value of a name, or of a place in a literal list: `ITEMS[0]`, `user.name`, `ITEMS.slice(1)`. */
export function resolved(reader: Reader, node: Node): Node {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSNonNullExpression')
    return resolved(reader, node.expression);
  if (node.type === 'Identifier') {
    const constant = reader.constants.get(node.name);
    return constant === undefined ? node : resolved(reader, constant);
  }
  const found = node.type === 'MemberExpression' ? memberOf(reader, node) : sliceOf(reader, node);
  return found === undefined ? node : resolved(reader, found);
}

function memberOf(reader: Reader, { object, property, computed }: ast.MemberExpression): Node | undefined {
  const owner = resolved(reader, object);
  const name = computed || property.type !== 'Identifier' ? stringOf(reader, property) : property.name;
  if (name === undefined) return undefined;
  if (owner.type === 'ArrayExpression' && name === 'length') return numberNode(owner.elements.length);
  if (owner.type === 'ArrayExpression')
    return /^\d+$/.test(name) ? (owner.elements[Number(name)] ?? undefined) : undefined;
  return optionOf(owner, name);
}

function sliceOf(reader: Reader, node: Node): Node | undefined {
  const call = callOf(node);
  const list = call?.name === 'slice' ? resolved(reader, call.owner) : undefined;
  if (call === undefined || list?.type !== 'ArrayExpression') return undefined;
  const [from, to] = call.args.map(argument => stringOf(reader, argument));
  const isRead = [from, to].every((text, at) => text !== undefined || at >= call.args.length);
  const elements = list.elements.slice(Number(from ?? 0), to === undefined ? undefined : Number(to));
  return isRead ? { ...list, elements } : undefined;
}

/** Placeholder in a text for a value computed when the action is performed. */
export const computedPart = (expression: string): string => `\uE000${expression}\uE001`;

export const variableOf = ({ constants }: Reader, name: string): string | undefined => {
  const value = constants.get(name);
  return value?.type === 'StringLiteral' ? /^\uE000(\w+)\uE001$/.exec(value.value)?.[1] : undefined;
};

export const written = (text: string): string => withComputed(literal(text));
const withComputed = (text: string): string => text.replace(/\uE000(.*?)\uE001/gs, '{{ $1 }}');

export function stringOf(reader: Reader, given: Node | undefined): string | undefined {
  if (given === undefined) return undefined;
  const variable = environmentValue(reader, given);
  if (variable !== undefined) return computedPart(variable);
  const field = fieldOf(reader, given);
  if (field !== undefined) return stringOf(field.inner, field.value);
  const node = resolved(reader, given);
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'NumericLiteral') return String(node.value);
  if (node.type === 'UnaryExpression' && node.operator === '-') return `-${stringOf(reader, node.argument)}`;
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.flatMap(({ value }, at) => {
      const hole = node.expressions[at];
      return [value.cooked ?? undefined, hole === undefined ? '' : stringOf(reader, hole)];
    });
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (node.type === 'BinaryExpression') return sumOf(reader, node);
  return node === given ? undefined : stringOf(reader, node);
}

function sumOf(reader: Reader, node: ast.BinaryExpression): string | undefined {
  const number = numberOf(reader, node);
  if (number !== undefined || node.operator !== '+') return number?.toString();
  const [left, right] = [stringOf(reader, node.left), stringOf(reader, node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
};

export function numberOf(reader: Reader, given: Node | null | undefined): number | undefined {
  if (!given) return undefined;
  const node = resolved(reader, given);
  if (node.type === 'NumericLiteral') return node.value;
  if (node.type !== 'BinaryExpression') return undefined;
  const [left, right] = [numberOf(reader, node.left), numberOf(reader, node.right)];
  return left === undefined || right === undefined ? undefined : ARITHMETIC[node.operator]?.(left, right);
}

function environmentName(node: Node): string | undefined {
  if (node.type === 'TSNonNullExpression') return environmentName(node.expression);
  if (node.type === 'LogicalExpression') return environmentName(node.left);
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
  const { object, property } = node;
  const isEnvironment =
    object.type === 'MemberExpression' && object.property.type === 'Identifier' && object.property.name === 'env';
  return isEnvironment ? property.name : undefined;
}

/** Exported code keeps its variables in `env`. */
function environmentValue(reader: Reader, node: Node): string | undefined {
  const name = environmentName(node);
  if (name === undefined) {
    const isExported =
      node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'env';
    const kept = isExported ? environmentName(resolved(reader, node)) : undefined;
    return kept === undefined ? undefined : `env.${kept}`;
  }
  const otherwise = node.type === 'LogicalExpression' ? stringOf(reader, node.right) : undefined;
  return otherwise === undefined || otherwise === '' || otherwise.includes('\uE000')
    ? `env.${name}`
    : `env.${name} ?? ${JSON.stringify(otherwise)}`;
}

export function fieldText(reader: Reader, node: Node | undefined): string | undefined {
  const text = stringOf(reader, node);
  return text === undefined ? undefined : written(text);
}

export function writtenPattern(reader: Reader, node: Node | undefined): string | undefined {
  const pattern = node === undefined ? undefined : resolved(reader, node);
  if (pattern?.type === 'RegExpLiteral') return `/${pattern.pattern}/${pattern.flags}`;
  if (pattern?.type !== 'NewExpression' || textOf(reader, pattern.callee) !== 'RegExp') return undefined;
  const [source, flags] = pattern.arguments.map(argument => fieldText(reader, argument));
  return source === undefined ? undefined : `/${source.replace(/(?<!\\)\//g, '\\/')}/${flags ?? ''}`;
}

const ORIGIN = '[^\\/]+:\\/\\/[^\\/]+';

/** A text that reads as a regular expression stays a text; a path belongs to any origin. */
export function expectedText(reader: Reader, node: Node | undefined, isUrl: boolean): string | undefined {
  const text = fieldText(reader, node);
  if (text === undefined || !isPatternTemplate(text)) return text;
  return isUrl ? `/^${ORIGIN}${escapeTemplateForPattern(text)}$/` : asPlainText(text);
}

export const patternOf = (reader: Reader, node: Node | undefined, isUrl = false): string | undefined =>
  writtenPattern(reader, node) ?? expectedText(reader, node, isUrl);

const FINDERS = /^(?:getBy\w+|locator|frameLocator|contentFrame|owner|filter|first|last|nth|and|or|describe)$/;

interface FoundOnPage {
  page: number;
  locator: string;
}

export function locatorOf(reader: Reader, node: Node): FoundOnPage | undefined {
  const named = resolved(reader, node);
  if (named !== node) return locatorOf(reader, named);
  const returned = returnedBy(reader, node);
  if (returned !== undefined) return locatorOf(returned.inner, returned.value);
  const call = callOf(node);
  if (call === undefined || !FINDERS.test(call.name)) return undefined;
  if (call.name === 'describe') return locatorOf(reader, call.owner);
  const args = call.args.map(argument => argumentOf(reader, argument));
  if (args.includes(undefined)) return undefined;
  const step = `${call.name}(${args.join(', ')})`;
  const page = pageOf(reader, call.owner);
  if (page !== undefined) return { page, locator: step };
  const before = locatorOf(reader, call.owner);
  return before === undefined ? undefined : { page: before.page, locator: `${before.locator}.${step}` };
}

export const locatorText = (text: string): string => withComputed(quoted(text).replaceAll('{{', '\\u007b{'));

function argumentOf(reader: Reader, given: Node): string | undefined {
  const node = resolved(reader, given);
  const inner = locatorOf(reader, node);
  if (inner !== undefined) return inner.locator;
  const number = numberOf(reader, node);
  if (number !== undefined) return String(number);
  if (node.type === 'RegExpLiteral' || node.type === 'BooleanLiteral') return textOf(reader, node);
  if (node.type === 'UnaryExpression' && node.operator === '-') return textOf(reader, node);
  if (node.type !== 'ObjectExpression') {
    const text = stringOf(reader, node);
    return text === undefined ? undefined : locatorText(text);
  }
  const pairs = node.properties.map(property => {
    if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') return undefined;
    const value = argumentOf(reader, property.value);
    return value === undefined ? undefined : `${property.key.name}: ${value}`;
  });
  return pairs.includes(undefined) ? undefined : `{ ${pairs.join(', ')} }`;
}

/** `const row = (name) => page.getByRole('row', { name })`: a call of it is what it returns, as a field is its value. */
function returnedBy(reader: Reader, node: Node): PlacedValue | undefined {
  const found = calledIn(reader, node);
  if (found === undefined) return fieldOf(reader, node);
  const { body } = found.called;
  const [only, more] = body.type === 'BlockStatement' ? body.body : [body];
  const value = only?.type === 'ReturnStatement' ? only.argument : only;
  return !value || more !== undefined ? undefined : { inner: found.inner, value };
}

/** The function of the file that is called, with what it is given. */
export function calledIn(reader: Reader, node: Node): { called: FunctionNode; inner: Reader } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const method = methodOf(reader, callee);
  const called = callee.type === 'Identifier' ? reader.functions.get(callee.name) : method?.called;
  if (called === undefined || reader.running.includes(called)) return undefined;
  const inner = readerInside(reader, called, node.arguments);
  if (method !== undefined) inner.instances.set('this', method.owner);
  return { called, inner };
}

export function readerInside(reader: Reader, called: FunctionNode, given: readonly Node[]): Reader {
  const inner: Reader = {
    ...reader,
    pages: new Map(reader.pages),
    constants: new Map(reader.constants),
    instances: new Map(reader.instances),
    running: [...reader.running, called],
  };
  for (const [at, parameter] of called.params.entries()) {
    const plain = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
    const value = given[at] ?? (plain.type === 'AssignmentPattern' ? plain.right : undefined);
    const pattern = plain.type === 'AssignmentPattern' ? plain.left : plain;
    if (value !== undefined) give(reader, inner, { pattern, value, called });
  }
  return inner;
}

interface GivenParameter {
  pattern: Node;
  value: Node;
  called: FunctionNode;
}

function give(reader: Reader, inner: Reader, { pattern, value, called }: GivenParameter): void {
  if (pattern.type !== 'Identifier') {
    bindPattern(inner, pattern, valueFor(reader, value, called));
    return;
  }
  const [page, instance] = [pageOf(reader, value), instanceOf(reader, value)];
  inner.instances.delete(pattern.name);
  if (instance !== undefined) inner.instances.set(pattern.name, instance);
  else if (page !== undefined) inner.pages.set(pattern.name, page);
  else bind(inner, pattern.name, valueFor(reader, value, called));
}

/** Undefined where a parameter of the function shadows a name in the value. */
function valueFor(reader: Reader, given: Node, { params }: FunctionNode): Node | undefined {
  const value = spelledOut(reader, resolved(reader, given));
  const names = params.flatMap(namesIn).filter(name => name !== 'page');
  return mentions(value, names) ? undefined : value;
}

/** With the texts in it, which are the same in any function. */
function spelledOut(reader: Reader, value: Node): Node {
  if (/^(?:String|Numeric|Boolean|RegExp)Literal$/.test(value.type)) return value;
  const text = stringOf(reader, value);
  if (text !== undefined) return textNode(text);
  if (value.type !== 'ObjectExpression') return value;
  const properties = value.properties.map(property => {
    const part = property.type === 'ObjectProperty' ? spelledOut(reader, resolved(reader, property.value)) : undefined;
    const isKnown = part !== undefined && property.type === 'ObjectProperty' && isExpression(part);
    return isKnown ? { ...property, value: part } : property;
  });
  return { ...value, properties };
}

export const isExpression = (node: Node): node is ast.Expression => /Expression$|Literal$|^Identifier$/.test(node.type);

const namesIn = (pattern: Node): string[] =>
  pattern.type === 'Identifier' ? [pattern.name] : inPattern(pattern, undefined).flatMap(({ part }) => namesIn(part));

function mentions(node: Node, names: readonly string[]): boolean {
  // In the method that is called it is another object.
  if (node.type === 'ThisExpression') return true;
  if (node.type === 'Identifier') return names.includes(node.name);
  if (node.type === 'ObjectProperty' && !node.computed) return mentions(node.value, names);
  if (node.type === 'MemberExpression' && !node.computed) return mentions(node.object, names);
  return childrenOf(node).some(child => mentions(child, names));
}

export const textNode = (value: string): ast.StringLiteral => ({ type: 'StringLiteral', value });
export const numberNode = (value: number): ast.NumericLiteral => ({ type: 'NumericLiteral', value });

function bind({ constants }: Reader, name: string, value: Node | undefined): void {
  if (value === undefined || value.type === 'Identifier') constants.delete(name);
  else constants.set(name, value);
}

/** `{ name, value = '' }` and `[label, value]` take apart what is spelled out. */
export function bindPattern(reader: Reader, pattern: Node, value: Node | undefined): void {
  if (pattern.type === 'Identifier') bind(reader, pattern.name, value);
  else if (pattern.type === 'AssignmentPattern')
    bindPattern(reader, pattern.left, value ?? resolved(reader, pattern.right));
  else
    for (const { part, item } of inPattern(pattern, value))
      bindPattern(reader, part, item ? resolved(reader, item) : undefined);
}

function inPattern(pattern: Node, value: Node | undefined): { part: Node; item: Node | null | undefined }[] {
  if (pattern.type === 'AssignmentPattern') return [{ part: pattern.left, item: value }];
  if (pattern.type === 'ArrayPattern') {
    const items = value?.type === 'ArrayExpression' ? value.elements : [];
    return pattern.elements.flatMap((part, at) => (part === null ? [] : [{ part, item: items[at] }]));
  }
  const properties = pattern.type === 'ObjectPattern' ? pattern.properties : [];
  return properties.flatMap(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    return part.type !== 'ObjectProperty' || key === undefined
      ? []
      : [{ part: part.value, item: optionOf(value, key) }];
  });
}

export function keyOf({ key, computed }: ast.ObjectProperty): string | undefined {
  if (key.type === 'StringLiteral') return key.value;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

export function optionOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  const found = node.properties.find(one => one.type === 'ObjectProperty' && keyOf(one) === name);
  return found?.type === 'ObjectProperty' ? found.value : undefined;
}

export const timeLimit = (node: Node | undefined): { timeoutMs?: number } => {
  const limit = optionOf(node, 'timeout');
  return limit?.type === 'NumericLiteral' && limit.value > 0 ? { timeoutMs: limit.value } : {};
};

export function clickOptions(reader: Reader, node: Node | undefined): object {
  const modifiers = optionOf(node, 'modifiers');
  return {
    ...(modifiers?.type === 'ArrayExpression'
      ? { modifiers: modifiers.elements.flatMap(one => (one === null ? [] : (stringOf(reader, one) ?? []))) }
      : {}),
    ...placeOption(node, 'position'),
  };
}

export function placeOption(node: Node | undefined, option: string, name = option): object {
  const place = optionOf(node, option);
  const number = (axis: string) => {
    const value = optionOf(place, axis);
    return value?.type === 'NumericLiteral' ? value.value : 0;
  };
  return place === undefined ? {} : { [name]: { x: number('x'), y: number('y') } };
}

export function textsOf(reader: Reader, node: Node | undefined): string[] | undefined {
  const list = node === undefined ? undefined : resolved(reader, node);
  const nodes = list?.type === 'ArrayExpression' ? list.elements : [list ?? null];
  const texts = nodes.map(one =>
    one === null
      ? undefined
      : fieldText(reader, one.type === 'ObjectExpression' ? (optionOf(one, 'label') ?? optionOf(one, 'value')) : one),
  );
  const found = texts.flatMap(text => text ?? []);
  return found.length === texts.length ? found : undefined;
}
