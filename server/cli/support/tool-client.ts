import { z } from 'zod';
import { AppError, toErrorKind } from '../../../model/errors/errors.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { askServer } from '../../process/ask-server.ts';
import { OWNER } from '../../rpc/access/authenticate.ts';
import { createPerformTool, resolveCall, type ToolCall } from '../../rpc/calls/call-tool.ts';
import { createAppAddresses } from '../../runs/plan/app-addresses.ts';
import { SAMPLE_STARTERS } from '../../sample/sample-starters.ts';
import { findServer, type ServerFile } from '../../service/server-file.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { NO_PAGE } from '../../tools/define/page-address.ts';
import { type ArgumentsOf, createToolRegistry, type ReplyOf, type ToolName } from '../../tools/index.ts';
import { type ClosedProject, explainClosed, openWorkspace } from '../../workspace/workspace.ts';
import { type Cli, secretOverrides } from './cli.ts';
import { lineOf, outputOf } from './follow-job.ts';
import { serviceAccess } from './service-access.ts';

const SECONDS_UNTIL_JOB = 2;

interface ToolCaller extends AsyncDisposable {
  call(name: string, args: object): Promise<unknown>;
}

/** The calls are those of the owner of the workspace. */
export class ToolClient implements AsyncDisposable {
  readonly #caller: ToolCaller;

  constructor(caller: ToolCaller) {
    this.#caller = caller;
  }

  /** Errors: those of the tool. */
  call<Name extends ToolName>(name: Name, args: ArgumentsOf<NoInfer<Name>>): Promise<ReplyOf<Name>>;
  call(name: string, args: object): Promise<unknown> {
    return this.#caller.call(name, args);
  }

  /** For a name that somebody typed. Errors: those of the tool, `method-not-found`. */
  callAny(name: string, args: object): Promise<unknown> {
    return this.#caller.call(name, args);
  }

  async [Symbol.asyncDispose]() {
    await this.#caller[Symbol.asyncDispose]();
  }
}

/** Without a running server, the tools run in this process, with the projects' locks and the browser of `attachTo`. */
export async function openToolClient(cli: Cli, attachTo?: BrowserEndpoint): Promise<ToolClient> {
  const folder = await cli.workspaceFolder();
  const server = await findServer(folder);
  return new ToolClient(server === undefined ? await localClient(folder, cli, attachTo) : remoteClient(server, cli));
}

const Reply = z.object({
  result: z.object({ content: z.array(z.object({ text: z.string() })) }).optional(),
  error: z
    .object({
      message: z.string(),
      data: z.object({ reason: z.string().optional(), next: z.string().optional() }).optional(),
    })
    .optional(),
});

const Named = z.object({ projectId: z.string().optional() });

function remoteClient(server: ServerFile, { signal, notify }: Cli): ToolCaller {
  const registry = createToolRegistry();
  return {
    async call(name, args) {
      // A call that becomes a job before long can be followed and cancelled; one whose answer is awaited cannot.
      const isShort = registry.get(name)?.scope === 'owner';
      const headers: Record<string, string> = isShort ? {} : { prefer: `wait=${SECONDS_UNTIL_JOB}` };
      const answer = await ask(server, { name, args, signal, headers });
      const { projectId } = Named.safeParse(args).data ?? {};
      return await outputOf(answer, {
        projectId,
        notify,
        signal,
        ask: (tool, given, until) => ask(server, { name: tool, args: given, signal: until }),
      });
    },
    async [Symbol.asyncDispose]() {},
  };
}

interface CliToolCall {
  name: string;
  args: object;
  signal: AbortSignal;
  headers?: Record<string, string>;
}

/** Errors: those of the tool. */
export async function ask(server: ServerFile, { name, args, signal, headers }: CliToolCall): Promise<unknown> {
  const { text } = await askServer(server, {
    path: '/api/mcp',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.secret}`, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    signal,
  });
  const { result, error } = Reply.parse(JSON.parse(text));
  if (error !== undefined) {
    const { reason, next } = error.data ?? {};
    throw new AppError(toErrorKind(reason), error.message, next === undefined ? {} : { next });
  }
  const parsed: unknown = JSON.parse(result?.content[0]?.text ?? 'null');
  return parsed;
}

async function localClient(folder: string, cli: Cli, attachTo?: BrowserEndpoint): Promise<ToolCaller> {
  const apps = createAppAddresses(SAMPLE_STARTERS);
  const workspace = await openWorkspace({
    fs: nodeFileSystem,
    folder,
    secretOverrides: secretOverrides(cli.environment),
    testManagement: { ...serviceAccess(cli.environment), sampleUrl: () => apps.testManagement() },
  });
  const bridge = await cli.browsers.createBridge({ attachTo });
  const registry = createToolRegistry();
  const perform = createPerformTool({
    workspace,
    bridge,
    apps,
    page: NO_PAGE,
    log: { warn: (_facts, message) => cli.notify(message) },
  });
  const ids = workspace.projects().map(project => project.projectId);
  return {
    async call(name, given) {
      const named = registry.get(name);
      if (named === undefined)
        throw new AppError('method-not-found', `No tool "${name}". steploom call --list names them all.`);
      const { tool, args } = resolveCall({ tool: named, args: given }, registry);
      const wanted = Named.safeParse(args).data?.projectId;
      const projectId = wanted ?? (ids.length === 1 ? ids[0] : undefined);
      if (tool.scope !== 'owner') refuseClosed(workspace.closed(), projectId);
      using progress = reportSlow(cli);
      const { signal } = cli;
      return await perform({ caller: OWNER, tool, args, projectId, signal, report: progress.report });
    },
    async [Symbol.asyncDispose]() {
      await bridge.dispose();
      await apps.dispose();
      await workspace.dispose();
    },
  };
}

function reportSlow({ notify }: Cli): Pick<ToolCall, 'report'> & Disposable {
  let last: string | undefined;
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    if (last !== undefined) notify(last);
  }, SECONDS_UNTIL_JOB * 1_000);
  return {
    report: progress => {
      last = lineOf(progress);
      if (isSlow) notify(last);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** A project that could not be opened says why, instead of not being there. */
function refuseClosed(closed: readonly ClosedProject[], projectId: string | undefined): void {
  const [first] = closed;
  const refused =
    projectId === undefined && closed.length === 1 ? first : closed.find(project => project.projectId === projectId);
  if (refused !== undefined) throw explainClosed(refused);
}
