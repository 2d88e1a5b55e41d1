import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import type { ApiClient } from '../../support/running-steploom.ts';
import { startTestApp } from '../../support/test-app.ts';
import { LEGACY, McpClient } from '../rpc/mcp-client.ts';

interface HeldRequest {
  url: string;
  response: ServerResponse;
}

/** Requests of pages that are answered only when a spec says so, by the address of the page. */
const held: HeldRequest[] = [];
const released = new Set<string>();
/** A busy machine may have a page ask twice. */
function hold(request: HeldRequest): void {
  held.push(request);
  if (released.has(request.url)) release();
}
function release(): void {
  for (const { url, response } of held.splice(0)) {
    released.add(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>At last</title>');
  }
}
/** Until the page has asked for it; those of other specs may come as well. */
const asked = (url: string) => expect.poll(() => held.map(each => each.url), { timeout: 20_000 }).toContain(url);

const runner = useRunner({
  '/': '<title>Page</title>',
  '/held': ({ url = '' }, response) => hold({ url, response }),
  '/gone': (_request, response) => response.writeHead(500).end(),
});

/** What a call that was given up has asked for would be one too many for the next spec. */
afterEach(release);

const Ticket = z.object({ state: z.literal('working'), jobId: z.string(), next: z.literal('getJob') });
const Runs = z.object({ runs: z.array(z.unknown()) });
const Job = z.object({
  jobId: z.string(),
  tool: z.string(),
  state: z.string(),
  elapsedMs: z.number(),
  progress: z.object({ progress: z.number(), message: z.string().optional() }).optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ reason: z.string(), message: z.string() }).optional(),
});
const Reply = z.object({
  id: z.number(),
  result: z.object({ content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })) }).optional(),
  error: z.looseObject({ code: z.number(), data: z.looseObject({ reason: z.string() }) }).optional(),
});

const message = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Sends a body from a caller who does not wait. */
async function sendAtOnce(client: ApiClient, body: unknown, prefer = 'wait=0'): Promise<unknown> {
  const response = await fetch(client.apiUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}`, prefer },
    body: JSON.stringify(body),
  });
  return response.json();
}

const outputOf = (reply: unknown): unknown => JSON.parse(Reply.parse(reply).result?.content[0]?.text ?? 'null');

const begin = async (name: string, args: object = {}, prefer?: string) =>
  Ticket.parse(outputOf(await sendAtOnce(runner.app.client, message(name, args), prefer))).jobId;

const job = (jobId: string, wait = 0) => runner.app.client.call('getJob', { jobId, wait }, Job);

/** Waits for the end of a job, however long a slow machine takes. */
async function ended(jobId: string): Promise<z.infer<typeof Job>> {
  for (;;) {
    const found = await job(jobId, 20);
    if (found.state !== 'working') return found;
  }
}

describe('a call that takes longer than its caller waits', () => {
  test('a long call goes on as a job that has the answer in the end', async () => {
    const jobId = await begin('navigateUrl', { url: '/held?answered' });
    expect(await job(jobId)).toMatchObject({ tool: 'navigateUrl', state: 'working', jobId });
    await asked('/held?answered');
    release();
    expect(await ended(jobId)).toMatchObject({ state: 'done', result: { title: 'At last' } });
    expect(await job(jobId)).toMatchObject({ state: 'done' });
  });

  test('a long call that fails makes its job fail with the same reason', async () => {
    const jobId = await begin('navigateUrl', { url: '/gone' }, 'respond-async');
    expect(await ended(jobId)).toMatchObject({ state: 'failed', error: { reason: 'page-error' } });
  });

  test('a long call shows its progress in its job', async () => {
    const testId = await runner.write([{ type: 'visit', url: '/held?progress', timeoutMs: 60_000 }]);
    const jobId = await begin('runTest', { testId, wait: 20 });
    await asked('/held?progress');
    const told = async () => (await job(jobId)).progress?.message ?? '';
    await expect.poll(told, { timeout: 20_000 }).toContain('0 of 1 actions done');
    release();
    expect(await ended(jobId)).toMatchObject({ state: 'done', result: { runId: expect.stringMatching(/^r\d+$/) } });
  });

  test('a long call that is repeated with the same idempotencyKey runs once, in one job', async () => {
    const testId = await runner.write([{ type: 'visit', url: '/held?once', timeoutMs: 60_000 }]);
    const call = { testId, wait: 20, idempotencyKey: 'once' };
    const jobId = await begin('runTest', call);
    expect(await begin('runTest', call)).toBe(jobId);
    await asked('/held?once');
    release();
    expect(await ended(jobId)).toMatchObject({ state: 'done' });
    const { runs } = Runs.parse(await runner.call('getRuns', { testCode: testId }));
    expect(runs).toHaveLength(1);
  });

  test('cancelling a job cancels its long call', async () => {
    const jobId = await begin('navigateUrl', { url: '/held?cancelled' });
    await asked('/held?cancelled');
    await runner.call('cancelJob', { jobId });
    expect(await ended(jobId)).toMatchObject({ tool: 'navigateUrl', state: 'cancelled' });
    release();
    await runner.call('navigateUrl', { url: '/' });
  });

  test('a job can neither be read nor cancelled with another token', async () => {
    const jobId = await begin('navigateUrl', { url: '/held?token' });
    for (const access of ['read', 'write'] as const) {
      const other = await runner.app.clientWith(access);
      expect((await other.failure('getJob', { jobId })).data).toMatchObject({ reason: 'not-found', field: 'jobId' });
    }
    const reader = await runner.app.clientWith('read');
    expect((await reader.failure('cancelJob', { jobId })).data).toMatchObject({ reason: 'forbidden' });
    expect((await runner.app.client.failure('getJob', { jobId: 'j000000000000' })).data).toMatchObject({
      reason: 'not-found',
      next: expect.stringContaining('idempotencyKey'),
    });
    await asked('/held?token');
    release();
    await ended(jobId);
  });

  test('a long call leaves the later entries of its batch undone, with a timeout as the reason', async () => {
    const batch = [
      message('navigateUrl', { url: '/held?batch' }, 1),
      message('createModule', { name: 'Too late' }, 2),
      { jsonrpc: '2.0', id: 3, method: 7 },
    ];
    const [first, second, third] = z.array(z.unknown()).parse(await sendAtOnce(runner.app.client, batch));
    const { jobId } = Ticket.parse(outputOf(first));
    expect(second).toMatchObject({ id: 2, error: { code: -32000, data: { reason: 'timeout' } } });
    expect(third).toMatchObject({ id: 3, error: { code: -32600 } });
    await asked('/held?batch');
    release();
    expect(await ended(jobId)).toMatchObject({ state: 'done' });
    expect(JSON.stringify(await runner.call('getModules'))).not.toContain('Too late');
  });
});

test('an MCP client sees the picture that a job has made', async () => {
  const { apiUrl: url, token } = runner.app.client;
  const client = new McpClient({ url, token, headers: { prefer: 'wait=0' } });
  await runner.call('navigateUrl', { url: '/' });
  const ticket = await client.legacy('tools/call', { name: 'getScreenshot', arguments: {} });
  const { jobId } = Ticket.parse(outputOf({ id: 1, ...ticket }));
  await ended(jobId);
  const params = { name: 'getJob', arguments: { jobId } };
  const waiting = new McpClient({ url, token });
  const { result } = await waiting.send({ method: 'tools/call', params }, { 'mcp-protocol-version': LEGACY });
  expect(result).toMatchObject({
    content: [
      { type: 'text', text: expect.stringContaining('"state":"done"') },
      { type: 'image', mimeType: 'image/jpeg' },
      { type: 'text' },
    ],
  });
  expect(JSON.stringify(z.looseObject({ content: z.array(z.unknown()) }).parse(result).content[0])).not.toContain(
    'base64',
  );
});

test('a call goes on as a job when the time limit of the service is reached', async () => {
  await using app = await startTestApp({ appUrl: runner.origin, limits: { callMs: 0 } });
  const reply = await app.client.post(message('navigateUrl', { url: '/held' }));
  const { jobId } = Ticket.parse(outputOf(await reply.json()));
  expect(jobId).toMatch(/^j/);
  release();
});

test('closing the service cancels its jobs', { tags: ['full'] }, async () => {
  const app = await startTestApp({ appUrl: runner.origin });
  try {
    const { jobId } = Ticket.parse(outputOf(await sendAtOnce(app.client, message('navigateUrl', { url: '/held' }))));
    const [project] = app.service.workspace.projects();
    await app.service.dispose();
    const found = await project?.jobs.wait(jobId, 'owner', { ms: 20_000, signal: new AbortController().signal });
    expect(found?.outcome).toMatchObject({ kind: 'cancelled' });
  } finally {
    release();
    await app[Symbol.asyncDispose]();
  }
});
