import type { APIResponse } from 'playwright';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import { refuseRequest, requestAddress } from '../../browser/requests/navigation-policy.ts';
import { mergeHeaders } from '../../browser/requests/origin-access.ts';
import { explainFailure } from '../../browser/requests/page-failure.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { plainSentence } from './explain-action-error.ts';
import { givenTime, type Limits } from './limits.ts';

/** A relative address starts from the base. */
interface ApiCall {
  method: string;
  url: string;
  base: string | undefined;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  isAnswer(status: number): boolean;
}

export interface ApiAnswer {
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

const MOST_REDIRECTS = 20;
const MOST_BYTES = 5_000_000;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const PRIVATE: readonly string[] = ['authorization', 'cookie', 'proxy-authorization'];

type Hop = Pick<ApiCall, 'method' | 'headers' | 'body'> & { address: URL };

/**
 * Uses the cookies of the browser. Redirects are followed by hand: each has to be allowed. Errors: `invalid-params` for
 * a forbidden address, `page-error` for no answer or too large a one.
 */
export async function sendRequest(session: AppSession, call: ApiCall, limits: Limits): Promise<ApiAnswer> {
  const { hop, response } = await fetchAnswer(session, call, limits);
  return answerOf(hop, response);
}

interface FetchedAnswer {
  /** The request that was answered, after redirects. */
  hop: Hop;
  response: APIResponse;
}

/** As `sendRequest`, with the answer as it came, of any size, which whoever asks disposes of. */
export async function fetchAnswer(session: AppSession, call: ApiCall, limits: Limits): Promise<FetchedAnswer> {
  const { method, headers, body } = call;
  const remaining = startClock(limits.timeoutMs);
  let hop: Hop = { method, headers, body, address: requestAddress(call.url, call.base) };
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const response = await fetchOnce(session, hop, { ...limits, timeoutMs: remaining() });
    const next = call.isAnswer(response.status()) ? undefined : redirectOf(hop, response);
    if (next === undefined) return { hop, response };
    hop = next;
  }
  throw new AppError('page-error', `${method} ${call.url} was sent on ${MOST_REDIRECTS} times, as in a loop.`);
}

async function fetchOnce(session: AppSession, hop: Hop, limits: Limits): Promise<APIResponse> {
  const { method, headers, body, address } = hop;
  const context = session.context ?? session.requirePage().context();
  const late = () => new AppError('timeout', `${method} ${address.href} was not answered within ${givenTime(limits)}.`);
  const send = async (signal: AbortSignal) => {
    await refuseRequest(address, session.forbiddenOrigins);
    const data = body === undefined ? {} : { data: Buffer.from(body) };
    const sent = Object.fromEntries(mergeHeaders(session.access.headersFor(address), headers));
    return context.request.fetch(address.href, { method, headers: sent, ...data, maxRedirects: 0, timeout: 0, signal });
  };
  try {
    return await withinLimit(send, { ...limits, late });
  } catch (error) {
    if (isAppError(error, 'stopped')) limits.signal.throwIfAborted();
    throw notAnswered(explainFailure(error), hop);
  }
}

const REASONS: readonly (readonly [RegExp, (address: URL) => string])[] = [
  [/ECONNREFUSED/, ({ host }) => `nothing answers at ${host}; is the application running?`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `there is no host named ${hostname}`],
  [/ECONNRESET|socket hang up|EPIPE/, ({ host }) => `${host} closed the connection without an answer`],
  [/certificate|CERT_/i, ({ host }) => `the certificate of ${host} is not trusted (setting ignoreHttpsErrors)`],
];

function notAnswered(error: unknown, { method, address }: Hop): unknown {
  if (isAppError(error) || !(error instanceof Error)) return error;
  const reason = REASONS.find(([pattern]) => pattern.test(error.message))?.[1](address);
  const words = reason ?? plainSentence(error.message).replace(/\.$/, '');
  return new AppError('page-error', `${method} ${address.href} failed: ${words}${words.endsWith('?') ? '' : '.'}`, {
    cause: error,
  });
}

/** As browsers do; credentials stay with their origin. */
function redirectOf(hop: Hop, response: APIResponse): Hop | undefined {
  const status = response.status();
  const { location } = response.headers();
  const address = location === undefined ? null : URL.parse(location, hop.address.href);
  if (!REDIRECTS.includes(status) || address === null) return undefined;
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status <= 302 && hop.method === 'POST');
  const isElsewhere = address.origin !== hop.address.origin;
  const dropped = (name: string) =>
    (isElsewhere && PRIVATE.includes(name.toLowerCase())) || (becomesGet && /^content-/i.test(name));
  return {
    address,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !dropped(name))),
    body: becomesGet ? undefined : hop.body,
  };
}

async function answerOf({ method, address }: Hop, response: APIResponse): Promise<ApiAnswer> {
  const bytes = await response.body();
  const answer = { url: address.href, status: response.status(), headers: response.headers() };
  await response.dispose();
  if (bytes.length <= MOST_BYTES) return { ...answer, text: bytes.toString('utf8') };
  const size = `${Math.ceil(bytes.length / 1_000_000)} MB`;
  const most = `${MOST_BYTES / 1_000_000} MB`;
  throw new AppError('page-error', `${method} ${address.href} answered with ${size}; at most ${most} are read.`);
}
