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
    return [listed, refused, missed].map(({ stdout, stderr }) => stdout + stderr);
  };

  it('secrets are masked in the output and errors of commands, with and without a server', async () => {
    const alone = await outputs();
    expect(alone[0]).toContain('"name":"Uses ••••"');
    expect(alone.join()).not.toContain('hunter2-4711');
    await using _service = await startSteploom(workspace.path);
    expect((await outputs()).join()).not.toContain('hunter2-4711');
  });

  it('a secret that only an environment variable holds is masked in the output of commands', async () => {
    const settings = { STEPLOOM_SECRET_key: 'uses-nothing-else' };
    await steploom(workspace.path, 'call', 'createModule', '{"name":"Also uses-nothing-else"}');
    const { stdout } = await steploom(workspace.path, settings, 'call', 'getModules');
    expect(stdout).toContain('"name":"Also ••••"');
    expect(stdout).not.toContain('uses-nothing-else');
  });
});
