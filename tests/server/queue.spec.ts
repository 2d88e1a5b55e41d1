import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Finished, noteCommand, PROGRAM, steploom, steploomProcess } from '../support/command-line.ts';
import { HAS_REDIS, type RedisServer, startRedis } from '../support/redis-server.ts';
import { type ServedPages, servePages } from '../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const SECRET = 'hunter2-4711';
const TESTS = ['Tea', 'Coffee', 'Cocoa', 'Milk', 'Juice', 'Water'];

/** A worker in a process of its own. */
function startWorker(queue: RedisServer, name: string, environment: Record<string, string> = {}) {
  const words = ['worker', '--queue', queue.url, '--name', name, '--workers', '1'];
  const env = { ...process.env, STEPLOOM_SECRET_password: SECRET, NO_COLOR: '1', ...environment };
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
    /** As a machine that loses its power. */
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}

const JUnitCase = /<testcase [^>]*name="([^"]+)"/g;
const casesOf = (report: string): string[] => [...report.matchAll(JUnitCase)].map(([, name = '']) => name).sort();

describe('the queue', { tags: 'full' }, () => {
  let workspace: TemporaryDirectory;
  let pages: ServedPages;
  const began: string[] = [];

  beforeAll(async () => {
    workspace = await temporaryDirectory();
    const form = '<title>Shop</title><h1>Tea</h1><label>Password <input type="password"></label>';
    pages = await servePages({
      '/': ({ url }) => {
        began.push(url.search);
        return form;
      },
    });
    await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
    const call = (tool: string, args: object) => steploom(workspace.path, 'call', tool, JSON.stringify(args));
    await call('createEnvironment', { name: 'live', items: [{ name: 'password', kind: 'secret', value: SECRET }] });
    await call('createModule', { name: 'Drinks' });
    for (const name of TESTS) {
      const actions = [
        { type: 'visit', url: `/?${name}` },
        { type: 'fill', locator: "getByLabel('Password')", value: '{{ secret.password }}' },
        { type: 'wait', until: 'time', value: '1500' },
        {
          type: 'assert',
          matcher: 'toHaveText',
          locator: 'h1',
          expected: name === 'Milk' ? 'Milk' : 'Tea',
          timeoutMs: 200,
        },
      ];
      await call('createTest', { moduleCode: 'm1', name, actions });
    }
  });
  afterAll(async () => {
    await pages[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });

  const feed = (queue: RedisServer, ...words: string[]): Promise<Finished> =>
    steploomProcess(
      workspace.path,
      '--workspace',
      workspace.path,
      'run',
      '--queue',
      queue.url,
      '--reporter',
      'junit',
      ...words,
    );

  describe.skipIf(!HAS_REDIS)('on a real Redis', () => {
    it('workers share the tests of a run, and the report has each of them once, with the picture of what failed', async () => {
      await using queue = await startRedis();
      await using first = startWorker(queue, 'first');
      await using second = startWorker(queue, 'second');
      await Promise.all([first.ready(), second.ready()]);
      const { stdout, stderr, exitCode } = await feed(queue);
      expect(casesOf(stdout)).toEqual([...TESTS].sort());
      expect(stdout).toContain('failures="1"');
      expect(stderr).toMatch(/first ran \d, second ran \d|second ran \d, first ran \d/);
      expect(exitCode).toBe(1);
      const runs = join(workspace.path, 'shop', '.steploom', 'runs');
      const [run = ''] = (await readdir(runs)).filter(name => /^r\d+$/.test(name)).sort();
      expect(await readdir(join(runs, run, 'screenshots'))).toHaveLength(1);
      expect(await queue.values()).not.toContain(SECRET);
      expect(await first.interrupt()).toBe(0);
    });

    it('a worker that is killed gives its test to another', async () => {
      await using queue = await startRedis();
      const lost = startWorker(queue, 'lost');
      await lost.ready();
      began.length = 0;
      const fed = feed(queue);
      await expect.poll(() => began.length).toBeGreaterThan(1);
      await lost.kill();
      await using _other = startWorker(queue, 'other');
      const { stdout, stderr } = await fed;
      expect(casesOf(stdout)).toEqual([...TESTS].sort());
      expect(stderr).toContain('lost is gone');
    });

    it('a worker that is interrupted gives its test back at once', async () => {
      await using queue = await startRedis();
      await using leaving = startWorker(queue, 'leaving');
      await leaving.ready();
      began.length = 0;
      const fed = feed(queue, 'Tea', 'Coffee');
      await expect.poll(() => began.length).toBe(1);
      expect(await leaving.interrupt()).toBe(0);
      await using _other = startWorker(queue, 'other');
      const { stdout, stderr } = await fed;
      expect(casesOf(stdout)).toEqual(['Coffee', 'Tea']);
      expect(stderr).toContain('other ran 2');
    });

    it('a queue that goes away and comes back empty is filled again', async () => {
      await using queue = await startRedis();
      await using worker = startWorker(queue, 'patient');
      await worker.ready();
      began.length = 0;
      const fed = feed(queue);
      await expect.poll(() => began.length).toBeGreaterThan(1);
      await queue.stop();
      await expect.poll(() => worker.told()).toContain('The queue is away');
      await queue.startAgain();
      const { stdout, stderr } = await fed;
      expect(casesOf(stdout)).toEqual([...TESTS].sort());
      expect(stderr).toContain('The queue is back.');
      expect(stderr).toContain('put into the queue again');
    });

    it('two runs at once get their own results', async () => {
      await using queue = await startRedis();
      await using worker = startWorker(queue, 'shared');
      await worker.ready();
      const [one, other] = await Promise.all([feed(queue, 'Tea', 'Milk'), feed(queue, 'Water')]);
      expect(casesOf(one.stdout)).toEqual(['Milk', 'Tea']);
      expect(casesOf(other.stdout)).toEqual(['Water']);
      expect([one.exitCode, other.exitCode]).toEqual([1, 0]);
    });

    it('a worker whose browser does not start ends and says so; the others do the work', async () => {
      await using queue = await startRedis();
      const notABrowser = join(workspace.path, 'shop', 'project.json');
      await using broken = startWorker(queue, 'broken', { STEPLOOM_BROWSER: notABrowser });
      const fed = feed(queue, 'Tea');
      expect(await broken.ended).toBe(4);
      await using _whole = startWorker(queue, 'whole');
      expect((await fed).exitCode).toBe(0);
    });

    it('Ctrl+C ends a run with a whole report, and workers drop what is left of it', async () => {
      await using queue = await startRedis();
      await using worker = startWorker(queue, 'dropping');
      await worker.ready();
      began.length = 0;
      const report = join(workspace.path, 'interrupted.xml');
      const words = ['--workspace', workspace.path, 'run', '--queue', queue.url, '--reporter', `junit=${report}`];
      const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: workspace.path, stdio: 'ignore' });
      await expect.poll(() => began.length).toBeGreaterThan(1);
      child.kill('SIGINT');
      expect((await once(child, 'close'))[0]).toBe(130);
      expect(casesOf(await readFile(report, 'utf8'))).toEqual([...TESTS].sort());
      const { exitCode } = await feed(queue, 'Water');
      expect(exitCode).toBe(0);
      expect(began.filter(search => search === '?Juice')).toEqual([]);
    });
  });

  it('a queue that cannot be reached, or is none, is told at once', async () => {
    const unreachable = await steploom(workspace.path, 'run', '--queue', 'redis://127.0.0.1:9');
    expect(unreachable.stderr).toContain('The queue at redis://127.0.0.1:9 cannot be reached');
    expect(unreachable.exitCode).toBe(4);
    const none = await steploom(workspace.path, 'worker', '--queue', 'http://127.0.0.1:9');
    expect(none.stderr).toContain('--queue needs the address of a Redis or Valkey server.');
    expect(none.exitCode).toBe(2);
    const tooMany = await steploom(workspace.path, 'worker', '--queue', 'redis://127.0.0.1:9', '--workers', 'zero');
    expect(tooMany.exitCode).toBe(2);
  });
});
