import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { openProvenSocket } from '../../support/ide-page.ts';
import { openLiveViewer } from '../../support/live-viewer.ts';
import { note } from './paused-run.ts';
import { states, useRunner } from './runner-fixture.ts';

let release: (() => void) | undefined;
const runner = useRunner({
  '/': '<title>Shop</title><h1>Shop</h1>',
  '/held': (_request, response) => {
    release = () => void response.end();
  },
});

test('a run continues while connections of the IDE are cut 100 times and when its last page closes', {
  tags: 'full',
}, async () => {
  const { ide, service } = runner.app;
  const session = ide?.session ?? '';
  const hold = { type: 'request', method: 'GET', url: '/held', timeoutMs: 600_000 };
  const look = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Shop' };
  const testId = await runner.write([{ type: 'visit', url: '/' }, hold, look, note('end')]);
  await runner.call('runTest', { testId });
  await vi.waitFor(() => expect(release).toBeDefined(), { timeout: 30_000 });
  for (let round = 0; round < 100; round++) {
    if (round % 10 === 0) await (await openLiveViewer(service.url, session, 'shop'))[Symbol.asyncDispose]();
    const socket = await openProvenSocket(service.url, session);
    const send = (id: number, method: string, params: object) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    send(1, 'ide/hello', {});
    send(2, 'project/open', { projectId: 'shop' });
    send(3, 'tools/call', { name: 'getTestStatus', arguments: { projectId: 'shop' } });
    if (round % 2 === 0) await once(socket, 'message');
    socket.terminate();
  }
  await ide?.[Symbol.asyncDispose]();
  expect(await runner.status()).toMatchObject({ state: 'running', done: 1 });
  release?.();
  expect(await runner.until(({ state }) => state !== 'running')).toMatchObject({ state: 'passed' });
  const { actions } = await runner.results();
  expect(states(actions)).toEqual(['passed', 'passed', 'passed', 'passed']);
  expect(await runner.call('getIDEState')).toMatchObject({ open: false, ides: [] });
});
