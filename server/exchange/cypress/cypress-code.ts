/** Tests of Cypress: the code is read, never run. */
import { parse, parseExpression } from '@babel/parser';
import type * as ast from '@babel/types';
import { type ImportSource, leftOutNotes, type TestDraft, wrongText } from '../../../model/exchange/test-drafts.ts';
import { variableNames } from '../../../model/exchange/variable-names.ts';
import { constructed } from '../codegen-classes.ts';
import { bindRound, roundsOf } from '../codegen-lists.ts';
import { newReader } from '../codegen-new-reader.ts';
import { textNode } from '../codegen-patterns.ts';
import {
  callOf,
  childrenOf,
  type FunctionNode,
  isFunctionNode,
  type Node,
  plainValue,
  type Reader,
  someNode,
  textOf,
} from '../codegen-reader.ts';
import { stringOf } from '../codegen-values.ts';
import type { CypressState } from './cypress-chain.ts';
import { objectInstance, staticInstance } from './cypress-objects.ts';
import { readCypressBody } from './cypress-statements.ts';

interface CypressFile {
  source: string;
  reader: Reader;
  functions: Map<string, FunctionNode>;
  classes: Map<string, ast.ClassDeclaration>;
  commands: Map<string, FunctionNode>;
  overwritten: Set<string>;
  /** What makes tests in a way that is not read. */
  missed: string[];
  files: ReadonlyMap<string, string>;
  found: TestDraft[];
}

interface CypressSuite {
  titles: readonly string[];
  /** `before`, which here is done with each test. */
  first: readonly FunctionNode[];
  before: readonly FunctionNode[];
  after: readonly FunctionNode[];
  isSkipped: boolean;
}

function parsed(source: string): readonly Node[] {
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'jsx'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      // Several files of a project are read as one, so that names may be there twice.
      errorRecovery: true,
    }).program.body;
  } catch (error) {
    throw wrongText(`The code cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `Cypress.env('x')` as `process.env.x`, the address of the app as nothing, `this.x` as a name of its own. */
function rewrite(node: Node, aliases: ReadonlySet<string>): void {
  for (const child of childrenOf(node)) rewrite(child, aliases);
  if (node.type === 'CallExpression' || node.type === 'MemberExpression') {
    const made = environmentNode(node) ?? aliasNode(node, aliases);
    if (made !== undefined) Object.assign(node, made);
  }
}

const dotted = (node: Node): string => {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? `${dotted(node.object)}.${dotted(node.property)}` : '';
};

function environmentNode(node: ast.CallExpression | ast.MemberExpression): object | undefined {
  const [owner, name] = node.type === 'MemberExpression' ? memberOfCall(node) : callOfName(node);
  if (owner === 'Cypress.config' && name === 'baseUrl') return textNode('');
  return owner === 'Cypress.env' && /^\w+$/.test(name) ? environmentOf(name) : undefined;
}

/** `Cypress.env().name` */
function memberOfCall({ object, property }: ast.MemberExpression): [string, string] {
  const isCalled = object.type === 'CallExpression' && object.arguments.length === 0;
  return [isCalled ? dotted(object.callee) : '', property.type === 'Identifier' ? property.name : ''];
}

/** `Cypress.env('name')` */
function callOfName({ callee, arguments: [first, more] }: ast.CallExpression): [string, string] {
  return first?.type === 'StringLiteral' && more === undefined ? [dotted(callee), first.value] : ['', ''];
}

const environmentOf = (name: string): object => ({
  type: 'MemberExpression',
  object: {
    type: 'MemberExpression',
    object: { type: 'Identifier', name: 'process' },
    property: { type: 'Identifier', name: 'env' },
    computed: false,
  },
  property: { type: 'Identifier', name },
  computed: false,
});

function aliasNode(node: Node, aliases: ReadonlySet<string>): object | undefined {
  if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return undefined;
  const name = node.property.type === 'Identifier' ? node.property.name : '';
  return aliases.has(name) ? { type: 'Identifier', name: `this.${name}` } : undefined;
}

const aliasesIn = (source: string): Set<string> =>
  new Set([...source.matchAll(/\.as\(\s*['"]([\w-]{1,100})['"]/g)].flatMap(([, name]) => name ?? []));

/** Names that the file declares, and its own commands. */
function noteNames(file: CypressFile, given: Node): void {
  const { reader, functions, classes } = file;
  const statement =
    given.type === 'ExportNamedDeclaration' || given.type === 'ExportDefaultDeclaration'
      ? (given.declaration ?? given)
      : given;
  if (statement.type === 'FunctionDeclaration' && statement.id) functions.set(statement.id.name, statement);
  if (statement.type === 'ClassDeclaration' && statement.id) {
    classes.set(statement.id.name, statement);
    reader.instances.set(statement.id.name, staticInstance(reader, statement));
  }
  if (statement.type === 'ExpressionStatement') noteCommand(file, statement.expression);
  for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : [])
    if (id.type === 'Identifier' && init) noteValue(reader, functions, { name: id.name, value: plainValue(init) });
}

function noteValue(
  reader: Reader,
  functions: Map<string, FunctionNode>,
  { name, value }: { name: string; value: Node },
): void {
  const instance = value.type === 'ObjectExpression' ? objectInstance(reader, value) : constructed(reader, value);
  if (isFunctionNode(value)) functions.set(name, value);
  else if (instance !== undefined) reader.instances.set(name, instance);
  else reader.constants.set(name, value);
}

/** Those that work on what they follow are not followed. */
function noteCommand({ reader, commands, overwritten }: CypressFile, expression: Node): void {
  const { owner, name: method, args = [] } = callOf(expression) ?? {};
  const name = stringOf(reader, args[0]);
  const body = args.find(isFunctionNode);
  if (owner === undefined || name === undefined || textOf(reader, owner) !== 'Cypress.Commands') return;
  if (method === 'overwrite') overwritten.add(name);
  else if (method === 'add' && body !== undefined && args[1] === body) commands.set(name, body);
}

const SUITE = /^(?:describe|context|xdescribe|xcontext)(?:\.(only|skip))?$/;
const TEST = /^(?:it|specify|test|xit|xspecify)(?:\.(only|skip))?$/;

function hooksIn(statements: readonly Node[], names: readonly string[]): FunctionNode[] {
  return names.flatMap(name =>
    statements.flatMap(statement => {
      const call = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
      const isHook = call?.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === name;
      return isHook ? call.arguments.filter(isFunctionNode) : [];
    }),
  );
}

function findTests(file: CypressFile, statements: readonly Node[], suite: CypressSuite): void {
  const inner = {
    ...suite,
    first: [...suite.first, ...hooksIn(statements, ['before'])],
    before: [...suite.before, ...hooksIn(statements, ['beforeEach'])],
    after: [...hooksIn(statements, ['afterEach', 'after']), ...suite.after],
  };
  for (const statement of statements) {
    const rounds = roundsOf(file.reader, statement);
    for (const round of rounds?.values ?? []) {
      const reader = { ...file.reader, constants: new Map(file.reader.constants) };
      bindRound(reader, round);
      findTests({ ...file, reader }, rounds?.body ?? [], inner);
    }
    const call = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
    if (call?.type === 'CallExpression' && readDefinition(file, call, inner)) continue;
    if (rounds === undefined && makesTests(file, statement)) file.missed.push(textOf(file.reader, statement));
  }
}

/** Tests in a loop or a condition that is decided while the code runs. */
const makesTests = ({ reader }: CypressFile, statement: Node): boolean =>
  !/Declaration$/.test(statement.type) &&
  someNode(statement, node => node.type === 'CallExpression' && TEST.test(textOf(reader, node.callee).slice(0, 30)));

function readDefinition(file: CypressFile, call: ast.CallExpression, suite: CypressSuite): boolean {
  const callee = textOf(file.reader, call.callee);
  const body = call.arguments.find(isFunctionNode);
  const title = stringOf(file.reader, call.arguments[0]) ?? '…';
  if (body === undefined || callee.length > 30) return false;
  const isSkipped = suite.isSkipped || /\.skip$|^x/.test(callee);
  const titles = [...suite.titles, title.replace(/\uE000(.*?)\uE001/g, '$1')];
  if (SUITE.test(callee) && body.body.type === 'BlockStatement') {
    const { body: statements } = body.body;
    const reader = {
      ...file.reader,
      constants: new Map(file.reader.constants),
      instances: new Map(file.reader.instances),
    };
    const inner = { ...file, reader, functions: new Map(file.functions), classes: new Map(file.classes) };
    reader.functions = inner.functions;
    reader.classes = inner.classes;
    for (const statement of statements) noteNames(inner, statement);
    findTests(inner, statements, { ...suite, titles, isSkipped });
    return true;
  }
  if (TEST.test(callee)) file.found.push(testOf(file, { ...suite, titles, isSkipped }, body));
  return TEST.test(callee);
}

function testOf(file: CypressFile, suite: CypressSuite, body: FunctionNode): TestDraft {
  const reader: Reader = {
    ...file.reader,
    actions: [],
    constants: new Map(file.reader.constants),
    functions: new Map(file.reader.functions),
    instances: new Map(file.reader.instances),
    names: variableNames(new Set()),
  };
  const state: CypressState = {
    commands: file.commands,
    overwritten: file.overwritten,
    aliases: new Map(),
    bound: new Map(),
    scopes: [],
    notes: suite.isSkipped ? ['The test was skipped in its file; here it runs.'] : [],
    fixture: name => fixtureIn(file.files, name),
    readBody: (inner, one) => readCypressBody(state, inner, one),
  };
  for (const part of [...suite.first, ...suite.before, body, ...suite.after]) readCypressBody(state, reader, part);
  const { actions } = reader;
  return { name: suite.titles.filter(Boolean).join(' › '), actions, notes: [...state.notes, ...leftOutNotes(actions)] };
}

function fixtureIn(files: ReadonlyMap<string, string>, name: string): Node | undefined {
  const ending = `fixtures/${name.replace(/\.json$/, '')}.json`;
  const path = [...files.keys()].find(one => one.replaceAll('\\', '/').endsWith(ending));
  const text = path === undefined ? undefined : files.get(path);
  try {
    return text === undefined ? undefined : parseExpression(text);
  } catch {
    return undefined;
  }
}

const CODE_FILE = /\.[cm]?[jt]sx?$/;
const TEST_FILE = /\.(?:cy|spec|test|e2e)\.[cm]?[jt]sx?$/;
const TESTS_AT_TOP = /^(?:x?describe|x?context|x?it|x?specify)(?:\.\w+)?\(/m;

/** What tests take from: own commands and page objects, not other tests. */
const isFurther = (path: string, text: string): boolean =>
  CODE_FILE.test(path) && !TEST_FILE.test(path) && !TESTS_AT_TOP.test(text);

const noTests = () => wrongText('The code has no test of Cypress: it(…) with cy.… was looked for.');

const comesToNothing = ({ actions }: TestDraft): boolean =>
  actions.every(({ type, disabled }) => disabled === true || type === 'comment');

/**
 * Reads tests of Cypress; own commands, page objects and fixtures are taken from the further files of the project.
 * Errors: `invalid-params` with the field `text`.
 */
export function importCypress(text: string, given?: ImportSource): TestDraft[] {
  const files = given?.files ?? new Map<string, string>();
  const further = [...files].filter(([path, one]) => path !== given?.path && isFurther(path, one));
  const start = further.reduce((length, [, one]) => length + one.length + 1, 0);
  const source = [...further.map(([, one]) => one), text].join('\n');
  try {
    const found = testsOf(source, start, files);
    // Among the files of a project are tests of units too.
    if (files.size > 1 && !/\bcy\b/.test(text) && found.every(comesToNothing)) throw noTests();
    return found;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongText('The code is nested too deeply, or its names refer to each other without end.');
  }
}

function testsOf(source: string, start: number, files: ReadonlyMap<string, string>): TestDraft[] {
  const body = parsed(source);
  const functions = new Map<string, FunctionNode>();
  const classes = new Map<string, ast.ClassDeclaration>();
  const reader = newReader(source, { functions, classes });
  const file: CypressFile = {
    source,
    reader,
    functions,
    classes,
    commands: new Map(),
    overwritten: new Set(),
    missed: [],
    files,
    found: [],
  };
  const aliases = aliasesIn(source);
  for (const statement of body) rewrite(statement, aliases);
  for (const statement of body) noteNames(file, statement);
  const own = body.filter(statement => (statement.start ?? 0) >= start);
  findTests(file, own, { titles: [], first: [], before: [], after: [], isSkipped: false });
  const [first] = file.found;
  first?.notes.push(
    ...file.missed.map(
      missed => `“${missed.split('\n')[0]?.slice(0, 120)}” makes tests in a way that is not read: they are missing.`,
    ),
  );
  if (first === undefined) throw noTests();
  return file.found;
}
