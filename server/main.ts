import { randomBytes } from 'node:crypto';
import type { BrowserLauncher } from '../ide-bridge/browser/launch/browser-launcher.ts';
import { tryBrowser } from '../ide-bridge/browser/launch/connect-browser.ts';
import type { PageLimits } from '../ide-bridge/browser/limits/page-limits.ts';
import { createBridge } from '../ide-bridge/create-bridge.ts';
import { Hub } from '../ide-bridge/hub/hub.ts';
import type { HubLimits } from '../ide-bridge/hub/hub-limits.ts';
import { serveSockets } from '../ide-bridge/hub/socket-server.ts';
import { ExtensionHub } from '../ide-bridge/lending/extension-hub.ts';
import { LiveViews } from '../ide-bridge/live/live-views.ts';
import { WorkerPool } from '../ide-bridge/workers/worker-pool.ts';
import { isAppError } from '../model/errors/errors.ts';
import { DEFAULT_WINDOW_IDLE_MINUTES } from '../model/project/defaults.ts';
import type { Bridge } from '../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../model/protocol/browser-endpoint.ts';
import { BRIDGE_PATH } from '../model/protocol/channel/channel.ts';
import { EXTENSION_PATH } from '../model/protocol/channel/extension.ts';
import { LIVE_PATH } from '../model/protocol/channel/live.ts';
import { createExtensionService } from './pages/extension-service.ts';
import { openIde, openPageAccess, type PageAccess } from './pages/page-access.ts';
import { createPageService } from './pages/page-service.ts';
import { readRelease } from './process/package-root.ts';
import { createPerformTool, openProjectOf, type ToolCallServices } from './rpc/calls/call-tool.ts';
import { type Fault, faultOf } from './rpc/calls/fault.ts';
import { DEFAULT_LIMITS, type RpcLimits } from './rpc/calls/limits.ts';
import { createHttpServer, type HttpService } from './rpc/http/create-http-server.ts';
import { builtPage } from './rpc/http/ide-page.ts';
import type { KeptFiles } from './rpc/http/kept-files.ts';
import { createLog } from './rpc/http/log.ts';
import type { MomentsPort } from './rpc/http/moments.ts';
import type { ProjectFilesPort } from './rpc/http/project-files.ts';
import { type AppAddresses, createAppAddresses } from './runs/plan/app-addresses.ts';
import { projectFilePath } from './runs/plan/find-project-file.ts';
import { readRunFile, runFilePath } from './runs/record/read-run-file.ts';
import { redactRunFile } from './runs/record/redact-run-file.ts';
import { SAMPLE_STARTERS } from './sample/sample-starters.ts';
import { addressesOf, type Reach, readReach, requirePasswords } from './service/reach.ts';
import { removeServerFile, type ServerFile, writeServerFile } from './service/server-file.ts';
import type { Tls } from './service/tls-files.ts';
import type { SettlingLimits } from './store/edits/outside-edits.ts';
import { type FileSystem, failedWrite, makeFolders, nodeFileSystem } from './store/files/file-system.ts';
import type { TestManagementOptions } from './test-management/test-management.ts';
import { CallerWindows } from './tools/define/caller-windows.ts';
import type { PageAddress } from './tools/define/page-address.ts';
import { createToolRegistry } from './tools/index.ts';
import { matchesNone } from './workspace/project-password.ts';
import { readFilePath } from './workspace/user-files.ts';
import { openWorkspace, redactorOf, type Workspace } from './workspace/workspace.ts';

export interface ServiceOptions extends Reach {
  workspaceFolder: string;
  port: number;
  allowedHosts?: readonly string[] | undefined;
  /** By item name; they win over stored values. */
  secretOverrides?: ReadonlyMap<string, string> | undefined;
  logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug' | undefined;
  limits?: Partial<RpcLimits> | undefined;
  hubLimits?: Partial<HubLimits> | undefined;
  fileSystem?: FileSystem | undefined;
  /** Fails when other processes hold all projects, which leaves nothing to serve. */
  refuseAllLocked?: boolean | undefined;
  /** App windows attach to it. */
  attachTo?: BrowserEndpoint | undefined;
  launcher?: BrowserLauncher | undefined;
  pageLimits?: Partial<PageLimits> | undefined;
  settling?: Partial<SettlingLimits> | undefined;
  /** Interval of renewing the leases of projects. */
  renewEveryMs?: number | undefined;
  testManagement?: Partial<TestManagementOptions> | undefined;
}

export interface Service {
  readonly url: string;
  readonly workspace: Workspace;
  readonly warnings: readonly string[];
  readonly page: PageAddress;
  /** Opens the project shown last, else the first. Errors: as `Ides.open`. */
  openIde(request: { headed?: boolean | undefined }): Promise<void>;
  /** How long nobody has asked anything; 0 while an IDE is open or a test runs. */
  idleMs(): number;
  /** Idempotent. */
  dispose(): Promise<void>;
}

const OWNER_SECRET_BYTES = 32;
/** As much as over HTTP. */
const SOCKET_MESSAGE_BYTES = DEFAULT_LIMITS.bodyBytes;
/** A message may hold the picture of a whole page. */
const EXTENSION_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Errors: `invalid-params`, `browser-missing`, `project-locked` if asked for; `closed()` has those of projects. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { workspaceFolder, attachTo, launcher, pageLimits } = options;
  const { tls } = await readReach(options);
  if (attachTo !== undefined) await tryBrowser(attachTo);
  await makeFolders(workspaceFolder).catch((error: unknown) => {
    throw failedWrite(error, workspaceFolder);
  });
  const apps = createAppAddresses(SAMPLE_STARTERS);
  const workspace = await openProjects(options, apps);
  const access = await openPageAccess(workspaceFolder);
  const hub = new Hub(options.hubLimits);
  const lives = new LiveViews({
    pathOf: (projectId, file) => projectFilePath(openProjectOf(workspace, projectId).folder, file, 'paths'),
    limits: options.hubLimits,
  });
  const extensions = new ExtensionHub(options.hubLimits);
  const forbiddenOrigins = access.address.ownUrls;
  // Browsers of a caller's own launcher start in this process.
  const workers = launcher === undefined ? new WorkerPool() : undefined;
  const shared = { forbiddenOrigins, hub, lives, attachTo, launcher, pageLimits, extensions };
  const bridge = createBridge({ ...shared, workers });
  const secret = randomBytes(OWNER_SECRET_BYTES).toString('base64url');
  const windows = openCallerWindows(bridge, workspace);
  const served = { workspace, bridge, windows, apps, hub, lives, access, extensions, ownerSecret: secret, tls };
  const http = await serve(options, served).catch(async (error: unknown) => {
    await workspace.dispose();
    throw error;
  });
  await workspace.updateUrl(http.url);
  const close = () => closeAll({ ...served, http, workspaceFolder });
  const { url } = http;
  const file: ServerFile = { url, pid: process.pid, secret, certificate: tls?.certificate };
  const warnings = await publishServerFile(workspaceFolder, file).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  let closing: Promise<void> | undefined;
  return {
    ...{ url, workspace, warnings, page: access.address },
    idleMs: watchIdle(http, () => isBusy(bridge, workspace)),
    openIde: ({ headed }) => openIde({ bridge, access, workspace, signal: http.closing }, headed),
    dispose: () => {
      closing ??= close();
      return closing;
    },
  };
}

const isBusy = (bridge: Bridge, workspace: Workspace): boolean =>
  bridge.ides.all().length > 0 ||
  workspace.projects().some(({ projectId }) => bridge.runsUnderWay(projectId).length > 0);

/** Milliseconds since the last request, or since it was busy last. */
function watchIdle({ server }: HttpService, isBusyNow: () => boolean): () => number {
  let usedAt = performance.now();
  let underWay = 0;
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      usedAt = performance.now();
    });
  });
  return () => {
    if (underWay > 0 || isBusyNow()) usedAt = performance.now();
    return performance.now() - usedAt;
  };
}

function openProjects(options: ServiceOptions, apps: AppAddresses): Promise<Workspace> {
  return openWorkspace({
    fs: options.fileSystem ?? nodeFileSystem,
    folder: options.workspaceFolder,
    secretOverrides: options.secretOverrides,
    settling: options.settling,
    renewEveryMs: options.renewEveryMs,
    testManagement: { sampleUrl: () => apps.testManagement(), ...options.testManagement },
  });
}

/** A disk that takes nothing must not keep the projects from being looked at. */
async function publishServerFile(workspaceFolder: string, file: ServerFile): Promise<string[]> {
  try {
    await writeServerFile(workspaceFolder, file);
    return [];
  } catch (error) {
    if (!isAppError(error, 'disk-full') && !isAppError(error, 'read-only')) throw error;
    return [`Other commands do not find this service: ${error.message} Then restart it.`];
  }
}

interface Served {
  workspace: Workspace;
  bridge: Bridge;
  windows: CallerWindows;
  apps: AppAddresses;
  hub: Hub;
  lives: LiveViews;
  access: PageAccess;
  extensions: ExtensionHub;
  ownerSecret: string;
  tls: Tls | undefined;
}

async function serve(options: ServiceOptions, served: Served): Promise<HttpService> {
  const { workspace, bridge, windows, apps, access, ownerSecret, tls } = served;
  const { host = '127.0.0.1', port, allowedHosts = [], limits = {} } = options;
  if (options.refuseAllLocked) refuseAllLocked(workspace);
  requirePasswords(options, workspace.projects());
  const redact = redactorOf(workspace);
  const log = createLog({ level: options.logLevel ?? 'error', redact });
  const registry = createToolRegistry();
  const performTool = createPerformTool({ workspace, bridge, windows, apps, page: access.address, log });
  const http = await createHttpServer({
    host,
    port,
    allowedHosts: [...addressesOf(host), ...allowedHosts],
    tls,
    release: readRelease(),
    workspace,
    registry,
    performTool,
    codes: access.codes,
    sessions: access.sessions,
    isPassword: passwordCheckOf(workspace),
    idePage: builtPage(),
    keptFiles: keptFilesOf(workspace),
    projectFiles: projectFilesOf(workspace),
    moments: momentsOf(workspace, bridge),
    ownerSecret,
    endSession: (actorId, session) => windows.endSession(actorId, session),
    windows,
    limits,
    log,
  });
  access.reachedAt(http.url, http.ownUrls);
  const services = { registry, performTool, signal: http.closing, ...listsOf(workspace) };
  const explain = (error: unknown) => faultOf(error, { log });
  openSockets(http, { served, services, explain, limits: options.hubLimits });
  return http;
}

interface SocketServices {
  served: Served;
  services: ToolCallServices;
  explain(error: unknown): Fault;
  limits: Partial<HubLimits> | undefined;
}

function openSockets(http: HttpService, { served, services, explain, limits }: SocketServices): void {
  const { workspace, bridge, windows, access, hub, lives, extensions } = served;
  const serviceFor = createPageService({ workspace, bridge, windows, access, services, explain });
  const extensionService = createExtensionService({ workspace, bridge, access, services, explain });
  const { admit } = http.people;
  const page = { admit, messageBytes: SOCKET_MESSAGE_BYTES };
  serveSockets({
    server: http.server,
    admit,
    limits,
    signal: http.closing,
    routes: {
      [BRIDGE_PATH]: { ...page, take: hub.serve(serviceFor) },
      [LIVE_PATH]: { ...page, take: lives.take },
      [EXTENSION_PATH]: {
        admit: access.pairing.admitBy(http.guard),
        messageBytes: EXTENSION_MESSAGE_BYTES,
        take: extensions.serve(extensionService),
      },
    },
  });
}

const IN_MINUTE_MS = 60_000;

const idleMsOf = (workspace: Workspace, projectId: string): number => {
  const { windowIdleMinutes = DEFAULT_WINDOW_IDLE_MINUTES } =
    workspace.project(projectId)?.store.content.project.settings ?? {};
  return windowIdleMinutes * IN_MINUTE_MS;
};

function openCallerWindows(bridge: Bridge, workspace: Workspace): CallerWindows {
  const windows = new CallerWindows({ bridge, idleMs: projectId => idleMsOf(workspace, projectId) });
  workspace.onChange(() => {
    for (const projectId of windows.projects) if (workspace.project(projectId) === undefined) windows.forget(projectId);
  });
  return windows;
}

const passwordCheckOf = (workspace: Workspace) => (projectId: string, password: string) =>
  workspace.project(projectId)?.password.matches(password) ?? matchesNone(password);

const listsOf = (workspace: Workspace) => ({
  projectIds: () => workspace.projects().map(({ projectId }) => projectId),
  closed: () => workspace.closed(),
});

/** Its server file would replace that of the server which has the projects open. */
function refuseAllLocked(workspace: Workspace): void {
  const locked = workspace.closed().find(({ error }) => error.kind === 'project-locked');
  if (locked !== undefined && workspace.projects().length === 0) throw locked.error;
}

const keptFilesOf = (workspace: Workspace): KeptFiles => ({
  async ofRun(projectId, runId, file) {
    const { runs, redact } = openProjectOf(workspace, projectId);
    const { bytes, ...kept } = await readRunFile(runs.folder, runId, file);
    return { ...kept, bytes: redactRunFile(file, bytes, redact) };
  },
  screenshot: (projectId, name) => openProjectOf(workspace, projectId).screenshots.read(name),
});

const momentsOf = (workspace: Workspace, { moments }: Bridge): MomentsPort => ({
  ...moments,
  fileOf: (projectId, runId) => runFilePath(openProjectOf(workspace, projectId).runs.folder, runId, 'trace.zip'),
  testIdAttribute: projectId =>
    openProjectOf(workspace, projectId).store.content.project.settings?.browser?.testIdAttribute,
});

const projectFilesOf = (workspace: Workspace): ProjectFilesPort => ({
  read: (projectId, path) => openProjectOf(workspace, projectId).userFiles.read(readFilePath(path)),
  write: (projectId, path, bytes) => openProjectOf(workspace, projectId).userFiles.write(readFilePath(path), bytes),
});

interface ServiceParts {
  hub: Hub;
  lives: LiveViews;
  access: PageAccess;
  extensions: ExtensionHub;
  http: { dispose(): Promise<void> };
  bridge: Bridge;
  windows: CallerWindows;
  apps: { dispose(): Promise<void> };
  workspace: Workspace;
  workspaceFolder: string;
}

async function closeAll(parts: ServiceParts): Promise<void> {
  const { http, hub, lives, access, extensions, bridge, windows, apps, workspace, workspaceFolder } = parts;
  windows[Symbol.dispose]();
  await removeServerFile(workspaceFolder, process.pid);
  await Promise.all(workspace.projects().map(({ jobs }) => jobs.close()));
  await Promise.all([hub.dispose(), lives.dispose()]);
  extensions.dispose();
  await http.dispose();
  await bridge.dispose();
  await apps.dispose();
  await access.file.settled();
  await workspace.dispose();
}
