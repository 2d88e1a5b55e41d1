/** What code says of the test itself: that it is not to run, that it is slow, how long it may take. */
import { type CodegenCall, type Node, type Reader, textOf } from './codegen-reader.ts';
import { resolved, stringOf } from './codegen-values.ts';

/** Steploom runs tests in Chromium of a desktop. */
const FIXTURES: Readonly<Record<string, string | boolean>> = {
  browserName: 'chromium',
  isMobile: false,
  hasTouch: false,
  javaScriptEnabled: true,
};

/** Whether a condition holds in each run; undefined where only a run can tell. */
function holds(reader: Reader, given: Node): boolean | undefined {
  const node = resolved(reader, given);
  if (node.type === 'BooleanLiteral') return node.value;
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return holds(reader, node.body);
  if (node.type === 'ParenthesizedExpression') return holds(reader, node.expression);
  if (node.type === 'UnaryExpression' && node.operator === '!') return opposite(holds(reader, node.argument));
  if (node.type === 'LogicalExpression') return joined(reader, node.operator, [node.left, node.right]);
  if (node.type === 'BinaryExpression') return compared(reader, node.operator, [node.left, node.right]);
  const fixture = node.type === 'Identifier' ? fixtureOf(node.name) : undefined;
  return typeof fixture === 'boolean' ? fixture : undefined;
}

const fixtureOf = (name: string) => (Object.hasOwn(FIXTURES, name) ? FIXTURES[name] : undefined);

function compared(reader: Reader, operator: string, sides: readonly Node[]): boolean | undefined {
  const [left, right] = sides.map(side => textual(reader, side));
  if (left === undefined || right === undefined || !/^[!=]==?$/.test(operator)) return undefined;
  return (left === right) === operator.startsWith('=');
}

const opposite = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

function joined(reader: Reader, operator: string, sides: readonly Node[]): boolean | undefined {
  const values = sides.map(side => holds(reader, side));
  const decisive = operator === '||';
  if (operator !== '||' && operator !== '&&') return undefined;
  if (values.includes(decisive)) return decisive;
  return values.includes(undefined) ? undefined : !decisive;
}

function textual(reader: Reader, given: Node): string | undefined {
  const node = resolved(reader, given);
  if (node.type === 'StringLiteral') return node.value;
  const fixture = node.type === 'Identifier' ? fixtureOf(node.name) : undefined;
  return typeof fixture === 'string' ? fixture : undefined;
}

/** `test.skip()`, `test.skip(browserName === 'firefox', 'why')`: whether it is known what it comes to. */
export function isSkipKnown(reader: Reader, { name, args: [condition, why] }: CodegenCall): boolean {
  if (name !== 'skip' && name !== 'fixme') return false;
  const isSkipped = condition === undefined ? true : holds(reader, condition);
  if (isSkipped === true) {
    const reason = stringOf(reader, why);
    reader.told.isSkipped = true;
    reader.told.notes.add(
      `The code skips the test${reason === undefined ? '' : ` (“${reason}”)`}, so it is marked as skipped.`,
    );
  }
  if (isSkipped === undefined)
    reader.told.reason = 'Whether the test is skipped is known only when the code runs; here it is not skipped.';
  return isSkipped !== undefined;
}

const TOLD: Readonly<Record<string, string>> = {
  setTimeout: 'A test as a whole has no time limit here.',
  slow: 'Time limits stay as they are.',
  configure: 'The order of tests and how often they are run again are set for runs.',
  attach: 'Nothing is attached to results.',
  push: 'What the code remarks of its own run is not taken over.',
  info: 'What the code says about its own run is not taken over.',
};

/** Whether it is about how the test is run, and no more than told. */
export function tellTestCall(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  if (!Object.hasOwn(TOLD, name)) {
    if (name === 'fail') reader.told.reason = 'That a test is expected to fail is not known here: its failure counts.';
    return false;
  }
  const code = args.map(argument => textOf(reader, argument)).join(', ');
  reader.told.notes.add(`“${textOf(reader, owner)}.${name}(${code.slice(0, 100)})”: ${TOLD[name]}`);
  return true;
}
