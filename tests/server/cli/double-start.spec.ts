import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { lockableFolder, NEEDS_MOUNT } from '../../support/mounted-folders.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const serverFile = (workspace: string) => readFile(join(workspace, '.steploom', 'server.json'), 'utf8');
const pidIn = (text: string) => z.object({ pid: z.number() }).parse(JSON.parse(text)).pid;

it('one of several servers started at once serves an empty workspace, and all print its address', {
  tags: 'full',
}, async () => {
  await using workspace = await temporaryDirectory();
  const started = await Promise.all(Array.from({ length: 4 }, () => startSteploom(workspace.path)));
  const [first] = started;
  expect(started.map(({ url, pid, projects }) => ({ url, pid, projects }))).toEqual(
    started.map(() => ({ url: first?.url, pid: first?.pid, projects: ['sample'] })),
  );
  expect(pidIn(await serverFile(workspace.path))).toBe(first?.pid);
  const server = started.find(({ process, pid }) => process.pid === pid);
  await Promise.all(started.filter(one => one !== server).map(one => one[Symbol.asyncDispose]()));
  expect((await fetch(`${first?.url}/api/health`)).status).toBe(200);
  expect(await server?.interrupt()).toBe(0);
  await expect(serverFile(workspace.path)).rejects.toThrow('ENOENT');
});

it('a server that does not answer for a while keeps its server file when another one starts', {
  tags: 'full',
}, async () => {
  await using workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop');
  await using first = await startSteploom(workspace.path);
  const before = await serverFile(workspace.path);
  first.process.kill('SIGSTOP');
  const second = await steploom(workspace.path, 'open', '--port', '0', '--no-open', '--json');
  first.process.kill('SIGCONT');
  expect(second).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining(first.url) });
  expect(await serverFile(workspace.path)).toBe(before);
  expect((await steploom(workspace.path, 'call', 'getModules')).exitCode).toBe(0);
});

it('a read-only workspace is served although not even a lock file can be written', { tags: 'full' }, async context => {
  await using workspace = await lockableFolder();
  if (workspace === undefined) return context.skip(NEEDS_MOUNT);
  await steploom(workspace.path, 'init', 'shop');
  await rm(join(workspace.path, '.steploom'), { recursive: true, force: true });
  await workspace.makeReadOnly(true);
  const service = await startSteploom(workspace.path);
  expect(service.projects).toEqual(['shop']);
  expect(await service.interrupt()).toBe(0);
});

it('the secret of the server is ignored by a git repository that contains the workspace', {
  tags: 'full',
}, async () => {
  await using workspace = await temporaryDirectory();
  await using service = await startSteploom(workspace.path);
  expect(await readFile(join(workspace.path, '.steploom', '.gitignore'), 'utf8')).toBe('*\n');
  expect(service.projects).toEqual(['sample']);
});
