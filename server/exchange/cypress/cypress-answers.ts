/** What `cy.intercept` answers, as the fields of a mock. */
import { type AnswerJson, changesAnswer } from '../codegen-answer-changes.ts';
import { bodyOf } from '../codegen-json.ts';
import { keyOf } from '../codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  type FunctionNode,
  isFunctionNode,
  type Node,
  plainValue,
  textOf,
} from '../codegen-reader.ts';
import { partsOf } from '../codegen-storage.ts';
import { fieldText, numberOf, resolved, stringOf } from '../codegen-values.ts';
import { COMPUTED, type CypressChain } from './cypress-chain.ts';
import { headersOf } from './cypress-requests.ts';

/** Without any field, requests pass as they are. */
type MockAnswer = { fields: Readonly<Record<string, unknown>> } | { reason: string };

const KNOWN = new Set([
  'body',
  'fixture',
  'statusCode',
  'headers',
  'forceNetworkError',
  'throttleKbps',
  'delay',
  'delayMs',
  'log',
]);

type StaticAnswerParts = ReadonlyMap<string, Node>;

/** An object with none of its words is the body itself. */
export function answerOf(chain: CypressChain, given: Node): MockAnswer {
  const { reader } = chain;
  const node = resolved(reader, given);
  if (node.type !== 'ObjectExpression' || !isAnswer(node)) return bodyFields(chain, { body: given });
  const parts = partsOf(reader, reader.settled(reader, node) ?? node);
  const strange = parts && [...parts.keys()].find(name => !KNOWN.has(name));
  if (parts === undefined) return { reason: COMPUTED };
  return strange === undefined ? fieldsOf(chain, parts) : { reason: `Its option “${strange}” is not known.` };
}

const isAnswer = ({ properties }: Extract<Node, { type: 'ObjectExpression' }>): boolean =>
  properties.length === 0 ||
  properties.some(
    part => part.type === 'SpreadElement' || (part.type === 'ObjectProperty' && KNOWN.has(keyOf(part) ?? '')),
  );

function fieldsOf(chain: CypressChain, parts: StaticAnswerParts): MockAnswer {
  const { reader } = chain;
  const delay = delayIn(chain, parts.get('delay') ?? parts.get('delayMs'));
  if (delay === undefined) return { reason: COMPUTED };
  if (parts.has('throttleKbps'))
    chain.state.notes.push(
      `“${chain.text.slice(0, 120)}”: “throttleKbps” is not taken over; the answer comes at once.`,
    );
  const failing = parts.get('forceNetworkError');
  const fails = failing && resolved(reader, failing);
  if (fails?.type === 'BooleanLiteral' && fails.value) return { fields: { abort: 'failed', ...delay } };
  const headers = headersOf(reader, parts.get('headers'));
  const code = parts.get('statusCode');
  const status = code && fieldText(reader, code);
  if (headers === undefined || (code !== undefined && status === undefined)) return { reason: COMPUTED };
  const more = { ...(status === undefined ? {} : { status }), ...headers, ...delay };
  return bodyFields(chain, { body: parts.get('body'), fixture: parts.get('fixture') }, more);
}

/** Undefined where it is computed by the code. */
function delayIn({ reader }: CypressChain, node: Node | undefined): { delayMs?: number } | undefined {
  const delay = node === undefined ? 0 : numberOf(reader, node);
  if (delay === undefined) return undefined;
  return delay >= 1 ? { delayMs: Math.round(delay) } : {};
}

function bodyFields(
  chain: CypressChain,
  { body, fixture }: { body?: Node | undefined; fixture?: Node | undefined },
  more: Readonly<Record<string, unknown>> = {},
): MockAnswer {
  if (fixture !== undefined) return fixtureFields(chain, fixture, more);
  const text = body && bodyOf(chain.reader, body);
  if (body !== undefined && text === undefined) return { reason: COMPUTED };
  const isEmpty = text === undefined && more.status === undefined;
  return { fields: { ...(isEmpty ? { status: '200' } : {}), ...(text === undefined ? {} : { body: text }), ...more } };
}

/** JSON that came along is written into the mock; any other file is one of the project. */
function fixtureFields(chain: CypressChain, fixture: Node, more: Readonly<Record<string, unknown>>): MockAnswer {
  const name = stringOf(chain.reader, fixture)?.replace(/,\s*[\w-]+$/, '');
  if (name === undefined || name === '' || name.includes('\uE000'))
    return { reason: 'Which fixture it means is computed by the code.' };
  const value = chain.state.fixture(name);
  const body = value && bodyOf(chain.reader, value);
  if (body !== undefined) return { fields: { body, ...more } };
  const plain = name.replace(/^.*[\\/]/, '');
  const file = /\.\w+$/.test(plain) ? plain : `${plain}.json`;
  chain.state.notes.push(`“${chain.text.slice(0, 120)}”: put the fixture ${file} into the files of the project.`);
  return { fields: { file, ...more } };
}

const PROGRAM = 'What its function does to requests is a program: use “Mock requests”.';

/** A function that does one of the things that a mock does: `req => req.reply({ statusCode: 500 })`. */
export function handlerAnswer(chain: CypressChain, { params: [request], body }: FunctionNode): MockAnswer {
  const [step, more] = stepsOf(body);
  const call = step && callOf(step);
  if (step === undefined) return { fields: {} };
  const isOfRequest = request?.type === 'Identifier' && call && textOf(chain.reader, call.owner) === request.name;
  return isOfRequest && more === undefined ? answerOfCall(chain, call) : { reason: PROGRAM };
}

function answerOfCall(chain: CypressChain, { name, args }: CodegenCall): MockAnswer {
  const [first, second] = args;
  if (name === 'destroy') return { fields: { abort: 'failed' } };
  if (name === 'continue' && first === undefined) return { fields: {} };
  if (name === 'reply' && !isFunctionNode(first)) return replied(chain, args);
  const isLater = name === 'on' && /^(?:before:response|response)$/.test(stringOf(chain.reader, first) ?? '');
  const later = isLater ? second : first;
  const isOfAnswer = isLater || name === 'reply' || name === 'continue';
  return isOfAnswer && isFunctionNode(later) ? changed(chain, later) : { reason: PROGRAM };
}

/** `reply(404)`, `reply(200, body, headers)`, or what an answer is otherwise given by. */
function replied(chain: CypressChain, [first, second, third]: readonly (Node | undefined)[]): MockAnswer {
  if (first === undefined) return { fields: { status: '200' } };
  const status = resolved(chain.reader, first).type === 'NumericLiteral' ? fieldText(chain.reader, first) : undefined;
  if (status === undefined) return answerOf(chain, first);
  const headers = headersOf(chain.reader, third);
  return headers === undefined ? { reason: COMPUTED } : bodyFields(chain, { body: second }, { status, ...headers });
}

/** `response => { response.body.total = 3; response.setDelay(500); }` */
function changed(chain: CypressChain, { params: [response], body }: FunctionNode): MockAnswer {
  const name = response?.type === 'Identifier' ? response.name : '';
  const json: AnswerJson = { name: `${name}.body`, expression: 'body' };
  const more: Record<string, unknown> = {};
  for (const step of stepsOf(body)) {
    const fields = changesAnswer(chain.reader, json, step) ? {} : fieldsOfStep(chain, name, step);
    if (fields === undefined) return { reason: PROGRAM };
    Object.assign(more, fields);
  }
  const isReal = json.expression === 'body' && more.status === undefined;
  return { fields: { ...(isReal ? {} : { change: json.expression }), ...more } };
}

/** Undefined for what no mock does. */
function fieldsOfStep(chain: CypressChain, name: string, step: Node): object | undefined {
  const { reader } = chain;
  const call = callOf(step);
  if (call !== undefined && textOf(reader, call.owner) === name) {
    if (call.name === 'setDelay') return delayIn(chain, call.args[0]);
    return call.name === 'send' && call.args.length === 0 ? {} : undefined;
  }
  const isStatus = step.type === 'AssignmentExpression' && textOf(reader, step.left) === `${name}.statusCode`;
  const status = isStatus ? fieldText(reader, step.right) : undefined;
  return status === undefined ? undefined : { status };
}

function stepsOf(body: Node): Node[] {
  const steps = body.type === 'BlockStatement' ? body.body : [body];
  return steps.map(step => {
    if (step.type === 'ExpressionStatement') return plainValue(step.expression);
    return plainValue((step.type === 'ReturnStatement' && step.argument) || step);
  });
}
