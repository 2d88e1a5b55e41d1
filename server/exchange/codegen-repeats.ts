/** Calls of an interface that are made again until their checks hold. */
import { optionOf } from './codegen-patterns.ts';
import { type CodegenCall, isFunctionNode, type Node, plainValue, type Reader, textOf } from './codegen-reader.ts';
import { answerChecked } from './codegen-requests.ts';
import { timeLimit } from './codegen-values.ts';

/** The checks of a call that is all that came since then become what it waits for. */
export function repeatCall({ actions }: Reader, start: number, options: Node | undefined): boolean {
  const [call, ...others] = actions.slice(start);
  if (call?.type !== 'request' || others.length > 0) return false;
  const { expectStatus, expectBody } = call;
  const condition = typeof expectBody === 'string' ? expectBody : statusCondition(expectStatus);
  if (condition === undefined) return false;
  delete call.expectBody;
  const { timeoutMs } = timeLimit(options);
  const limit = timeoutMs === DEFAULT_LIMIT_MS ? {} : timeLimit(options);
  Object.assign(call, { repeatUntil: condition }, limit, pauseIn(options));
  return true;
}

/** Of an action, as exported code writes it too. */
const DEFAULT_LIMIT_MS = 10_000;
const LEAST_PAUSE_MS = 50;

/** `intervals: [1_000]`; pauses that grow are left to the action. */
function pauseIn(options: Node | undefined): { everyMs?: number } {
  const list = optionOf(options, 'intervals');
  const [only, more] = list?.type === 'ArrayExpression' ? list.elements : [];
  return only?.type === 'NumericLiteral' && more === undefined && only.value >= LEAST_PAUSE_MS
    ? { everyMs: Math.round(only.value) }
    : {};
}

/** Undefined for several, which any answer has that nothing is checked of. */
function statusCondition(expectStatus: unknown): string | undefined {
  if (expectStatus === '2xx') return 'status >= 200 and status < 300';
  return typeof expectStatus === 'string' && /^\d+$/.test(expectStatus) ? `status = ${expectStatus}` : undefined;
}

/** `expect.poll(async () => (await request.get('/job')).status()).toBe(200)`, the call before its answer, too. */
export function polledCall(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  if (owner.type !== 'CallExpression' || textOf(reader, owner.callee).replace(/\s/g, '') !== 'expect.poll')
    return false;
  const [polled, options] = owner.arguments;
  if (!isFunctionNode(polled) || !CALLS.test(textOf(reader, polled))) return false;
  const statements = polled.body.type === 'BlockStatement' ? polled.body.body : [];
  const last = polled.body.type === 'BlockStatement' ? statements.at(-1) : polled.body;
  const value = last?.type === 'ReturnStatement' ? last.argument : last;
  if (!value) return false;
  const start = reader.actions.length;
  for (const statement of statements.slice(0, -1)) reader.read(reader, statement);
  const isTaken =
    answerChecked(reader, plainValue(value), { name, args, isNot: false }) && repeatCall(reader, start, options);
  if (!isTaken) reader.actions.splice(start);
  return isTaken;
}

const CALLS = /[rR]equest\w*\s*\.\s*(?:get|post|put|patch|delete|head|fetch)\s*\(/;
