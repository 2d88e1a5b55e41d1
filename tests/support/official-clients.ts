import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { MODERN } from '../server/rpc/mcp-client.ts';

/** The official MCP clients as hosts use them: the old line, and the new one in each way of finding out the revision. */
export const OFFICIAL_CLIENTS = ['v1', 'v2', 'v2 auto', 'v2 pinned'] as const;
export type OfficialClientKind = (typeof OFFICIAL_CLIENTS)[number];

/** The revision that each of them ends up with. */
export const REVISIONS: Record<OfficialClientKind, string> = {
  v1: '2025-11-25',
  v2: '2025-11-25',
  'v2 auto': MODERN,
  'v2 pinned': MODERN,
};

/** How a client reaches the service. */
export type Reach =
  | { url: string; token: string }
  | { command: string; args: string[]; env: Record<string, string>; cwd: string };

interface CallOptions {
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
  signal?: AbortSignal;
}

interface Call {
  name: string;
  arguments?: Record<string, unknown>;
}

/** What all of them can do, told alike. */
export interface OfficialClient extends AsyncDisposable {
  instructions(): string | undefined;
  serverName(): string | undefined;
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(call: Call, options?: CallOptions): Promise<unknown>;
  listResources(): Promise<{ resources: readonly { uri: string }[] }>;
  readResource(uri: string): Promise<unknown>;
  listPrompts(): Promise<{ prompts: readonly { name: string }[] }>;
  getPrompt(name: string, given: Record<string, string>): Promise<unknown>;
}

const HOST = { name: 'steploom-specs', version: '1.0.0' };
const withToken = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

const MODES = { v2: 'legacy', 'v2 auto': 'auto', 'v2 pinned': { pin: MODERN } } as const;

async function connectV1(reach: Reach): Promise<OfficialClient> {
  const client = new ClientV1(HOST);
  await client.connect(
    'url' in reach
      ? new HttpV1(new URL(reach.url), withToken(reach.token))
      : new StdioV1({ ...reach, stderr: 'inherit' }),
  );
  return {
    instructions: () => client.getInstructions(),
    serverName: () => client.getServerVersion()?.name,
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, undefined, options),
    listResources: () => client.listResources(),
    readResource: uri => client.readResource({ uri }),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name, given) => client.getPrompt({ name, arguments: given }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectV2(mode: (typeof MODES)[keyof typeof MODES], reach: Reach): Promise<OfficialClient> {
  const client = new ClientV2(HOST, { versionNegotiation: { mode } });
  await client.connect(
    'url' in reach
      ? new HttpV2(new URL(reach.url), withToken(reach.token))
      : new StdioV2({ ...reach, stderr: 'inherit' }),
  );
  return {
    instructions: () => client.getInstructions(),
    serverName: () => client.getServerVersion()?.name,
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, options),
    listResources: () => client.listResources(),
    readResource: uri => client.readResource({ uri }),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name, given) => client.getPrompt({ name, arguments: given }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Connects a client; throws what it makes of a refusal. */
export const connectOfficial = (kind: OfficialClientKind, reach: Reach): Promise<OfficialClient> =>
  kind === 'v1' ? connectV1(reach) : connectV2(MODES[kind], reach);
