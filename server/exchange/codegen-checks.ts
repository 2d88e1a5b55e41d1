/** Checks of what the code knows itself, and checks that are repeated until they pass. */
import { evaluated } from './codegen-evaluated.ts';
import { readBody, truthOf } from './codegen-flow.ts';
import { type CodegenCall, callOf, isFunctionNode, type Node, type Reader, textOf } from './codegen-reader.ts';
import { readingOf } from './codegen-readings.ts';
import { repeatCall } from './codegen-repeats.ts';
import { stringOf } from './codegen-values.ts';

/** `expect(async () => { … }).toPass()`: every check is retried here, and a call is made again where it is alone. */
export function retried(reader: Reader, node: Node): boolean {
  const call = callOf(node);
  if (call?.name !== 'toPass' || call.owner.type !== 'CallExpression') return false;
  const [body] = call.owner.arguments;
  if (textOf(reader, call.owner.callee) !== 'expect' || !isFunctionNode(body)) return false;
  const start = reader.actions.length;
  readBody(reader, body);
  repeatCall(reader, start, call.args[0]);
  return true;
}

const KNOWN_CHECKS = /^(?:toBe|toEqual|toStrictEqual|toBeTruthy|toBeFalsy|toBeDefined)$/;

/** `expect(total).toBe(3)`, where both are known and the same: it says nothing about the page. */
export function knownCheck(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  if (owner.type !== 'CallExpression' || textOf(reader, owner.callee) !== 'expect' || !KNOWN_CHECKS.test(name))
    return false;
  const [one, other] = [owner.arguments[0], args[0]].map(part => part && reader.computed(reader, part));
  if (one === undefined) return false;
  const truth = truthOf(reader, one);
  if (name === 'toBeTruthy' || name === 'toBeFalsy') return truth === (name === 'toBeTruthy');
  return name === 'toBeDefined' ? truth !== undefined && !isUndefined(one) : other !== undefined && isSame(one, other);
}

const isUndefined = (node: Node): boolean => node.type === 'Identifier' && node.name === 'undefined';

const isSame = (one: Node, other: Node): boolean =>
  one.type === other.type &&
  'value' in one &&
  'value' in other &&
  one.value === other.value &&
  !String(one.value).includes('\uE000');

/** `expect(size.width).toBeLessThan(600)`, where the value is known once the test runs. */
export function valueCheck(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const isNot = owner.type === 'MemberExpression' && textOf(reader, owner.property) === 'not';
  const checked = isNot ? owner.object : owner;
  if (checked.type !== 'CallExpression' || !/^expect(?:\.soft)?$/.test(textOf(reader, checked.callee))) return false;
  const [subject] = checked.arguments;
  const make = Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined;
  if (subject === undefined || make === undefined || readingOf(reader, subject) !== undefined) return false;
  const expected = args[0] === undefined ? '' : stringOf(reader, args[0]);
  const value = valueText(reader, subject);
  if (value?.includes('\uE000') !== true || expected === undefined) return false;
  const isSoft = textOf(reader, checked.callee) === 'expect.soft';
  reader.actions.push({
    ...{ type: 'assert', matcher: 'toPassScript' },
    expected: `{{ ${make(joinedParts(value), joinedParts(expected))} }}`,
    ...(isNot ? { not: true } : {}),
    ...(isSoft ? { onFailure: 'continue' } : {}),
  });
  return true;
}

const valueText = (reader: Reader, subject: Node): string | undefined =>
  stringOf(reader, subject) ?? stringOf(reader, evaluated(reader, subject)?.value);

const equal = (value: string, wanted: string): string => `$string(${value}) = $string(${wanted})`;
const ordered =
  (sign: string) =>
  (value: string, wanted: string): string =>
    `$number(${value}) ${sign} $number(${wanted})`;

const CONDITIONS: Readonly<Record<string, (value: string, wanted: string) => string>> = {
  toBe: equal,
  toEqual: equal,
  toStrictEqual: equal,
  toContain: (value, wanted) => `$contains($string(${value}), $string(${wanted}))`,
  toBeTruthy: value => `$boolean(${value})`,
  toBeFalsy: value => `$not($boolean(${value}))`,
  toBeDefined: value => `$exists(${value})`,
  toBeGreaterThan: ordered('>'),
  toBeGreaterThanOrEqual: ordered('>='),
  toBeLessThan: ordered('<'),
  toBeLessThanOrEqual: ordered('<='),
};

/** The text as an expression: its computed parts as they are, the others in quotes. */
const joinedParts = (text: string): string =>
  text
    .split(/\uE000([^\uE001]*)\uE001/)
    .map((part, at) => (at % 2 === 1 || part === '' ? part : JSON.stringify(part)))
    .filter(part => part !== '')
    .join(' & ') || '""';
