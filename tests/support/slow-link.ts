import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { portOf } from './port-of.ts';

interface SlowLink extends AsyncDisposable {
  url: string;
}

/** A way to a server of this machine that takes so long each way; what is sent stays in order. */
export async function slowLink(to: string, delayMs: number): Promise<SlowLink> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const carry = async (from: Socket, target: Socket) => {
    from.on('data', chunk => {
      setTimeout(delayMs).then(() => target.writable && target.write(chunk));
    });
    from.on('error', () => {});
    await once(from, 'close');
    await setTimeout(delayMs);
    target.destroy();
  };
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.setNoDelay());
    for (const [from, target] of [[near, far] as const, [far, near] as const]) carry(from, target).catch(() => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
