/** Fixtures that tests ask for: what is before `use` is done before the test, what comes after it afterwards. */
import type * as ast from '@babel/types';
import { noteWindowName, openedWindow, withOpened } from './codegen-contexts.ts';
import { readStatements } from './codegen-flow.ts';
import { bindPattern, keyOf, optionOf, textNode } from './codegen-patterns.ts';
import {
  type FixtureSource,
  type FunctionNode,
  keptNode,
  type Node,
  plainValue,
  type Reader,
  someNode,
  type TestFixtures,
} from './codegen-reader.ts';
import { closureOf, readerInside } from './codegen-values.ts';

interface FoundFixture {
  value: Node;
  from: TestFixtures;
}

function findFixture(tests: TestFixtures, name: string): FoundFixture | undefined {
  const value = tests.own.get(name);
  return value === undefined ? inBases(tests, name) : { value, from: tests };
}

function inBases({ bases }: TestFixtures, name: string): FoundFixture | undefined {
  for (const base of bases.toReversed()) {
    const found = findFixture(base, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value itself, without the options after it: `[value, { option: true }]`. */
function bareFixture(value: Node): { value: Node; isAuto: boolean } {
  const plain = plainValue(value);
  const [first, options] = plain.type === 'ArrayExpression' ? plain.elements : [];
  const isPair =
    first &&
    options?.type === 'ObjectExpression' &&
    ['option', 'auto', 'scope', 'box', 'timeout'].some(one => optionOf(options, one));
  const auto = isPair ? optionOf(options, 'auto') : undefined;
  return { value: isPair ? plainValue(first) : plain, isAuto: auto?.type === 'BooleanLiteral' && auto.value };
}

function autoNames({ own, bases }: TestFixtures): string[] {
  return [
    ...bases.flatMap(autoNames),
    ...[...own].flatMap(([name, value]) => (bareFixture(value).isAuto ? [name] : [])),
  ];
}

const BUILT_IN: Readonly<Record<string, (reader: Reader) => Node>> = {
  page: reader => keptNode(reader, { page: 0 }),
  request: reader => keptNode(reader, { requests: {} }),
  baseURL: () => textNode(''),
  browserName: () => textNode('chromium'),
  isMobile: () => ({ type: 'BooleanLiteral', value: false }),
  headless: () => ({ type: 'BooleanLiteral', value: true }),
};

const builtIn = (reader: Reader, name: string): Node | undefined =>
  Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name]?.(reader) : undefined;

interface SetUp {
  value: Node | undefined;
}

/** The fixtures of one test. */
export class TestSetUp implements FixtureSource {
  private readonly tests: TestFixtures;
  private readonly done = new Map<Node, SetUp>();
  private readonly after: (() => void)[] = [];

  constructor(tests: TestFixtures) {
    this.tests = tests;
  }

  begin(reader: Reader): void {
    for (const name of new Set(autoNames(this.tests))) this.ask(reader, name);
  }

  ask(reader: Reader, name: string): Node | undefined {
    const found = findFixture(this.tests, name);
    return found === undefined ? builtIn(reader, name) : this.setUp(reader, name, found);
  }

  finish(): void {
    for (const undo of this.after.toReversed()) undo();
  }

  private setUp(reader: Reader, name: string, { value: given, from }: FoundFixture): Node | undefined {
    const before = this.done.get(given);
    if (before !== undefined) return before.value;
    const made: SetUp = { value: undefined };
    this.done.set(given, made);
    const { value } = bareFixture(given);
    const home = homeReader(reader, from);
    const called = value.type === 'ObjectMethod' ? value : closureOf(home, value)?.called;
    if (called === undefined) made.value = home.settled(home, value);
    else this.run(reader, { name, from, called, made });
    return made.value;
  }

  private run(reader: Reader, { name, from, called, made }: RunFixture): void {
    const inner = readerInside(homeReader(reader, from), called, []);
    const [wanted, use] = called.params;
    for (const part of wanted?.type === 'ObjectPattern' ? wanted.properties : [])
      if (part.type === 'ObjectProperty') this.give(reader, inner, { name, from, part });
    const { before, given, after } = aroundUse(called, use?.type === 'Identifier' ? use.name : 'use');
    readStatements(inner, before);
    made.value = given && valueGiven(inner, given, name);
    reader.current = inner.current;
    if (after.length > 0)
      this.after.push(() => {
        inner.current = reader.current;
        readStatements(inner, after);
        reader.current = inner.current;
      });
  }

  private give(reader: Reader, inner: Reader, { name, from, part }: GivenFixture): void {
    const key = keyOf(part);
    if (key === undefined) return;
    const value = key === name ? this.overridden(reader, key, inBases(from, key)) : this.ask(reader, key);
    if (value !== undefined) bindPattern(inner, part.value, value);
  }

  private overridden(reader: Reader, name: string, found: FoundFixture | undefined): Node | undefined {
    return found === undefined ? builtIn(reader, name) : this.setUp(reader, name, found);
  }
}

/** `use(new AdminPage(await context.newPage()))` opens what the fixture is called after. */
function valueGiven(reader: Reader, given: Node, name: string): Node | undefined {
  const value = openedWindow(reader, given) ?? reader.settled(reader, withOpened(reader, plainValue(given), name));
  if (value !== undefined) noteWindowName(reader, name, value);
  return value;
}

interface GivenFixture {
  name: string;
  from: TestFixtures;
  part: ast.ObjectProperty;
}

interface RunFixture {
  name: string;
  from: TestFixtures;
  called: FunctionNode;
  made: SetUp;
}

/** The file that has the fixture, where its names count. */
function homeReader(reader: Reader, { home }: TestFixtures): Reader {
  return reader.home === home
    ? reader
    : {
        ...reader,
        home,
        constants: new Map(home.constants),
        functions: new Map(home.functions),
        classes: home.classes,
        instances: new Map(home.instances),
      };
}

interface AroundUse {
  before: readonly Node[];
  given?: Node | undefined;
  after: readonly Node[];
}

const calledUse = (node: Node, use: string): ast.CallExpression | undefined =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === use ? node : undefined;

const hasUse = (node: Node, use: string): boolean => someNode(node, one => calledUse(one, use) !== undefined);

function aroundUse({ body }: FunctionNode, use: string): AroundUse {
  if (body.type === 'BlockStatement') return splitAt(body.body, use);
  return { before: [], given: calledUse(plainValue(body), use)?.arguments[0], after: [] };
}

function splitAt(statements: readonly Node[], use: string): AroundUse {
  const at = statements.findIndex(one => hasUse(one, use));
  const found = statements[at];
  if (found === undefined) return { before: statements, after: [] };
  const [before, after] = [statements.slice(0, at), statements.slice(at + 1)];
  if (found.type === 'TryStatement') {
    const inner = splitAt(found.block.body, use);
    const last = found.finalizer?.body ?? [];
    return { ...inner, before: [...before, ...inner.before], after: [...inner.after, ...last, ...after] };
  }
  const call = found.type === 'ExpressionStatement' ? calledUse(plainValue(found.expression), use) : undefined;
  return call === undefined ? { before: [...before, found], after } : { before, given: call.arguments[0], after };
}
