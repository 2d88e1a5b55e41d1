// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRelease } from '../../../server/process/package-root.ts';
import { PROGRAM, steploom, steploomProcess } from '../../support/command-line.ts';
import { startQueueWorker } from '../../support/queue-worker.ts';
import { HAS_REDIS, startRedis } from '../../support/redis-server.ts';
import { slowLink } from '../../support/slow-link.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const MANY = 3_000;
const OUTLINE = `Feature: Numbers

  Scenario Outline: Number <n>
    Then number <n> is counted

    Examples:
      | n |
${Array.from({ length: MANY }, (_, index) => `      | ${index} |`).join('\n')}
`;

describe.skipIf(!HAS_REDIS)('a queue of many items', () => {
  let workspace: TemporaryDirectory;

  beforeAll(async () => {
    workspace = await temporaryDirectory();
    await steploom(workspace.path, 'init', 'many', '--name', 'Many', '--app-url', 'http://127.0.0.1:9');
    const call = (tool: string, args: object) => steploom(workspace.path, 'call', tool, JSON.stringify(args));
    await call('createModule', { name: 'Counting' });
    const actions = [{ type: 'comment', text: 'counted' }];
    await call('createTest', { moduleCode: 'm1', name: 'Count', parameters: [{ name: 'n' }], actions });
    await call('createFeature', { text: OUTLINE });
    await call('linkStep', { text: 'number <n> is counted', testCode: 't1' });
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  /** The command of a run, under way. */
  function feeding(url: string, ...words: string[]) {
    const line = ['--workspace', workspace.path, 'run', '--queue', url, '--reporter', 'junit=report.xml', ...words];
    const child = spawn(process.execPath, [PROGRAM, ...line], {
      cwd: workspace.path,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.on('data', chunk => {
      told += chunk;
    });
    return { told: () => told, interrupt: () => child.kill('SIGINT'), ended: once(child, 'close') };
  }

  it('what they share is in it once, and over a slow link Ctrl+C takes all of them out of it', async () => {
    await using queue = await startRedis();
    await using link = await slowLink(queue.url, 25);
    const fed = feeding(link.url, '--grep', 'Number');
    await expect.poll(fed.told, { timeout: 30_000 }).toContain(`${MANY} items put into the queue`);
    const held = await queue.values();
    expect(held.length / MANY).toBeLessThan(1_000);
    fed.interrupt();
    expect(await fed.ended).toEqual([130, null]);
    expect(await queue.values()).not.toContain(`items-${readRelease()}:prioritized`);
    expect(fed.told()).not.toContain('had lost them');
  });

  it('what a queue that comes back empty has lost is told once and done, by counts', async () => {
    await using queue = await startRedis();
    const fed = feeding(queue.url, '--grep', 'Number');
    await expect.poll(fed.told, { timeout: 30_000 }).toContain(`${MANY} items put into the queue`);
    await queue.stop();
    await expect.poll(fed.told).toContain('The queue is away.');
    await queue.startAgain();
    await expect.poll(fed.told, { timeout: 30_000 }).toContain(`${MANY} items put into the queue again`);
    expect(fed.told().match(/had lost them/g)).toHaveLength(1);
    await using worker = startQueueWorker(queue, 'counting');
    await worker.ready();
    await expect.poll(fed.told, { timeout: 60_000 }).toMatch(/^\d+\/3000 done.* {2}counting \d+$/m);
    expect(fed.told()).not.toContain('Number 0 – passed');
    fed.interrupt();
    expect(await fed.ended).toEqual([130, null]);
  });

  it('a project over the limit is refused with its size and its largest file, and nothing is left in the queue', async () => {
    await using queue = await startRedis();
    const film = join(workspace.path, 'many/files/film.mp4');
    await mkdir(dirname(film), { recursive: true });
    await writeFile(film, '');
    await truncate(film, 200_000_001);
    try {
      const line = ['--workspace', workspace.path, 'run', '--queue', queue.url];
      const { stderr, exitCode } = await steploomProcess(workspace.path, ...line);
      expect(stderr).toContain('a queue takes 200 MB. The largest is files/film.mp4 (201 MB).');
      expect(exitCode).toBe(2);
      expect(await queue.values()).toBe('');
    } finally {
      await rm(film);
    }
  });
});
