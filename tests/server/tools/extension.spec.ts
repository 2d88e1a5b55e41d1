import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { EXTENSION_PROTOCOL } from '../../../model/protocol/channel/extension.ts';
import { connectExtension } from '../../support/connect-extension.ts';
import { ownerOf } from '../../support/owner.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Code = z.object({ code: z.string(), address: z.string() });
const State = z.looseObject({ state: z.string(), browsers: z.array(z.looseObject({ name: z.string() })) });

const ownedBy = async (shop: Shop) => {
  const owner = await ownerOf(dirname(shop.app.folder));
  return {
    code: async () => (await owner.client.call('pairExtension', {}, Code)).code,
    state: async () => await owner.client.call('getExtension', {}, State),
    unpair: () => owner.do('unpairExtension'),
  };
};

it('a code pairs the extension once, and what it is given for it connects it again until it is unpaired', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  expect(await owned.state()).toMatchObject({ state: 'not-paired', browsers: [] });
  const code = await owned.code();
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const first = connectExtension(shop.app.service, code);
  const { credential = '', projects } = await first.hello;
  expect(projects).toEqual([{ projectId: 'shop', name: 'Shop' }]);
  expect(await owned.state()).toMatchObject({ state: 'connected', browsers: [{ name: 'Chrome 140' }] });
  first.socket.close();
  await first.closed;
  await expect.poll(async () => (await owned.state()).state).toBe('away');
  const again = connectExtension(shop.app.service, credential);
  expect(await again.hello).not.toHaveProperty('credential');
  await owned.unpair();
  expect(await again.closed).toBe(CLOSE_CODES.signedOut);
  expect(await connectExtension(shop.app.service, credential).closed).toBe(CLOSE_CODES.signedOut);
  expect((await owned.state()).state).toBe('not-paired');
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
  expect((await owned.state()).state).toBe('wrong-version');
  const answered = new Promise(resolve => socket.once('message', data => resolve(JSON.parse(String(data)))));
  socket.send(JSON.stringify({ id: 2, method: 'tab/lend', params: { projectId: 'shop', tabId: 1, title: 'A' } }));
  expect(await answered).toMatchObject({ id: 2, error: { data: { reason: 'invalid-request' } } });
  await owned.unpair();
});

it('nobody finds a code by trying: after too many wrong ones none is good any more', async () => {
  await using shop = await openShop();
  const owned = await ownedBy(shop);
  const code = await owned.code();
  for (let tries = 0; tries < 12; tries++) await connectExtension(shop.app.service, 'ABCD-2345').closed;
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
  expect(await call('deleteProject')).toMatchObject({ error: { data: { reason: 'forbidden' } } });
  await owned.unpair();
});
