import { once } from 'node:events';
import { connect } from 'node:net';
import { Low, Memory } from 'lowdb';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { ToolCall } from '../../../server/rpc/calls/call-tool.ts';
import { createHttpServer, type HttpServerOptions } from '../../../server/rpc/http/create-http-server.ts';
import { createLog } from '../../../server/rpc/http/log.ts';
import { TokenFile, type TokensData } from '../../../server/store/tokens/token-file.ts';
import { defineTool, type Tool, type ToolGroup, type ToolScope } from '../../../server/tools/define/define-tool.ts';

export const OWNER_SECRET = 'owner-secret-0123456789';

interface FixtureTool {
  tool: Tool;
  perform(call: ToolCall): unknown;
}

interface FixtureRequest {
  name: string;
  group: ToolGroup;
  scope: ToolScope;
  input?: z.ZodRawShape;
  perform(call: ToolCall): unknown;
}

const fixtureTool = ({ name, group, scope, input = {}, perform }: FixtureRequest): FixtureTool => ({
  perform,
  tool: defineTool({
    name,
    group,
    scope,
    title: name,
    summary: `Do what ${name} says.`,
    input,
    output: z.unknown(),
    errors: [],
    examples: [],
    run: () => undefined,
  }),
});

/** Tools small enough to be seen through, with the names and faults that the specs need. */
function fixtureTools(calls: ToolCall[], hold: AbortSignal): FixtureTool[] {
  const name = z.string().max(200).describe('Name');
  return [
    fixtureTool({
      name: 'getModules',
      group: 'modules',
      scope: 'read',
      input: { includeTests: z.boolean().optional(), limit: z.number().int().optional() },
      perform: call => {
        calls.push(call);
        return { modules: [], projectId: call.projectId };
      },
    }),
    fixtureTool({
      name: 'createModule',
      group: 'modules',
      scope: 'write',
      input: { name },
      perform: call => {
        calls.push(call);
        return { module: { moduleCode: `m${calls.length}`, given: call.args } };
      },
    }),
    fixtureTool({
      name: 'createAction',
      group: 'actions',
      scope: 'write',
      input: {
        type: z.string(),
        moduleCode: z.string().regex(/^m\d+$/),
        locator: z.string().optional(),
        value: z.union([z.string().max(5), z.number().min(1)]).optional(),
        expected: z
          .union([z.record(z.string(), z.string()), z.array(z.strictObject({ a: z.string() })).max(9)])
          .optional(),
        pattern: z.string().optional(),
        repeat: z.number().int().optional(),
        values: z.union([z.string(), z.array(z.strictObject({ pattern: z.string() }))]).optional(),
      },
      perform: () => ({}),
    }),
    fixtureTool({
      name: 'getTests',
      group: 'tests',
      scope: 'read',
      perform: () => {
        throw new AppError('not-found', 'No module m9; there are m1 to m4.', {
          field: 'moduleCode',
          next: 'getModules',
          facts: { nearest: ['m4'] },
        });
      },
    }),
    fixtureTool({
      name: 'getRun',
      group: 'runs',
      scope: 'read',
      perform: () => {
        throw new TypeError('Cannot read /home/someone/secret-place');
      },
    }),
    fixtureTool({
      name: 'waitForPageReady',
      group: 'ide',
      scope: 'read',
      perform: async call => {
        calls.push(call);
        if (!hold.aborted) await Promise.race([once(hold, 'abort'), once(call.signal, 'abort')]);
        if (call.signal.aborted) throw new AppError('stopped', 'The service is closing.');
        return { ready: true };
      },
    }),
    fixtureTool({
      name: 'getTokens',
      group: 'project',
      scope: 'owner',
      perform: call => ({ id: call.projectId ?? null }),
    }),
    fixtureTool({
      name: 'search',
      group: 'project',
      scope: 'read',
      input: { text: z.string() },
      perform: ({ args }) => args,
    }),
  ];
}

async function noFile(): Promise<never> {
  throw new AppError('not-found', 'Nothing is kept here.');
}

async function createTokens() {
  const data: TokensData = { format: 1, enabled: true, tokens: [] };
  const tokens = new TokenFile(new Low(new Memory<TokensData>(), data));
  const { value: read } = await tokens.create({ name: 'reader', access: 'read' });
  const { value: write } = await tokens.create({ name: 'writer', access: 'write' });
  return { tokens, read, write };
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined for an empty body. */
  body: unknown;
}

interface PostOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
  query?: string;
  method?: string;
}

/** A real server on a free port, with tokens of a project "shop", and what specs need to look at it. */
export async function startService(options: Partial<HttpServerOptions> & { projectIds?: string[] } = {}) {
  const { projectIds = ['shop'], ...rest } = options;
  const calls: ToolCall[] = [];
  const lines: string[] = [];
  const hold = new AbortController();
  const tools = fixtureTools(calls, hold.signal);
  const { tokens, read, write } = await createTokens();
  const projects = projectIds.map((projectId, index) => ({
    projectId,
    tokens:
      index === 0 ? tokens : new TokenFile(new Low(new Memory<TokensData>(), { format: 1, enabled: true, tokens: [] })),
  }));
  const service = await createHttpServer({
    port: 0,
    release: '1.2.3',
    workspace: { projects: () => projects },
    registry: new Map(tools.map(({ tool }) => [tool.name, tool])),
    performTool: async call => {
      call.tool.check(call.args);
      return tools.find(({ tool }) => tool === call.tool)?.perform(call);
    },
    keptFiles: { ofRun: noFile, screenshot: noFile },
    projectFiles: { read: noFile, write: noFile },
    ownerSecret: OWNER_SECRET,
    log: createLog({ level: 'debug', to: { write: line => void lines.push(line) } }),
    ...rest,
  });

  /** Sends a body: text and bytes as they are, else as JSON. */
  async function post(
    body: unknown,
    { token = write, headers, query = '', method = 'POST' }: PostOptions = {},
  ): Promise<Reply> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${service.url}/api/mcp${query}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' ? { body: isRaw ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  const call = (name: string, args: object = {}, postOptions: PostOptions = {}) =>
    post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, postOptions);

  return {
    service,
    tokens,
    read,
    write,
    calls,
    lines,
    post,
    call,
    releaseHeld: () => hold.abort(),
    [Symbol.asyncDispose]: () => service.dispose(),
  };
}

/** Writes text to a socket as it is; returns all that comes back until the server closes, as `Connection: close` makes it. */
export async function rawRequest(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}
