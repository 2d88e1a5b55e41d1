import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandNames, steploom, steploomProcess } from '../../support/command-line.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
let pages: ServedPages;

async function call(name: string, args: object): Promise<unknown> {
  const { stdout, stderr, exitCode } = await steploom(workspace.path, 'call', name, JSON.stringify(args));
  if (exitCode !== 0) throw new Error(stderr);
  const answer: unknown = JSON.parse(stdout);
  return answer;
}

beforeAll(async () => {
  workspace = await temporaryDirectory();
  pages = await servePages({ '/': '<title>Shop</title><h1>Tea</h1>' });
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  await call('createModule', { name: 'Catalogue' });
  const visit = { type: 'visit', url: '/' };
  const heading = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '{{ drink }}', timeoutMs: 300 };
  const parameters = [{ name: 'drink', default: 'Tea' }];
  await call('createTest', { moduleCode: 'm1', name: 'Shows tea', parameters, actions: [visit, heading] });
  await call('createTest', {
    moduleCode: 'm1',
    name: 'Shows coffee',
    actions: [visit, { ...heading, expected: 'Coffee' }],
  });
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

describe('steploom run', () => {
  it('steploom run exits with 0 and names the test when the test passes', async () => {
    const { exitCode, stdout } = await steploomProcess(workspace.path, 'run', 'Shows tea');
    expect(stdout).toContain('✓ Shows tea');
    expect(stdout).toContain('1 test: 1 passed');
    expect(exitCode).toBe(0);
  });

  it('steploom run exits with 1 and prints the expected and the actual text when a test fails', async () => {
    const { exitCode, stdout } = await steploomProcess(workspace.path, 'run', 'm1');
    expect(stdout).toContain('✗ Shows coffee');
    expect(stdout).toContain('Coffee');
    expect(stdout).toContain('Tea');
    expect(stdout).toContain('2 tests: 1 passed, 1 failed');
    expect(exitCode).toBe(1);
  });

  it('steploom run passes the value given with --param to the test', { tags: ['full'] }, async () => {
    const { exitCode } = await steploom(workspace.path, 'run', 't1', '--param', 'drink=Juice');
    expect(exitCode).toBe(1);
  });

  it('steploom run prints only messages on standard output when other reporters run as well', {
    tags: 'full',
  }, async () => {
    const { stdout } = await steploomProcess(
      workspace.path,
      'run',
      't1',
      '--reporter',
      'messages',
      '--reporter',
      'pretty',
    );
    const types = stdout
      .trim()
      .split('\n')
      .map(line => Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line)))[0]);
    expect(types[0]).toBe('meta');
    expect(types.at(-1)).toBe('testRunFinished');
  });

  it('steploom run writes a report to the path given with --reporter', async () => {
    await steploom(workspace.path, 'run', 't1', '--reporter', 'messages=reports/run.ndjson');
    expect(await readFile(join(workspace.path, 'reports', 'run.ndjson'), 'utf8')).toContain('testRunFinished');
  });

  it.each([
    ['an unknown name', ['run', 'Shows tee'], 3, 'Did you mean "Shows tea"?'],
    ['an unknown code', ['run', 't99'], 3, 'No test t99. Use steploom call getTests to list all.'],
    ['an unknown reporter', ['run', '--reporter', 'prety'], 2, 'Did you mean "pretty"?'],
    ['an unknown environment', ['run', 't1', '--env', 'moon'], 2, 'No environment "moon"'],
    ['a parameter without value', ['run', 't1', '--param', 'drink'], 2, 'NAME=VALUE'],
    ['a parameter that no test has', ['run', 't1', '--param', 'food=cake'], 2, 'no parameter "food"'],
    ['an unknown option', ['run', '--fast'], 2, '--fast'],
    ['an unknown command', ['rum'], 2, 'run'],
    ['a file without backups', ['restore', '-p', 'shop', 'nope'], 2, 'Next: steploom restore --list --project shop'],
    ['an unknown tool', ['call', 'getNothing'], 2, 'steploom call --list'],
    ['an unknown run', ['call', 'getRun', '{"runId":"r99"}'], 2, 'Use steploom call getRuns to see the runs.'],
    ['an invalid project id', ['init', 'My Shop!'], 2, 'This one can: my-shop;'],
    ['an unknown project', ['run', '--project', 'shoe'], 2, 'Projects: shop'],
  ])('the command line reports %s with a message and an exit code', async (_what, args, code, words) => {
    const { exitCode, stdout, stderr } = await steploom(workspace.path, ...args);
    expect(stderr).toContain(words);
    expect(stdout).toBe('');
    expect(exitCode).toBe(code);
  });

  it('steploom run exits with 4 and names the browser when it does not exist', async () => {
    const { exitCode, stderr } = await steploomProcess(
      workspace.path,
      { STEPLOOM_BROWSER: '/nowhere/chrome' },
      'run',
      't1',
    );
    expect(stderr).toContain('/nowhere/chrome');
    expect(exitCode).toBe(4);
  });

  it('steploom run exits with 4 and says how the browser ended when it does not start', async () => {
    const { exitCode, stdout } = await steploomProcess(workspace.path, { STEPLOOM_BROWSER: '/bin/false' }, 'run', 't1');
    expect(stdout).toContain('The browser /bin/false does not start: it ended at once with exit code 1.');
    expect(exitCode).toBe(4);
  });

  it('steploom run works while a server holds the project', { tags: 'full' }, async () => {
    await using _service = await startSteploom(workspace.path);
    const { exitCode, stdout } = await steploom(workspace.path, 'run', 't1');
    expect(stdout).toContain('1 test: 1 passed');
    expect(exitCode).toBe(0);
  });
});

it('every command refuses an option that it does not know', async () => {
  const names = await commandNames();
  expect(names).toContain('run');
  for (const name of names) {
    const { exitCode, stderr } = await steploom(workspace.path, name, '--speed', '3');
    expect([name, exitCode, stderr]).toEqual([name, 2, expect.stringContaining("unknown option '--speed'")]);
  }
});

it('every command that is typed in the workspace folder ends its process with the right exit code', {
  tags: 'full',
}, async () => {
  await using folder = await temporaryDirectory();
  expect((await steploomProcess(folder.path, 'init', 'shop')).exitCode).toBe(0);
  const lines = [['verify'], ['doctor'], ['token', 'list'], ['call', 'getModules'], ['restore'], ['report']];
  const exitCodes = [];
  for (const line of lines) exitCodes.push((await steploomProcess(folder.path, ...line)).exitCode);
  expect(exitCodes).toEqual([0, 0, 0, 0, 2, 3]);
});

describe('steploom token', () => {
  it('steploom token create prints only the token, which can then be listed and revoked', async () => {
    const created = await steploom(workspace.path, 'token', 'create', '--name', 'ci', '--access', 'read');
    expect(created.stdout).toMatch(/^svcmcp_[0-9A-Za-z]{36}\n$/);
    const listed = await steploom(workspace.path, 'token', 'list');
    expect(listed.stdout).toContain(`ci  read  svcmcp_…${created.stdout.trim().slice(-4)}`);
    const revoked = await steploom(workspace.path, 'token', 'revoke', 'ci');
    expect(revoked.exitCode).toBe(0);
    expect((await steploom(workspace.path, 'token', 'revoke', 'ci')).exitCode).not.toBe(0);
  });
});

describe('steploom verify', () => {
  it('steploom verify finds nothing wrong with an intact project', async () => {
    const { exitCode, stdout } = await steploom(workspace.path, 'verify');
    expect(stdout).toBe('shop: ✓ 1 version, 1 module, 2 tests\n');
    expect(exitCode).toBe(0);
  });

  it('steploom verify names the line of a damaged file and exits with 1', async () => {
    await using other = await temporaryDirectory();
    await steploom(other.path, 'init', 'shop');
    const folder = join(other.path, 'shop', 'versions', 'main', 'modules');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'm1.json'), '{\n  "format": 1,\n<<<<<<< ours\n');
    const { exitCode, stdout } = await steploom(other.path, 'verify');
    expect(stdout).toContain('versions/main/modules/m1.json');
    expect(stdout).toContain('line 3');
    expect(exitCode).toBe(1);
  });
});

describe('an engine that there is none of', () => {
  it.each([['run'], ['open', '--no-open'], ['worker', '--queue', 'redis://127.0.0.1:1'], ['mcp'], ['list']])(
    'is refused by steploom %s before anything is done, naming those that there are',
    async (...line) => {
      const { exitCode, stdout, stderr } = await steploom(workspace.path, { STEPLOOM_ENGINE: 'chromium' }, ...line);
      expect(stderr).toBe('STEPLOOM_ENGINE is “chromium”: use quick, playwright or compare, or unset it.\n');
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    },
  );
});

describe('steploom open', () => {
  it('steploom open answers health checks, and a second one prints the address of the first', async () => {
    await using service = await startSteploom(workspace.path);
    const health = await (await fetch(`${service.url}/api/health`)).json();
    expect(health).toEqual({ status: 'ok', release: expect.any(String) });
    const second = await steploom(workspace.path, 'open');
    expect(second.stdout).toMatch(new RegExp(`^Steploom is ready: ${service.url}/#code=[\\w-]+\n$`));
    expect(second.exitCode).toBe(0);
  });

  it('steploom open exits with 0 on Ctrl+C', async () => {
    const service = await startSteploom(workspace.path);
    expect(await service.interrupt()).toBe(0);
  });

  it('steploom open refuses a port that is not a number', async () => {
    const { exitCode, stderr } = await steploom(workspace.path, 'open', '--port', 'abc');
    expect(stderr).toContain('0 to 65535');
    expect(exitCode).toBe(2);
  });
});
