/** Who may come in, and how often: by the names and origins of this service, then by the Authorization header alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { AppError } from '../../../model/errors/errors.ts';
import type { RateLimiter } from '../../process/rate-limiter.ts';
import type { ProjectStore } from '../../store/edits/project-store.ts';
import { hashToken, isWellFormedToken, type TokenFile, type TokenSummary } from '../../store/tokens/token-file.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { type ClosedProject, explainClosed } from '../../workspace/workspace.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is one that only this machine can use. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

interface GuardOptions {
  /** The port that the service listens on. */
  port: number;
  /** Whether it is reached by HTTPS. */
  isSecure?: boolean;
  /** Further names under which the service is reached, with or without a port. */
  allowedHosts?: readonly string[];
}

/** Says why a request is refused; undefined when it may pass. For requests and WebSocket upgrades alike. */
export type RequestGuard = (request: Pick<IncomingMessage, 'rawHeaders' | 'url'>) => AppError | undefined;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const DEFAULT_PORTS = { http: 80, https: 443 };
const WITH_PORT = /^(\[[^\]]*\]|[^:[\]]*):\d+$/;
const LONGEST_SHOWN = 100;

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.flatMap((header, index) =>
    index % 2 === 0 && header.toLowerCase() === name ? [(rawHeaders[index + 1] ?? '').toLowerCase()] : [],
  );
}

const shown = (values: readonly string[]): string =>
  JSON.stringify(values.join(', ').slice(0, LONGEST_SHOWN)).replaceAll(/[^\x20-\x7e]/g, '?');

/**
 * Keeps web pages out that reach a local port by a name of their own (DNS rebinding) or across origins.
 * Headers are compared as text, never parsed, so that no malformed one can do harm.
 */
export function createGuard({ port, isSecure = false, allowedHosts = [] }: GuardOptions): RequestGuard {
  const isDefaultPort = port === DEFAULT_PORTS[isSecure ? 'https' : 'http'];
  const withPort = (name: string) => (WITH_PORT.test(name) ? [name] : [name, `${name}:${port}`]);
  const own = LOOPBACK_NAMES.flatMap(name => (isDefaultPort ? [name, `${name}:${port}`] : [`${name}:${port}`]));
  const hosts = new Set([...own, ...allowedHosts.map(name => name.toLowerCase()).flatMap(withPort)]);
  const origins = new Set([...hosts].flatMap(host => [`http://${host}`, `https://${host}`]));
  const isOneOf = (values: readonly string[], known: ReadonlySet<string>) =>
    values.length === 1 && known.has(values[0] ?? '');

  return ({ rawHeaders, url }) => {
    const host = valuesOf(rawHeaders, 'host');
    const origin = valuesOf(rawHeaders, 'origin');
    if (!isOneOf(host, hosts))
      return new AppError('host-refused', `Host ${shown(host)} is not a name of this service.`, {
        next: 'steploom open --allow-host NAME',
      });
    if (origin.length > 0 && !isOneOf(origin, origins))
      return new AppError('host-refused', `Pages of ${shown(origin)} may not use this service.`);
    // A whole address in the request line would name a second host.
    if (!url?.startsWith('/')) return new AppError('host-refused', 'The request line must hold a path only.');
    return undefined;
  };
}

interface ReachedAt {
  host: string;
  port: number;
  isSecure: boolean;
  /** Further addresses and names under which the service is reached, with or without a port. */
  names: readonly string[];
}

const WILDCARD_HOSTS = ['0.0.0.0', '::'];

const inAddress = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name);
const named = (name: string): string => (WITH_PORT.test(name) ? name : inAddress(name));

/** The address to tell people, the names for the guard, and all addresses at which our own page stands. */
export function ownNames({ host, port, isSecure, names }: ReachedAt) {
  const scheme = isSecure ? 'https' : 'http';
  const main = inAddress(WILDCARD_HOSTS.includes(host) ? '127.0.0.1' : host);
  const url = `${scheme}://${main}:${port}`;
  const hosts = [`${main}:${port}`, ...names.map(named)];
  const urls = hosts.map(name => `${scheme}://${WITH_PORT.test(name) ? name : `${name}:${port}`}`);
  return { url, hosts, urls: [...new Set(urls)] };
}

/** A project that is served, with the tokens that open it. */
export interface ServedProject {
  readonly projectId: string;
  readonly tokens: Pick<TokenFile, 'enabled' | 'find' | 'touch'>;
  readonly store?: Pick<ProjectStore, 'notice'>;
}

export interface CallerCredentials {
  authorization: string | undefined;
  /** Where the connection comes from. */
  address: string | undefined;
  /** Where it arrives: the same address when it comes from this machine. */
  localAddress?: string | undefined;
}

/** Errors: `unauthorized`; `forbidden` while the project is not open; `rate-limited` after too many wrong tokens from one address. */
export type Authenticate = (credentials: CallerCredentials) => Caller;

interface AuthenticateOptions {
  projects(): readonly ServedProject[];
  /** Those that could not be opened. */
  closed?(): readonly ClosedProject[];
  /** Opens everything, from this machine only. */
  ownerSecret?: string | undefined;
  /** Counts wrong tokens by address; a right one is never held up by it. */
  failures: RateLimiter;
  now?: () => Date;
}

/** Whoever shows the secret of the service, or works without one: may do everything. */
export const OWNER: Caller = { actor: { id: 'owner', name: 'owner' }, access: 'owner', projectId: undefined };

/** Whoever is signed in to the page. */
export const PERSON: Caller = { actor: { id: 'person', name: 'a person' }, access: 'owner', projectId: undefined };
const HOW_TO_GET_ONE = 'steploom token create --project ID --name NAME --access read|write';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The text after `Bearer `; undefined when the header is missing or of another kind. */
const bearerOf = (authorization = ''): string | undefined => /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];

/** A header that holds no bearer token; what it does hold may be a password, which is not repeated. */
function otherScheme(authorization: string): string {
  const scheme = /^([A-Za-z][\w-]{0,30}) /.exec(authorization)?.[1];
  const found =
    scheme === undefined || /^bearer$/i.test(scheme) ? 'This header has no token' : `${scheme} is not taken`;
  return `${found}: send "Authorization: Bearer svcmcp_…".`;
}

const unauthorized = (message: string, next: string): AppError => new AppError('unauthorized', message, { next });

export function createAuthenticate({
  projects,
  closed = () => [],
  ownerSecret,
  failures,
  now = () => new Date(),
}: AuthenticateOptions): Authenticate {
  const ownerDigest = ownerSecret === undefined ? undefined : digest(ownerSecret);
  const isOwner = (bearer: string, isHere: boolean): boolean =>
    ownerDigest !== undefined && timingSafeEqual(digest(bearer), ownerDigest) && isHere;

  function ofToken(bearer: string): Caller | undefined {
    if (!isWellFormedToken(bearer)) return undefined;
    const hash = hashToken(bearer);
    for (const { projectId, tokens } of projects()) {
      const token = valid(tokens, hash);
      if (token === undefined) continue;
      tokens.touch(token.tokenId);
      return { actor: { id: token.tokenId, name: token.name }, access: token.access, projectId };
    }
    for (const project of closed())
      if (project.tokens !== undefined && valid(project.tokens, hash) !== undefined)
        throw explainClosed(project, 'forbidden');
    return undefined;
  }

  function valid(tokens: Pick<TokenFile, 'enabled' | 'find'>, hash: string): TokenSummary | undefined {
    const token = tokens.find(hash);
    if (token === undefined) return undefined;
    // From here on the caller holds a real token: it may be told what is wrong.
    const { name, expiresAt } = token;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now().getTime())
      throw unauthorized(`The token "${name}" expired on ${expiresAt}.`, HOW_TO_GET_ONE);
    if (!tokens.enabled)
      throw unauthorized(
        `The project's switch "Enable MCP API (LLM access)" is off.`,
        'Turn it on in the settings of the project.',
      );
    return token;
  }

  return ({ authorization, address = '', localAddress }) => {
    if (authorization === undefined)
      throw unauthorized('A token is needed: send "Authorization: Bearer svcmcp_…".', HOW_TO_GET_ONE);
    const bearer = bearerOf(authorization);
    if (bearer === undefined) throw unauthorized(otherScheme(authorization), HOW_TO_GET_ONE);
    if (isOwner(bearer, isLoopback(address) || (address !== '' && address === localAddress))) return OWNER;
    const caller = ofToken(bearer);
    if (caller !== undefined) return caller;
    const { isAllowed, retryAfterSeconds } = failures.take(address);
    if (isAllowed) throw unauthorized('Unknown token: mistyped, revoked, or from another server.', HOW_TO_GET_ONE);
    throw new AppError('rate-limited', `Too many wrong tokens from this address; wait ${retryAfterSeconds} s.`, {
      facts: { retryAfterSeconds },
    });
  };
}

/**
 * Counts a request of a caller; how many are left is told in headers of draft-ietf-httpapi-ratelimit-headers.
 * Errors: `rate-limited`.
 */
export function countRequest(requests: RateLimiter, actorId: string, headers: Record<string, string>): void {
  const { isAllowed, remaining, resetSeconds, retryAfterSeconds } = requests.take(actorId);
  const { burst, perSecond } = requests;
  headers['RateLimit-Policy'] = `"requests";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  headers.RateLimit = `"requests";r=${remaining};t=${resetSeconds}`;
  if (isAllowed) return;
  throw new AppError('rate-limited', `Over ${perSecond} requests a second; wait ${retryAfterSeconds} s.`, {
    facts: { retryAfterSeconds },
  });
}

interface Lane {
  inFlight: number;
  waiting: (() => void)[];
}

/** Lets a limited number of calls of each caller in; the next ones wait in order, so that no caller crowds out another. */
export class CallGate {
  readonly #most: { inFlight: number; waiting: number };
  readonly #lanes = new Map<string, Lane>();

  constructor(most: { inFlight: number; waiting: number }) {
    this.#most = most;
  }

  /** Takes the place of a call when its turn comes, until it is disposed. Errors: `rate-limited` when too many wait. */
  async enter(key: string): Promise<Disposable & { hasWaited: boolean }> {
    const lane = this.#lanes.get(key) ?? { inFlight: 0, waiting: [] };
    this.#lanes.set(key, lane);
    const hasWaited = lane.inFlight >= this.#most.inFlight;
    if (hasWaited) await this.#wait(lane);
    else lane.inFlight++;
    return { hasWaited, [Symbol.dispose]: () => this.#leave(key, lane) };
  }

  async #wait(lane: Lane): Promise<void> {
    if (lane.waiting.length >= this.#most.waiting)
      throw new AppError('rate-limited', `${lane.waiting.length} calls of this token wait already; try again later.`, {
        facts: { retryAfterSeconds: 1 },
      });
    await new Promise<void>(resolve => lane.waiting.push(resolve));
  }

  /** The place goes straight to the next one, else it is free. */
  #leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next === undefined) lane.inFlight--;
    else next();
    if (lane.inFlight === 0) this.#lanes.delete(key);
  }
}
