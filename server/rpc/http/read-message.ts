import { NotificationObject, parseObject, RequestObject } from 'jsonrpc-lite';
import { AppError } from '../../../model/errors/errors.ts';
import { contentFault, isRecord } from '../../../model/values/json-value.ts';

export type RpcId = string | number;

export type RpcMessage =
  | { kind: 'request'; id: RpcId; method: string; params: object | undefined }
  | { kind: 'notification'; method: string; params: object | undefined }
  | { kind: 'invalid'; id: RpcId | null; error: AppError };

const EXAMPLE = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getModules","arguments":{}}}';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A byte order mark is tolerated; of a repeated key the last one counts. Errors: `parse-error`. */
export function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8 text';
    throw new AppError('parse-error', `The body is not valid JSON: ${reason}.`, { expected: EXAMPLE });
  }
}

const isId = (value: unknown): value is RpcId =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

export const readableId = (value: unknown): RpcId | null => (isRecord(value) && isId(value.id) ? value.id : null);

function shapeFault(value: unknown): string {
  if (!isRecord(value)) return 'A message must be an object';
  if (value.jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if (Object.hasOwn(value, 'id') && !isId(value.id))
    return '"id" must be text that is not empty, or a whole number up to 2^53 - 1';
  if (typeof value.method !== 'string' || value.method === '') return '"method" must be the name of a method';
  return '"params" must be an object, or left out';
}

const invalid = (value: unknown, fault: string): RpcMessage => ({
  kind: 'invalid',
  id: readableId(value),
  error: new AppError('invalid-request', `${fault}.`, { expected: EXAMPLE }),
});

/** The library's codes and data are not used: they call a bad id internal, and repeat the input. */
export function readMessage(value: unknown): RpcMessage {
  const fault = contentFault(value);
  if (fault !== undefined) return invalid(value, fault);
  const { payload } = parseObject(value);
  if (payload instanceof RequestObject && payload.id !== null)
    return { kind: 'request', id: payload.id, method: payload.method, params: payload.params };
  if (payload instanceof NotificationObject)
    return { kind: 'notification', method: payload.method, params: payload.params };
  return invalid(value, shapeFault(value));
}
