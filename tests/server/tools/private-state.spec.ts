/** What is kept beside a project, its runs and backups among it, is its user's alone; the project itself is not. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { startTestApp } from '../../support/test-app.ts';

const PAGE = `<h1>Shop</h1><script>console.log('ready')</script><a download="bill.txt" href="data:text/plain,paid">Bill</a>`;

/** Of everything in a folder, but for one folder in it, with its permissions. */
async function modesIn(folder: string, but = ''): Promise<{ path: string; isFolder: boolean; mode: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.map(entry => join(entry.parentPath, entry.name));
  const wanted = paths.filter(path => but === '' || !path.startsWith(join(folder, but)));
  return await Promise.all(
    wanted.map(async path => {
      const found = await stat(path);
      return { path: relative(folder, path), isFolder: found.isDirectory(), mode: found.mode & 0o777 };
    }),
  );
}

const STATE = '.steploom';

test.skipIf(process.platform === 'win32')(
  'everything beside a project is readable by its user alone, and its own files are as usual',
  { tags: 'full' },
  async () => {
    await using app = await startTestApp({ pages: { '/': PAGE } });
    const author = new Author(app.client);
    const call = (name: string, args: object) => app.client.call(name, args, z.looseObject({}));
    const { moduleCode } = await author.module('Shop');
    const actions = [
      { type: 'visit', url: '/' },
      { type: 'click', locator: "getByText('Bill')" },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Basket', timeoutMs: 1 },
    ];
    const { testCode } = await author.test(moduleCode, 'Pay', { actions });
    await call('setBreakpoint', { moduleId: moduleCode, testId: testCode, actionIndex: 0, enabled: false });
    const run = async () => {
      const given = { testId: testCode, screenshots: 'each', wait: 25 };
      return (await app.client.call('runTest', given, z.looseObject({ runId: z.string() }))).runId;
    };
    await call('deleteRun', { runId: await run() });
    const runId = await run();
    await call('getReport', { runId, format: 'html', as: 'file' });
    await call('getScreenshot', { as: 'file' });
    await call('editModule', { moduleCode, name: 'Shop 2' });

    const kept = await modesIn(join(app.folder, STATE));
    const names = kept.map(({ path }) => path).join('\n');
    for (const part of ['run.json', 'messages.ndjson', 'screenshots/', 'backups/', 'breakpoints.json'])
      expect(names).toContain(part);
    const open = kept.filter(({ isFolder, mode }) => mode !== (isFolder ? 0o700 : 0o600));
    expect(open.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual([]);
    const beside = await modesIn(join(app.folder, '..', STATE));
    expect(beside.filter(({ isFolder, mode }) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([]);
    const own = await modesIn(app.folder, STATE);
    const usual = ({ isFolder }: { isFolder: boolean }) => (isFolder ? 0o777 : 0o666) & ~process.umask();
    // The folder that git ignores is made for one user; those of the project are everybody's whom the umask lets.
    expect(own.filter(entry => !entry.isFolder && entry.mode !== usual(entry))).toEqual([]);
    expect(own.length).toBeGreaterThan(3);
  },
);
