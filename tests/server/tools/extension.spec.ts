import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { RPC_CODES } from '../../../model/errors/errors.ts';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { EXTENSION_PROTOCOL } from '../../../model/protocol/channel/extension.ts';
import { connectExtension } from '../../support/connect-extension.ts';
import { ownerOf } from '../../support/owner.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Code = z.object({ code: z.string() });
const State = z.looseObject({
  devices: z.array(z.looseObject({ deviceId: z.string(), name: z.string(), state: z.string() })),
});

const ownedBy = async (shop: Shop, projectId = 'shop') => {
  const owner = await ownerOf(dirname(shop.app.folder));
  return {
    code: async () => (await owner.client.call('pairExtension', { projectId }, Code)).code,
    devices: async () => (await owner.client.call('getExtension', { projectId }, State)).devices,
    unpair: (deviceId?: string) => owner.do('unpairExtension', { projectId, deviceId }),
    createProject: () => owner.do('createProject', { name: 'Other', newProjectId: 'other' }),
  };
};

it('a code pairs the extension once, and what it is given for it connects it again until it is unpaired', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  expect(await owned.devices()).toEqual([]);
  const code = await owned.code();
  const [host, letters] = code.split('/');
  expect(`http://${host}`).toBe(shop.app.service.url);
  expect(letters).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const first = connectExtension(shop.app.service, code);
  const { credential = '', project, origins } = await first.hello;
  expect(project).toEqual({ projectId: 'shop', name: 'Shop' });
  expect(origins).toContain(shop.app.service.url);
  expect(await owned.devices()).toMatchObject([{ state: 'connected', name: 'Chrome 140 on Linux' }]);
  first.socket.close();
  await first.closed;
  await expect.poll(async () => (await owned.devices())[0]?.state).toBe('away');
  const again = connectExtension(shop.app.service, credential);
  expect(await again.hello).not.toHaveProperty('credential');
  await owned.unpair();
  expect(await again.closed).toBe(CLOSE_CODES.signedOut);
  expect(await connectExtension(shop.app.service, credential).closed).toBe(CLOSE_CODES.signedOut);
  expect(await owned.devices()).toEqual([]);
});

it('a wrong code, one that was used, other origins and agents are refused', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  expect(await connectExtension(shop.app.service, 'ABCD-2345').closed).toBe(CLOSE_CODES.signedOut);
  const code = await owned.code();
  const paired = connectExtension(shop.app.service, code);
  await paired.hello;
  expect(await connectExtension(shop.app.service, code).closed).toBe(CLOSE_CODES.signedOut);
  for (const origin of [
    'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    shop.app.service.url,
    'https://evil.test',
  ])
    await expect(connectExtension(shop.app.service, await owned.code(), { origin }).hello).rejects.toThrow('403');
  for (const tool of ['getExtension', 'pairExtension', 'unpairExtension', 'giveTabBack'])
    expect(await shop.author.refusal(tool)).toMatch(/^forbidden: /);
  await owned.unpair();
});

it('an extension of another release is told so and may do nothing', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const { socket, hello } = connectExtension(shop.app.service, await owned.code(), {
    protocol: EXTENSION_PROTOCOL + 1,
  });
  expect((await hello).protocol).toBe(EXTENSION_PROTOCOL);
  expect(await owned.devices()).toMatchObject([{ state: 'wrong-version', release: '0.0.9' }]);
  const answered = new Promise(resolve => socket.once('message', data => resolve(JSON.parse(String(data)))));
  socket.send(JSON.stringify({ id: 2, method: 'tab/lend', params: { tabId: 1 } }));
  expect(await answered).toMatchObject({ id: 2, error: { data: { reason: 'invalid-request' } } });
  await owned.unpair();
});

it.each([
  ['tab/lend', { tabId: 'x' }, /tabId/],
  ['tab/lend', {}, /tabId/],
  ['tab/lend', undefined, /object/],
  ['tab/lend', { tabId: 1, url: 'https://shop.test/' }, /url/],
  ['tools/call', { name: 'getModules' }, /arguments/],
  ['tools/call', ['getModules'], /object/],
  ['extension/hello', { protocol: '2' }, /protocol/],
  ['extension/unpair', { projectId: 'other' }, /projectId/],
])('%s with the parameters %o is answered with what is wrong with them', async (method, params, named) => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const { socket, hello } = connectExtension(shop.app.service, await owned.code());
  await hello;
  const answered = new Promise(resolve => socket.once('message', data => resolve(JSON.parse(String(data)))));
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method, params }));
  const { error } = Refused.parse(await answered);
  expect(error).toMatchObject({ code: RPC_CODES.invalidParams, data: { reason: 'invalid-params' } });
  expect(error.message).toMatch(named);
  expect(await owned.devices()).toMatchObject([{ state: 'connected' }]);
  await owned.unpair();
});

const Refused = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) });

it('a tab that is lent is the app window only once it is open there', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const { socket, hello } = connectExtension(shop.app.service, await owned.code());
  await hello;
  const asked = new Promise(resolve => socket.once('message', data => resolve(JSON.parse(String(data)))));
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tab/lend', params: { tabId: 7 } }));
  expect(await asked).toMatchObject({ method: 'tab/attach', params: { tabId: 7 } });
  const { app } = await shop.author.client.call('getIDEState', {}, z.looseObject({ app: z.looseObject({}) }));
  expect(app).toEqual({ open: false });
  await owned.unpair();
});

it('nobody finds a code by trying: after too many wrong ones none is good any more', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const code = await owned.code();
  for (let tries = 0; tries < 10; tries++) await connectExtension(shop.app.service, 'ABCD-2345').closed;
  expect(await connectExtension(shop.app.service, code).closed).toBe(CLOSE_CODES.signedOut);
});

it('a paired extension calls the tools of its own pages and no others', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const { socket, hello } = connectExtension(shop.app.service, await owned.code());
  await hello;
  const call = async (name: string) => {
    const answered = new Promise(resolve => socket.once('message', data => resolve(JSON.parse(String(data)))));
    socket.send(JSON.stringify({ id: 3, method: 'tools/call', params: { name, arguments: { projectId: 'shop' } } }));
    return await answered;
  };
  expect(await call('getModules')).toMatchObject({ result: { modules: [] } });
  for (const name of ['deleteProject', 'getRecording'])
    expect(await call(name)).toMatchObject({ error: { data: { reason: 'forbidden' } } });
  await owned.unpair();
});

const Notice = z.looseObject({ method: z.string().optional(), params: z.unknown().optional() });

/** What is told of recordings on a socket, from now on. */
function recordingsOn(socket: ReturnType<typeof connectExtension>['socket']): unknown[] {
  const told: unknown[] = [];
  socket.on('message', data => {
    const { method, params } = Notice.parse(JSON.parse(String(data)));
    if (method === 'recording/changed') told.push(params);
  });
  return told;
}

it('a paired extension is told what is recorded as that begins, has other actions and ends, and at its hello', async () => {
  await using pages = await servePages({ '/': '<!doctype html><title>Shop</title>' });
  await using shop = await openShop({ appUrl: pages.url });
  const owned = await ownedBy(shop);
  await owned.createProject();
  const other = await ownedBy(shop, 'other');
  const paired = connectExtension(shop.app.service, await owned.code());
  const elsewhere = connectExtension(shop.app.service, await other.code());
  const [told, toldElsewhere] = [recordingsOn(paired.socket), recordingsOn(elsewhere.socket)];
  await Promise.all([paired.hello, elsewhere.hello]);
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Buy', { actions: [] });
  await shop.author.do('startRecording', { moduleId: 'm1', testId: 't1' });
  const recording = { moduleCode: 'm1', testCode: 't1', count: 1 };
  await expect.poll(() => told).toEqual([{ recording: { ...recording, count: 0 } }, { recording }]);
  const late = connectExtension(shop.app.service, await owned.code());
  const toldLate = recordingsOn(late.socket);
  await late.hello;
  expect(toldLate).toEqual([{ recording }]);
  await shop.author.do('stopRecording');
  await expect.poll(() => [told.at(-1), toldLate.at(-1)]).toEqual([{}, {}]);
  expect(told).toHaveLength(3);
  expect(toldElsewhere).toEqual([]);
  await Promise.all([owned.unpair(), other.unpair()]);
});

it.each([
  'no JSON',
  '[]',
  '{}',
  '{"id": "x", "method": "extension/alive"}',
  '{"id": 1, "error": {}}',
  '{"method": "tab/gone", "params": {"tabId": 1, "reason": "tired"}}',
])('what is no message of an extension, as %s, ends its socket', async message => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const { socket, hello, closed } = connectExtension(shop.app.service, await owned.code());
  await hello;
  socket.send('{"method": "extension/alive"}');
  socket.send(message);
  expect(await closed).toBe(CLOSE_CODES.misused);
  await owned.unpair();
});

it('what is paired with one project reaches no other, and each of several browsers is revoked by itself', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  await owned.createProject();
  const other = await ownedBy(shop, 'other');
  const [first, second, third] = [
    connectExtension(shop.app.service, await owned.code()),
    connectExtension(shop.app.service, await owned.code()),
    connectExtension(shop.app.service, await other.code()),
  ];
  for (const { hello } of [first, second, third]) await hello;
  const answered = new Promise(resolve => third.socket.once('message', data => resolve(JSON.parse(String(data)))));
  const params = { name: 'createModule', arguments: { projectId: 'shop', name: 'Made by another' } };
  third.socket.send(JSON.stringify({ id: 4, method: 'tools/call', params }));
  expect(await answered).toMatchObject({ result: { module: { name: 'Made by another' } } });
  expect(await shop.author.client.call('getModules', {}, z.unknown())).toMatchObject({ modules: [] });
  expect(await owned.devices()).toHaveLength(2);
  expect(await other.devices()).toHaveLength(1);
  const [newest] = await owned.devices();
  await owned.unpair(newest?.deviceId);
  expect(await second.closed).toBe(CLOSE_CODES.signedOut);
  expect(await owned.devices()).toMatchObject([{ state: 'connected' }]);
  await owned.unpair();
  expect(await first.closed).toBe(CLOSE_CODES.signedOut);
  expect(await other.devices()).toHaveLength(1);
  await other.unpair();
});
