import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { AppError } from '../../../model/protocol/errors.ts';
import { explainIssues } from '../../../model/protocol/explain-issues.ts';
import { faultReply } from '../answer.ts';
import type { Fault } from '../fault.ts';
import { checkContentType, faultHeaders, sendJson } from '../mcp-endpoint.ts';
import { parseBody } from '../message.ts';
import { readBody } from '../read-body.ts';
import type { People } from './people.ts';

interface SessionRoutes {
  signIn: RequestHandler;
  signOut: RequestHandler;
  session: RequestHandler;
}

const SignIn = z.strictObject({ code: z.string().min(1).max(200) });
const BODY_BYTES = 10_000;

type Reply = Parameters<typeof sendJson>[1];

/** Signing in, signing out, and whether one is: for the page. */
export function createSessionRoutes(people: People, explain: (error: unknown) => Fault): SessionRoutes {
  const answer =
    (reply: (request: IncomingMessage) => Promise<Reply>): RequestHandler =>
    (request, response) => {
      reply(request).then(
        done => sendJson(response, done),
        error => fail(response, explain(error)),
      );
    };
  return {
    signIn: answer(async request => {
      const cookie = await people.signIn(await readCode(request), request.socket.remoteAddress ?? '');
      return { httpStatus: 204, headers: { 'Set-Cookie': cookie } };
    }),
    signOut: answer(async request => {
      checkContentType(request);
      return { httpStatus: 204, headers: { 'Set-Cookie': await people.signOut(request.headers.cookie) } };
    }),
    session: answer(async request => {
      people.requireSignedIn(request);
      return { httpStatus: 200, body: { signedIn: true } };
    }),
  };
}

/** Errors: `content-type`, `too-large`, `parse-error`, `invalid-params`. */
async function readCode(request: IncomingMessage): Promise<string> {
  checkContentType(request);
  const body = await readBody(request, BODY_BYTES);
  if (body.kind !== 'whole') throw new AppError('too-large', 'Signing in takes a short message.');
  const json = parseBody(body.bytes);
  const parsed = SignIn.safeParse(json);
  if (!parsed.success) throw explainIssues(parsed.error, json, { schema: SignIn });
  return parsed.data.code;
}

function fail(response: ServerResponse, fault: Fault): void {
  // What JSON-RPC answers with 200 is a bad request here.
  const httpStatus = fault.httpStatus === 200 ? 400 : fault.httpStatus;
  sendJson(response, { httpStatus, body: faultReply(null, fault), headers: faultHeaders(fault) });
}
