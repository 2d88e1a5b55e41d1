import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { createTokenValue } from '../../../server/store/tokens/token-file.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const tools = [...createToolRegistry().values()];
const Listing = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });
const Secret = z.object({ secret: z.string() });

/** Who calls, and the answer to a tool of each scope: HTTP status and JSON-RPC code. */
const CALLERS = {
  nobody: { read: '401 -32000', write: '401 -32000', owner: '401 -32000' },
  mistyped: { read: '401 -32000', write: '401 -32000', owner: '401 -32000' },
  unknown: { read: '401 -32000', write: '401 -32000', owner: '401 -32000' },
  foreign: { read: '403 -32000', write: '403 -32000', owner: '403 -32000' },
  revoked: { read: '401 -32000', write: '401 -32000', owner: '401 -32000' },
  expired: { read: '401 -32000', write: '401 -32000', owner: '401 -32000' },
  switchedOff: { read: '401 -32000', write: '401 -32000', owner: '401 -32000' },
  // Whoever may call a tool is told what is wrong with the arguments.
  reader: { read: '200 -32602', write: '403 -32000', owner: '403 -32000' },
  writer: { read: '200 -32602', write: '200 -32602', owner: '403 -32000' },
  owner: { read: '200 -32602', write: '200 -32602', owner: '200 -32602' },
} as const;
type CallerName = keyof typeof CALLERS;
const CALLER_NAMES = [
  'nobody',
  'mistyped',
  'unknown',
  'foreign',
  'revoked',
  'expired',
  'switchedOff',
  'reader',
  'writer',
  'owner',
] as const satisfies readonly CallerName[];

describe('every tool, called by everyone', () => {
  let app: TestApp;
  const tokens = new Map<CallerName, string>();

  beforeAll(async () => {
    // Wrong tokens are counted by address; here there are more of them than usual.
    app = await startTestApp({ limits: { failedSignInsPerMinute: 10_000 } });
    const { workspace } = app.service;
    const project = workspace.project('shop');
    const other = await workspace.create({ projectId: ProjectId.parse('other'), name: 'Other' });
    const off = await workspace.create({ projectId: ProjectId.parse('off'), name: 'Off' });
    if (project === undefined) throw new Error('There is no project.');
    await other.tokens.setEnabled(true);
    const make = async (name: CallerName, tokensOf = project.tokens, more: { expiresAt?: string } = {}) => {
      const { value } = await tokensOf.create({ name, access: name === 'reader' ? 'read' : 'write', ...more });
      tokens.set(name, value);
    };
    for (const name of ['reader', 'writer', 'revoked'] as const) await make(name);
    await make('foreign', other.tokens);
    await make('switchedOff', off.tokens);
    await make('expired', project.tokens, { expiresAt: '2020-01-01T00:00:00.000Z' });
    await project.tokens.revoke('revoked');
    const good = tokens.get('writer') ?? '';
    tokens.set('mistyped', `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`);
    tokens.set(
      'unknown',
      createTokenValue(limit => randomInt(limit)),
    );
    const server = await readFile(join(dirname(app.folder), '.steploom/server.json'), 'utf8');
    tokens.set('owner', Secret.parse(JSON.parse(server)).secret);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Wrong arguments, so that no call does anything, however far it comes. */
  async function ask(caller: CallerName, name: string): Promise<string> {
    const authorization = tokens.get(caller);
    const projectId = caller === 'switchedOff' ? 'off' : 'shop';
    const response = await fetch(`${app.service.url}/api/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization: `Bearer ${authorization}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { projectId, noSuchParameter: 1 } },
      }),
    });
    const { error } = z.object({ error: z.object({ code: z.number() }) }).parse(await response.json());
    return `${response.status} ${error.code}`;
  }

  it.each(tools.map(({ name, scope }) => ({ name, scope })))(
    '$name, a tool of scope $scope, answers each caller as its access allows',
    async ({ name, scope }) => {
      for (const caller of CALLER_NAMES)
        expect([caller, await ask(caller, name)]).toEqual([caller, CALLERS[caller][scope]]);
    },
  );

  it.each(['reader', 'writer', 'owner'] as const)(
    'the tool list of the %s holds exactly the non-owner tools that it may call',
    async caller => {
      const client = new ApiClient(`${app.service.url}/api/mcp?tools=all`, tokens.get(caller) ?? '');
      const response = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
      const listed = Listing.parse(await response.json()).result.tools.map(({ name }) => name);
      const mayCall = tools.filter(({ scope }) => scope !== 'owner' && CALLERS[caller][scope].startsWith('200'));
      expect(listed.toSorted()).toEqual(mayCall.map(({ name }) => name).toSorted());
    },
  );
});
