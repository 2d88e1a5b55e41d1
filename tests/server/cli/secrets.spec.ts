import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

describe('secrets', () => {
  let workspace: TemporaryDirectory;

  beforeAll(async () => {
    workspace = await temporaryDirectory();
    await steploom(workspace.path, 'init', 'shop');
    const items = [{ name: 'password', value: 'hunter2-4711', kind: 'secret' }];
    await steploom(workspace.path, 'call', 'createEnvironment', JSON.stringify({ name: 'live', items }));
    // Somebody wrote it down where it does not belong.
    await steploom(workspace.path, 'call', 'createModule', '{"name":"Uses hunter2-4711"}');
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  const outputs = async () => {
    const listed = await steploom(workspace.path, 'call', 'getModules');
    const refused = await steploom(workspace.path, 'call', 'createEnvironment', '{"name":"hunter2-4711","items":7}');
    const missed = await steploom(workspace.path, 'call', 'getTests', '{"moduleCode":"hunter2-4711"}');
    return { listed: listed.stdout, errors: [refused, missed].map(({ stdout, stderr }) => stdout + stderr).join() };
  };

  it('secrets are masked in errors of commands, and what is written is shown as it is, with and without a server', async () => {
    const alone = await outputs();
    expect(alone.listed).toContain('"name":"Uses hunter2-4711"');
    expect(alone.errors).toContain('••••');
    expect(alone.errors).not.toContain('hunter2-4711');
    await using _service = await startSteploom(workspace.path);
    expect(await outputs()).toEqual(alone);
  });

  it('a secret that only an environment variable holds is masked in errors of commands', async () => {
    const settings = { STEPLOOM_SECRET_key: 'uses-nothing-else' };
    const { stderr } = await steploom(
      workspace.path,
      settings,
      'call',
      'getTests',
      '{"moduleCode":"uses-nothing-else"}',
    );
    expect(stderr).toContain('••••');
    expect(stderr).not.toContain('uses-nothing-else');
  });
});
