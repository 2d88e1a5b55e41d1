/** Statements of a test of Cypress, one after the other. */
import { leftOut, literal, wrongText } from '../../../model/exchange/test-drafts.ts';
import { isComputedAlone } from '../codegen-evaluated.ts';
import { bindRound, roundsOf } from '../codegen-lists.ts';
import { bindPattern, textNode } from '../codegen-patterns.ts';
import { callOf, type FunctionNode, type Node, plainValue, type Reader, textOf } from '../codegen-reader.ts';
import { calledIn, computedPart, stringOf, timeLimit } from '../codegen-values.ts';
import { ELEMENT_ACTIONS } from './cypress-actions.ts';
import { assertedCheck, type ChaiCheck, chaiCheck } from './cypress-chai.ts';
import {
  type CypressChain,
  type CypressCommand,
  type CypressLink,
  type CypressState,
  type CypressSubject,
  insideOf,
  linksOf,
  memberSubject,
  quoteOf,
} from './cypress-chain.ts';
import { addCheck, withCallback } from './cypress-checks.ts';
import { keptCalled } from './cypress-kept.ts';
import { fluentCalls, functionIn } from './cypress-objects.ts';
import { PAGE_COMMANDS, readSubject } from './cypress-page.ts';
import { QUERIES } from './cypress-queries.ts';

const COMMANDS: ReadonlyMap<string, CypressCommand> = new Map([
  ...Object.entries({ ...QUERIES, ...ELEMENT_ACTIONS, ...PAGE_COMMANDS }),
  ['then', withCallback],
]);

const MOST_ACTIONS = 5_000;

function addChecked(reader: Reader): void {
  if (reader.actions.length > MOST_ACTIONS) throw wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);
}

function chainRead(state: CypressState, reader: Reader, node: Node): boolean {
  const links = linksOf(state, reader, node);
  if (links === undefined || links.length === 0) return false;
  const chain = chainFor(state, reader, node);
  const { text } = chain;
  const before = reader.actions.length;
  for (const link of links) {
    chain.reader = link.reader;
    const limit = timeLimit(link.args.at(-1));
    if (limit.timeoutMs !== undefined) chain.limit = limit;
    const reason = performed(chain, link);
    if (reason === undefined) continue;
    const isBegun = reader.actions.length > before;
    reader.actions.push(leftOut(isBegun ? `${quoteOf(link)} of ${text}` : text, reason));
    return true;
  }
  const { subject, isLook } = chain;
  if (isLook && subject.of === 'elements')
    reader.actions.push({
      ...{ type: 'assert', matcher: 'toHaveCount', locator: subject.locator, expected: '0', not: true },
      ...chain.limit,
    });
  return true;
}

function performed(chain: CypressChain, link: CypressLink): string | undefined {
  const { state, reader } = chain;
  if (state.overwritten.has(link.name)) return `The file gives “${link.name}” another meaning.`;
  const called = state.commands.get(link.name);
  if (called === undefined) {
    const command = COMMANDS.get(link.name);
    return command === undefined ? `The command “${link.name}” is not known.` : command(chain, link.args);
  }
  if (chain.subject.of !== 'nothing') return `“${link.name}” is a command that works on what it follows.`;
  const inner = insideOf(reader, called, link.args);
  if (inner === undefined) return `“${link.name}” runs itself, or is given more than it takes.`;
  readCypressBody(state, inner, called);
  chain.subject = { of: 'unknown', reason: `What “${link.name}” yields is not known.` };
  chain.isLook = false;
  return undefined;
}

/** `expect(…)` of a parameter of a callback: its words, the innermost first. */
function expectationRead(state: CypressState, reader: Reader, node: Node): boolean {
  const words: string[] = [];
  let args: readonly Node[] = [];
  let at = node;
  if (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    args = at.arguments;
    at = at.callee;
  }
  while (at.type === 'MemberExpression' && at.property.type === 'Identifier') {
    words.unshift(at.property.name);
    at = at.object;
  }
  if (at.type === 'Identifier' && at.name === 'assert') return assertionRead(state, reader, node);
  if (at.type !== 'CallExpression' || at.callee.type !== 'Identifier' || at.callee.name !== 'expect') return false;
  compare(state, reader, { node, subject: at.arguments[0], check: chaiCheck(words, args) });
  return true;
}

/** `assert.equal(response.status, 200)` */
function assertionRead(state: CypressState, reader: Reader, node: Node): boolean {
  const { name, args } = callOf(node) ?? { name: '', args: [] };
  const [subject, ...others] = args;
  const check = assertedCheck(name, others);
  if (check === undefined) return false;
  compare(state, reader, { node, subject, check });
  return true;
}

interface ComparedValue {
  node: Node;
  subject: Node | undefined;
  check: ChaiCheck;
}

function compare(state: CypressState, reader: Reader, { node, subject: given, check }: ComparedValue): void {
  const subject = subjectOf(state, reader, given);
  const chain = chainFor(state, reader, node);
  if (subject !== undefined) chain.subject = subject;
  const reason = subject === undefined ? 'What it compares is computed by the code.' : addCheck(chain, check);
  if (reason !== undefined) reader.actions.push(leftOut(chain.text, reason));
}

const chainFor = (state: CypressState, reader: Reader, node: Node): CypressChain => ({
  state,
  reader,
  subject: { of: 'nothing' },
  isLook: false,
  limit: {},
  text: textOf(reader, node),
});

/** `clock.tick(1000)` and `win.localStorage.setItem('token', 'abc')` in a callback. */
function keptRead(state: CypressState, reader: Reader, node: Node): boolean {
  const call = callOf(node);
  const subject = call && subjectOf(state, reader, call.owner);
  const chain = chainFor(state, reader, node);
  const done = call && subject && keptCalled(chain, subject, call);
  if (done?.reason !== undefined) reader.actions.push(leftOut(chain.text, done.reason));
  return done !== undefined;
}

const STORAGES = /^(?:local|session)Storage$/;

function subjectOf(state: CypressState, reader: Reader, given: Node | undefined): CypressSubject | undefined {
  const node = given && plainValue(given);
  if (node?.type === 'Identifier') return state.bound.get(node.name) ?? partOfBrowser(node.name);
  if (node?.type === 'MemberExpression' || node?.type === 'OptionalMemberExpression') {
    const owner = subjectOf(state, reader, node.object);
    const name = nameOf(reader, node);
    return owner === undefined || name === undefined ? undefined : memberSubject(owner, name);
  }
  const call = node && callOf(node);
  const owner = call && subjectOf(state, reader, call.owner);
  if (call === undefined || owner === undefined) return undefined;
  const isTrimmed = call.name === 'trim' && owner.of === 'reading' && owner.what === 'text';
  return isTrimmed ? owner : readSubject(reader, owner, call.name, call.args);
}

const nameOf = (reader: Reader, { property, computed }: { property: Node; computed: boolean }): string | undefined =>
  property.type === 'Identifier' && !computed ? property.name : stringOf(reader, property);

/** What code of Cypress shares with the page. */
function partOfBrowser(name: string): CypressSubject | undefined {
  if (name === 'window') return { of: 'window' };
  return STORAGES.test(name) ? { of: 'window', storage: name } : undefined;
}

/** A function of the file, with what it is given. */
function functionRead(state: CypressState, reader: Reader, node: Node): boolean {
  const found = fluentCalls(reader, node) ?? calledIn(reader, node) ?? functionIn(reader, node);
  if (found === undefined) return false;
  for (const { inner, called } of Array.isArray(found) ? found : [found]) readCypressBody(state, inner, called);
  return true;
}

function expressionRead(state: CypressState, reader: Reader, given: Node): boolean {
  const node = plainValue(given);
  if (node.type === 'CallExpression' && /^console\.\w+$/.test(textOf(reader, node.callee))) return true;
  return (
    chainRead(state, reader, node) ||
    expectationRead(state, reader, node) ||
    keptRead(state, reader, node) ||
    functionRead(state, reader, node)
  );
}

function declarationRead(reader: Reader, pattern: Node, init: Node): boolean {
  const value = plainValue(init);
  const known = reader.settled(reader, value);
  if (known !== undefined) bindPattern(reader, pattern, known);
  else if (pattern.type === 'Identifier' && isComputedAlone(value)) {
    const into = reader.names.fresh(pattern.name);
    reader.actions.push({ type: 'script', code: textOf(reader, value), into });
    reader.constants.set(pattern.name, textNode(computedPart(into)));
  } else return false;
  return true;
}

const REASONS: Readonly<Record<string, string>> = {
  IfStatement: 'A condition of the code is decided while it runs.',
  TryStatement: 'Cypress goes on after its commands are planned: such a block has no counterpart.',
};

function readCypressStatement(state: CypressState, reader: Reader, node: Node): void {
  addChecked(reader);
  const remarks = (node.leadingComments ?? []).map(({ value }) => value.replace(/^\s*\*? ?/gm, '').trim()).join('\n');
  if (remarks !== '') reader.actions.push({ type: 'comment', text: literal(remarks) });
  const rounds = roundsOf(reader, node);
  for (const round of rounds?.values ?? []) {
    bindRound(reader, round);
    for (const statement of rounds?.body ?? []) readCypressStatement(state, reader, statement);
  }
  if (rounds !== undefined || statementRead(state, reader, node)) return;
  reader.actions.push(
    leftOut(textOf(reader, node), REASONS[node.type] ?? 'It is not one of the commands that are understood.'),
  );
}

function statementRead(state: CypressState, reader: Reader, node: Node): boolean {
  if (/^(?:Empty|FunctionDeclaration|Import|TS|Directive)/.test(node.type)) return true;
  if (node.type === 'ExpressionStatement') return expressionRead(state, reader, node.expression);
  if (node.type === 'ReturnStatement')
    return (
      !node.argument ||
      /^(?:Identifier|ThisExpression)$/.test(node.argument.type) ||
      expressionRead(state, reader, node.argument)
    );
  if (node.type === 'VariableDeclaration')
    return node.declarations.every(({ id, init }) => !init || declarationRead(reader, id, init));
  return false;
}

export function readCypressBody(state: CypressState, reader: Reader, { body }: FunctionNode): void {
  for (const statement of body.type === 'BlockStatement' ? body.body : [])
    if (statement.type === 'FunctionDeclaration' && statement.id) reader.functions.set(statement.id.name, statement);
  if (body.type === 'BlockStatement') for (const statement of body.body) readCypressStatement(state, reader, statement);
  else if (!expressionRead(state, reader, body))
    reader.actions.push(leftOut(textOf(reader, body), 'It is not one of the commands that are understood.'));
}
