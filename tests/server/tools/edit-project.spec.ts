import { expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../../support/test-app.ts';

const Project = z.object({ project: z.object({ defaultEnvironment: z.string().optional() }) });

it('editProject refuses a default environment that does not exist', async () => {
  await using app = await startTestApp();
  const { client } = app;
  await client.call('createEnvironment', { name: 'local' }, z.unknown());
  const failure = await client.failure('editProject', { defaultEnvironment: 'staging' });
  expect(failure.message).toBe('No environment "staging". There are: e1 local.');
  expect(failure.data.field).toBe('defaultEnvironment');
  const { project } = await client.call('editProject', { defaultEnvironment: 'local' }, Project);
  expect(project.defaultEnvironment).toBe('local');
  const cleared = await client.call('editProject', { defaultEnvironment: null }, Project);
  expect(cleared.project.defaultEnvironment).toBeUndefined();
});
