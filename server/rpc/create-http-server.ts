/** The web server: the tool API, its state and a page that says how to use it. */
import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Redactor } from '../../model/values/redactor.ts';
import type { ClosedProject } from '../store/closed-project.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';
import { faultReply } from './answer.ts';
import { createAuthenticate, type ServedProject } from './authenticate.ts';
import { CallGate } from './call-gate.ts';
import type { PerformTool } from './call-tool.ts';
import { faultOf } from './fault.ts';
import { createGuard, type Guard } from './guard.ts';
import { createKeptFiles, type KeptFiles } from './kept-files.ts';
import { LANDING_STYLESHEET, LANDING_STYLESHEET_PATH, landingPage } from './landing-page.ts';
import { limitWriting } from './limit-writing.ts';
import { DEFAULT_LIMITS, type RpcLimits } from './limits.ts';
import { createToolListing, type ListTools } from './list-tools.ts';
import { listen } from './listen.ts';
import { createMcpEndpoint, sendJson } from './mcp-endpoint.ts';
import { ownNames } from './own-names.ts';
import { createProjectFiles, type ProjectFilesPort } from './project-files.ts';
import { PROMPTS } from './prompts/index.ts';
import type { Prompt } from './prompts/prompt.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RESOURCES } from './resources/index.ts';
import type { Resource } from './resources/resource.ts';
import { securityHeaders } from './security-headers.ts';

export interface HttpServerOptions {
  host?: string;
  /** 0 takes any free port; a taken one gives way to the next free one. */
  port: number;
  /** For HTTPS: chain and key as PEM. Default: HTTP. */
  tls?: { cert: string; key: string } | undefined;
  /** Addresses and names under which the service is reached besides those of loopback. */
  allowedHosts?: readonly string[];
  release: string;
  workspace: { projects(): readonly ServedProject[]; closed?(): readonly ClosedProject[] };
  registry: ToolRegistry;
  performTool: PerformTool;
  keptFiles: KeptFiles;
  projectFiles: ProjectFilesPort;
  /** Opens everything, from this machine only. */
  ownerSecret?: string;
  /** Default: the listing of the registry. */
  listTools?: ListTools;
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
  limits?: Partial<RpcLimits>;
  /** Masks secrets in replies. */
  redact?: Redactor;
  log: Logger;
}

export interface HttpService {
  readonly url: string;
  readonly port: number;
  /** All addresses at which the service itself is found. */
  readonly ownUrls: readonly string[];
  /** For WebSocket upgrades, which `guard` must have let pass. */
  readonly server: WebServer;
  readonly guard: Guard;
  /** Stops listening, gives calls under way a moment, then closes all sockets. Idempotent. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client that finds no metadata of a sign-in service here must be told so in JSON, never shown a page. */
const NO_SIGN_IN_SERVICE = ['/.well-known/{*path}', '/register', '/authorize', '/token'];
const CLOSING_GRACE_MS = 700;

type WebServer = Server | SecureServer;

interface Doors {
  endpoint: RequestHandler;
  kept: ReturnType<typeof createKeptFiles>;
  files: RequestHandler;
}

/** What is behind a token. All of it counts the same requests and the same wrong tokens. */
function createDoors(options: HttpServerOptions, limits: RpcLimits, signal: AbortSignal): Doors {
  const { workspace, registry, performTool, ownerSecret, log, release, redact = text => text } = options;
  const projects = () => workspace.projects();
  const closed = () => workspace.closed?.() ?? [];
  const failures = new RateLimiter({
    perSecond: limits.failedSignInsPerMinute / 60,
    burst: limits.failedSignInsPerMinute,
  });
  const authenticate = createAuthenticate({ projects, closed, ownerSecret, failures });
  const requests = new RateLimiter({ perSecond: limits.requestsPerSecond, burst: limits.requestBurst });
  const endpoint = createMcpEndpoint({
    authenticate,
    requests,
    gate: new CallGate({ inFlight: limits.callsInFlight, waiting: limits.callsWaiting }),
    limits,
    services: {
      registry,
      performTool,
      signal,
      redact,
      projectIds: () => projects().map(({ projectId }) => projectId),
      closed,
      listTools: options.listTools ?? createToolListing({ registry }),
      resources: options.resources ?? RESOURCES,
      prompts: options.prompts ?? PROMPTS,
      release,
    },
    log,
  });
  const explain = (error: unknown) => faultOf(error, { log, redact });
  const kept = createKeptFiles({ authenticate, requests, files: options.keptFiles, redact, explain });
  const files = createProjectFiles({
    authenticate,
    requests,
    files: options.projectFiles,
    limitBytes: limits.fileBytes,
    explain,
  });
  return { endpoint, kept, files };
}

const notFound: RequestHandler = (_request, response) =>
  sendJson(response, { httpStatus: 404, body: { error: 'not-found', message: 'Nothing is served at this address.' } });

function createApp(options: HttpServerOptions, parts: Doors & { guard: Guard; url: string }): Express {
  const { release, workspace, log, redact = text => text } = options;
  const { endpoint, kept, files, guard, url } = parts;
  const explain = (error: unknown) => faultOf(error, { log, redact });
  const refuse: RequestHandler = (request, response, next) => {
    const refusal = guard(request);
    if (refusal === undefined) {
      next();
      return;
    }
    const fault = explain(refusal);
    log.warn({ reason: fault.kind }, 'request refused');
    sendJson(response, { httpStatus: fault.httpStatus, body: faultReply(null, fault) });
  };
  const fail: ErrorRequestHandler = (error, request, response, next) => {
    // An address that cannot be decoded names nothing.
    if (error instanceof URIError) notFound(request, response, next);
    else if (response.headersSent) next(error);
    else {
      const { kind, message, data } = explain(error);
      sendJson(response, { httpStatus: 500, body: { error: kind, message, ...data } });
    }
  };
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(refuse, securityHeaders);
  app.all('/api/mcp', endpoint);
  app.all('/api/runs/:runId/{*file}', kept.ofRuns);
  app.all('/api/screenshots/:name', kept.screenshots);
  app.all('/api/files', files);
  app.get('/api/health', (_request, response) => {
    const projects = workspace.projects().map(({ projectId }) => projectId);
    sendJson(response, { httpStatus: 200, body: { status: 'ok', release, projects } });
  });
  app.all(NO_SIGN_IN_SERVICE, notFound);
  app.get('/', (_request, response) => void response.type('html').send(landingPage({ url, release })));
  app.get(LANDING_STYLESHEET_PATH, (_request, response) => void response.type('css').send(LANDING_STYLESHEET));
  app.use(notFound, fail);
  return app;
}

function createWebServer(limits: RpcLimits, tls: HttpServerOptions['tls']): WebServer {
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
    // The guard answers a request without Host, in our words.
    requireHostHeader: false,
  };
  if (tls === undefined) return createServer(options);
  const { cert, key } = tls;
  return createSecureServer({
    ...options,
    cert,
    key,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.headersTimeoutMs,
  });
}

async function closeServer(server: WebServer): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS);
  await closed;
  clearTimeout(grace);
}

/** Starts the web server. Errors: `busy` when the port and the twenty after it are taken. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpService> {
  const { host = '127.0.0.1', allowedHosts = [], tls } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const closing = new AbortController();
  // Every call under way listens to it.
  setMaxListeners(0, closing.signal);
  const server = createWebServer(limits, tls);
  const port = await listen(server, { host, port: options.port });
  const isSecure = tls !== undefined;
  const { url, hosts, urls: ownUrls } = ownNames({ host, port, isSecure, names: allowedHosts });
  const guard = createGuard({ port, isSecure, allowedHosts: hosts });
  const doors = createDoors(options, limits, closing.signal);
  server.on('request', (_request, response) => limitWriting(response, limits.unreadMs));
  server.on('request', createApp(options, { ...doors, guard, url }));
  let closed: Promise<void> | undefined;
  const dispose = () => {
    closing.abort();
    closed ??= closeServer(server);
    return closed;
  };
  return { url, port, ownUrls, server, guard, dispose, [Symbol.asyncDispose]: dispose };
}
