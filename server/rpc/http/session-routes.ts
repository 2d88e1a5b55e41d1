import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { explainIssues } from '../../../model/errors/explain-issues.ts';
import type { SignedIn } from '../../../model/protocol/channel/session.ts';
import type { ConnectionEnds } from '../access/loopback.ts';
import type { People, SignInProof } from '../access/people.ts';
import type { Fault } from '../calls/fault.ts';
import { faultReply } from './answer.ts';
import { checkContentType, readBody } from './read-body.ts';
import { parseBody } from './read-message.ts';
import { faultHeaders, sendJson } from './send-json.ts';

interface SessionRoutes {
  signIn: RequestHandler;
  signOut: RequestHandler;
  session: RequestHandler;
}

const text = z.string().min(1).max(200);
const ByCode = z.strictObject({ code: text });
const ByPassword = z.strictObject({ projectId: text, password: text });
const BODY_BYTES = 10_000;

const placeOf = ({ socket: { remoteAddress: address = '', localAddress } }: IncomingMessage): ConnectionEnds => ({
  address,
  localAddress,
});

type RouteReply = Parameters<typeof sendJson>[1];

export function createSessionRoutes(people: People, explain: (error: unknown) => Fault): SessionRoutes {
  const answer =
    (reply: (request: IncomingMessage) => Promise<RouteReply>): RequestHandler =>
    (request, response) => {
      reply(request).then(
        done => sendJson(response, done),
        error => fail(response, explain(error)),
      );
    };
  return {
    signIn: answer(async request => {
      const session = await people.signIn(await readSignIn(request), placeOf(request), request);
      const body: z.infer<typeof SignedIn> = { session };
      return { httpStatus: 200, body };
    }),
    signOut: answer(async request => {
      await people.signOut(request);
      return { httpStatus: 204 };
    }),
    session: answer(async request => {
      const signedIn = people.personOf(request) !== undefined;
      return { httpStatus: 200, body: { signedIn, signInBy: people.signInBy(placeOf(request)) } };
    }),
  };
}

async function readSignIn(request: IncomingMessage): Promise<SignInProof> {
  checkContentType(request);
  const body = await readBody(request, BODY_BYTES);
  if (body.kind !== 'whole') throw new AppError('too-large', 'Signing in takes a short message.');
  const json = parseBody(body.bytes);
  const schema = typeof json === 'object' && json !== null && 'password' in json ? ByPassword : ByCode;
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw explainIssues(parsed.error, json, { schema, hidesValues: true });
  return parsed.data;
}

function fail(response: ServerResponse, fault: Fault): void {
  // JSON-RPC answers it with 200; here it is a bad request.
  const httpStatus = fault.httpStatus === 200 ? 400 : fault.httpStatus;
  sendJson(response, { httpStatus, body: faultReply(null, fault), headers: faultHeaders(fault) });
}
