import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acquireProjectLock } from '../../../server/store/files/project-lock.ts';
import type { Author } from '../../support/author.ts';
import { childProcesses } from '../../support/child-processes.ts';
import { ownerOf } from '../../support/owner.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';

const Reply = z.object({ deleted: z.array(z.string()), movedTo: z.string() });
const Projects = z.object({
  projects: z.array(z.looseObject({ projectId: z.string() })),
  closed: z.array(z.unknown()),
});

const call = { projectId: 'shop', name: 'Shop' };
const listed = async (owner: Author) => {
  const { projects, closed } = await owner.client.call('getProjects', {}, Projects);
  return [...projects.map(({ projectId }) => projectId), ...closed];
};
const browsers = () => childProcesses().filter(({ commandLine }) => /chrom/.test(commandLine));
const furnish = (author: Author) => author.module('Basket').then(() => {});

describe('deleteProject', () => {
  it('deleteProject moves the folder to the trash, from where it can be restored', async () => {
    await using shop = await openShop();
    const { folder } = shop.app;
    const owner = await ownerOf(dirname(folder));
    await shop.author.module('A');
    const { deleted, movedTo } = await owner.client.call('deleteProject', call, Reply);
    expect([deleted, existsSync(folder), await listed(owner)]).toEqual([['shop'], false, []]);
    expect(dirname(movedTo)).toBe(join(dirname(folder), '.steploom', 'trash'));
    expect(await shop.author.refusal('getModules')).toMatch(/^unauthorized: /);
    expect(await owner.refusal('openProject', { projectId: 'shop' })).toMatch(/^not-found: /);
    await rename(movedTo, folder);
    await owner.do('openProject', { projectId: 'shop' });
    expect((await shop.author.modules()).map(({ name }) => name)).toEqual(['A']);
  });

  it('a deleted project frees its id for a new project, which can be deleted as well', async () => {
    await using shop = await openShop();
    const owner = await ownerOf(dirname(shop.app.folder));
    await owner.do('deleteProject', call);
    await owner.do('createProject', { newProjectId: 'shop', name: 'Second' });
    expect(await shop.author.refusal('getModules')).toMatch(/^unauthorized: /);
    await owner.do('deleteProject', { ...call, name: 'Second' });
    expect(await readdir(join(dirname(shop.app.folder), '.steploom', 'trash'))).toHaveLength(2);
  });

  it('deleteProject requires the exact project name and may only be called by the owner', async () => {
    await using shop = await openShop();
    const owner = await ownerOf(dirname(shop.app.folder));
    const unconfirmed = await owner.refusal('deleteProject', { ...call, name: 'shop' });
    expect(unconfirmed).toBe('conflict: To delete the project "shop", "name" must be "Shop", not "shop".');
    expect(await owner.refusal('deleteProject', { projectId: 'shop' })).toMatch(/^invalid-params: /);
    expect(await shop.author.refusal('deleteProject', call)).toMatch(/^forbidden: /);
    await shop.author.module('A');
    expect(await listed(owner)).toEqual(['shop']);
  });

  it('deleteProject stops the run of the project and closes its browser', { tags: ['full'] }, async () => {
    await using pages = await servePages({ '/': '<title>Shop</title>' });
    await using shop = await openShop({ appUrl: pages.url, ownBrowser: true });
    const owner = await ownerOf(dirname(shop.app.folder));
    await shop.author.module('A');
    const wait = { type: 'wait', until: 'time', value: 600_000, timeoutMs: 600_000 };
    await shop.author.test('m1', 'Slow', { actions: [{ type: 'visit', url: '/' }, wait] });
    await shop.author.do('runTest', { testId: 't1' });
    await expect.poll(browsers, { timeout: 30_000 }).not.toEqual([]);
    const { movedTo } = await owner.client.call('deleteProject', call, Reply);
    await expect.poll(browsers, { timeout: 30_000 }).toEqual([]);
    expect(existsSync(shop.app.folder)).toBe(false);
    expect(await readdir(join(movedTo, '.steploom', 'runs', 'r1'))).toContain('run.json');
  });
});

describe('deleteProject of a project that could not be opened', () => {
  it('a project that could not be opened is deleted by its id, but not while another process holds it', async () => {
    await using closed = await closedShop(furnish);
    const stateDirectory = join(closed.folder, '.steploom');
    const lock = await acquireProjectLock({ directory: closed.folder, stateDirectory, owner: { pid: 1 } });
    await using _open = await closed.open();
    const owner = await ownerOf(closed.workspace);
    expect(await owner.refusal('deleteProject', call)).toMatch(/^conflict: .*must be "shop", not "Shop"/);
    expect(await owner.refusal('deleteProject', { ...call, name: 'shop' })).toMatch(/^project-locked: .*process 1/);
    expect(existsSync(closed.folder)).toBe(true);
    await lock.release();
    await owner.do('deleteProject', { ...call, name: 'shop' });
    expect([existsSync(closed.folder), await listed(owner)]).toEqual([false, []]);
  });

  it('a restarted service does not list the projects in the trash', async () => {
    await using closed = await closedShop(furnish);
    {
      await using _open = await closed.open();
      await (await ownerOf(closed.workspace)).do('deleteProject', call);
    }
    await using _again = await closed.open();
    expect(await listed(await ownerOf(closed.workspace))).toEqual([]);
  });
});

it('a project that cannot be moved to the trash is served as before', async () => {
  await using shop = await openShop();
  const workspace = dirname(shop.app.folder);
  const owner = await ownerOf(workspace);
  await mkdir(join(workspace, '.steploom'), { recursive: true });
  await writeFile(join(workspace, '.steploom', 'trash'), 'a file in the way');
  expect(await owner.refusal('deleteProject', call)).toMatch(/trash/);
  await shop.author.module('A');
  expect(await listed(owner)).toEqual(['shop']);
});
