import { describe, expect, it } from 'vitest';
import { failure, request, result } from './messages.ts';
import { startService } from './start-service.ts';

describe('a tool call in the plain dialect', () => {
  it('a tool call is answered with the output as one compact JSON text', async () => {
    await using app = await startService();
    const reply = await app.post(request());
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.body).toEqual(result(1));
    expect(reply.text).toBe(
      `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\\"text\\":\\"x\\"}"}]}}`,
    );
  });

  it('a tool call may leave the arguments out', async () => {
    await using app = await startService();
    const reply = await app.post(request({ params: { name: 'getModules' } }));
    expect(reply.body).toEqual(result(1, { modules: [], projectId: 'shop' }));
  });

  it('a call that the tool refuses fails with -32000 and says what would help', async () => {
    await using app = await startService();
    const reply = await app.call('getTests');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32000,
        message: 'No module m9; there are m1 to m4.',
        data: { reason: 'not-found', field: 'moduleCode', next: 'getModules', nearest: ['m4'] },
      },
    });
  });

  it('an internal fault answers -32603 with a number for the log and hides its cause', async () => {
    await using app = await startService();
    const reply = await app.call('getRun');
    expect(reply).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32603, data: { reason: 'internal' } } },
    });
    expect(reply.text).not.toMatch(/secret-place|TypeError|\.ts/);
    const correlationId = /"correlationId":"([^"]+)"/.exec(reply.text)?.[1] ?? 'none';
    const logged = app.lines.find(line => line.includes(correlationId));
    expect(logged).toContain('secret-place');
    expect(logged).toContain('start-service.ts');
  });

  it.each([
    [{}, 'params.name'],
    [{ name: 5 }, 'params.name'],
    [{ name: 'search', arguments: null }, 'arguments'],
    [{ name: 'search', arguments: [] }, 'arguments'],
    [{ name: 'search', arguments: { text: 5 } }, 'text'],
    [{ name: 'search', arguments: { text: 'x', txet: 'x' } }, 'txet'],
    [['search'], 'params'],
  ])('a call with the parameters %j fails with -32602 and names the field', async (params, field) => {
    await using app = await startService();
    const reply = await app.post(request({ params }));
    expect(reply).toMatchObject({ status: 200, body: failure(1, -32602) });
    expect(reply.text).toContain(field);
  });

  it('a call of an unknown tool fails with -32601 and names the nearest tools', async () => {
    await using app = await startService();
    expect((await app.call('getModulez')).body).toMatchObject({
      error: {
        code: -32601,
        message: 'No tool "getModulez". Did you mean "getModules"?',
        data: { nearest: ['getModules'] },
      },
    });
    for (const name of ['', 'toString', '__proto__', 'getToken', '\ud800'])
      expect(await app.call(name)).toMatchObject({ status: 200, body: failure(1, -32601) });
    expect((await app.call('getToken')).text).not.toContain('getTokens');
  });

  it.each(['tools/make', 'toString', 'rpc.discover', 'server/discover', 'ping', 'constructor'])(
    'a request for the method %s fails with -32601',
    async method => {
      await using app = await startService();
      expect(await app.post(request({ method }))).toMatchObject({ status: 200, body: failure(1, -32601) });
    },
  );

  it('a tool call ignores members of the request that it does not know', async () => {
    await using app = await startService();
    const params = { name: 'search', arguments: { text: 'x' }, _meta: { progressToken: 1 } };
    expect((await app.post(request({ params, trace: 'abc' }))).body).toEqual(result(1));
  });
});

describe('ids', () => {
  it.each([1, 0, -1, 'one', ' ', '\ud800', Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'the id %j is echoed unchanged',
    async id => {
      await using app = await startService();
      expect((await app.post(request({ id }))).body).toEqual(result(id));
    },
  );

  it.each(['null', '1.5', 'true', '{}', '[]', '""', '9007199254740992', '1e400', '-9007199254740993', '[1]'])(
    'the id %s is refused with -32600 and id null',
    async id => {
      await using app = await startService();
      const reply = await app.post(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
      expect(reply).toMatchObject({ status: 400, body: failure(null, -32600) });
    },
  );
});

describe('bodies that are not a request', () => {
  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['truncated', '{"jsonrpc":"2.0","id":1,"method":"tools/ca'],
    ['text after the end', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}}'],
    ['a comment', '{"jsonrpc":"2.0","id":1,"method":"tools/list"/* */}'],
    ['single quotes', "{'jsonrpc':'2.0'}"],
    ['a leading zero', '{"id":01}'],
    ['NaN', '{"id":NaN}'],
    ['two documents', '{} {}'],
    ['a form', 'jsonrpc=2.0&id=1'],
    ['deep brackets left open', '['.repeat(100_000)],
    ['a NUL byte', '{"id":1}\0'],
  ])('a malformed body (%s) is rejected as a parse error', async (_, body) => {
    await using app = await startService();
    expect(await app.post(body)).toMatchObject({ status: 400, body: failure(null, -32700) });
  });

  it.each([
    ['Latin-1', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"é"}', 'latin1')],
    ['UTF-16', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x"}', 'utf16le')],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])('a body that holds %s is rejected as a parse error', async (_, body) => {
    await using app = await startService();
    expect(await app.post(new Uint8Array(body))).toMatchObject({ status: 400, body: failure(null, -32700) });
  });

  it.each([
    ['1', null],
    ['"text"', null],
    ['null', null],
    ['true', null],
    ['{}', null],
    ['{"id":1,"method":"tools/list"}', 1],
    ['{"jsonrpc":2.0,"id":1,"method":"tools/list"}', 1],
    ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 1],
    ['{"jsonrpc":"2.0","id":1}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":1,"params":"bar"}', 1],
    ['{"jsonrpc":"2.0","method":1,"params":"bar"}', null],
    ['{"jsonrpc":"2.0","id":1,"method":""}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"bar"}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}', 1],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 1],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}', 1],
  ])('the body %s is an invalid request, answered with its id if that can be read', async (body, id) => {
    await using app = await startService();
    expect(await app.post(body)).toMatchObject({ status: 400, body: failure(id, -32600) });
  });

  it('an invalid request is answered without its content', async () => {
    await using app = await startService();
    const reply = await app.post({ id: 1, method: 'tools/list', params: { password: 'hunter2' } });
    expect(reply.text).not.toContain('hunter2');
  });
});

describe('JSON at its edges', () => {
  it('a request with equal keys uses the last one', async () => {
    await using app = await startService();
    const body =
      '{"jsonrpc":"2.0","id":1,"id":2,"method":"no","method":"tools/call","params":{"name":"search","arguments":{"text":"a","text":"x"}}}';
    expect((await app.post(body)).body).toEqual(result(2));
  });

  it('a request that begins with a byte order mark is accepted', async () => {
    await using app = await startService();
    expect((await app.post(`\ufeff${JSON.stringify(request())}`)).body).toEqual(result(1));
  });

  it.each(['\ud800', '\udc00x', '😀', '\u0000', '\u2028', 'é'])('a tool returns the text %j unchanged', async text => {
    await using app = await startService();
    expect((await app.call('search', { text })).body).toEqual(result(1, { text }));
  });

  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it.each([
    ['__proto__ in arguments', '{"text":"x","__proto__":{"isAdmin":true}}'],
    ['constructor deep down', '{"text":[{"a":{"constructor":1}}]}'],
    ['prototype', '{"prototype":{}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}'],
    ['65 levels', nested(63)],
    ['many levels', nested(50_000)],
    ['a very long text', JSON.stringify({ text: 'x'.repeat(1_000_001) })],
  ])('a call with %s is refused with -32600', async (_, args) => {
    await using app = await startService();
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":${args}}}`;
    expect(await app.post(body)).toMatchObject({ status: 400, body: failure(1, -32600) });
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it('64 levels of nesting and a text of a million characters pass the limits of a call', async () => {
    await using app = await startService();
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":${nested(62)}}}`;
    expect(await app.post(body)).toMatchObject({ status: 200, body: failure(1, -32602) });
    expect((await app.call('search', { text: 'x'.repeat(1_000_000) })).status).toBe(200);
  });
});
