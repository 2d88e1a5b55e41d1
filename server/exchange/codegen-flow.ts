/** Branches and loops whose way is known before the code runs. */
import type * as ast from '@babel/types';
import { literal } from '../../model/exchange/test-drafts.ts';
import { forgetBranch, forgetChanges } from './codegen-changes.ts';
import { computeCall } from './codegen-computed-here.ts';
import { turnTo } from './codegen-elements.ts';
import { MOST_ACTIONS, spend, tooManyActions } from './codegen-limits.ts';
import { bindRound, MOST_ROUNDS, type Rounds, roundsOf, statementsOf, tooLong } from './codegen-lists.ts';
import { bindPattern, isExpression, keyOf } from './codegen-patterns.ts';
import { type FunctionNode, keptOf, type Node, type Reader, someNode } from './codegen-reader.ts';
import { conditionOf } from './codegen-readings.ts';
import { expectSuccess } from './codegen-responses.ts';
import { resolved } from './codegen-values.ts';
import { saysWhoActs } from './codegen-windows.ts';

export function readStatements(reader: Reader, statements: readonly Node[]): void {
  for (const [at, statement] of statements.entries()) {
    if (reader.exit.how !== undefined) return;
    if (leavesWhenTrue(reader, statement)) {
      readEarlyExit(reader, statement, statements.slice(at + 1));
      return;
    }
    reader.read(reader, statement);
  }
}

const readBlock = (reader: Reader, node: Node): void => readStatements(reader, statementsOf(node));

/** Whether a value counts as true; undefined where that is known only when the code runs. */
export function truthOf(reader: Reader, given: Node): boolean | undefined {
  const node = resolved(reader, given);
  if (node.type === 'BooleanLiteral' || node.type === 'NumericLiteral') return Boolean(node.value);
  if (node.type === 'StringLiteral') return node.value.includes('\uE000') ? undefined : node.value !== '';
  if (node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined')) return false;
  if (/^(?:Array|Object|RegExp)(?:Expression|Literal)$/.test(node.type)) return true;
  const kept = keptOf(reader, node);
  return kept !== undefined && (kept.instance ?? kept.page ?? kept.closure) !== undefined ? true : undefined;
}

const EXITS = /^(?:Return|Break|Continue|Throw)Statement$/;

/** A way out of the body, not of a function within it. */
export function hasExit(node: Node): boolean {
  if (/Function|^ClassMethod$|^ObjectMethod$/.test(node.type)) return false;
  return (
    EXITS.test(node.type) ||
    Object.values(node)
      .flat()
      .some(part => isPart(part) && hasExit(part))
  );
}

const isPart = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part;

const isEmptyReturn = (node: Node | undefined): boolean =>
  node?.type === 'ReturnStatement' && (!node.argument || /Literal$/.test(node.argument.type));

/** `if (await banner.isHidden()) return;`: what follows is done otherwise. */
function leavesWhenTrue(reader: Reader, node: Node): node is ast.IfStatement {
  if (node.type !== 'IfStatement' || node.alternate || reader.running.length > 0) return false;
  const statements = statementsOf(node.consequent);
  const isLast = isEmptyReturn(statements.at(-1)) && !statements.slice(0, -1).some(hasExit);
  return isLast && truthOf(reader, node.test) === undefined && conditionOf(reader, node.test) !== undefined;
}

function readEarlyExit(reader: Reader, node: ast.IfStatement, rest: readonly Node[]): void {
  openIf(reader, node.test);
  readStatements(reader, statementsOf(node.consequent).slice(0, -1));
  reader.actions.push({ type: 'else' });
  readStatements(reader, rest);
  reader.actions.push({ type: 'end' });
  for (const one of [node, ...rest]) forgetChanges(reader, one);
}

function openIf(reader: Reader, test: Node): boolean {
  const condition = conditionOf(reader, test);
  if (condition === undefined) return false;
  const { page, ...draft } = condition;
  turnTo(reader, page);
  reader.actions.push(draft);
  return true;
}

/** False where the statement is none of these, or its way is not known. */
export function flowed(reader: Reader, node: Node): boolean {
  const read = FLOWS[node.type];
  return read === undefined ? unrolled(reader, node) : read(reader, node);
}

const FLOWS_BY_TYPE = {
  BlockStatement: (reader: Reader, node: ast.BlockStatement) => {
    readBlock(reader, node);
    return true;
  },
  LabeledStatement: (reader: Reader, { body }: ast.LabeledStatement) => flowed(reader, body),
  IfStatement: branched,
  SwitchStatement: switched,
  TryStatement: tried,
  WhileStatement: (reader: Reader, { test, body }: ast.WhileStatement) =>
    computedLoop(reader, test, body) || repeated(reader, { test, body }),
  DoWhileStatement: (reader: Reader, { test, body }: ast.DoWhileStatement) =>
    repeated(reader, { test, body, isLater: true }),
  BreakStatement: (reader: Reader, { label }: ast.BreakStatement) => left(reader, 'break', label),
  ContinueStatement: (reader: Reader, { label }: ast.ContinueStatement) => left(reader, 'continue', label),
} as const;

/** As a method, it may take the one type of statement that its place in the record is for. */
type FlowReader = { read(reader: Reader, node: Node): boolean }['read'];

const FLOWS: Readonly<Record<string, FlowReader | undefined>> = FLOWS_BY_TYPE;

function left(reader: Reader, how: 'break' | 'continue', label: Node | null | undefined): boolean {
  if (label) return false;
  reader.exit.how = how;
  return true;
}

function branched(reader: Reader, node: ast.IfStatement): boolean {
  const truth = truthOf(reader, node.test);
  if (truth === undefined && isRefusal(reader, node)) return true;
  if (truth !== undefined) {
    const way = truth ? node.consequent : node.alternate;
    if (way) readBlock(reader, way);
    return true;
  }
  const { consequent, alternate } = node;
  if (hasExit(consequent) || (alternate && hasExit(alternate)) || !openIf(reader, node.test)) return false;
  readBranch(reader, consequent);
  if (alternate) {
    reader.actions.push({ type: 'else' });
    readBranch(reader, alternate);
  }
  reader.actions.push({ type: 'end' });
  return true;
}

/** `if (!response.ok()) throw new Error(…)` expects success. */
function isRefusal(reader: Reader, { test, consequent, alternate }: ast.IfStatement): boolean {
  const isThrown = statementsOf(consequent).at(-1)?.type === 'ThrowStatement' && !alternate;
  return isThrown && test.type === 'UnaryExpression' && test.operator === '!' && expectSuccess(reader, test.argument);
}

function readBranch(reader: Reader, node: Node): void {
  const before = new Map(reader.constants);
  readBlock(reader, node);
  forgetBranch(reader, node, before);
}

function switched(reader: Reader, { discriminant, cases }: ast.SwitchStatement): boolean {
  const truths = cases.map(({ test }) =>
    test ? truthOf(reader, { type: 'BinaryExpression', operator: '===', left: discriminant, right: test }) : false,
  );
  const hit = truths.indexOf(true);
  if (truths.slice(0, hit < 0 ? undefined : hit).includes(undefined)) return false;
  const from = hit < 0 ? cases.findIndex(({ test }) => !test) : hit;
  if (from < 0) return true;
  readStatements(
    reader,
    cases.slice(from).flatMap(one => one.consequent),
  );
  if (reader.exit.how === 'break') delete reader.exit.how;
  return true;
}

/** What is tried is expected to succeed. */
function tried(reader: Reader, { block, finalizer }: ast.TryStatement): boolean {
  readBlock(reader, block);
  const { exit } = reader;
  const before = { ...exit };
  delete exit.how;
  if (finalizer) readBlock(reader, finalizer);
  if (exit.how === undefined) Object.assign(exit, before);
  return true;
}

interface RepeatedBody {
  test?: Node | null | undefined;
  update?: Node | null | undefined;
  body: Node;
  isLater?: boolean;
}

/** Whether it goes on with the next round. */
function endsRound({ exit }: Reader): boolean {
  const { how } = exit;
  if (how === 'break' || how === 'continue') delete exit.how;
  return how === 'break' || how === 'return';
}

function spendRound({ spent, actions }: Reader): void {
  spent.rounds += 1;
  if (spent.rounds > MOST_ROUNDS) throw tooLong();
  if (actions.length > MOST_ACTIONS) throw tooManyActions();
}

interface ReaderPlace {
  length: number;
  current: number;
}

const placeOf = ({ actions, current }: Reader): ReaderPlace => ({ length: actions.length, current });

function returnTo(reader: Reader, { length, current }: ReaderPlace): false {
  reader.actions.length = length;
  reader.current = current;
  return false;
}

/** A way out of the loop is not understood: it is left out as a whole. */
function lost(reader: Reader, before: ReaderPlace): boolean {
  if (reader.exit.isLost !== true) return false;
  delete reader.exit.isLost;
  returnTo(reader, before);
  return true;
}

/** `while (await compute('…', {})) { … }`, as exported code has it. */
function computedLoop(reader: Reader, test: Node, body: Node): boolean {
  const source = computeCall(reader, test)?.source;
  if (source === undefined || hasExit(body)) return false;
  reader.actions.push({ type: 'loop', while: source });
  readBranch(reader, body);
  reader.actions.push({ type: 'end' });
  return true;
}

/** A loop whose condition is known in each round; otherwise nothing of it stays. */
function repeated(reader: Reader, { test, update, body, isLater = false }: RepeatedBody): boolean {
  const before = placeOf(reader);
  if (!test && !hasExit(body)) return false;
  for (let round = 0; ; round += 1) {
    const goesOn = !test || (round === 0 && isLater) || truthOf(reader, test);
    if (goesOn === false) return true;
    if (goesOn === undefined || !readRound(reader, body)) return returnTo(reader, before);
    if (endsRound(reader)) return true;
    if (update) reader.read(reader, { type: 'ExpressionStatement', expression: asUpdate(update) });
  }
}

/** False where a way out of the loop is not understood. */
function readRound(reader: Reader, body: Node): boolean {
  spendRound(reader);
  readBlock(reader, body);
  const { isLost } = reader.exit;
  delete reader.exit.isLost;
  return isLost !== true;
}

const asUpdate = (node: Node): ast.Expression => (isExpression(node) ? node : { type: 'NullLiteral' });

function unrolled(reader: Reader, node: Node): boolean {
  const rounds = roundsOf(reader, node);
  if (rounds === undefined) return node.type === 'ForStatement' && counted(reader, node);
  if (looped(reader, rounds)) return true;
  const before = placeOf(reader);
  for (const round of rounds.values) {
    if (reader.actions.length > MOST_ACTIONS) throw tooManyActions();
    bindRound(reader, round);
    readStatements(reader, rounds.body);
    if (lost(reader, before)) return false;
    if (endsRound(reader)) return true;
  }
  return true;
}

function counted(reader: Reader, { init, test, update, body }: ast.ForStatement): boolean {
  const known = { constants: new Map(reader.constants) };
  if (init?.type === 'VariableDeclaration') reader.read(reader, init);
  if (test && truthOf(reader, test) === undefined) {
    reader.constants = known.constants;
    return false;
  }
  return repeated(reader, { test, update, body });
}

/** One loop stands for rounds that are all the same, unless they go from tab to tab. */
function looped(reader: Reader, { isEven = false, values, body }: Rounds): boolean {
  if (!isEven || values.length < 2 || body.some(one => hasExit(one) || changesNames(one))) return false;
  const { actions, current, pages } = reader;
  const [before, known] = [actions.length, pages.size];
  actions.push({ type: 'loop', times: String(values.length) });
  readStatements(reader, body);
  actions.push({ type: 'end' });
  if (reader.current === current && pages.size === known) return true;
  actions.length = before;
  reader.current = current;
  return false;
}

const changesNames = (node: Node): boolean =>
  someNode(node, ({ type }) => type === 'AssignmentExpression' || type === 'UpdateExpression');

function noteFixtures(reader: Reader, [fixtures]: FunctionNode['params']): void {
  for (const property of fixtures?.type === 'ObjectPattern' ? fixtures.properties : []) {
    const name = property.type === 'ObjectProperty' ? keyOf(property) : undefined;
    if (property.type !== 'ObjectProperty' || name === undefined) continue;
    const value = reader.fixtures.ask(reader, name);
    if (value !== undefined) bindPattern(reader, property.value, value);
    else if (/page$/i.test(name) && property.value.type === 'Identifier') reader.pages.set(property.value.name, 0);
  }
}

/** A call costs as much as so many computed expressions. */
const STEPS_OF_CALL = 50;

/** Tells how the body was left. What an arrow gives is what it returns. */
export function readBody(reader: Reader, { body, params }: FunctionNode): Reader['exit'] {
  spend(reader, STEPS_OF_CALL);
  if (reader.actions.length > MOST_ACTIONS) throw tooManyActions();
  if (reader.running.length === 0) noteFixtures(reader, params);
  const before = reader.exit;
  reader.exit = {};
  if (body.type === 'BlockStatement') readStatements(reader, body.body);
  else reader.read(reader, { ...placeIn(body), type: 'ReturnStatement', argument: body });
  const { exit } = reader;
  reader.exit = before;
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : body;
  if (exit.how === undefined) readRemarks(reader, last === undefined ? body.innerComments : last.trailingComments);
  return exit;
}

const placeIn = ({ start, end }: Node) => ({ start: start ?? null, end: end ?? null });

export function readRemarks(reader: Reader, comments: Node['leadingComments']): void {
  const text = (comments ?? []).map(({ value }) => value.replace(/^\s*\*? ?/gm, '').trim()).join('\n');
  if (text !== '' && !saysWhoActs(reader, text)) reader.actions.push({ type: 'comment', text: literal(text) });
}
