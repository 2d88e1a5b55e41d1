import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PROGRAM, steploomIn, steploomProcess } from '../../support/command-line.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const ServerFile = z.object({ pid: z.number(), url: z.string(), secret: z.string() });

/** Ends with the service that a verb has started in a workspace. */
async function endingService(workspace: () => Promise<string>): Promise<AsyncDisposable> {
  return {
    async [Symbol.asyncDispose]() {
      const { pid } = ServerFile.parse(
        JSON.parse(await readFile(join(await workspace(), '.steploom/server.json'), 'utf8')),
      );
      process.kill(pid);
      for (let tries = 0; tries < 100; tries++) {
        try {
          process.kill(pid, 0);
        } catch {
          return;
        }
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    },
  };
}

test('the first verb starts a service, with a project that nobody has saved where there is none', {
  tags: ['full'],
}, async () => {
  await using folder = await temporaryDirectory();
  await using pages = await servePages({
    '/': '<title>Home</title><button onclick="document.title = \'Sent\'">Send</button>',
  });
  const cache = join(folder.path, 'cache');
  const here = join(folder.path, 'app');
  await mkdir(here);
  const unsaved = async () => {
    const { readdir } = await import('node:fs/promises');
    const [name = ''] = await readdir(join(cache, 'steploom/unsaved'));
    return join(cache, 'steploom/unsaved', name);
  };
  await using _end = await endingService(unsaved);
  const act = (...words: string[]) => steploomProcess(here, 'do', { XDG_CACHE_HOME: cache }, ...words);
  const opened = await act('open', `${pages.url}/`);
  expect(opened.stdout).toMatch(/^→ \S+ "Home"\ne\d+ button "Send"\n$/);
  expect(await act('click Send', 'expect title Sent')).toMatchObject({ exitCode: 0 });
  expect((await act('keep', 'Send')).stdout).toBe(
    'kept m1.t1 "Send": 3 actions, passed from a fresh start\nThere is no project here yet: save <project> makes one of it.\n',
  );
  expect(await act('save', 'My App')).toMatchObject({ exitCode: 2 });
  expect((await act('save', 'app')).stdout).toContain('saved: ./workspace/app');
  expect((await steploomIn(here, 'list')).stdout).toContain('Send');
  expect(await act('--workspace', await unsaved(), 'save', 'app')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('is there already'),
  });
});

test('a service that is gone is started anew, and that of a copied folder is left alone', {
  tags: ['full'],
}, async () => {
  await using folder = await temporaryDirectory();
  const workspace = join(folder.path, 'workspace');
  expect((await steploomIn(folder.path, '--workspace', workspace, 'init', 'shop')).exitCode).toBe(0);
  const gone = { url: 'http://127.0.0.1:9', pid: process.pid, secret: 'a secret that is long enough' };
  await mkdir(join(workspace, '.steploom'), { recursive: true });
  await writeFile(join(workspace, '.steploom/server.json'), JSON.stringify(gone));
  await using _end = await endingService(async () => workspace);
  expect((await steploomProcess(folder.path, 'do', 'history')).stdout).toContain('Nothing was performed');
  const first = ServerFile.parse(JSON.parse(await readFile(join(workspace, '.steploom/server.json'), 'utf8')));
  const copy = join(folder.path, 'copy/workspace');
  expect((await steploomIn(folder.path, '--workspace', copy, 'init', 'shop')).exitCode).toBe(0);
  await mkdir(join(copy, '.steploom'), { recursive: true });
  await writeFile(join(copy, '.steploom/server.json'), JSON.stringify(first));
  await using _other = await endingService(async () => copy);
  expect((await steploomProcess(join(folder.path, 'copy'), 'do', 'history')).exitCode).toBe(0);
  const second = ServerFile.parse(JSON.parse(await readFile(join(copy, '.steploom/server.json'), 'utf8')));
  expect(second.pid).not.toBe(first.pid);
});

test('an answer that nobody reads to its end is no fault', { tags: ['full'] }, async () => {
  await using folder = await temporaryDirectory();
  const workspace = join(folder.path, 'workspace');
  expect((await steploomIn(folder.path, '--workspace', workspace, 'init', 'shop')).exitCode).toBe(0);
  await using _end = await endingService(async () => workspace);
  const child = spawn(process.execPath, [PROGRAM, 'do', 'help'], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [told] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(told.replace('Starting Steploom…\n', '')).toBe('');
});

test('a service ends once nobody has used it for as long as it was told', { tags: ['full'] }, async () => {
  await using folder = await temporaryDirectory();
  const idle = await steploomProcess(folder.path, 'open', '--no-open', '--port', '0', '--idle-minutes', '0.02');
  expect(idle).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Steploom is ready') });
  const wrong = await steploomProcess(folder.path, 'open', '--no-open', '--idle-minutes', 'soon');
  expect(wrong).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--idle-minutes takes a number above 0'),
  });
});
