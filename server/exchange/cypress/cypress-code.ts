/** Tests of Cypress: the code is read, never run. */
import type * as ast from '@babel/types';
import { type ImportSource, leftOutNotes, type TestDraft, wrongText } from '../../../model/exchange/test-drafts.ts';
import { variableNames } from '../../../model/exchange/variable-names.ts';
import { constructed } from '../codegen-classes.ts';
import { bindRound, roundsOf } from '../codegen-lists.ts';
import {
  type CodeModule,
  callOf,
  type FunctionNode,
  homeOf,
  isFunctionNode,
  type Node,
  plainValue,
  type Reader,
  someNode,
  textOf,
} from '../codegen-reader.ts';
import { readerInside, stringOf } from '../codegen-values.ts';
import type { CypressState } from './cypress-chain.ts';
import { type CypressFiles, openCypressFiles } from './cypress-files.ts';
import { objectInstance, staticInstance } from './cypress-objects.ts';
import { readCypressBody } from './cypress-statements.ts';

interface CypressFile {
  reader: Reader;
  commands: Map<string, FunctionNode>;
  overwritten: Set<string>;
  /** What makes tests in a way that is not read. */
  missed: string[];
  files: CypressFiles;
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

/** Names that a suite declares, and own commands. */
function noteNames(file: CypressFile, classes: Map<string, ast.ClassDeclaration>, statement: Node): void {
  const { reader } = file;
  if (statement.type === 'FunctionDeclaration' && statement.id) reader.functions.set(statement.id.name, statement);
  if (statement.type === 'ClassDeclaration' && statement.id) {
    classes.set(statement.id.name, statement);
    reader.instances.set(statement.id.name, staticInstance(reader, statement));
  }
  noteCommand(file, statement);
  for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : [])
    if (id.type === 'Identifier' && init) noteValue(reader, id.name, plainValue(init));
}

function noteValue(reader: Reader, name: string, value: Node): void {
  const instance = value.type === 'ObjectExpression' ? objectInstance(reader, value) : constructed(reader, value);
  if (isFunctionNode(value)) reader.functions.set(name, value);
  else if (instance !== undefined) reader.instances.set(name, instance);
  else reader.constants.set(name, value);
}

/** Those that work on what they follow are not followed. */
function noteCommand({ reader, commands, overwritten }: CypressFile, statement: Node): void {
  if (statement.type !== 'ExpressionStatement') return;
  const { owner, name: method, args = [] } = callOf(statement.expression) ?? {};
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
    const classes = new Map(file.reader.classes);
    const reader = {
      ...file.reader,
      classes,
      constants: new Map(file.reader.constants),
      functions: new Map(file.reader.functions),
      instances: new Map(file.reader.instances),
    };
    const inner = { ...file, reader };
    for (const statement of statements) noteNames(inner, classes, statement);
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
    kept: new Map(),
    scopes: [],
    notes: suite.isSkipped ? ['The test was skipped in its file; here it runs.'] : [],
    fixture: name => file.files.fixture(name),
    readBody: (inner, one) => readCypressBody(state, inner, one),
  };
  for (const part of [...suite.first, ...suite.before, body, ...suite.after]) {
    const isElsewhere = homeOf(reader, part) !== reader.home;
    readCypressBody(state, isElsewhere ? readerInside(reader, part, []) : reader, part);
  }
  const { actions } = reader;
  return { name: suite.titles.filter(Boolean).join(' › '), actions, notes: [...state.notes, ...leftOutNotes(actions)] };
}

const noTests = () => wrongText('The code has no test of Cypress: it(…) with cy.… was looked for.');

const comesToNothing = ({ actions }: TestDraft): boolean =>
  actions.every(({ type, disabled }) => disabled === true || type === 'comment');

/**
 * Reads tests of Cypress; own commands, page objects and fixtures are taken from the further files of the project.
 * Errors: `invalid-params` with the field `text`.
 */
export function importCypress(text: string, given?: ImportSource): TestDraft[] {
  const path = given?.path ?? '';
  const files = given?.files.get(path) === text ? given.files : new Map([...(given?.files ?? []), [path, text]]);
  try {
    // Among the files of a project are tests of units too.
    const isDoubtful = files.size > 1 && !/\bcy\b/.test(text);
    if (isDoubtful && testsIn(files, path, false).every(comesToNothing)) throw noTests();
    return testsIn(files, path, true);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongText('The code is nested too deeply, or its names refer to each other without end.');
  }
}

function testsIn(given: ReadonlyMap<string, string>, path: string, hasHooks: boolean): TestDraft[] {
  const files = openCypressFiles(given);
  const home = files.load(path);
  const support = files.support();
  return testsOf(files, home, hasHooks ? support : []);
}

function testsOf(files: CypressFiles, home: CodeModule, support: readonly CodeModule[]): TestDraft[] {
  const modules = files.around(home);
  const reader = files.readerOf(home);
  const file: CypressFile = {
    reader,
    commands: new Map(),
    overwritten: new Set(),
    missed: [],
    files,
    found: [],
  };
  for (const module of modules)
    for (const statement of module.body) noteCommand({ ...file, reader: files.readerOf(module) }, statement);
  const hooks = (names: readonly string[]) => support.flatMap(({ body }) => hooksIn(body, names));
  findTests(file, home.body, {
    titles: [],
    first: hooks(['before']),
    before: hooks(['beforeEach']),
    after: hooks(['afterEach', 'after']),
    isSkipped: false,
  });
  const [first] = file.found;
  first?.notes.push(
    ...file.missed.map(
      missed => `“${missed.split('\n')[0]?.slice(0, 120)}” makes tests in a way that is not read: they are missing.`,
    ),
  );
  if (first === undefined) throw noTests();
  return file.found;
}
