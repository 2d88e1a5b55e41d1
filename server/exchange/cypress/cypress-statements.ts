/** Statements of a test of Cypress, one after the other. */
import { leftOut, literal, wrongText } from '../../../model/exchange/test-drafts.ts';
import { isComputedAlone } from '../codegen-evaluated.ts';
import { bindRound, roundsOf } from '../codegen-lists.ts';
import { bindPattern, textNode } from '../codegen-patterns.ts';
import { type FunctionNode, type Node, plainValue, type Reader, textOf } from '../codegen-reader.ts';
import { calledIn, computedPart, stringOf, timeLimit } from '../codegen-values.ts';
import { ELEMENT_ACTIONS } from './cypress-actions.ts';
import { chaiCheck } from './cypress-chai.ts';
import type { CypressSubject } from './cypress-chain.ts';
import {
  type CypressChain,
  type CypressCommand,
  type CypressLink,
  type CypressState,
  insideOf,
  linksOf,
  quoteOf,
} from './cypress-chain.ts';
import { addCheck, withCallback } from './cypress-checks.ts';
import { fluentCalls, functionIn } from './cypress-objects.ts';
import { memberSubject, PAGE_COMMANDS, readSubject } from './cypress-page.ts';
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
  const text = textOf(reader, node);
  const chain: CypressChain = { state, reader, subject: { of: 'nothing' }, isLook: false, limit: {}, text };
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
  if (at.type !== 'CallExpression' || at.callee.type !== 'Identifier' || at.callee.name !== 'expect') return false;
  const subject = subjectOf(state, reader, at.arguments[0]);
  const text = textOf(reader, node);
  const chain: CypressChain = { state, reader, subject: subject ?? { of: 'nothing' }, isLook: false, limit: {}, text };
  const reason =
    subject === undefined ? 'What it compares is computed by the code.' : addCheck(chain, chaiCheck(words, args));
  if (reason !== undefined) reader.actions.push(leftOut(text, reason));
  return true;
}

function subjectOf(state: CypressState, reader: Reader, node: Node | undefined): CypressSubject | undefined {
  if (node?.type === 'Identifier') return state.bound.get(node.name);
  if (node?.type === 'MemberExpression') {
    const owner = subjectOf(state, reader, node.object);
    const name =
      node.property.type === 'Identifier' && !node.computed ? node.property.name : stringOf(reader, node.property);
    return owner === undefined || name === undefined ? undefined : memberSubject(owner, name);
  }
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  const owner = subjectOf(state, reader, object);
  if (owner === undefined || property.type !== 'Identifier') return undefined;
  const isTrimmed = property.name === 'trim' && owner.of === 'reading' && owner.what === 'text';
  return isTrimmed ? owner : readSubject(reader, owner, property.name, node.arguments);
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
  return chainRead(state, reader, node) || expectationRead(state, reader, node) || functionRead(state, reader, node);
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
