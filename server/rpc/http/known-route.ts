import type { Request, RequestHandler, Response } from 'express';
import { AppError, type ErrorKind } from '../../../model/errors/errors.ts';
import type { RateLimiter } from '../../process/rate-limiter.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { countRequest } from '../access/caller-limits.ts';
import type { Identify } from '../access/people.ts';
import type { Fault } from '../calls/fault.ts';
import { sendFault } from './send-json.ts';

export interface KnownRouteParts {
  identify: Identify;
  requests: RateLimiter;
  explain(error: unknown): Fault;
}

interface KnownRequest {
  request: Request;
  response: Response;
  caller: Caller;
  headers: Record<string, string>;
}

/** Errors that HTTP has a status of its own for. */
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

/** Every failure is answered as JSON. */
export const knownRoute =
  (
    { identify, requests, explain }: KnownRouteParts,
    methods: readonly string[],
    serve: (known: KnownRequest) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
    try {
      const caller = identify(request);
      countRequest(requests, caller.actor.id, headers);
      if (!methods.includes(request.method)) {
        headers.Allow = methods.join(', ');
        const use = methods.filter(method => method !== 'HEAD').join(' or ');
        throw new AppError('invalid-request', `${request.method} is not served here; use ${use}.`);
      }
      await serve({ request, response, caller, headers });
    } catch (error) {
      const fault = explain(error);
      const httpStatus = headers.Allow === undefined ? (STATUSES[fault.kind] ?? fault.httpStatus) : 405;
      // A body that nobody reads would keep the client from seeing the answer.
      request.resume();
      sendFault(response, fault, { httpStatus, headers });
    }
  };
