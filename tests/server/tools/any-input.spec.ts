// @module-tag full
/** Every tool gets generated inputs, 20 of them unless STEPLOOM_INPUTS says otherwise. */

import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ERRORS } from '../../../model/errors/errors.ts';
import { isTemporaryName } from '../../../server/store/files/write-durably.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { Author } from '../../support/author.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { toolInput } from './input-arbitrary.ts';

const INPUTS = Number(process.env.STEPLOOM_INPUTS ?? 20);
const LIMITS = { requestsPerSecond: 1e6, requestBurst: 1e6 };

const Answer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.literal(1), z.null()]),
  result: z.object({ content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1) }).optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.looseObject({ reason: z.string() }) }).optional(),
});
const STACK = /\n\s+at |node:internal|\.[cm]?[jt]s:\d+:\d+/;

/** Every file of the project that a call may change, as the disk has it. What was used last is none of it. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  // An input may delete the project: then there is none, and calls after it are answered so.
  if (!existsSync(folder)) return found;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // What was used last is written in the background, over a temporary file.
    if (
      !entry.isFile() ||
      isTemporaryName(entry.name) ||
      /\.steploom.(backups|journal|screenshots|lease)|tokens\.json$/.test(path)
    )
      continue;
    // Files are replaced, never written into: one that changed has another inode. A run may just have moved one.
    const file = await stat(path).catch(() => undefined);
    if (file !== undefined) found[path] = [file.ino, file.mtimeMs, file.size].join();
  }
  return found;
}

/** A project with something of each kind, and no browser to be had: whatever needs one must say so at once. */
async function furnishedApp() {
  const app = await startTestApp({ limits: LIMITS });
  const author = new Author(app.client);
  await author.module('Sign in');
  const actions = [
    { type: 'click', locator: '#save' },
    { type: 'comment', text: 'here' },
  ];
  for (const name of ['One', 'Two']) await author.test('m1', name, { actions });
  const items = [{ name: 'password', value: 'hunter2-4711', kind: 'secret' }];
  await author.do('createEnvironment', { name: 'live', items });
  const server = await readFile(join(dirname(app.folder), '.steploom/server.json'), 'utf8');
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(server));
  return { app, owner: new ApiClient(app.client.apiUrl, secret) };
}

describe('every tool, whatever comes in', () => {
  let app: TestApp;
  let owner: ApiClient;

  beforeAll(() => {
    vi.stubEnv('STEPLOOM_BROWSER', '/nowhere/chrome');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  /** Runs go on after the call that began them, and write what they found when they end. */
  async function runsEnded(): Promise<void> {
    const project = app.service.workspace.project('shop');
    const going = async () => {
      const runs = await Promise.all(((await project?.runs.list()) ?? []).map(runId => project?.runs.summary(runId)));
      return runs.filter(run => run?.state === 'starting' || run?.state === 'running');
    };
    const growing = async () => Object.keys(await filesOf(app.folder)).filter(path => path.endsWith('.part'));
    await expect.poll(async () => [...(await going()), ...(await growing())]).toEqual([]);
  }

  /** Checks one call; whether it was refused, which must change no file. */
  async function check(name: string, input: unknown): Promise<boolean> {
    const client = createToolRegistry().get(name)?.scope === 'owner' ? owner : app.client;
    const args =
      typeof input === 'object' && input !== null && !Array.isArray(input) ? { projectId: 'shop', ...input } : input;
    const response = await client.post({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    const text = await response.text();
    const { result, error } = Answer.parse(JSON.parse(text));
    expect(result === undefined).toBe(error !== undefined);
    expect(text).not.toMatch(STACK);
    expect(text).not.toContain('hunter2-4711');
    if (error === undefined) return false;
    const row = Object.entries(ERRORS).find(([kind]) => kind === error.data.reason)?.[1];
    expect([error.code, response.status]).toEqual([row?.code, row?.httpStatus]);
    expect(error.data.reason).not.toBe('internal');
    expect(error.message).toMatch(/^[^\n].{5,}[.?]$/su);
    return true;
  }

  it.each([...createToolRegistry().values()].map(tool => [tool.name, tool] as const))(
    '%s answers any input with a well-formed reply, and a refused call changes no file',
    async (name, tool) => {
      const opened = await furnishedApp();
      ({ app, owner } = opened);
      const project = app.service.workspace.project('shop');
      try {
        let files = await filesOf(app.folder);
        const property = fc.asyncProperty(toolInput(tool), async input => {
          const before = files;
          const isRefused = await check(name, input).finally(async () => {
            await runsEnded();
            // A smaller input is compared with what this one has left.
            files = await filesOf(app.folder);
          });
          if (isRefused && JSON.stringify(before) !== JSON.stringify(files)) expect(files).toEqual(before);
          // The switch must not end the test of itself.
          if (project?.tokens.enabled === false) await project.tokens.setEnabled(true);
        });
        await fc.assert(property, { seed: Number(process.env.STEPLOOM_SEED ?? 1), numRuns: INPUTS });
      } finally {
        await app[Symbol.asyncDispose]();
      }
    },
    600_000,
  );
});
