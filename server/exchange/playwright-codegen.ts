/** The code is read, never run. */
import type * as ast from '@babel/types';
import { type ImportSource, leftOutNotes, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { peopled } from './codegen-actors.ts';
import { isComputedAlone } from './codegen-evaluated.ts';
import { TestSetUp } from './codegen-fixtures.ts';
import { readBody } from './codegen-flow.ts';
import { bindRound, roundsOf } from './codegen-lists.ts';
import { type CodeFiles, loadModule, textsOfCode } from './codegen-modules.ts';
import { noteNames } from './codegen-names.ts';
import { newReader } from './codegen-new-reader.ts';
import { randomCode } from './codegen-random.ts';
import {
  type CodeModule,
  type FunctionNode,
  isFunctionNode,
  type Node,
  type Reader,
  type TestFixtures,
  textOf,
} from './codegen-reader.ts';
import { declared, readStatement } from './codegen-statements.ts';
import { NO_SETTINGS, settingsIn, settingsOf, type TestSettings } from './codegen-test-settings.ts';
import { stringOf } from './codegen-values.ts';

function readAll(reader: Reader, functions: readonly FunctionNode[]): void {
  for (const part of functions) readBody(reader, part);
}

function computeConstants(reader: Reader, functions: readonly FunctionNode[]): void {
  const code = [...functions, ...reader.functions.values()].map(one => textOf(reader, one)).join('\n');
  for (const [name, value] of reader.constants)
    if ((isComputedAlone(value) || randomCode(reader, value) !== undefined) && new RegExp(`\\b${name}\\b`).test(code))
      declared(reader, name, value);
}

/** The only tab stays open, whoever opened it. */
function readHooks(reader: Reader, hooks: readonly FunctionNode[]): void {
  for (const hook of hooks) {
    readBody(reader, hook);
    if (reader.actions.at(-1)?.type !== 'closeTab') continue;
    reader.actions.pop();
    if (reader.actions.at(-1)?.type === 'switchTab') reader.actions.pop();
  }
}

interface CodegenScope {
  titles: readonly string[];
  /** `beforeAll` and `afterAll`, which here run for each test. */
  first: readonly FunctionNode[];
  last: readonly FunctionNode[];
  before: readonly FunctionNode[];
  after: readonly FunctionNode[];
  settings: TestSettings;
}

interface Tests {
  all: CodeFiles;
  home: CodeModule;
  constants: Map<string, Node>;
  functions: Map<string, FunctionNode>;
  classes: Map<string, ast.ClassDeclaration>;
  found: TestDraft[];
  spent: Reader['spent'];
}

const NO_FIXTURES: TestFixtures['own'] = new Map();

function readerFor({ all, home, constants, functions, classes, spent }: Tests): Reader {
  return {
    ...newReader(all.text, { home, modules: all.modules, kept: all.kept, spent }),
    pages: new Map([['page', 0]]),
    constants: new Map(constants),
    functions: new Map(functions),
    classes,
    fixtures: new TestSetUp({ own: NO_FIXTURES, bases: [], home }),
  };
}

function inside(tests: Tests, statements: readonly Node[]): Tests {
  const inner = {
    ...tests,
    constants: new Map(tests.constants),
    functions: new Map(tests.functions),
    classes: new Map(tests.classes),
  };
  for (const statement of statements) noteNames(inner, statement);
  return inner;
}

const calledBy = (statement: Node): ast.CallExpression | undefined =>
  statement.type === 'ExpressionStatement' && statement.expression.type === 'CallExpression'
    ? statement.expression
    : undefined;

function titleOf(tests: Tests, title: Node | undefined): string {
  const text = stringOf(readerFor(tests), title);
  if (text !== undefined && !text.includes('\uE000')) return text;
  if (title?.type === 'TemplateLiteral') return title.quasis.map(({ value }) => value.raw).join('…');
  return title?.type === 'StringLiteral' ? title.value : '';
}

/** `test.only`, whatever the file calls its `test`. */
function calleeOf({ all, home }: Tests, { callee }: ast.CallExpression): string {
  const text = all.text.slice(callee.start ?? 0, callee.end ?? 0);
  const [root = ''] = text.split('.', 1);
  return home.tests.has(root) ? `test${text.slice(root.length)}` : text;
}

const hooksIn = (tests: Tests, statements: readonly Node[], name: string): FunctionNode[] =>
  statements.flatMap(statement => {
    const call = calledBy(statement);
    return call !== undefined && calleeOf(tests, call) === `test.${name}` ? call.arguments.filter(isFunctionNode) : [];
  });

function setUpFor({ all, home }: Tests, { callee }: ast.CallExpression): TestSetUp {
  const [root = ''] = all.text.slice(callee.start ?? 0, callee.end ?? 0).split('.', 1);
  return new TestSetUp(home.tests.get(root) ?? { own: NO_FIXTURES, bases: [], home });
}

/** `for (const user of USERS) test(…)`: tests for each of a list that is spelled out. */
function testRounds(tests: Tests, statement: Node): { tests: Tests; body: readonly Node[] }[] {
  const rounds = roundsOf(readerFor(tests), statement);
  return (rounds?.values ?? []).map(round => {
    const each = { ...tests, constants: new Map(tests.constants) };
    bindRound({ ...readerFor(each), constants: each.constants }, round);
    return { tests: inside(each, rounds?.body ?? []), body: rounds?.body ?? [] };
  });
}

function findTests(tests: Tests, statements: readonly Node[], scope: CodegenScope): void {
  const before = [...scope.before];
  const first = [...scope.first, ...hooksIn(tests, statements, 'beforeAll')];
  const last = [...hooksIn(tests, statements, 'afterAll'), ...scope.last];
  const after = [...hooksIn(tests, statements, 'afterEach'), ...scope.after];
  const settings = settingsIn(readerFor(tests), statements, scope.settings);
  for (const statement of statements) {
    for (const round of testRounds(tests, statement))
      findTests(round.tests, round.body, { titles: scope.titles, first, last, before, after, settings });
    const call = calledBy(statement);
    const body = call?.arguments.find(isFunctionNode);
    if (call === undefined || body === undefined) continue;
    const callee = calleeOf(tests, call);
    const name = titleOf(tests, call.arguments[0]);
    const own = settingsOf(readerFor(tests), { callee, title: name, args: call.arguments }, settings);
    if (/^test\.beforeEach$/.test(callee)) before.push(body);
    else if (/^test\.describe(?:\.\w+)*$/.test(callee) && body.body.type === 'BlockStatement')
      findTests(inside(tests, body.body.body), body.body.body, {
        titles: [...scope.titles, name],
        first,
        last,
        before,
        after,
        settings: own,
      });
    else if (isTestCall(callee, call)) {
      const fixtures = setUpFor(tests, call);
      const reader = { ...readerFor(tests), fixtures };
      computeConstants(reader, [...first, ...before, body, ...after, ...last]);
      fixtures.begin(reader);
      readHooks(reader, first);
      readAll(reader, [...before, body]);
      readHooks(reader, after);
      fixtures.finish();
      readHooks(reader, last);
      tests.found.push(draftOf(reader, [...scope.titles, name].filter(Boolean).join(' › '), own));
    }
  }
}

/** `test.skip(({ browserName }) => …)` is none. */
const isTestCall = (callee: string, { arguments: [title] }: ast.CallExpression): boolean =>
  /^(?:test|it)(?:\.only|\.skip|\.fixme|\.slow|\.fail)*$/.test(callee) && !isFunctionNode(title);

function draftOf(
  reader: Reader,
  name: string,
  { browser: said, leftOut, notes, tags, isSkipped }: TestSettings,
): TestDraft {
  const { told } = reader;
  const { browser = {}, actors, ...read } = peopled(reader, said);
  const actions = [...leftOut.values(), ...read.actions];
  return {
    name,
    actions,
    notes: [...new Set([...notes, ...told.notes, ...read.notes, ...leftOutNotes(actions)])],
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(Object.keys(browser).length === 0 ? {} : { browser }),
    ...(actors === undefined ? {} : { actors }),
    ...(told.failOn === undefined ? {} : { failOn: told.failOn }),
    ...(isSkipped || told.isSkipped ? { skip: true } : {}),
  };
}

function readScript(tests: Tests, statements: readonly Node[]): void {
  const reader = readerFor(tests);
  const functions = statements.flatMap(statement => {
    const call = calledBy(statement);
    return call !== undefined && isFunctionNode(call.callee) ? [call.callee] : [];
  });
  const [main] = functions;
  if (main !== undefined) readBody(reader, main);
  else for (const statement of statements) if (!/Import|Export/.test(statement.type)) readStatement(reader, statement);
  if (reader.actions.some(({ disabled }) => disabled !== true))
    tests.found.push(draftOf(reader, 'Recorded test', NO_SETTINGS));
}

function readTests(tests: Tests, body: readonly Node[]): void {
  try {
    findTests(tests, body, { titles: [], first: [], last: [], before: [], after: [], settings: NO_SETTINGS });
    if (tests.found.length === 0) readScript(tests, body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongText('The code is nested too deeply, or its names refer to each other without end.');
  }
}

/** What a class or a fixture of a file knows before any test has run. */
function emptyReader(all: CodeFiles, home: CodeModule, spent: Reader['spent']): Reader {
  const { constants, functions, classes } = home;
  return readerFor({ all, home, constants, functions, classes, found: [], spent });
}

export function importPlaywrightCodegen(source: string, given?: ImportSource): TestDraft[] {
  const path = given?.path ?? '';
  const files = given?.files.get(path) === source ? given.files : new Map([...(given?.files ?? []), [path, source]]);
  const texts = textsOfCode(files);
  const spent: Reader['spent'] = { rounds: 0, steps: texts.steps, wholes: new WeakSet() };
  const all: CodeFiles = {
    ...texts,
    modules: [],
    loaded: new Map(),
    kept: new Map(),
    readerOf: module => emptyReader(all, module, spent),
  };
  const home = loadModule(all, path);
  const { constants, functions, classes, body } = home;
  const tests: Tests = { all, home, constants, functions, classes, found: [], spent };
  try {
    readTests(tests, body);
  } finally {
    texts.steps = spent.steps;
  }
  if (tests.found.length === 0)
    throw wrongText('The code has no test of Playwright: test(…) or page.… was looked for.');
  return tests.found;
}
