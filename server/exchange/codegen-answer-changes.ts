/** What the handler of a route does to the real answer before it passes it on, as the expression of a mock. */
import { expressionFor } from './codegen-json.ts';
import { keyOf } from './codegen-patterns.ts';
import { callOf, type Node, plainValue, type Reader, textOf } from './codegen-reader.ts';
import { placeBelow } from './codegen-responses.ts';
import { stringOf } from './codegen-values.ts';

/** The JSON of the answer. */
export interface AnswerJson {
  /** What stands for it in the code, e.g. `json` or `response.body`. */
  name: string;
  /** With all changes so far. */
  expression: string;
}

/** Longer ones are programs. */
const MOST_CHARACTERS = 5_000;

/** Inside of a transform, variables of the test have no names. */
const UNREACHED = /~> \|.*\bvar\.\w/s;

/** `json.push({ … })`, `json.items[0].name = 'Tea'`, `delete json.total`: false for any other statement. */
export function changesAnswer(reader: Reader, json: AnswerJson, given: Node): boolean {
  const node = plainValue(given);
  const made = added(reader, json, node) ?? assigned(reader, json, node) ?? removed(reader, json, node);
  if (made === undefined || made.length > MOST_CHARACTERS || UNREACHED.test(made)) return false;
  json.expression = made;
  return true;
}

/** Names from the JSON to a place in it; undefined for any other value. */
function pathIn(reader: Reader, { name }: AnswerJson, given: Node): string[] | undefined {
  const node = plainValue(given);
  if (textOf(reader, node) === name) return [];
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return undefined;
  const owner = pathIn(reader, { name, expression: '' }, node.object);
  const { property, computed } = node;
  const key = !computed && property.type === 'Identifier' ? property.name : stringOf(reader, property);
  return owner === undefined || key === undefined || key.includes('\uE000') ? undefined : [...owner, key];
}

const locationOf = (path: readonly string[]): string => {
  const place = path.reduce(placeBelow, '');
  return place === '' || place.startsWith('[') ? `$${place}` : place;
};

/** Fields of the object at a place in the answer. */
const withFields = (expression: string, owner: readonly string[], fields: string): string =>
  owner.length === 0 ? `$merge([${expression}, {${fields}}])` : `${expression} ~> |${locationOf(owner)}|{${fields}}|`;

function added(reader: Reader, json: AnswerJson, node: Node): string | undefined {
  const call = callOf(node);
  const path = call && pathIn(reader, json, call.owner);
  const items = call?.args.map(one => expressionFor(reader, one)) ?? [];
  if (path === undefined || items.length === 0 || items.includes(undefined)) return undefined;
  const list = `[${items.join(', ')}]`;
  const joined = (place: string): string | undefined => {
    if (call?.name === 'push') return `$append(${place}, ${list})`;
    return call?.name === 'unshift' ? `$append(${list}, ${place})` : undefined;
  };
  const key = path.at(-1);
  if (key === undefined) return joined(json.expression);
  const whole = joined(placeBelow('', key));
  if (whole === undefined || /^\d+$/.test(key)) return undefined;
  return `${json.expression} ~> |${locationOf(path.slice(0, -1))}|{${JSON.stringify(key)}: ${whole}}|`;
}

function assigned(reader: Reader, json: AnswerJson, node: Node): string | undefined {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return undefined;
  const path = pathIn(reader, json, node.left);
  const value = expressionFor(reader, node.right);
  const key = path?.at(-1);
  if (path === undefined || key === undefined || value === undefined || /^\d+$/.test(key)) return undefined;
  return withFields(json.expression, path.slice(0, -1), `${JSON.stringify(key)}: ${value}`);
}

function removed(reader: Reader, json: AnswerJson, node: Node): string | undefined {
  const path = node.type === 'UnaryExpression' && node.operator === 'delete' ? pathIn(reader, json, node.argument) : [];
  const key = path?.at(-1);
  if (path === undefined || key === undefined || /^\d+$/.test(key)) return undefined;
  return `${json.expression} ~> |${locationOf(path.slice(0, -1))}|{}, [${JSON.stringify(key)}]|`;
}

/** The JSON itself, `{ ...json, total: 3 }` or `[...json, { … }]`; undefined for any other value. */
export function changedJson(reader: Reader, json: AnswerJson, given: Node): string | undefined {
  const node = plainValue(given);
  if (textOf(reader, node) === json.name) return json.expression;
  const [first, ...others] = entriesOf(node);
  if (first?.type !== 'SpreadElement' || textOf(reader, first.argument) !== json.name) return undefined;
  const values = others.map(one => partText(reader, one));
  if (values.includes(undefined)) return undefined;
  return node.type === 'ObjectExpression'
    ? `$merge([${json.expression}, {${values.join(', ')}}])`
    : `$append(${json.expression}, [${values.join(', ')}])`;
}

function entriesOf(node: Node): readonly (Node | null)[] {
  if (node.type === 'ObjectExpression') return node.properties;
  return node.type === 'ArrayExpression' ? node.elements : [];
}

/** `name: value` of an object, a value of a list. */
function partText(reader: Reader, part: Node | null): string | undefined {
  if (part === null || part.type === 'SpreadElement') return undefined;
  if (part.type !== 'ObjectProperty') return expressionFor(reader, part);
  const key = keyOf(part);
  const value = expressionFor(reader, part.value);
  return key === undefined || value === undefined ? undefined : `${JSON.stringify(key)}: ${value}`;
}
