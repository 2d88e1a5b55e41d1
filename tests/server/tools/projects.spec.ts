import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownerOf } from '../../support/owner.ts';
import { openShop } from '../../support/shop.ts';

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
