/** `POST /api/do`: verbs of the command line, answered with one JSON event a line. */
import type { RequestHandler, Response } from 'express';
import { AppError, refuseAll } from '../../../model/errors/errors.ts';
import { explainEachIssue } from '../../../model/errors/explain-issues.ts';
import { DoCommand, type DoDoor } from '../../do/do-door.ts';
import type { DoEvent } from '../../do/do-session.ts';
import { type KnownRouteParts, knownRoute } from './known-route.ts';
import { checkContentType, readBody } from './read-body.ts';
import { parseBody } from './read-message.ts';
import { sendJson } from './send-json.ts';

interface DoRouteOptions extends KnownRouteParts {
  door: DoDoor;
  bodyBytes: number;
  /** Aborted when the service closes. */
  signal: AbortSignal;
}

export const createDoRoute = ({ door, bodyBytes, signal, ...parts }: DoRouteOptions): RequestHandler =>
  knownRoute(parts, ['POST'], async ({ request, response, caller, headers }) => {
    checkContentType(request);
    const body = await readBody(request, bodyBytes);
    if (body.kind === 'gone') return;
    if (body.kind === 'too-large')
      throw new AppError('too-large', `The command is over ${bodyBytes} bytes.`, { facts: { limitBytes: bodyBytes } });
    const command = readCommand(parseBody(body.bytes));
    if (!(await door.isMeant(command))) {
      const message = 'This service has another workspace.';
      return sendJson(response, { httpStatus: MISDIRECTED, body: { error: 'not-found', message }, headers });
    }
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson; charset=utf-8', ...headers });
    // Whoever waits can tell a page that takes long from a service that hangs.
    const beat = setInterval(() => response.write('\n'), BEAT_MS).unref();
    response.once('close', () => clearInterval(beat));
    const send = (event: DoEvent) => void response.write(`${JSON.stringify(event)}\n`);
    try {
      const exit = await door.perform({ command, caller, signal: AbortSignal.any([signal, goneOf(response)]), send });
      send({ exit });
    } catch (error) {
      const { message, kind } = parts.explain(error);
      send({ err: `✗ ${message}` });
      send({ exit: kind === 'invalid-params' ? USAGE : FAILED });
    }
    response.end();
  });

const BEAT_MS = 5_000;
const MISDIRECTED = 421;
const FAILED = 1;
const USAGE = 2;

function readCommand(value: unknown): DoCommand {
  const { data, error } = DoCommand.safeParse(value);
  if (error !== undefined) refuseAll(explainEachIssue(error, value, { schema: DoCommand }));
  return data ?? { session: '', name: '' };
}

/** Whoever presses Ctrl+C wants nothing more done. */
function goneOf(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new AppError('stopped', 'The command was stopped.'));
  });
  return gone.signal;
}
