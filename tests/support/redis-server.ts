/** A real Redis for specs of the queue, on a free port with a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
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

interface RedisOptions {
  password?: string;
  /** Serves TLS in the place of plain connections, with the certificate that signed itself. */
  isEncrypted?: boolean;
}

const CERTIFICATE = join(import.meta.dirname, '../fixtures/tls/own.pem');
const TLS = [
  ...['--tls-cert-file', CERTIFICATE, '--tls-ca-cert-file', CERTIFICATE, '--tls-auth-clients', 'no'],
  ...['--tls-key-file', join(import.meta.dirname, '../fixtures/tls/own.key')],
];

async function start(port: number, folder: string, { password, isEncrypted }: RedisOptions): Promise<ChildProcess> {
  const place = isEncrypted ? ['--port', '0', '--tls-port', String(port), ...TLS] : ['--port', String(port)];
  const locked = password === undefined ? [] : ['--requirepass', password];
  const rest = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', [...place, ...locked, ...rest], { stdio: 'ignore' });
  const redis = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
    ...(password === undefined ? {} : { password }),
    ...(isEncrypted ? { tls: { rejectUnauthorized: false } } : {}),
  });
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

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const folder = await temporaryDirectory();
  const port = await freePort();
  let server = await start(port, folder.path, options);
  return {
    url: `${options.isEncrypted ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
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
      server = await start(port, folder.path, options);
    },
    async [Symbol.asyncDispose]() {
      await end(server);
      await folder[Symbol.asyncDispose]();
    },
  };
}
