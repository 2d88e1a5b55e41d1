import { describe, expect, it } from 'vitest';
import { failure, request, result } from './messages.ts';
import { startService } from './start-service.ts';

describe('notifications', () => {
  it.each(['notifications/initialized', 'notifications/cancelled', 'anything', 'tools/list'])(
    'the notification %s is answered 202 with an empty body',
    async method => {
      await using app = await startService();
      expect(await app.post({ jsonrpc: '2.0', method })).toMatchObject({ status: 202, text: '' });
    },
  );

  it('a notification still runs the tool that it names', async () => {
    await using app = await startService();
    const { id: _, ...notification } = request({ params: { name: 'createModule', arguments: { name: 'Sales' } } });
    expect(await app.post(notification)).toMatchObject({ status: 202, text: '' });
    expect(app.calls).toHaveLength(1);
  });

  it('a failing or forbidden notification is answered 202 with an empty body and runs no tool', async () => {
    await using app = await startService();
    const { id: _, ...notification } = request({ params: { name: 'createModule', arguments: { name: 'Sales' } } });
    expect(await app.post(notification, { token: app.read })).toMatchObject({ status: 202, text: '' });
    expect(await app.post({ ...notification, params: { name: 'getRun' } })).toMatchObject({ status: 202, text: '' });
    expect(app.calls).toEqual([]);
  });
});

describe('batches', () => {
  it('a batch is answered in order, with each error in the entry that failed', async () => {
    await using app = await startService();
    const reply = await app.post(
      [
        request({ id: 'a' }),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        1,
        request({ id: 'b', params: { name: 'none' } }),
        request({ id: 'c', params: { name: 'createModule', arguments: { name: 'S' } } }),
        request({ id: 'd', params: { name: 'search', arguments: JSON.parse('{"__proto__":1}') } }),
        [],
        { jsonrpc: '2.0', id: null, method: 'tools/list' },
        request({ id: 'e' }),
      ],
      { token: app.read },
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual([
      result('a'),
      failure(null, -32600),
      failure('b', -32601),
      failure('c', -32000),
      failure('d', -32600),
      failure(null, -32600),
      failure(null, -32600),
      result('e'),
    ]);
  });

  it('batches are answered as in the examples of the JSON-RPC specification', async () => {
    await using app = await startService();
    expect(
      await app.post('[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"]'),
    ).toMatchObject({
      status: 400,
      body: failure(null, -32700),
    });
    expect(await app.post('[]')).toMatchObject({ status: 400, body: failure(null, -32600) });
    expect(await app.post('[1]')).toMatchObject({ status: 200, body: [failure(null, -32600)] });
    expect((await app.post('[1,2,3]')).body).toEqual([1, 2, 3].map(() => failure(null, -32600)));
    const notifications = [1, 2].map(() => ({ jsonrpc: '2.0', method: 'notify_hello', params: [7] }));
    expect(await app.post(notifications)).toMatchObject({ status: 202, text: '' });
  });

  it('a batch of more than 50 messages is refused', async () => {
    await using app = await startService();
    const batch = (length: number) => Array.from({ length }, (_, id) => request({ id }));
    expect((await app.post(batch(50))).body).toHaveLength(50);
    expect(await app.post(batch(51))).toMatchObject({ status: 400, body: failure(null, -32600) });
  });

  it('the calls of a batch run one after the other', async () => {
    await using app = await startService();
    const holding = request({ id: 1, params: { name: 'waitForPageReady' } });
    const creating = request({ id: 2, params: { name: 'createModule', arguments: { name: 'Sales' } } });
    const reply = app.post([holding, creating]);
    await expect.poll(() => app.calls.length).toBe(1);
    expect((await app.call('getModules')).status).toBe(200);
    expect(app.calls.map(({ tool }) => tool.name)).toEqual(['waitForPageReady', 'getModules']);
    app.releaseHeld();
    expect((await reply).body).toHaveLength(2);
    expect(app.calls.map(({ tool }) => tool.name)).toEqual(['waitForPageReady', 'getModules', 'createModule']);
  });
});
