// Evaluates JSONata for expression-process.ts, in a process of its own: an expression can use up all memory with one
// call. Plain JavaScript, because Node starts this very file, from the sources too.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { OWN_FUNCTIONS } from './expression-functions.mjs';

/** After this long beyond its limit an evaluation is nobody's any more: the parent, which would end it, is gone. */
const GRACE_MS = 1000;
const WATCH_EVERY_MS = 250;
const MAX_CACHED = 500;
const MAX_RESULT_LENGTH = 1_000_000;
/** Nested evaluations; a function that calls itself takes about four per call. */
const MAX_DEPTH = 1000;
const MAX_ITEMS = 100_000;

const SECRET_REFUSED = 'SECRET';
const RESULT_TOO_LARGE = 'RESULT_TOO_LARGE';
const RESULT_NOT_FINITE = 'RESULT_NOT_FINITE';
const RESULT_IS_FUNCTION = 'RESULT_IS_FUNCTION';

if (isMainThread) {
  const { default: jsonata } = await import('jsonata');
  const deadline = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const compiled = new Map();
  process.on('disconnect', () => process.exit());
  // Ctrl+C reaches the whole process group; the parent decides when this process ends.
  process.on('SIGINT', () => undefined);
  process.on('message', async request => {
    deadline[0] = Date.now() + request.timeLimitMs + GRACE_MS;
    process.send(await answer(request, expression => compile(expression, { jsonata, compiled })));
    deadline[0] = 0;
  });
  new Worker(new URL(import.meta.url), { workerData: deadline }).unref();
  process.send({ state: 'ready' });
} else {
  setInterval(() => {
    if (workerData[0] !== 0 && Date.now() > workerData[0]) process.kill(process.pid, 'SIGKILL');
  }, WATCH_EVERY_MS);
}

function compile(expression, { jsonata, compiled }) {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  if (compiled.size >= MAX_CACHED) compiled.delete(compiled.keys().next().value);
  const fresh = jsonata(expression, { stack: MAX_DEPTH, sequence: MAX_ITEMS });
  for (const [name, { call, signature }] of Object.entries(OWN_FUNCTIONS))
    fresh.registerFunction(name, call, signature);
  compiled.set(expression, fresh);
  return fresh;
}

/** Replies `unreadable`, or how the evaluation ended. */
async function answer(request, compileExpression) {
  let compiled;
  try {
    compiled = compileExpression(request.expression);
  } catch (error) {
    const { message, position, token } = Object(error);
    return {
      state: 'unreadable',
      message: String(message ?? error),
      ...(typeof position === 'number' ? { position } : {}),
      ...(token === undefined ? {} : { token: String(token) }),
    };
  }
  return request.isOnlyRead ? { state: 'value', used: [] } : evaluate(compiled, request);
}

/** Replies `value` (JSON absent when undefined; `used` are indexes into `guarded`) or `failed`. */
async function evaluate(compiled, { visible, guarded, secretsAllowed }) {
  const used = new Set();
  try {
    const result = await compiled.evaluate(
      inputOf(visible, guarded, index => {
        if (!secretsAllowed) throw { code: SECRET_REFUSED, message: fullName(guarded[index]) };
        used.add(index);
      }),
    );
    if (isFunction(result)) throw { code: RESULT_IS_FUNCTION, message: 'the result is a function' };
    const json = JSON.stringify(result, plain);
    if (json !== undefined && json.length > MAX_RESULT_LENGTH)
      throw { code: RESULT_TOO_LARGE, message: `the result is longer than ${MAX_RESULT_LENGTH} characters` };
    return { state: 'value', json, used: [...used] };
  } catch (error) {
    return { state: 'failed', code: String(error?.code ?? ''), message: String(error?.message ?? error) };
  }
}

const fullName = ({ group, name }) => (group === undefined ? name : `${group}.${name}`);

/** Groups and guarded values are found by name only: no wildcard, listing or text of the whole shows them. */
function inputOf(visible, guarded, onRead) {
  const root = Object.assign(Object.create(null), visible.bare);
  for (const [group, values] of Object.entries(visible.groups))
    Object.defineProperty(root, group, { value: Object.assign(Object.create(null), values), enumerable: false });
  guarded.forEach(({ group, name, value }, index) => {
    const read = () => {
      onRead(index);
      return value;
    };
    Object.defineProperty(group === undefined ? root : root[group], name, { get: read, enumerable: false });
  });
  return root;
}

const isFunction = value =>
  typeof value === 'function' || value?._jsonata_lambda === true || value?._jsonata_function === true;

/** As JSONata's own $string: functions have no text, and 0.1 + 0.2 is 0.3. What is no number would become null. */
function plain(_key, value) {
  if (isFunction(value)) return '';
  if (typeof value === 'number' && !Number.isFinite(value))
    throw { code: RESULT_NOT_FINITE, message: `the result is ${value}, which is no number; look for a division by 0` };
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(15)) : value;
}
