import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { z } from 'zod';
import { noteCommand, PROGRAM } from './command-line.ts';
import type { RedisServer } from './redis-server.ts';

/** A worker in a process of its own. */
export function startQueueWorker(
  queue: RedisServer,
  name: string,
  environment: Record<string, string> = {},
  ...more: string[]
) {
  const words = ['worker', '--queue', queue.url, '--name', name, '--workers', '1', ...more];
  const env = { ...process.env, NO_COLOR: '1', ...environment };
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.on('data', chunk => {
    told += chunk;
  });
  const closed = once(child, 'close').then(([code]) => z.number().nullable().parse(code));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const code = await closed;
    noteCommand(words, code);
    return code;
  };
  return {
    told: () => told,
    ready: () => expect.poll(() => told).toContain('waits for work'),
    /** Resolves with the exit code. */
    ended: closed,
    interrupt: () => end('SIGINT'),
    /** Stands still, with its connections open, until it goes on. */
    standStill: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    /** As a machine that loses its power. */
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}
