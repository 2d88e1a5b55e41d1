/** Handlers of `route`, as mocks: what they answer, how requests fail, and what comes late. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { type AnswerJson, changedJson, changesAnswer } from './codegen-answer-changes.ts';
import { fileOf } from './codegen-elements.ts';
import { bodyOf, expressionFor } from './codegen-json.ts';
import { isOfWindow } from './codegen-objects.ts';
import { bindPattern, keyOf, optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  type FunctionNode,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { withReason } from './codegen-settle.ts';
import { fieldText, numberOf, patternOf, resolved, stringOf } from './codegen-values.ts';

interface MockDraft {
  method?: string;
  delayMs?: number;
  /** What is done with the request in the end. */
  deed?: Readonly<Record<string, unknown>>;
}

interface HandlerNames {
  reader: Reader;
  route: string;
  request: string | undefined;
  /** Of what the handler names itself: the method of the request, the real answer and its JSON. */
  method?: string;
  response?: string;
  json?: AnswerJson;
}

const UNREAD = 'What it does to requests cannot be read: use “Mock requests”.';

/** `page.route(…)`, `routeFromHAR`, `unroute` or `unrouteAll`, also of the context; undefined where the call is about something else. */
export function mockCall(reader: Reader, { owner, name, args }: CodegenCall): boolean | undefined {
  if (!isOfWindow(reader, owner) || !/^(?:route|routeFromHAR|unroute|unrouteAll)$/.test(name)) return undefined;
  if (name === 'routeFromHAR') return replayed(reader, args);
  const [address, handler, options] = args;
  const url = address === undefined ? undefined : patternOf(reader, address, true);
  if (name !== 'route') return stopped(reader, name, url);
  const draft = handler === undefined ? undefined : draftOf(reader, handler);
  if (url === undefined || draft === undefined) return refused(reader, UNREAD);
  const { deed = {}, method, delayMs } = draft;
  if (Object.keys(deed).length === 0 && delayMs === undefined)
    return refused(reader, 'It lets requests pass as they are, which they do anyway.');
  const times = numberOf(reader, optionOf(options && resolved(reader, options), 'times'));
  const made: ActionDraft = {
    ...{ type: 'mock', url, ...deed },
    ...(method === undefined ? {} : { method }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(times === undefined ? {} : { times: String(times) }),
  };
  reader.actions.push(made);
  return true;
}

const UNREAD_HAR = 'Which file or requests it is about cannot be read: use “Replay a HAR file”.';

function replayed(reader: Reader, [path, given]: readonly Node[]): boolean {
  const file = path && fieldText(reader, path);
  const options = given && resolved(reader, given);
  const [address, notFound, update] = ['url', 'notFound', 'update'].map(name => optionOf(options, name));
  const url = address && patternOf(reader, address, true);
  const isUnread = options !== undefined && options.type !== 'ObjectExpression';
  if (file === undefined || isUnread || (address !== undefined && url === undefined))
    return refused(reader, UNREAD_HAR);
  const way = notFound && stringOf(reader, notFound);
  reader.actions.push({
    ...{ type: 'replayHar', file: fileOf(file) },
    ...(url === undefined ? {} : { url }),
    ...(way === undefined ? {} : { notFound: way }),
    ...(update?.type === 'BooleanLiteral' && update.value ? { update: true } : {}),
  });
  return true;
}

function stopped(reader: Reader, name: string, url: string | undefined): boolean {
  if (name === 'unroute' && url === undefined) return refused(reader, UNREAD);
  reader.actions.push({ type: 'stopMocking', ...(name === 'unroute' ? { url } : {}) });
  return true;
}

function refused(reader: Reader, reason: string): false {
  withReason(reader, reason);
  return false;
}

function functionOf(reader: Reader, given: Node): FunctionNode | undefined {
  if (given.type === 'Identifier') return reader.functions.get(given.name);
  return given.type === 'ArrowFunctionExpression' || given.type === 'FunctionExpression' ? given : undefined;
}

function draftOf(reader: Reader, handler: Node): MockDraft | undefined {
  const called = functionOf(reader, handler);
  const [route, request] = called?.params ?? [];
  if (called === undefined || route?.type !== 'Identifier') return undefined;
  const names = {
    reader: { ...reader, constants: new Map(reader.constants) },
    route: route.name,
    request: request?.type === 'Identifier' ? request.name : undefined,
  };
  const { body } = called;
  return readSteps(names, body.type === 'BlockStatement' ? body.body : [body]);
}

const ANY_DEED = { any: true };

/** Undefined where a step is none that a mock has. */
function readSteps(names: HandlerNames, steps: readonly Node[]): MockDraft | undefined {
  let draft: MockDraft = {};
  for (const step of steps) {
    if (step.type === 'ReturnStatement' && !step.argument) continue;
    const read = readStep(names, step);
    if (read === undefined) return undefined;
    // Those of other methods are let pass behind what is done with its own.
    const isForOthers = draft.method !== undefined && Object.keys(read.deed ?? ANY_DEED).length === 0;
    if (draft.deed === undefined) draft = { ...draft, ...read };
    else if (!isForOthers) return undefined;
  }
  return draft.deed === undefined ? undefined : draft;
}

function bare(node: Node): Node {
  if (node.type === 'ExpressionStatement') return plainValue(node.expression);
  return node.type === 'ReturnStatement' && node.argument ? plainValue(node.argument) : plainValue(node);
}

function readStep(names: HandlerNames, step: Node): MockDraft | undefined {
  if (step.type === 'IfStatement') return readChoice(names, step);
  if (step.type === 'VariableDeclaration')
    return step.declarations.every(({ id, init }) => init && namedInHandler(names, id, init)) ? {} : undefined;
  const node = bare(step);
  if (names.json !== undefined && changesAnswer(names.reader, names.json, node)) return {};
  const delayMs = delayOf(names, node);
  if (delayMs !== undefined) return { delayMs };
  const call = callOf(node);
  if (call === undefined || textOf(names.reader, call.owner) !== names.route) return undefined;
  const deed = deedOf(names, call);
  return deed && { deed };
}

/** The answer that is changed, parts of the request, and values that are known. */
function namedInHandler(names: HandlerNames, id: Node, init: Node): boolean {
  const { reader, route } = names;
  const call = callOf(plainValue(init));
  const owner = call && textOf(reader, call.owner);
  if (id.type === 'Identifier' && call !== undefined) {
    if (owner === route && call.name === 'fetch') names.response = id.name;
    else if (owner === names.response && call.name === 'json') names.json = { name: id.name, expression: 'body' };
    else if (owner === route && call.name === 'request') names.request = id.name;
    else if (isMethod(names, plainValue(init))) names.method = id.name;
    else return known(reader, id, init);
    return true;
  }
  return known(reader, id, init);
}

function known(reader: Reader, id: Node, init: Node): boolean {
  const value = reader.settled(reader, init);
  if (value !== undefined) bindPattern(reader, id, value);
  return value !== undefined;
}

/** `new Promise(resolve => setTimeout(resolve, 500))`, `page.waitForTimeout(500)` */
function delayOf({ reader }: HandlerNames, node: Node): number | undefined {
  const call = callOf(node);
  if (call?.name === 'waitForTimeout') return numberOf(reader, call.args[0]);
  if (node.type !== 'NewExpression' || textOf(reader, node.callee) !== 'Promise') return undefined;
  const [, ms] = /=>\s*setTimeout\(\s*\w+,\s*([\d_]+)\s*\)\s*\)$/.exec(textOf(reader, node)) ?? [];
  return ms === undefined ? undefined : Number(ms.replaceAll('_', ''));
}

/** `if (route.request().method() === 'POST') … else route.fallback()`, or the other way round. */
function readChoice(names: HandlerNames, step: Extract<Node, { type: 'IfStatement' }>): MockDraft | undefined {
  const { test, consequent, alternate } = step;
  const method =
    test.type === 'BinaryExpression' && isMethod(names, test.left) ? stringOf(names.reader, test.right) : undefined;
  if (test.type !== 'BinaryExpression' || method === undefined) return undefined;
  const isSame = /^===?$/.test(test.operator);
  if (!isSame && !/^!==?$/.test(test.operator)) return undefined;
  const [own, other] = isSame ? [consequent, alternate] : [alternate, consequent];
  const passed = other ? readSteps(names, stepsOf(other)) : {};
  if (passed === undefined || Object.keys(passed.deed ?? {}).length > 0 || passed.delayMs !== undefined)
    return undefined;
  // What is done with the others stands behind the choice.
  if (!own) return { method };
  const draft = readSteps(names, stepsOf(own));
  return draft && { ...draft, method };
}

const stepsOf = (node: Node): readonly Node[] => (node.type === 'BlockStatement' ? node.body : [node]);

const isMethod = ({ reader, route, request, method }: HandlerNames, node: Node): boolean =>
  [`${route}.request().method()`, `${request}.method()`, method].includes(textOf(reader, node));

function deedOf(names: HandlerNames, { name, args: [given] }: CodegenCall): MockDraft['deed'] {
  const { reader } = names;
  if (name === 'continue' || name === 'fallback') return given === undefined ? {} : undefined;
  if (name === 'abort') return { abort: (given && stringOf(reader, given)) ?? 'failed' };
  if (name !== 'fulfill') return undefined;
  if (given === undefined) return { status: '200' };
  const options = resolved(reader, given);
  return options.type === 'ObjectExpression' ? answerOf(names, options) : undefined;
}

type AnswerNode = Extract<Node, { type: 'ObjectExpression' }>;

const KNOWN: readonly string[] = ['status', 'headers', 'contentType', 'body', 'json', 'path', 'response'];

function answerOf(names: HandlerNames, options: AnswerNode): MockDraft['deed'] {
  const { reader } = names;
  const parts = new Map(
    options.properties.map((part): [string | undefined, Node | undefined] =>
      part.type === 'ObjectProperty' ? [keyOf(part), part.value] : [undefined, undefined],
    ),
  );
  if ([...parts.keys()].some(name => name === undefined || !KNOWN.includes(name))) return undefined;
  const content = contentOf(names, parts);
  const headers = headersOf(reader, parts);
  const status = parts.get('status');
  const code = status && fieldText(reader, status);
  if (content === undefined || headers === undefined || (status !== undefined && code === undefined)) return undefined;
  return {
    ...(code === undefined ? {} : { status: code }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...content,
    ...(code === undefined && Object.keys(content).length === 0 ? { status: '200' } : {}),
  };
}

type AnswerParts = ReadonlyMap<string | undefined, Node | undefined>;

/** Undefined where it cannot be read. */
function contentOf(names: HandlerNames, parts: AnswerParts): Readonly<Record<string, string>> | undefined {
  const { reader } = names;
  const [response, json, text, path] = ['response', 'json', 'body', 'path'].map(name => parts.get(name));
  const given = json ?? text;
  const change = given && changeOf(names, given);
  if (response !== undefined || change !== undefined) {
    const instead = change ?? (json && expressionFor(reader, json));
    return instead === undefined ? undefined : { change: instead };
  }
  if (path !== undefined) {
    const file = fieldText(reader, path);
    return file === undefined ? undefined : { file: fileOf(file) };
  }
  if (given === undefined) return {};
  const body = bodyOf(reader, given);
  return body === undefined ? undefined : { body };
}

/** What changes the real answer: as exported code computes it, or in a few plain steps; others are programs. */
function changeOf({ reader, json }: HandlerNames, given: Node): string | undefined {
  const node = plainValue(given);
  if (node.type === 'CallExpression' && textOf(reader, node.callee) === 'compute')
    return stringOf(reader, node.arguments[0]);
  const call = callOf(node);
  const isText = call?.name === 'stringify' && textOf(reader, call.owner) === 'JSON';
  const value = isText ? call.args[0] : node;
  return json && value && changedJson(reader, json, value);
}

/** Undefined where they cannot be read. Those of the real answer stay anyway. */
function headersOf(reader: Reader, parts: AnswerParts): Record<string, string> | undefined {
  const given = parts.get('headers');
  const type = parts.get('contentType');
  const named = given === undefined ? [] : pairsOf(reader, resolved(reader, given));
  const typed = type && fieldText(reader, type);
  if (named === undefined || (type !== undefined && typed === undefined)) return undefined;
  const isImplied =
    typed === 'application/json' && [parts.get('json'), parts.get('body')].some(one => one !== undefined);
  return { ...Object.fromEntries(named), ...(typed === undefined || isImplied ? {} : { 'Content-Type': typed }) };
}

type Pairs = readonly [string, string][];

function pairsOf(reader: Reader, node: Node): Pairs | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const parts = node.properties.map(part =>
    part.type === 'SpreadElement' ? spread(reader, part.argument) : pairOf(reader, part),
  );
  return parts.includes(undefined) ? undefined : parts.flatMap((pairs = []) => pairs);
}

/** `...response.headers()` are those of the real answer, which stay. */
const spread = (reader: Reader, argument: Node): Pairs | undefined =>
  /^\w+\.headers\(\)$/.test(textOf(reader, argument)) ? [] : pairsOf(reader, argument);

function pairOf(reader: Reader, part: Node): Pairs | undefined {
  const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
  const value = part.type === 'ObjectProperty' ? fieldText(reader, part.value) : undefined;
  return key === undefined || value === undefined ? undefined : [[key, value]];
}
