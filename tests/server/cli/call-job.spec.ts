import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { dirname, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

/** Requests of pages that are answered only when a spec says so. */
const held: ServerResponse[] = [];
const release = () => {
  for (const response of held.splice(0))
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>At last</title>');
};
const runner = useRunner({
  '/held': (_request, response) => void held.push(response),
});

const PROGRAM = resolve(import.meta.dirname, '../../../bin/steploom.mjs');

/** `steploom call`, while the service runs. */
function startCall(tool: string, args: object) {
  const workspace = dirname(runner.app.folder);
  const child = spawn(process.execPath, [PROGRAM, '--workspace', workspace, 'call', tool, JSON.stringify(args)], {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let printed = '';
  let told = '';
  child.stdout.on('data', chunk => {
    printed += chunk;
  });
  child.stderr.on('data', chunk => {
    told += chunk;
  });
  return {
    told: () => told,
    interrupt: () => child.kill('SIGINT'),
    async end() {
      const [exitCode] = await closed;
      return { exitCode, printed, told };
    },
  };
}

/** A run that a spec leaves would have the window of the next one. */
afterEach(async () => {
  release();
  await runner.until(({ state }) => !['starting', 'running'].includes(state));
});

test('steploom call reports the progress of a call that becomes a job and prints its output', {
  tags: 'full',
}, async () => {
  const testId = await runner.write([{ type: 'visit', url: '/held', timeoutMs: 120_000 }]);
  const call = startCall('runTest', { testId, wait: 20 });
  await expect.poll(call.told, { timeout: 60_000 }).toMatch(/continues as job j[0-9a-f]+; Ctrl\+C cancels it\.\n/);
  await expect.poll(call.told, { timeout: 60_000 }).toContain('0 of 1 actions done');
  release();
  const { exitCode, printed } = await call.end();
  expect([exitCode, JSON.parse(printed)]).toEqual([0, expect.objectContaining({ runId: 'r1' })]);
});

test('steploom call fails when the job that it follows fails', { tags: 'full' }, async () => {
  const call = startCall('navigateUrl', { url: '/held' });
  await expect.poll(call.told, { timeout: 60_000 }).toContain('continues as job');
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(1);
  for (const response of held.splice(0)) response.writeHead(500).end();
  const { exitCode, printed, told } = await call.end();
  expect([exitCode, printed]).toEqual([2, '']);
  expect(told).toMatch(/continues as job .*\n.*\/held/);
});

test('Ctrl+C cancels the job that steploom call follows', { tags: ['full'] }, async () => {
  const call = startCall('navigateUrl', { url: '/held' });
  await expect.poll(call.told, { timeout: 60_000 }).toContain('continues as job');
  call.interrupt();
  const { exitCode, printed, told } = await call.end();
  expect([exitCode, printed]).toEqual([130, '']);
  expect(told).toMatch(/\nJob j\w+ was cancelled; what it has done so far stays\./);
});
