import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ReportProgress } from '../../../server/jobs/progress.ts';
import { LEGACY, McpClient } from './mcp-client.ts';
import { failure, request } from './messages.ts';
import { OWNER_SECRET, startService } from './start-service.ts';

const holding = request({ id: 'held', params: { name: 'waitForPageReady' } });
const creating = request({ id: 'late', params: { name: 'createModule', arguments: { name: 'Sales' } } });

describe('a token that is revoked while its calls are under way', () => {
  it('a waiting call does not run once its token is revoked', async () => {
    await using app = await startService({ limits: { callsInFlight: 1 } });
    const held = app.post(holding);
    await expect.poll(() => app.calls.length).toBe(1);
    const late = app.post(creating);
    // Let in after it, so that the late one waits by now.
    expect((await app.call('getModules', {}, { token: app.read })).status).toBe(200);
    await app.tokens.revoke('writer');
    app.releaseHeld();
    expect(await late).toMatchObject({ status: 401, body: failure('late', -32000) });
    expect((await late).headers.get('www-authenticate')).toBe('Bearer');
    expect((await held).status).toBe(200);
    expect(app.calls.map(({ tool }) => tool.name)).toEqual(['waitForPageReady', 'getModules']);
  });

  it('the rest of a batch does not run once its token is revoked', async () => {
    await using app = await startService();
    const batch = app.post([holding, creating]);
    await expect.poll(() => app.calls.length).toBe(1);
    await app.tokens.revoke('writer');
    app.releaseHeld();
    expect(await batch).toMatchObject({ status: 200, body: [{ id: 'held', result: {} }, failure('late', -32000)] });
    expect(app.calls).toHaveLength(1);
  });

  it('the rest of a batch does not run once the API is switched off', async () => {
    await using app = await startService();
    const batch = app.post([holding, creating]);
    await expect.poll(() => app.calls.length).toBe(1);
    await app.tokens.setEnabled(false);
    app.releaseHeld();
    expect((await batch).text).toContain('Enable MCP API');
    expect(app.calls).toHaveLength(1);
  });

  it('the rest of a batch of the owner runs even after the owner has disconnected', async () => {
    await using app = await startService();
    const leaving = new AbortController();
    const batch = fetch(`${app.service.url}/api/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${OWNER_SECRET}` },
      body: JSON.stringify([holding, creating]),
      signal: leaving.signal,
    });
    await expect.poll(() => app.calls.length).toBe(1);
    leaving.abort();
    await expect(batch).rejects.toThrow();
    app.releaseHeld();
    await expect.poll(() => app.calls.length, { timeout: 20_000 }).toBe(2);
  });
});

describe('the stream of progress of a token that is revoked', () => {
  /** A call that tells one thing of itself, then waits for the end of the service. */
  async function startStream() {
    let report: ReportProgress | undefined;
    const app = await startService({
      performTool: async call => {
        report = call.report;
        report?.({ progress: 1, message: 'first news' });
        if (!call.signal.aborted) await once(call.signal, 'abort');
      },
    });
    const client = new McpClient({ url: `${app.service.url}/api/mcp`, token: app.write });
    const params = { name: 'waitForPageReady', arguments: {}, _meta: { progressToken: 'p' } };
    const response = await client.post({ method: 'tools/call', params }, { 'mcp-protocol-version': LEGACY });
    const reader = response.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toContain('first news');
    return { app, read, report: (message: string) => report?.({ progress: 2, message }) };
  }

  it('the progress stream of a revoked token is cut although the call reports nothing more', async () => {
    const { app, read } = await startStream();
    await using _app = app;
    await app.tokens.revoke('writer');
    await expect(read()).rejects.toThrow();
  });

  it('the progress stream of a revoked token delivers no further messages', async () => {
    const { app, read, report } = await startStream();
    await using _app = app;
    await app.tokens.revoke('writer');
    report('second news');
    await expect(read()).rejects.toThrow();
  });

  it('the progress stream of a token goes on when another token is revoked', async () => {
    const { app, read, report } = await startStream();
    await using _app = app;
    await app.tokens.revoke('reader');
    report('second news');
    expect(await read()).toContain('second news');
  });
});
