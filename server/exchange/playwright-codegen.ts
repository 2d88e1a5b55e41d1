/** The code is read, never run. */
import { type ParseResult, parse } from '@babel/parser';
import type * as ast from '@babel/types';
import { leftOutNotes, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { variableNames } from '../../model/exchange/variable-names.ts';
import { bindRound, roundsOf } from './codegen-lists.ts';
import { type FunctionNode, type Node, nothingTold, type Reader, textOf } from './codegen-reader.ts';
import {
  declared,
  expressionOf,
  isComputedAlone,
  isFunction,
  isWrittenOut,
  readBody,
  readStatement,
} from './codegen-statements.ts';
import { NO_SETTINGS, settingsIn, settingsOf, type TestSettings } from './codegen-test-settings.ts';
import { stringOf } from './codegen-values.ts';

function readAll(reader: Reader, functions: readonly FunctionNode[]): void {
  for (const part of functions) readBody(reader, part);
}

function computeConstants(reader: Reader, functions: readonly FunctionNode[]): void {
  const code = [...functions, ...reader.functions.values()].map(one => textOf(reader, one)).join('\n');
  for (const [name, value] of reader.constants)
    if (isComputedAlone(value) && new RegExp(`\\b${name}\\b`).test(code)) declared(reader, name, value);
}

/** The only tab stays open, whoever opened it. */
function readHooks(reader: Reader, hooks: readonly FunctionNode[]): void {
  for (const hook of hooks) {
    readBody(reader, hook);
    if (reader.actions.at(-1)?.type === 'closeTab') reader.actions.pop();
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
  source: string;
  constants: Map<string, Node>;
  functions: Map<string, FunctionNode>;
  classes: Map<string, ast.ClassDeclaration>;
  found: TestDraft[];
  spent: Reader['spent'];
}

function readerFor({ source, constants, functions, classes, spent }: Tests): Reader {
  return {
    source,
    actions: [],
    pages: new Map([['page', 0]]),
    current: 0,
    opened: { count: 0 },
    constants: new Map(constants),
    expected: new Map(),
    functions,
    classes,
    instances: new Map(),
    making: [],
    spent,
    running: [],
    told: nothingTold(),
    names: variableNames(new Set()),
  };
}

function inside(tests: Tests, statements: readonly Node[]): Tests {
  const inner = { ...tests, constants: new Map(tests.constants), functions: new Map(tests.functions) };
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

const hooksIn = ({ source }: Tests, statements: readonly Node[], name: string): FunctionNode[] =>
  statements.flatMap(statement => {
    const call = calledBy(statement);
    const isHook = call !== undefined && source.slice(call.callee.start ?? 0, call.callee.end ?? 0) === `test.${name}`;
    return isHook ? call.arguments.filter(isFunction) : [];
  });

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
    const body = call?.arguments.find(isFunction);
    if (call === undefined || body === undefined) continue;
    const callee = tests.source.slice(call.callee.start ?? 0, call.callee.end ?? 0);
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
      const reader = readerFor(tests);
      computeConstants(reader, [...first, ...before, body, ...after, ...last]);
      readHooks(reader, first);
      readAll(reader, [...before, body]);
      readHooks(reader, [...after, ...last]);
      tests.found.push(draftOf(reader, [...scope.titles, name].filter(Boolean).join(' › '), own));
    }
  }
}

/** `test.skip(({ browserName }) => …)` is none. */
const isTestCall = (callee: string, { arguments: [title] }: ast.CallExpression): boolean =>
  /^(?:test|it)(?:\.only|\.skip|\.fixme|\.slow|\.fail)*$/.test(callee) && !isFunction(title);

function draftOf(
  { actions: read, told }: Reader,
  name: string,
  { leftOut, notes, tags, isSkipped }: TestSettings,
): TestDraft {
  const actions = [...leftOut.values(), ...read];
  return {
    name,
    actions,
    notes: [...new Set([...notes, ...told.notes, ...leftOutNotes(actions)])],
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(isSkipped || told.isSkipped ? { skip: true } : {}),
  };
}

function parsed(source: string): ParseResult<ast.File> {
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'explicitResourceManagement'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
  } catch (error) {
    throw wrongText(`The code cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readScript(tests: Tests, statements: readonly Node[]): void {
  const reader = readerFor(tests);
  const functions = statements.flatMap(statement => {
    const call = calledBy(statement);
    return call !== undefined && isFunction(call.callee) ? [call.callee] : [];
  });
  const [main] = functions;
  if (main !== undefined) readBody(reader, main);
  else for (const statement of statements) if (!/Import|Export/.test(statement.type)) readStatement(reader, statement);
  if (reader.actions.some(({ disabled }) => disabled !== true))
    tests.found.push(draftOf(reader, 'Recorded test', NO_SETTINGS));
}

const isKept = (source: string, value: Node): boolean =>
  isWrittenOut(value) ||
  value.type === 'TemplateLiteral' ||
  isComputedAlone(value) ||
  /^expect\.configure\(/.test(source.slice(value.start ?? 0, value.end ?? 0)) ||
  /\bprocess\.env\b/.test(source.slice(value.start ?? 0, value.end ?? 0));

function noteNames({ source, constants, functions, classes }: Tests, given: Node): void {
  const statement = given.type === 'ExportNamedDeclaration' ? (given.declaration ?? given) : given;
  if (statement.type === 'FunctionDeclaration' && statement.id) functions.set(statement.id.name, statement);
  if (statement.type === 'ClassDeclaration' && statement.id) classes.set(statement.id.name, statement);
  if (statement.type !== 'VariableDeclaration') return;
  for (const { id, init } of statement.declarations) {
    if (id.type !== 'Identifier' || !init) continue;
    const value = expressionOf(init);
    if (isFunction(value)) functions.set(id.name, value);
    else if (isKept(source, value)) constants.set(id.name, value);
  }
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

export function importPlaywrightCodegen(source: string): TestDraft[] {
  const { body } = parsed(source).program;
  const tests: Tests = {
    source,
    constants: new Map(),
    functions: new Map(),
    classes: new Map(),
    found: [],
    spent: { rounds: 0 },
  };
  for (const statement of body) noteNames(tests, statement);
  readTests(tests, body);
  if (tests.found.length === 0)
    throw wrongText('The code has no test of Playwright: test(…) or page.… was looked for.');
  return tests.found;
}
