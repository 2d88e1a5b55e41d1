import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { type AddressRule, guardedLookup, literalFault, reachOf } from './addresses.ts';
import { decodeBody, unknownEncoding } from './decode-body.ts';
import { CUT, explainTransport } from './explain-transport.ts';
import { bareHost, type NamedProxy, type Proxies } from './proxies.ts';
import { type Route, refused, routeThrough } from './through-proxy.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** Sent to the origin of the URL only. */
  credentials?: Readonly<Record<string, string>>;
  body?: Buffer;
}

export interface HttpAnswer {
  kind: 'answer';
  url: URL;
  status: number;
  contentType: string;
  retryAfter: string | undefined;
  location: string | undefined;
  isPublic: boolean;
  body: Buffer;
}

export interface HttpFault {
  kind: 'fault';
  url: URL;
  message: string;
  /** Whether the server cannot have received the request. */
  isUnsent: boolean;
  /** Whether the server cut the connection, so that a retry may succeed. */
  isCut?: boolean;
}

export type HttpOutcome = HttpAnswer | HttpFault;

export interface ExchangeLimits {
  /** When it aborts, the exchange rejects with its reason. */
  signal: AbortSignal;
  mostBytes: number;
  /** Longest silence of the server; default: no limit but the signal. */
  idleMs?: number | undefined;
  onlyPublic?: boolean;
  proxies?: Proxies | undefined;
}

/** Uses a connection of its own; redirects are returned as answers. */
export async function exchange(request: HttpRequest, limits: ExchangeLimits): Promise<HttpOutcome> {
  const { signal, onlyPublic = false, proxies } = limits;
  const { url } = request;
  const rule: AddressRule = { hostname: url.hostname, isEncrypted: url.protocol === 'https:', onlyPublic };
  const refusal = literalFault(rule);
  if (refusal !== undefined) return { kind: 'fault', url, message: refusal, isUnsent: true };
  signal.throwIfAborted();
  const proxy = proxies?.proxyFor(url);
  if (proxy === undefined) return sendBy(directRoute(rule), request, limits);
  try {
    const route = await routeThrough(proxy, { url, rule, signal });
    return throughProxy(await sendBy(route, request, limits), { proxy, request, rule });
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    return { kind: 'fault', url, message: explainTransport(error, url), isUnsent: true };
  }
}

const directRoute = (rule: AddressRule): Route => ({
  explain: explainTransport,
  send: rule.isEncrypted ? requestHttps : requestHttp,
  options: { agent: false, lookup: guardedLookup(rule) },
  headers: {},
});

/** Through a proxy the final address is unknown, so an encrypted answer counts as public. */
function throughProxy(
  outcome: HttpOutcome,
  { proxy, request: { url }, rule }: { proxy: NamedProxy; request: HttpRequest; rule: AddressRule },
): HttpOutcome {
  if (outcome.kind === 'fault') return outcome;
  if (outcome.status !== 407) return { ...outcome, isPublic: rule.isEncrypted && isPublicHost(bareHost(url)) };
  return { kind: 'fault', url, message: refused(proxy, url, 407), isUnsent: true };
}

const isPublicHost = (host: string): boolean => isIP(host) === 0 || reachOf(host) === 'public';

function sendBy(route: Route, request: HttpRequest, limits: ExchangeLimits): Promise<HttpOutcome> {
  const { signal, idleMs } = limits;
  const { url, method, headers, credentials, body } = request;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    let isIdle = false;
    const fail = (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return reject(signal.reason);
      const message = isIdle ? silent(url, idleMs) : route.explain(error, url, isConnected);
      const isCut = !isIdle && CUT.includes(error.code ?? '');
      resolve({ kind: 'fault', url, message, isUnsent: !isConnected, isCut });
    };
    const sent = route.send(url, {
      method,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'steploom',
        ...headers,
        ...credentials,
        ...lengthOf(body),
        ...route.headers,
      },
      ...route.options,
      signal,
    });
    sent.on('socket', socket =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      }),
    );
    if (idleMs !== undefined)
      sent.setTimeout(idleMs, () => {
        isIdle = true;
        sent.destroy();
      });
    sent.on('error', fail);
    sent.on('response', response => readAnswer(response, url, limits).then(resolve, fail));
    sent.end(body);
  });
}

const silent = ({ host }: URL, idleMs = 0): string =>
  `${host} has sent nothing for ${idleMs / 1_000} s. Check that it is reached from this machine, and try again.`;

const lengthOf = (body: Buffer | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(body.length) };

async function readAnswer(response: IncomingMessage, url: URL, { mostBytes }: ExchangeLimits): Promise<HttpOutcome> {
  const { statusCode = 0, headers, socket } = response;
  // The socket forgets its address later.
  const isPublic = reachOf(socket.remoteAddress ?? '127.0.0.1') === 'public';
  const fault = (message: string): HttpFault => {
    response.destroy();
    return { kind: 'fault', url, message, isUnsent: false };
  };
  const encoding = headers['content-encoding'];
  const unknown = unknownEncoding(encoding);
  if (unknown !== undefined)
    return fault(`The answer (${statusCode}) is encoded as ${unknown}, which was not asked for and cannot be read.`);
  const tooLarge = `The answer (${statusCode}) is larger than ${mostBytes / 1_000_000} MB. Select less, e.g. by the filter.`;
  if (Number(headers['content-length'] ?? 0) > mostBytes) return fault(tooLarge);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes) return fault(tooLarge);
    chunks.push(bytes);
  }
  const decoded = await decodeBody({ encoding, bytes: Buffer.concat(chunks), mostBytes });
  if (decoded.kind === 'too-large') return fault(tooLarge);
  if (decoded.kind === 'unreadable')
    return fault(
      `The answer (${statusCode}) says that it is encoded as ${decoded.encoding}, but it is not, or it is cut off.`,
    );
  return {
    kind: 'answer',
    url,
    status: statusCode,
    contentType: headers['content-type'] ?? '',
    retryAfter: headers['retry-after'],
    location: headers.location,
    isPublic,
    body: decoded.bytes,
  };
}
