/** `test.extend({ … })` and `mergeTests(a, b)`: fixtures that tests may ask for. */

import { keyOf } from './codegen-patterns.ts';
import { type CodeModule, callOf, type Node, plainValue, type TestFixtures } from './codegen-reader.ts';

const isTestName = (name: string): boolean => /^(?:test|it|base|baseTest)$/.test(name);

/** The names of a statement that stand for `test`. */
export function extendedTests(module: CodeModule, given: Node): [string, TestFixtures][] {
  const isDefault = given.type === 'ExportDefaultDeclaration';
  const statement = given.type === 'ExportNamedDeclaration' ? (given.declaration ?? given) : given;
  const named: [string, Node | null | undefined][] =
    statement.type === 'VariableDeclaration'
      ? statement.declarations.map(({ id, init }) => [id.type === 'Identifier' ? id.name : '', init])
      : [];
  if (isDefault) named.push(['default', given.declaration]);
  return named.flatMap(([name, value]): [string, TestFixtures][] => {
    const tests = value ? testsOf(module, plainValue(value)) : undefined;
    return tests === undefined || name === '' ? [] : [[name, tests]];
  });
}

function testsOf(module: CodeModule, node: Node): TestFixtures | undefined {
  if (node.type === 'Identifier') return module.tests.get(node.name);
  if (node.type !== 'CallExpression') return undefined;
  if (node.callee.type === 'Identifier' && node.callee.name === 'mergeTests')
    return { own: new Map(), bases: node.arguments.flatMap(one => testsOf(module, one) ?? []), home: module };
  const call = callOf(node);
  if (call?.name !== 'extend') return undefined;
  const base = testsOf(module, call.owner);
  const isPlain = call.owner.type === 'Identifier' && isTestName(call.owner.name);
  if (base === undefined && !isPlain) return undefined;
  const [fixtures] = call.args;
  return { own: fixturesIn(module, fixtures), bases: base === undefined ? [] : [base], home: module };
}

function fixturesIn(module: CodeModule, given: Node | undefined): Map<string, Node> {
  const plain = given && plainValue(given);
  const node = plain?.type === 'Identifier' ? module.constants.get(plain.name) : plain;
  return new Map(node?.type === 'ObjectExpression' ? node.properties.flatMap(part => fixtureIn(module, part)) : []);
}

function fixtureIn(module: CodeModule, part: Node): [string, Node][] {
  if (part.type === 'SpreadElement')
    return part.argument.type === 'Identifier' ? [...fixturesIn(module, part.argument)] : [];
  if (part.type === 'ObjectMethod') return part.key.type === 'Identifier' ? [[part.key.name, part]] : [];
  const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
  return part.type === 'ObjectProperty' && key !== undefined ? [[key, part.value]] : [];
}
