import type { ServerResponse } from 'node:http';
import type { Fault } from '../calls/fault.ts';

type Headers = Record<string, string>;

export function faultHeaders(fault: Fault | undefined): Headers {
  const { requiredAccess, retryAfterSeconds } = fault?.data ?? {};
  if (fault?.kind === 'unauthorized') return { 'WWW-Authenticate': 'Bearer' };
  if (requiredAccess !== undefined)
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${String(requiredAccess)}"` };
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

/** Only callers that speak JSON-RPC get failures in its form. */
export function sendFault(
  response: ServerResponse,
  fault: Fault,
  { httpStatus = fault.httpStatus, headers = {} }: { httpStatus?: number; headers?: Headers } = {},
): void {
  const { kind, message, data } = fault;
  const body = { error: kind, message, ...data };
  sendJson(response, { httpStatus, body, headers: { ...headers, ...faultHeaders(fault) } });
}

export function sendJson(
  response: ServerResponse,
  reply: { httpStatus: number; body?: object | undefined; headers?: Headers },
): void {
  const { httpStatus, body, headers } = reply;
  if (body === undefined) {
    response.writeHead(httpStatus, { 'Content-Length': '0', 'Cache-Control': 'no-store', ...headers }).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  const type = 'application/json; charset=utf-8';
  response
    .writeHead(httpStatus, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(bytes);
}
