import { describe, expect, it } from 'vitest';
import { createTokenValue } from '../../../server/store/tokens/token-file.ts';
import { OWNER_SECRET, rawRequest, startService } from './start-service.ts';

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'getModules', arguments: {} } };
const error = (id: unknown, code: number, reason: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.stringMatching(/^\S.+\.$/), data: expect.objectContaining({ reason }) },
});
const unknownToken = createTokenValue(limit => limit - 1);

describe('the order of checks', () => {
  // Each request has the fault of its row and of every row below.
  const rows = [
    { fault: 'a foreign origin', status: 403, id: null, code: -32000, reason: 'host-refused' },
    { fault: 'no token', status: 401, id: null, code: -32000, reason: 'unauthorized' },
    { fault: 'text/plain', status: 415, id: null, code: -32000, reason: 'content-type' },
    { fault: 'too large a body', status: 413, id: null, code: -32600, reason: 'too-large' },
    { fault: 'broken JSON', status: 400, id: null, code: -32700, reason: 'parse-error' },
    { fault: 'no method', status: 400, id: 7, code: -32600, reason: 'invalid-request' },
    { fault: 'an unknown method', status: 200, id: 7, code: -32601, reason: 'method-not-found' },
    { fault: 'an unknown tool', status: 200, id: 7, code: -32601, reason: 'method-not-found' },
    { fault: 'too small a scope', status: 403, id: 7, code: -32000, reason: 'forbidden' },
    { fault: 'wrong arguments', status: 200, id: 7, code: -32602, reason: 'invalid-params' },
  ];

  function bodyFor(level: number): unknown {
    const badJson = `{"jsonrpc": "2.0", "id": 7, "method": ${level < 4 ? ' '.repeat(3_000) : ''}`;
    const call = (name: string, args: unknown) => ({ ...CALL, params: { name, arguments: args } });
    const bodies = [
      badJson,
      { jsonrpc: '2.0', id: 7, params: { name: 'createModule' } },
      { ...CALL, method: 'tools/make' },
      call('makeModule', { nmae: 1 }),
      call('createModule', { nmae: 1 }),
      call(level === 9 ? 'getModules' : 'createModule', { nmae: 1 }),
    ];
    return bodies[Math.max(0, level - 4)];
  }

  it.each(rows.map((row, level) => ({ ...row, level })))('among several faults, $fault yields $status', async row => {
    await using app = await startService({ limits: { bodyBytes: 2_000 } });
    const headers: Record<string, string> = {};
    if (row.level < 1) headers.Origin = 'http://evil.test';
    if (row.level < 3) headers['Content-Type'] = 'text/plain';
    const reply = await app.post(bodyFor(row.level), { token: row.level < 2 ? '' : app.read, headers });
    expect(reply.status).toBe(row.status);
    expect(reply.body).toEqual(error(row.id, row.code, row.reason));
    expect(app.calls).toEqual([]);
  });
});

describe('a request without a good token', () => {
  it.each([
    ['no header', ''],
    ['a token never given out', unknownToken],
    ['a mistyped token', `${unknownToken.slice(0, -1)}x`],
    ['an empty bearer', ' '],
  ])('a request with %s is answered 401 with its id', async (_, token) => {
    await using app = await startService();
    const reply = await app.post(CALL, { token });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.body).toEqual(error(7, -32000, 'unauthorized'));
  });

  it('a token in the address, in a cookie or under another scheme does not count', async () => {
    await using app = await startService();
    const headers = { Cookie: `token=${app.write}` };
    expect((await app.post(CALL, { token: '', query: `?token=${app.write}`, headers })).status).toBe(401);
    for (const [authorization, words] of [
      [`Basic ${app.write}`, 'Basic is not taken: send \\"Authorization: Bearer svcmcp_'],
      [`Steploom-Session ${app.write}`, 'Steploom-Session is not taken: send \\"Authorization: Bearer svcmcp_'],
      [app.write, 'This header has no token: send \\"Authorization: Bearer svcmcp_'],
    ] as const) {
      const reply = await app.post(CALL, { token: '', headers: { Authorization: authorization } });
      expect(reply).toMatchObject({ status: 401, text: expect.stringContaining(words) });
      expect(reply.text).not.toContain(app.write);
    }
    expect((await app.post(CALL, { token: '', headers: { Authorization: `bearer ${app.write}` } })).status).toBe(200);
  });

  it('an unknown token and a revoked one get the same answer', async () => {
    await using app = await startService();
    const before = await app.post(CALL, { token: unknownToken });
    expect((await app.post(CALL, { token: app.read })).status).toBe(200);
    await app.tokens.revoke('reader');
    expect((await app.post(CALL, { token: app.read })).text).toBe(before.text);
  });

  it('only a caller with a valid token learns that the API is switched off', async () => {
    await using app = await startService();
    await app.tokens.setEnabled(false);
    const [good, bad] = [await app.post(CALL), await app.post(CALL, { token: unknownToken })];
    expect([good.status, bad.status]).toEqual([401, 401]);
    expect(good.text).toContain('Enable MCP API');
    expect(bad.text).not.toContain('Enable MCP API');
    await app.tokens.setEnabled(true);
    expect((await app.post(CALL)).status).toBe(200);
  });

  it('a request with an expired token is refused and learns when it expired', async () => {
    await using app = await startService();
    const past = { name: 'old', access: 'write' as const, expiresAt: '2020-01-01T00:00:00.000Z' };
    const { value } = await app.tokens.create(past);
    const future = await app.tokens.create({ ...past, name: 'new', expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(await app.post(CALL, { token: value })).toMatchObject({
      status: 401,
      text: expect.stringContaining('2020'),
    });
    expect((await app.post(CALL, { token: future.value })).status).toBe(200);
  });

  it('a request without a token gets 401 and id null even with a bad body', async () => {
    await using app = await startService({ limits: { bodyBytes: 1_000 } });
    for (const body of ['x'.repeat(5_000), '{"id":7', '[]', '[{"id":7}]', '{"id":{}}'])
      expect(await app.post(body, { token: '' })).toMatchObject({
        status: 401,
        body: error(null, -32000, 'unauthorized'),
      });
  });
});

describe('methods of HTTP', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('a %s request gets 405, without a token 401', async method => {
    await using app = await startService();
    const reply = await app.post(undefined, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
    expect(reply.body).toEqual(error(null, -32600, 'invalid-request'));
    expect((await app.post(undefined, { method, token: '' })).status).toBe(401);
  });
});

describe('content types', () => {
  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
    ['application/json; charset=utf-16', 415],
    ['application/jsonp', 415],
    ['application/json-rpc', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    [';', 415],
  ])('a request with the content type %s is answered %i', async (type, status) => {
    await using app = await startService();
    expect(await app.post(CALL, { headers: { 'Content-Type': type } })).toMatchObject({ status });
  });

  it('a compressed body is refused', async () => {
    await using app = await startService();
    const reply = await app.post(CALL, { headers: { 'Content-Encoding': 'gzip' } });
    expect(reply).toMatchObject({ status: 415, body: error(7, -32000, 'content-type') });
  });
});

describe('sizes of bodies', () => {
  it('a body of exactly the limit is accepted and one byte more is refused, with or without a length', async () => {
    await using app = await startService({ limits: { bodyBytes: 500 } });
    const body = (sizeBytes: number) => JSON.stringify(CALL).padEnd(sizeBytes);
    const chunked = (text: string) =>
      rawRequest(
        app.service.port,
        `POST /api/mcp HTTP/1.1\r\nHost: localhost:${app.service.port}\r\nAuthorization: Bearer ${app.write}\r\n` +
          `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n` +
          `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      );
    expect((await app.post(body(500))).status).toBe(200);
    expect(await app.post(body(501))).toMatchObject({ status: 413, body: error(null, -32600, 'too-large') });
    expect(await chunked(body(500))).toMatch(/^HTTP\/1.1 200 /);
    expect(await chunked(body(501))).toMatch(/^HTTP\/1.1 413 /);
  });

  it('a client that sends far too much before it reads is answered 413', async () => {
    await using app = await startService();
    const body = 'x'.repeat(8_000_000);
    const head =
      `POST /api/mcp HTTP/1.1\r\nHost: localhost:${app.service.port}\r\nAuthorization: Bearer ${app.write}\r\n` +
      'Content-Type: application/json\r\nConnection: close\r\n';
    expect(await rawRequest(app.service.port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)).toMatch(
      /^HTTP\/1.1 413 /,
    );
  });
});

describe('access', () => {
  it('a read token is refused tools that write and learns which access it needs', async () => {
    await using app = await startService();
    const reply = await app.call('createModule', { name: 'Sales' }, { token: app.read });
    expect(reply).toMatchObject({ status: 403, body: error(1, -32000, 'forbidden') });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="write"');
    expect((await app.call('getModules', {}, { token: app.read })).status).toBe(200);
    expect((await app.call('createModule', { name: 'Sales' })).status).toBe(200);
  });

  it('every token is refused the tools of the owner', async () => {
    await using app = await startService();
    expect(await app.call('getTokens')).toMatchObject({ status: 403, body: error(1, -32000, 'forbidden') });
  });

  it('a token may use its own project only', async () => {
    await using app = await startService({ projectIds: ['shop', 'bank'] });
    expect((await app.call('getModules', { projectId: 'shop' })).status).toBe(200);
    expect(await app.call('getModules', { projectId: 'bank' })).toMatchObject({
      status: 403,
      body: error(1, -32000, 'forbidden'),
    });
    expect(await app.call('getModules', { projectId: 5 })).toMatchObject({ body: error(1, -32602, 'invalid-params') });
    expect(app.calls.map(({ projectId }) => projectId)).toEqual(['shop']);
  });

  it('a tool learns which token calls it', async () => {
    await using app = await startService();
    await app.call('getModules', {}, { token: app.read });
    const reader = app.tokens.list().find(({ name }) => name === 'reader');
    expect(app.calls[0]?.caller.actor).toEqual({ id: reader?.tokenId, name: 'reader' });
    expect(reader?.lastUsedAt).toBeDefined();
  });
});

describe('the owner', () => {
  const owner = { token: OWNER_SECRET };

  it('the owner may call every tool but has to name the project when there are several', async () => {
    await using app = await startService({ projectIds: ['shop', 'bank'] });
    expect(await app.call('getTokens', { projectId: 'bank' }, owner)).toMatchObject({
      status: 200,
      text: expect.stringContaining('bank'),
    });
    expect((await app.call('createModule', { name: 'Sales', projectId: 'shop' }, owner)).status).toBe(200);
    expect(await app.call('getModules', {}, owner)).toMatchObject({ body: error(1, -32602, 'invalid-params') });
    expect(await app.call('getModules', { projectId: 'none' }, owner)).toMatchObject({
      status: 200,
      body: error(1, -32000, 'not-found'),
    });
  });

  it('the owner need not name the only project', async () => {
    await using app = await startService();
    await app.call('getModules', {}, owner);
    expect(app.calls[0]).toMatchObject({ projectId: 'shop', caller: { actor: { id: 'owner' } } });
  });

  it('nobody is the owner when the server has no secret', async () => {
    await using app = await startService({ ownerSecret: undefined });
    expect((await app.call('getModules', {}, owner)).status).toBe(401);
    expect((await app.call('getModules', {}, { token: 'undefined' })).status).toBe(401);
  });
});
