/** `GET` and `POST /api/files?path=…`: the files of the project, byte for byte; a person, or a token that may write, puts them. */
import type { Request, RequestHandler } from 'express';
import { AppError, type ErrorKind } from '../../../model/errors/errors.ts';
import type { Caller } from '../access/authenticate.ts';
import { countRequest } from '../access/count-request.ts';
import type { Identify } from '../access/identify.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import type { Fault } from '../calls/fault.ts';
import { projectOf } from './kept-files.ts';
import { faultHeaders, sendJson } from './mcp-endpoint.ts';
import { readBody } from './read-body.ts';

/** Where the files lie. Errors: those of the store, `invalid-params` for a path that can be none. */
export interface ProjectFilesPort {
  read(projectId: string, path: unknown): Promise<Buffer>;
  write(projectId: string, path: unknown, bytes: Buffer): Promise<{ path: string }>;
}

interface ProjectFilesOptions {
  identify: Identify;
  requests: RateLimiter;
  files: ProjectFilesPort;
  limitBytes: number;
  explain(error: unknown): Fault;
}

const METHODS = ['GET', 'HEAD', 'POST'];

/** Errors of the store that HTTP has a status of its own for. */
const STATUSES: Partial<Record<ErrorKind, number>> = {
  'not-found': 404,
  'invalid-params': 400,
  'name-taken': 409,
  conflict: 409,
  'damaged-file': 409,
  'read-only': 503,
  'store-failed': 500,
  'disk-full': 507,
  internal: 500,
};

interface Reply {
  httpStatus: number;
  body?: object;
  bytes?: Buffer;
}

/** The handler of the route. Every failure is answered as JSON. */
export function createProjectFiles(options: ProjectFilesOptions): RequestHandler {
  const { identify, requests, explain } = options;
  return async (request, response) => {
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
    try {
      const caller = identify(request);
      countRequest(requests, caller.actor.id, headers);
      const reply = await answer(request, caller, options);
      if (reply === undefined) return;
      const { httpStatus, body, bytes } = reply;
      if (bytes === undefined) sendJson(response, { httpStatus, body, headers });
      else
        response
          .writeHead(httpStatus, {
            ...headers,
            'Content-Type': 'application/octet-stream',
            // What people put there is never shown as a page of this service.
            'Content-Disposition': 'attachment',
            'Content-Length': bytes.length,
          })
          .end(bytes);
    } catch (error) {
      const fault = explain(error);
      const { kind, message, data } = fault;
      const isMethod = !METHODS.includes(request.method);
      const httpStatus = isMethod && kind === 'invalid-request' ? 405 : (STATUSES[kind] ?? fault.httpStatus);
      if (isMethod) headers.Allow = METHODS.join(', ');
      // A body that nobody reads would keep the client from seeing why.
      request.resume();
      sendJson(response, {
        httpStatus,
        body: { error: kind, message, ...data },
        headers: { ...headers, ...faultHeaders(fault) },
      });
    }
  };
}

/** Undefined when the client went away. */
async function answer(request: Request, caller: Caller, options: ProjectFilesOptions): Promise<Reply | undefined> {
  const { files, limitBytes } = options;
  const { path } = request.query;
  if (!METHODS.includes(request.method))
    throw new AppError('invalid-request', `${request.method} is not served here; use GET or POST.`);
  const projectId = projectOf(caller, request);
  if (request.method !== 'POST') return { httpStatus: 200, bytes: await files.read(projectId, path) };
  if (caller.access === 'read')
    throw new AppError(
      'forbidden',
      `Putting files needs write access; the token "${caller.actor.name}" may only read.`,
      {
        next: 'Use a token with access "write".',
        facts: { requiredAccess: 'write' },
      },
    );
  const body = await readBody(request, limitBytes);
  if (body.kind === 'gone') return undefined;
  if (body.kind === 'too-large')
    throw new AppError('too-large', `The file is over ${limitBytes} bytes.`, { facts: { limitBytes } });
  const written = await files.write(projectId, path, body.bytes);
  return { httpStatus: 200, body: { path: written.path, sizeBytes: body.bytes.length } };
}
