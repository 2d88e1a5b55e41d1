import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRelease } from '../../server/process/package-root.ts';
import { type Finished, PROGRAM, steploom, steploomProcess } from '../support/command-line.ts';
import { startQueueWorker } from '../support/queue-worker.ts';
import { HAS_REDIS, type RedisServer, startRedis } from '../support/redis-server.ts';
import { type ServedPages, servePages } from '../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SECRET = 'hunter2-4711';
const TESTS = ['Tea', 'Coffee', 'Cocoa', 'Milk', 'Juice', 'Water'];

const startWorker = (queue: RedisServer, name: string, environment: Record<string, string> = {}, ...more: string[]) =>
  startQueueWorker(queue, name, { STEPLOOM_SECRET_password: SECRET, ...environment }, ...more);

const byNumber = (one: string, other: string) => Number(one.slice(1)) - Number(other.slice(1));
/** For `JSON.parse`: how often an assertion looked, and how it was asked to run, may differ as well. */
const withoutTimes = (key: string, value: unknown): unknown =>
  /^(?:ms|elapsedMs|runId|startedAt|endedAt|finishedAt|at|startedBy|startedMs|workers?|log|options)$/.test(key)
    ? undefined
    : value;

const JUnitCase = /<testcase [^>]*name="([^"]+)"/g;
const casesOf = (report: string): string[] => [...report.matchAll(JUnitCase)].map(([, name = '']) => name).sort();

describe('the queue', () => {
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

  /** Folder of the run that was started last. */
  const newestRun = async () => {
    const runs = join(workspace.path, 'shop', '.steploom', 'runs');
    const ids = (await readdir(runs)).filter(name => /^r\d+$/.test(name)).sort(byNumber);
    return join(runs, ids.at(-1) ?? '');
  };

  describe.skipIf(!HAS_REDIS)('on a real Redis', { tags: 'full' }, () => {
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
      expect(await readdir(join(await newestRun(), 'screenshots'))).toHaveLength(1);
      expect(await queue.values()).not.toContain(SECRET);
      expect(await first.interrupt()).toBe(0);
    });

    it('the reports of a run by the queue are those of a run here, but for times', async () => {
      await using queue = await startRedis();
      await using first = startWorker(queue, 'first');
      await using second = startWorker(queue, 'second');
      await Promise.all([first.ready(), second.ready()]);
      const reportsOf = async (...words: string[]) => {
        const line = ['--workspace', workspace.path, 'run', '--reporter', 'junit', ...words];
        const { stdout } = await steploomProcess(workspace.path, ...line);
        const run: unknown = JSON.parse(await readFile(join(await newestRun(), 'run.json'), 'utf8'), withoutTimes);
        return { junit: stdout.replace(/(?:time|timestamp)="[^"]*"|\br\d+\b/g, ''), run };
      };
      const here = await reportsOf('--trace', 'off', '--workers', '1');
      expect(await reportsOf('--queue', queue.url)).toEqual(here);
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

    it('an attempt that two workers get, since the first stood still for too long, is in the report once', async () => {
      await using queue = await startRedis();
      await using first = startWorker(queue, 'first');
      await first.ready();
      began.length = 0;
      const fed = feed(queue, 'Milk', '--retries', '1');
      await expect.poll(() => began.length).toBe(1);
      first.standStill();
      await using second = startWorker(queue, 'second');
      await second.ready();
      await expect.poll(() => began.length, { timeout: 60_000 }).toBe(2);
      first.goOn();
      const { stdout, stderr, exitCode } = await fed;
      expect(stderr).toContain('first is gone: “Milk” goes to another.');
      expect([exitCode, casesOf(stdout)]).toEqual([1, ['Milk']]);
      expect(stderr.match(/Milk – failed/g)).toHaveLength(2);
      const { stdout: list } = await steploom(workspace.path, 'call', 'getRuns', '{"limit":1}');
      const [, runId = ''] = /"runId":"(r\d+)"/.exec(list) ?? [];
      const file = join(workspace.path, 'shop', '.steploom', 'runs', runId, 'run.json');
      const { items } = z
        .object({ items: z.array(z.object({ attempts: z.array(z.unknown()) })) })
        .parse(JSON.parse(await readFile(file, 'utf8')));
      expect(items.map(({ attempts }) => attempts.length)).toEqual([1]);
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

    it('a run that comes later takes turns with the one before, and one of high priority goes first', async () => {
      await using queue = await startRedis();
      await using worker = startWorker(queue, 'shared');
      await worker.ready();
      began.length = 0;
      const first = feed(queue);
      await expect.poll(() => began.length).toBeGreaterThan(0);
      const second = feed(queue, 'Water', 'Juice', '--priority', 'normal');
      const urgent = feed(queue, 'Milk', '--priority', 'high');
      const ended: string[] = [];
      const noted = (name: string, run: Promise<Finished>) => run.then(() => ended.push(name));
      await Promise.all([noted('first', first), noted('second', second), noted('urgent', urgent)]);
      expect(ended).toEqual(['urgent', 'second', 'first']);
    });

    it('a run whose command was killed goes on, and its report has all of it', async () => {
      await using queue = await startRedis();
      await using worker = startWorker(queue, 'faithful');
      await worker.ready();
      began.length = 0;
      const words = ['--workspace', workspace.path, 'run', '--queue', queue.url];
      const killed = spawn(process.execPath, [PROGRAM, ...words], { cwd: workspace.path, stdio: 'ignore' });
      await expect.poll(() => began.length).toBeGreaterThan(2);
      killed.kill('SIGKILL');
      const { stdout: list } = await steploom(workspace.path, 'call', 'getRuns', '{"limit":1}');
      const [, runId = ''] = /"runId":"(r\d+)"/.exec(list) ?? [];
      const { stdout, stderr } = await feed(queue, '--resume', runId);
      expect(casesOf(stdout)).toEqual([...TESTS].sort());
      expect(stderr).toContain(`Run ${runId} goes on as r`);
      expect(began.filter(search => search === '?Tea')).toHaveLength(1);
      const { exitCode, stderr: unknown } = await feed(queue, '--resume', 'r999');
      expect([exitCode, unknown]).toEqual([2, expect.stringContaining('There is no run r999')]);
    });

    it('a worker drains the queue and ends, and says which secrets it lacks', async () => {
      await using queue = await startRedis();
      await using worker = startWorker(
        queue,
        'draining',
        { STEPLOOM_SECRET_password: '', STEPLOOM_SECRET_other: 'x' },
        '--drain',
      );
      await worker.ready();
      const { exitCode } = await feed(queue, 'Water');
      expect(exitCode).toBe(0);
      expect(await worker.ended).toBe(0);
      expect(worker.told()).toContain('Nothing is left in the queue.');
    });

    it('what is wrong with workers is told before the run starts', async () => {
      await using queue = await startRedis();
      const redis = new Redis(queue.url);
      const other = { name: 'older', release: '0.0.1', secrets: ['password'] };
      const lacking = { name: 'poor', release: readRelease(), secrets: [] };
      for (const told of [other, lacking]) {
        await redis.sadd('steploom:workers', told.name);
        await redis.set(`steploom:worker:${told.name}`, JSON.stringify(told), 'EX', 60);
      }
      redis.disconnect();
      await using worker = startWorker(queue, 'whole');
      await worker.ready();
      const { stderr, exitCode } = await feed(queue, 'Water');
      expect(stderr).toContain('older has Steploom 0.0.1 and takes nothing of this run');
      expect(stderr).toContain('poor has no STEPLOOM_SECRET_password: tests that need it fail there.');
      expect(stderr).not.toContain('whole has no');
      expect(exitCode).toBe(0);
    });

    it('a queue whose memory is full is told; one with rubbish in it does its work', async () => {
      await using queue = await startRedis();
      const redis = new Redis(queue.url);
      await redis.config('SET', 'maxmemory', '1');
      const full = await feed(queue, 'Water');
      expect([full.exitCode, full.stderr]).toEqual([
        4,
        expect.stringMatching(/The queue at redis:.* has no memory left\.\n.*raise maxmemory/),
      ]);
      await redis.config('SET', 'maxmemory', '0');
      const rubbish = new Queue(`items-${readRelease()}`, { connection: redis, prefix: 'steploom' });
      await rubbish.add('rubbish', { no: 'job' });
      await redis.set('steploom:worker:odd', 'no json');
      await redis.sadd('steploom:workers', 'odd');
      await using worker = startWorker(queue, 'patient');
      await worker.ready();
      expect((await feed(queue, 'Water')).exitCode).toBe(0);
      await rubbish.close();
      redis.disconnect();
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

  it.skipIf(!HAS_REDIS)('a worker runs a test for whoever puts it into the queue', async () => {
    await using queue = await startRedis();
    await using worker = startWorker(queue, 'one');
    const { stdout, exitCode } = await feed(queue, 'Water');
    expect([exitCode, casesOf(stdout)]).toEqual([0, ['Water']]);
    expect(await worker.interrupt()).toBe(0);
  });

  it('where the packages of the queue are not installed, the command says which to install', {
    tags: 'full',
  }, async () => {
    await using folder = await temporaryDirectory();
    const packages = join(folder.path, 'node_modules');
    await mkdir(packages);
    for (const part of ['bin', 'dist', 'package.json'])
      await cp(join(ROOT, part), join(folder.path, part), { recursive: true });
    for (const name of await readdir(join(ROOT, 'node_modules')))
      if (!/^(?:bullmq|ioredis|\..*)$/.test(name))
        await symlink(join(ROOT, 'node_modules', name), join(packages, name), 'junction');
    const words = [join(folder.path, 'bin/steploom.mjs'), 'worker', '--queue', 'redis://127.0.0.1:9'];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    const told: string = (await text(child.stderr)).trim();
    expect(told).toContain('A queue needs bullmq and ioredis, which Steploom does not bring along.');
    expect(told).toContain('npm install bullmq@6 ioredis@5');
  });

  it('a queue that cannot be reached, or is none, is told at once', async () => {
    const unreachable = await steploom(workspace.path, 'run', '--queue', 'redis://127.0.0.1:9');
    expect(unreachable.stderr).toContain('The queue at redis://127.0.0.1:9 cannot be reached');
    expect(unreachable.exitCode).toBe(4);
    const none = await steploom(workspace.path, 'worker', '--queue', 'http://127.0.0.1:9');
    expect(none.stderr).toContain('--queue needs the address of a Redis or Valkey server.');
    expect(none.exitCode).toBe(2);
    const alone = await steploom(workspace.path, 'run', '--priority', 'high');
    expect([alone.exitCode, alone.stderr]).toEqual([2, '--priority goes with --queue.\n']);
    const tooMany = await steploom(workspace.path, 'worker', '--queue', 'redis://127.0.0.1:9', '--workers', 'zero');
    expect(tooMany.exitCode).toBe(2);
  });
});
