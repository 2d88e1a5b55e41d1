/** Requests of frames have no session: their pages lie below an address that nobody can guess and that soon expires. */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { MOMENT_SIDES, type MomentPagePlace, type Moments } from '../../../model/protocol/moments.ts';
import { projectOf } from './kept-files.ts';
import { type KnownRouteParts, knownRoute } from './known-route.ts';
import { sendJson } from './send-json.ts';

/** Errors: `not-found`. */
export interface MomentsPort extends Moments {
  fileOf(projectId: string, runId: string): Promise<string>;
  testIdAttribute(projectId: string): string | undefined;
}

interface MomentsOptions extends KnownRouteParts {
  moments: MomentsPort | undefined;
  signal: AbortSignal;
}

const TICKET_BYTES = 24;
const TICKET_MS = 30 * 60_000;
/** A page that is shown keeps its address this long at least. */
const LEAST_LEFT_MS = 10 * 60_000;

class Tickets {
  readonly #tickets = new Map<string, { file: string; changedMs: number; until: number }>();

  /** A new one once another file takes the place of the first, since browsers keep what an address has shown. */
  async of(file: string): Promise<string> {
    const { mtimeMs: changedMs } = await stat(file).catch(() => Promise.reject(none()));
    const now = Date.now();
    for (const [ticket, known] of this.#tickets) if (known.until < now) this.#tickets.delete(ticket);
    const isSame = (each: { file: string; changedMs: number }) => each.file === file && each.changedMs === changedMs;
    const known = [...this.#tickets].find(([, each]) => isSame(each) && each.until > now + LEAST_LEFT_MS);
    if (known !== undefined) return known[0];
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    this.#tickets.set(ticket, { file, changedMs, until: now + TICKET_MS });
    return ticket;
  }

  file(ticket: string): string | undefined {
    const known = this.#tickets.get(ticket);
    return known !== undefined && known.until >= Date.now() ? known.file : undefined;
  }
}

const Moment = z.coerce.number().int().min(1).max(1_000_000);
const Index = z.coerce.number().int().min(0).max(1_000_000);
const SoughtText = z.string().min(1).max(200);
const Side = z.enum(MOMENT_SIDES);
const SoughtElement = z.object({ side: Side, locator: z.string().min(1).max(2_000) });
const Point = z.object({
  side: Side,
  x: z.coerce.number().min(0).max(100_000),
  y: z.coerce.number().min(0).max(100_000),
});

const none = (): AppError => new AppError('not-found', 'The run has kept no page of this action.', { field: 'moment' });

export function createMoments({ moments, signal, ...parts }: MomentsOptions): RequestHandler {
  const router = Router();
  if (moments === undefined) return router;
  const tickets = new Tickets();
  const placeOf = async (projectId: string, { params }: Request) => {
    const moment = Moment.safeParse(params.moment).data;
    if (moment === undefined) throw none();
    return { file: await moments.fileOf(projectId, String(params.runId)), moment };
  };
  const facts = knownRoute(parts, ['GET', 'HEAD'], async ({ request, response, caller, headers }) => {
    const place = await placeOf(projectOf(caller, request), request);
    const known = await moments.facts(place);
    const body = { ...known, pages: `/moments/${await tickets.of(place.file)}/${place.moment}` };
    sendJson(response, { httpStatus: 200, body, headers });
  });
  const exchange = knownRoute(parts, ['GET', 'HEAD'], async ({ request, response, caller, headers }) => {
    const place = await placeOf(projectOf(caller, request), request);
    const index = Index.safeParse(request.params.index).data;
    if (index === undefined) throw new AppError('not-found', 'No such request.', { field: 'index' });
    sendJson(response, { httpStatus: 200, body: await moments.request(place, index), headers });
  });
  const find = knownRoute(parts, ['GET', 'HEAD'], async ({ request, response, caller, headers }) => {
    const place = await placeOf(projectOf(caller, request), request);
    const text = SoughtText.safeParse(request.query.text).data;
    if (text === undefined)
      throw new AppError('invalid-params', 'The text to find must have 1 to 200 characters.', { field: 'text' });
    sendJson(response, { httpStatus: 200, body: { found: await moments.findRequests(place, text) }, headers });
  });
  const { pick, locate } = createElementRoutes({ moments, signal, parts, placeOf });
  const path = '/api/moments/:runId/:moment';
  router
    .all(path, facts)
    .all(`${path}/requests`, find)
    .all(`${path}/requests/:index`, exchange)
    .all(`${path}/pick`, pick)
    .all(`${path}/element`, locate);
  return router.use('/moments', createPages(moments, tickets));
}

interface ElementRoutesOptions {
  moments: MomentsPort;
  signal: AbortSignal;
  parts: KnownRouteParts;
  placeOf(projectId: string, request: Request): Promise<Omit<MomentPagePlace, 'side'>>;
}

/** Elements of a page that was kept: the one at a point, and the one that a locator finds. */
function createElementRoutes({ moments, signal, parts, placeOf }: ElementRoutesOptions) {
  const pick = knownRoute(parts, ['GET', 'HEAD'], async ({ request, response, caller, headers }) => {
    const projectId = projectOf(caller, request);
    const { side, ...point } = Point.parse(request.query);
    const at = { ...point, testIdAttribute: moments.testIdAttribute(projectId) };
    const element = await moments.pick({ ...(await placeOf(projectId, request)), side }, at, { signal });
    sendJson(response, { httpStatus: 200, body: { element: element ?? null }, headers });
  });
  const locate = knownRoute(parts, ['GET', 'HEAD'], async ({ request, response, caller, headers }) => {
    const projectId = projectOf(caller, request);
    const { side, locator } = SoughtElement.parse(request.query);
    const sought = { locator, testIdAttribute: moments.testIdAttribute(projectId) };
    const way = await moments.locate({ ...(await placeOf(projectId, request)), side }, sought, { signal });
    sendJson(response, { httpStatus: 200, body: { way: way ?? null }, headers });
  });
  return { pick, locate };
}

/** A ticket that has ended looks like one that never was. */
function createPages(moments: MomentsPort, tickets: Tickets): RequestHandler {
  const serve = (send: (place: MomentPagePlace, request: Request, response: Response) => Promise<unknown>) => {
    const handler: RequestHandler = async (request, response) => {
      const file = tickets.file(String(request.params.ticket));
      const moment = Moment.safeParse(request.params.moment).data;
      const side = Side.safeParse(request.params.side).data;
      try {
        if (file === undefined || moment === undefined || side === undefined) throw none();
        await send({ file, moment, side }, request, response);
      } catch {
        response.status(404).type('text').send('Nothing is kept here, or no longer.');
      }
    };
    return handler;
  };
  const page = serve(async (place, request, response) => {
    const { query } = request;
    const { html, nonce } = await moments.page(place, typeof query.frameId === 'string' ? query.frameId : undefined);
    allowFrame(response, policyOf(nonce, originOf(request)))
      .type('html')
      .send(html);
  });
  const resource = serve(async (place, { query }, response) => {
    const { bytes, mediaType } = await moments.resource(place, String(query.url));
    allowFrame(response, NOTHING).setHeader('Access-Control-Allow-Origin', '*');
    response.type(mediaType).send(Buffer.from(bytes));
  });
  const router = express.Router();
  return router.get('/:ticket/:moment/:side/page', page).get('/:ticket/:moment/:side/resource', resource);
}

/** The frame has an origin of its own, where only the script with the nonce runs and nothing leaves. */
function allowFrame(response: Response, policy: string): Response {
  for (const header of ['X-Frame-Options', 'Origin-Agent-Cluster', 'Cross-Origin-Opener-Policy'])
    response.removeHeader(header);
  return response
    .setHeader('Content-Security-Policy', policy)
    .setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    .setHeader('Referrer-Policy', 'no-referrer')
    .setHeader('Cache-Control', 'private, max-age=600');
}

const NOTHING = "default-src 'none'; sandbox";

/** The origin is named, since 'self' is nothing to a page that has none. The guard has checked the host. */
const originOf = ({ protocol, headers }: Request): string => `${protocol}://${headers.host}`;

const policyOf = (nonce: string, origin: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${origin} 'unsafe-inline'`,
    `img-src ${origin} data:`,
    `font-src ${origin} data:`,
    `frame-src ${origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    'sandbox allow-scripts',
  ].join('; ');
