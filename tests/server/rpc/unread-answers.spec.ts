import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { request } from './messages.ts';
import { startService } from './start-service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

const UNREAD_MS = 200;
/** More than the system keeps for a client that does not read. */
const LARGE = 'x'.repeat(40_000_000);

function asked(app: Service, name: string, more: readonly string[] = []): string {
  const body = JSON.stringify(request({ id: name, params: { name } }));
  const head = [
    'POST /api/mcp HTTP/1.1',
    `Host: localhost:${app.service.port}`,
    `Authorization: Bearer ${app.write}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...more,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const connections = ({ service: { server } }: Service) => promisify(server.getConnections.bind(server))();

it('a client that reads nothing of its answer is disconnected', { tags: 'full' }, async () => {
  let answered = 0;
  const performTool = async () => {
    answered += 1;
    return { LARGE };
  };
  await using app = await startService({ limits: { unreadMs: UNREAD_MS }, performTool });
  const socket = connect(app.service.port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(asked(app, 'getModules'));
  await expect.poll(() => answered, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => connections(app), { timeout: 30_000 }).toBe(0);
  socket.destroy();
});

it('a client that reads gets all of a large answer', { tags: 'full' }, async () => {
  await using app = await startService({ performTool: async () => ({ LARGE }) });
  expect((await app.call('getModules')).text.length).toBeGreaterThan(LARGE.length);
});

it('a call may take longer than an answer may stay unread, even after others on its connection', async () => {
  await using app = await startService({ limits: { unreadMs: UNREAD_MS } });
  const socket = connect(app.service.port, '127.0.0.1');
  let received = '';
  socket.on('data', chunk => {
    received += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(asked(app, 'getModules') + asked(app, 'waitForPageReady', ['Connection: close']));
  await expect.poll(() => app.calls.length, { timeout: 20_000 }).toBe(2);
  await setTimeout(UNREAD_MS * 4);
  app.releaseHeld();
  await closed;
  expect(received.match(/"id":"(getModules|waitForPageReady)"/g)).toHaveLength(2);
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});
