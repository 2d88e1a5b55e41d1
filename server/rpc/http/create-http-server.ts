import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { DoDoor, type DoDoorOptions } from '../../do/do-door.ts';
import { RateLimiter } from '../../process/rate-limiter.ts';
import { identifyFolder } from '../../store/files/folder-identity.ts';
import type { ToolRegistry } from '../../tools/define/define-tool.ts';
import type { ClosedProject } from '../../workspace/workspace.ts';
import { createAuthenticate, OWNER, type ServedProject } from '../access/authenticate.ts';
import { CallGate } from '../access/caller-limits.ts';
import { createGuard, ownNames, type RequestGuard } from '../access/guard.ts';
import { createIdentify, type Identify, People, type PeopleOptions } from '../access/people.ts';
import { NOT_KEPT, Sessions } from '../access/sessions.ts';
import { SignInCodes } from '../access/sign-in-codes.ts';
import type { PerformTool } from '../calls/call-tool.ts';
import { type Fault, faultOf } from '../calls/fault.ts';
import { DEFAULT_LIMITS, type RpcLimits } from '../calls/limits.ts';
import { createToolListing, type ListTools } from '../calls/list-tools.ts';
import type { Prompt } from '../calls/prompt.ts';
import type { Resource } from '../calls/resource.ts';
import { PROMPTS } from '../prompts/index.ts';
import { RESOURCES } from '../resources/index.ts';
import { faultReply } from './answer.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { createDoRoute } from './do-route.ts';
import { createIdePage } from './ide-page.ts';
import { createKeptFiles, type KeptFiles } from './kept-files.ts';
import type { KnownRouteParts } from './known-route.ts';
import { LANDING_STYLESHEET, LANDING_STYLESHEET_PATH, landingPage } from './landing-page.ts';
import { listen } from './listen.ts';
import { createMcpEndpoint } from './mcp-endpoint.ts';
import { createMoments, type MomentsPort } from './moments.ts';
import { createProjectFiles, type ProjectFilesPort } from './project-files.ts';
import { sendFault, sendJson } from './send-json.ts';
import { createSessionRoutes } from './session-routes.ts';
import { createTraceViewer } from './trace-viewer.ts';
import { closeWebServer, createWebServer, type WebServer } from './web-server.ts';

/** No inline script, no foreign origin, no frame; nothing that would break plain HTTP on loopback. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ['blob:'],
      fontSrc: ["'self'"],
      // Pages that runs have kept.
      frameSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

export interface HttpServerOptions {
  host?: string;
  /** 0 takes any free port; a taken one gives way to the next free one. */
  port: number;
  /** Certificate chain and key as PEM. Default: HTTP. */
  tls?: { cert: string; key: string } | undefined;
  allowedHosts?: readonly string[];
  release: string;
  workspace: { folder?: string; projects(): readonly ServedProject[]; closed?(): readonly ClosedProject[] };
  registry: ToolRegistry;
  performTool: PerformTool;
  keptFiles: KeptFiles;
  projectFiles: ProjectFilesPort;
  moments?: MomentsPort | undefined;
  codes?: SignInCodes;
  sessions?: Sessions;
  isPassword?: PeopleOptions['isPassword'];
  /** Without the folder of the built page, a page says how to use the API. */
  idePage?: string | undefined;
  /** Opens everything, from this machine only. */
  ownerSecret?: string;
  /** Of an MCP client that has left. Default: nothing is kept of one. */
  endSession?: (actorId: string, session: string) => Promise<void>;
  /** Where verbs of the command line act. Default: they are not served. */
  windows?: DoDoorOptions['windows'] | undefined;
  listTools?: ListTools;
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
  limits?: Partial<RpcLimits>;
  log: Logger;
}

export interface HttpService {
  readonly url: string;
  readonly port: number;
  readonly ownUrls: readonly string[];
  /** For WebSocket upgrades, which `guard` must have let pass. */
  readonly server: WebServer;
  readonly guard: RequestGuard;
  readonly people: People;
  readonly closing: AbortSignal;
  /** Calls under way get a moment. Idempotent. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client that looks for OAuth metadata here must get the refusal as JSON, never a page. */
const NO_SIGN_IN_SERVICE = ['/.well-known/{*path}', '/register', '/authorize', '/token'];

interface Doors {
  endpoint: RequestHandler;
  kept: ReturnType<typeof createKeptFiles>;
  files: RequestHandler;
  moments: ReturnType<typeof createMoments>;
  verbs: RequestHandler;
  health: RequestHandler;
}

interface DoorParts {
  limits: RpcLimits;
  signal: AbortSignal;
  people: People;
}

/** The routes share the limits on requests and wrong tokens. */
function createDoors(options: HttpServerOptions, { limits, signal, people }: DoorParts): Doors {
  const { workspace, registry, performTool, ownerSecret, log, release, endSession = async () => {} } = options;
  const projects = () => workspace.projects();
  const projectIds = () => projects().map(({ projectId }) => projectId);
  const closed = () => workspace.closed?.() ?? [];
  const failures = new RateLimiter({
    perSecond: limits.failedSignInsPerMinute / 60,
    burst: limits.failedSignInsPerMinute,
  });
  const authenticate = createAuthenticate({ projects, closed, ownerSecret, failures });
  const requests = new RateLimiter({ perSecond: limits.requestsPerSecond, burst: limits.requestBurst });
  const noticeOf = (id: string) => projects().find(({ projectId }) => projectId === id)?.store?.notice;
  const services = { registry, performTool, signal, projectIds, closed, noticeOf };
  const endpoint = createMcpEndpoint({
    authenticate,
    requests,
    gate: new CallGate({ inFlight: limits.callsInFlight, waiting: limits.callsWaiting }),
    calls: new CallsUnderWay(),
    endSession,
    limits,
    services: {
      ...services,
      listTools: options.listTools ?? createToolListing({ registry }),
      resources: options.resources ?? RESOURCES,
      prompts: options.prompts ?? PROMPTS,
      release,
    },
    log,
  });
  const explain = (error: unknown) => faultOf(error, { log });
  const identify = createIdentify(authenticate, people);
  const known = { identify, requests, explain };
  const kept = createKeptFiles({ ...known, files: options.keptFiles });
  const files = createProjectFiles({ ...known, files: options.projectFiles, limitBytes: limits.fileBytes });
  const moments = createMoments({ ...known, moments: options.moments, signal });
  const verbs = createVerbs(options, { ...known, services, bodyBytes: limits.bodyBytes, signal });
  const health = createHealth({ identify, release, folder: workspace.folder, projectIds, explain });
  return { endpoint, kept, files, moments, verbs, health };
}

interface VerbParts extends KnownRouteParts {
  services: DoDoorOptions['services'];
  bodyBytes: number;
  signal: AbortSignal;
}

function createVerbs(
  { windows, workspace, projectFiles }: HttpServerOptions,
  { services, ...parts }: VerbParts,
): RequestHandler {
  if (windows === undefined) return notFound;
  return createDoRoute({
    ...parts,
    door: new DoDoor({ services, windows, files: projectFiles, folder: workspace.folder }),
  });
}

const notFound: RequestHandler = (_request, response) =>
  sendJson(response, { httpStatus: 404, body: { error: 'not-found', message: 'Nothing is served at this address.' } });

function createApp(
  options: HttpServerOptions,
  parts: Doors & { guard: RequestGuard; people: People; url: string },
): Express {
  const { release, log, idePage } = options;
  const { endpoint, kept, files, moments, verbs, health, guard, people, url } = parts;
  const explain = (error: unknown) => faultOf(error, { log });
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
    else sendFault(response, explain(error), { httpStatus: 500 });
  };
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(refuse, securityHeaders);
  app.all('/api/mcp', endpoint);
  app.all('/api/runs/:runId/{*file}', kept.ofRuns);
  app.all('/api/screenshots/:name', kept.screenshots);
  app.use(moments).use('/trace', createTraceViewer());
  app.all('/api/files', files).all('/api/do', verbs);
  app.get('/api/health', health);
  const session = createSessionRoutes(people, explain);
  app.post('/api/sign-in', session.signIn).post('/api/sign-out', session.signOut).get('/api/session', session.session);
  app.all(NO_SIGN_IN_SERVICE, notFound);
  if (idePage !== undefined) app.use(createIdePage(idePage));
  app.get('/', (_request, response) => void response.type('html').send(landingPage({ url, release })));
  app.get(LANDING_STYLESHEET_PATH, (_request, response) => void response.type('css').send(LANDING_STYLESHEET));
  app.use(notFound, fail);
  return app;
}

/** Errors: `busy` when the port and the twenty after it are taken. */
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
  const {
    codes = new SignInCodes(),
    sessions = await Sessions.open(NOT_KEPT),
    isPassword = async () => false,
  } = options;
  const people = new People({ codes, sessions, guard, isSecure, isPassword, ...limits });
  const doors = createDoors(options, { limits, signal: closing.signal, people });
  server.on('request', (_request, response) => limitWriting(response, limits.unreadMs));
  server.on('request', createApp(options, { ...doors, guard, people, url }));
  let closed: Promise<void> | undefined;
  const dispose = () => {
    closing.abort();
    closed ??= closeWebServer(server);
    return closed;
  };
  return {
    url,
    port,
    ownUrls,
    server,
    guard,
    people,
    closing: closing.signal,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** A client that takes nothing of its answer is given up; one that reads slowly gets it all. */
function limitWriting(response: ServerResponse, limitMs: number): void {
  const setLimit = (ms: number) => response.socket?.setTimeout(ms);
  response.once('prefinish', () => setLimit(limitMs));
  // Before Node sets the limit for the next request on the connection.
  response.prependOnceListener('finish', () => setLimit(0));
}

/** Everybody sees whether the service runs; its projects, only those who may use them; its folder, its owner alone. */
interface HealthOptions {
  identify: Identify;
  release: string;
  folder: string | undefined;
  projectIds(): readonly string[];
  explain(error: unknown): Fault;
}

function createHealth({ identify, release, folder, projectIds, explain }: HealthOptions): RequestHandler {
  return async (request, response) => {
    const state = { status: 'ok', release };
    if (request.headers.authorization === undefined) return sendJson(response, { httpStatus: 200, body: state });
    try {
      const caller = identify(request);
      const { projectId: only } = caller;
      const projects = projectIds().filter(projectId => only === undefined || projectId === only);
      const isOwner = caller === OWNER && folder !== undefined;
      const workspace = isOwner ? { workspace: await identifyFolder(folder) } : {};
      sendJson(response, { httpStatus: 200, body: { ...state, projects, ...workspace } });
    } catch (error) {
      sendFault(response, explain(error));
    }
  };
}
