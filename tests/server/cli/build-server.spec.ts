import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildServer } from '../../../server/cli/support/build-server.ts';
import { steploom } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const Meta = z.object({ meta: z.looseObject({ ci: z.object({ name: z.string() }).optional() }) });

it.each([
  [{}, undefined],
  [{ CI: 'true' }, 'CI'],
  [{ CI: 'true', GITHUB_ACTIONS: 'true' }, 'GitHub Actions'],
  [{ JENKINS_URL: 'http://ci.example.org/' }, 'Jenkins'],
  [{ CI: 'False', GITHUB_ACTIONS: 'true' }, undefined],
  [{ CI: '', GITLAB_CI: '' }, undefined],
])('the build server detected from the environment %j is %s', (environment, name) => {
  expect(buildServer(environment)).toBe(name);
});

it('a run names its build server in the list of runs and in its Cucumber messages', { tags: ['full'] }, async () => {
  await using workspace = await temporaryDirectory();
  const call = (name: string, given: object) => steploom(workspace.path, 'call', name, JSON.stringify(given));
  await steploom(workspace.path, 'init', 'shop');
  await call('createModule', { name: 'Basket' });
  await call('createTest', { moduleCode: 'm1', name: 'Nothing' });
  const ran = await steploom(workspace.path, { CI: 'true', TF_BUILD: 'True' }, 'run', 'm1', '--reporter', 'messages');
  const [first = ''] = ran.stdout.split('\n');
  const ci = buildServer({ ...process.env, CI: 'true', TF_BUILD: 'True' });
  expect(Meta.parse(JSON.parse(first)).meta).toMatchObject({ ci: { name: ci } });
  expect(JSON.parse((await call('getRuns', {})).stdout)).toMatchObject({ runs: [{ ci }] });
});
