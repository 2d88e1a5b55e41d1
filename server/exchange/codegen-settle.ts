/** Options of a call as it is made, each taken over or told. */
import type * as ast from '@babel/types';
import { CHANGES_ALL, DECISIVE, isDefault, type OptionRule, WHY_DROPPED } from './codegen-options.ts';
import { isExpression, keyOf, numberNode, optionOf } from './codegen-patterns.ts';
import { type CodegenCall, type Node, type Reader, textOf } from './codegen-reader.ts';
import { numberOf, resolved, stringOf } from './codegen-values.ts';

interface GivenOptions {
  values: Map<string, Node>;
  /** What cannot be read without running the code. */
  unread: string[];
}

/** `{ ...SLOW, force: true }`, or a name that stands for it. */
function optionsIn(reader: Reader, given: Node): GivenOptions {
  const node = resolved(reader, given);
  const found: GivenOptions = { values: new Map(), unread: [] };
  if (isDefault('', node)) return found;
  if (node.type !== 'ObjectExpression') return { ...found, unread: [textOf(reader, given)] };
  for (const property of node.properties) {
    const key = property.type === 'ObjectProperty' ? keyOf(property) : undefined;
    if (property.type === 'SpreadElement') {
      const spread = optionsIn(reader, property.argument);
      for (const [name, value] of spread.values) found.values.set(name, value);
      found.unread.push(...spread.unread);
    } else if (property.type === 'ObjectProperty' && key !== undefined)
      found.values.set(key, settledValue(reader, property.value));
    else found.unread.push(textOf(reader, property));
  }
  return found;
}

function settledValue(reader: Reader, given: Node): Node {
  const node = resolved(reader, given);
  const isNegative = node.type === 'UnaryExpression' && node.operator === '-';
  const number = numberOf(reader, isNegative ? node.argument : node);
  if (number !== undefined) return numberNode(isNegative ? -number : number);
  return node.type === 'ObjectExpression' ? objectOf(optionsIn(reader, node).values, node) : node;
}

function objectOf(values: ReadonlyMap<string, Node>, like: ast.ObjectExpression): ast.ObjectExpression {
  const properties = [...values].flatMap(([name, value]): ast.ObjectProperty[] => {
    const key: ast.StringLiteral = { type: 'StringLiteral', value: name };
    return isExpression(value) ? [{ type: 'ObjectProperty', key, value, computed: false, shorthand: false }] : [];
  });
  return { ...like, properties };
}

const isNumber = (_reader: Reader, node: Node): boolean => node.type === 'NumericLiteral';
const isText = (reader: Reader, node: Node): boolean => stringOf(reader, node) !== undefined;
const isPoint = (_reader: Reader, node: Node): boolean =>
  ['x', 'y'].every(axis => optionOf(node, axis)?.type === 'NumericLiteral');
const isTexts = (reader: Reader, node: Node): boolean =>
  node.type === 'ArrayExpression' && node.elements.every(one => one !== null && isText(reader, one));

const READABLE: Readonly<Record<string, (reader: Reader, node: Node) => boolean>> = {
  timeout: (_reader, node) => node.type === 'NumericLiteral' && node.value >= 1,
  clickCount: isNumber,
  maxDiffPixelRatio: isNumber,
  position: isPoint,
  sourcePosition: isPoint,
  targetPosition: isPoint,
  modifiers: isTexts,
  button: isText,
  state: isText,
  waitUntil: isText,
  message: isText,
  path: () => true,
};

const isReadable = (reader: Reader, name: string, node: Node): boolean =>
  (READABLE[name] ?? ((_reader, { type }) => type === 'BooleanLiteral'))(reader, node);

const MOST_QUOTED = 100;

export function tellDropped(reader: Reader, { name, args }: Pick<CodegenCall, 'name' | 'args'>, what: string): void {
  const code = args.map(argument => textOf(reader, argument)).join(', ');
  const short = code.length > MOST_QUOTED ? `${code.slice(0, MOST_QUOTED)}…` : code;
  reader.told.notes.add(`“${name}(${short})”: ${what}`);
}

/**
 * The arguments with options that are spelled out, without those that are not taken over, which are told. Undefined
 * where the call would do something else without one of them; its reason is told.
 */
export function settledArguments(reader: Reader, call: CodegenCall, { at, takes }: OptionRule): Node[] | undefined {
  const given = call.args[at];
  const args = call.args.slice(0, at);
  if (given === undefined) return args;
  const { values, unread } = optionsIn(reader, given);
  const kept = new Map<string, Node>();
  for (const [name, node] of values) {
    const isTaken = takes.includes(name);
    if (isTaken && isReadable(reader, name, node)) kept.set(name, node);
    else if (!isDefault(name, node)) {
      const reason = whyNotAtAll(name, isTaken);
      if (reason !== undefined) return withReason(reader, reason);
      tellDropped(reader, call, `the option “${name}” is not taken over. ${whyDropped(name, isTaken)}`);
    }
  }
  for (const text of [...unread, ...call.args.slice(at + 1).map(more => textOf(reader, more))])
    tellDropped(reader, call, `“${text}” is not taken over. ${CODE_ONLY}`);
  const node = resolved(reader, given);
  return node.type === 'ObjectExpression' ? [...args, objectOf(kept, node)] : args;
}

const CODE_ONLY = 'Its value is known only when the code runs.';

function whyNotAtAll(name: string, isTaken: boolean): string | undefined {
  if (!isTaken) return Object.hasOwn(CHANGES_ALL, name) ? CHANGES_ALL[name] : undefined;
  return DECISIVE.includes(name) ? `The value of its option “${name}” is known only when the code runs.` : undefined;
}

function whyDropped(name: string, isTaken: boolean): string {
  if (name === 'timeout')
    return isTaken
      ? 'Each wait has an end here, which is no number of milliseconds in the code.'
      : 'It has no time limit of its own.';
  if (isTaken) return CODE_ONLY;
  return (Object.hasOwn(WHY_DROPPED, name) ? WHY_DROPPED[name] : undefined) ?? 'Steploom has no such option.';
}

export function withReason(reader: Reader, reason: string): undefined {
  reader.told.reason = reason;
  return undefined;
}
