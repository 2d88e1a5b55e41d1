import { cp, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { acquireProjectLock } from '../../../server/store/files/project-lock.ts';
import { ownerOf } from '../../support/owner.ts';
import { openShop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const Opened = z.object({ project: z.looseObject({ projectId: z.string(), name: z.string() }) });
const Projects = z.object({ projects: z.array(z.looseObject({ projectId: z.string() })) });

it('projects are listed with what is in them, and the sample is made once', async () => {
  await using shop = await openShop();
  const { author, app } = shop;
  const { moduleCode } = await author.module('Sign in');
  await author.test(moduleCode, 'Valid user');
  const owner = await ownerOf(dirname(app.folder));
  await owner.do('createSampleProject');
  expect(await owner.refusal('createSampleProject')).toMatch(/^name-taken: /);
  const { projects } = await owner.client.call('getProjects', {}, Projects);
  expect(projects).toMatchObject([
    { projectId: 'shop', modules: 1, tests: 1, features: 0 },
    { projectId: 'sample', name: 'Sample shop' },
  ]);
  expect(projects[0]).not.toHaveProperty('lastRun');
});

it('a project elsewhere on the machine is opened by a link to its folder, which stays where it is', async () => {
  await using shop = await openShop();
  await using elsewhere = await temporaryDirectory();
  const workspace = dirname(shop.app.folder);
  const owner = await ownerOf(workspace);
  const away = join(elsewhere.path, 'tests of the till');
  await mkdir(away);
  const refusal = (path: string) => owner.refusal('openProjectFolder', { path });
  const look = (path: string) => owner.client.call('getFolders', { path }, z.unknown());
  expect(await look(`${elsewhere.path}/`)).toMatchObject({
    path: elsewhere.path,
    parent: dirname(elsewhere.path),
    folders: [{ name: 'tests of the till', path: away, isProject: false }],
  });
  expect(await refusal('tests')).toMatch(/^invalid-params: "path" must be a whole path, not "tests"/);
  expect(await refusal(away)).toMatch(/^not-found: There is no project in .*tests of the till: it has no readable/);
  await writeFile(join(away, 'project.json'), '{"format":1}');
  expect(await refusal(away)).toMatch(/^not-found: .* names no projectId/);
  await writeFile(join(away, 'project.json'), '{"format":1,"projectId":"broken"}');
  expect(await refusal(away)).toMatch(/^damaged-file: /);
  await cp(shop.app.folder, away, { recursive: true, filter: source => !source.includes('.steploom') });
  expect(await refusal(away)).toMatch(/^name-taken: The workspace has another project "shop"/);
  const file = join(away, 'project.json');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"shop"', '"till"'));
  const stateDirectory = join(away, '.steploom');
  const lock = await acquireProjectLock({ directory: away, stateDirectory, owner: { pid: 1 } });
  expect(await refusal(away)).toMatch(/^project-locked: .*process 1/);
  await lock.release();
  expect(await look(away)).toMatchObject({ isProject: true, folders: [{ name: 'versions' }] });
  expect(await owner.refusal('getFolders', { path: file })).toMatch(/^not-found: There is no folder/);
  expect(await owner.refusal('getFolders', { path: 'till' })).toMatch(/^invalid-params: /);
  const { project } = await owner.client.call('openProjectFolder', { path: away }, Opened);
  expect(project.projectId).toBe('till');
  expect((await lstat(join(workspace, 'till'))).isSymbolicLink()).toBe(true);
  await owner.do('createModule', { projectId: 'till', name: 'Sales' });
  expect(await readFile(join(away, 'versions/main/modules/m1.json'), 'utf8')).toContain('"Sales"');
  // Once more is no fault.
  await owner.do('openProjectFolder', { path: away });
  // Deleting it takes the link away.
  await owner.do('deleteProject', { projectId: 'till', name: project.name });
  await lstat(file);
});
