/** A real Redis for specs of the queue, on a free port with a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { portOf } from './port-of.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** `npm run test:full` installs it where it may. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function start(port: number, folder: string): Promise<ChildProcess> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', words, { stdio: 'ignore' });
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => {});
  await redis.ping();
  redis.disconnect();
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  const closed = once(server, 'close');
  server.kill('SIGKILL');
  await closed;
}

export interface RedisServer extends AsyncDisposable {
  url: string;
  /** Every value that it holds, as text. */
  values(): Promise<string>;
  /** Ends it, with all that it holds. */
  stop(): Promise<void>;
  /** Begins it anew, empty. */
  startAgain(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = await temporaryDirectory();
  const port = await freePort();
  let server = await start(port, folder.path);
  return {
    url: `redis://127.0.0.1:${port}`,
    async values() {
      const redis = new Redis(port, '127.0.0.1');
      const found: string[] = [];
      for (const key of await redis.keys('*')) {
        const dumped = await redis.dumpBuffer(key);
        found.push(key, dumped?.toString('latin1') ?? '');
        if ((await redis.type(key)) === 'hash') found.push(JSON.stringify(await redis.hgetall(key)));
      }
      redis.disconnect();
      return found.join('\n');
    },
    stop: () => end(server),
    async startAgain() {
      server = await start(port, folder.path);
    },
    async [Symbol.asyncDispose]() {
      await end(server);
      await folder[Symbol.asyncDispose]();
    },
  };
}
