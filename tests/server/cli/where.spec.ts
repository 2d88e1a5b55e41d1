import { mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { steploom, steploomIn } from '../../support/command-line.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const ids = async (workspace: string) => {
  const { stdout } = await steploom(workspace, 'call', 'getProjects');
  const Reply = z.object({ projects: z.array(z.object({ projectId: z.string(), name: z.string() })) });
  return Reply.parse(JSON.parse(stdout)).projects.map(({ projectId, name }) => [projectId, name]);
};

describe('steploom init', () => {
  it('steploom init names the project after the current folder', async () => {
    await using home = await temporaryDirectory();
    const folder = join(home.path, 'My Shop (new)');
    await mkdir(folder);
    const { exitCode, stderr } = await steploomIn(folder, 'init');
    expect(stderr).toContain(`Project "my-shop-new" is ready in ${join(folder, 'workspace', 'my-shop-new')}.`);
    expect(exitCode).toBe(0);
    expect(await ids(join(folder, 'workspace'))).toEqual([['my-shop-new', 'My Shop (new)']]);
    expect((await steploomIn(folder, 'run', 't1')).stderr).toBe(
      'No test t1. Use steploom call getTests to list all.\nNo test to run.\n',
    );
  });

  it('steploom init derives the project id from --name and refuses an id that exists', async () => {
    await using home = await temporaryDirectory();
    const workspace = join(home.path, 'workspace');
    await steploom(home.path, 'init', 'tea');
    await mkdir(workspace);
    await steploomIn(workspace, { STEPLOOM_WORKSPACE: home.path }, 'init', '--name', 'Web Shop');
    expect(await ids(home.path)).toEqual([
      ['tea', 'tea'],
      ['web-shop', 'Web Shop'],
    ]);
    const again = await steploom(home.path, 'init', 'tea');
    expect(again.stderr).toContain('There is a project "tea" already.');
    expect(again.exitCode).toBe(2);
  });
});

describe('a command in the folder of a project', () => {
  it('a command in the folder of a project uses that project', async () => {
    await using home = await temporaryDirectory();
    await steploom(home.path, 'init', 'tea');
    await steploom(home.path, 'init', 'cake');
    const folder = join(home.path, 'cake', 'versions');
    await steploomIn(folder, 'call', 'createModule', '{"name":"Ovens"}');
    expect((await steploomIn(folder, 'call', 'getModules')).stdout).toContain('Ovens');
    expect((await steploomIn(folder, 'run')).stderr).toBe('No test to run.\n');
    expect((await steploomIn(folder, 'token', 'create', '-n', 'ci', '-a', 'read')).exitCode).toBe(0);
    expect((await steploomIn(folder, 'token', 'list', '--project', 'tea')).stderr).toContain('No tokens');
    expect((await steploomIn(folder, 'token', 'list')).stdout).toContain('ci  read');
    const outside = await steploom(home.path, 'run');
    expect(outside.stderr).toBe('Name the project with --project. Projects: cake, tea.\n');
  });
});

describe('a project folder that is a link', () => {
  it('a project folder that is a symbolic link is a project of the workspace', { tags: ['full'] }, async () => {
    await using home = await temporaryDirectory();
    const workspace = join(home.path, 'workspace');
    await mkdir(workspace);
    await steploom(workspace, 'init', 'sample');
    await rename(join(workspace, 'sample'), join(home.path, 'elsewhere'));
    await symlink(join(home.path, 'elsewhere'), join(workspace, 'sample'));
    await using service = await startSteploom(workspace);
    expect(service.projects).toEqual(['sample']);
    const author = await service.client('sample');
    await author.call('createModule', { name: 'A' }, z.unknown());
    expect((await steploom(workspace, 'verify')).stdout).toBe('sample: ✓ 1 version, 1 module, 0 tests\n');
  });
});

describe('steploom', () => {
  it.each(['--version', '--release', '-V'])('steploom %s prints the version number', async option => {
    await using home = await temporaryDirectory();
    const { stdout, exitCode } = await steploomIn(home.path, option);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(exitCode).toBe(0);
  });

  it('steploom open lists the options it did not use because a server is already running', {
    tags: ['full'],
  }, async () => {
    await using home = await temporaryDirectory();
    await steploom(home.path, 'init', 'shop');
    await using service = await startSteploom(home.path);
    const second = await steploom(home.path, 'open', '--port', '4999', '--allow-host', 'box');
    expect(second.stdout).toMatch(new RegExp(`^Steploom is ready: ${service.url}/#code=[\\w-]+\n$`));
    expect(second.stderr).toContain(`process ${service.pid}): --port 4999, --allow-host box were not used.`);
    const same = await steploom(home.path, 'open', '--port', new URL(service.url).port);
    expect(same.stderr).toBe('');
  });
});

describe('a folder that cannot be read', () => {
  it('commands find the projects of a workspace although it contains a circular symbolic link', async () => {
    await using home = await temporaryDirectory();
    const below = join(home.path, 'below');
    await mkdir(below);
    await symlink('circle', join(home.path, 'circle'));
    expect((await steploomIn(below, 'init', 'tea')).stderr).toContain('Project "tea" is ready');
    await symlink('circle', join(below, 'workspace', 'circle'));
    expect(await ids(join(below, 'workspace'))).toEqual([['tea', 'tea']]);
  });
});

describe('a project that does not exist', () => {
  const COMMANDS = [
    ['token', 'create', '--project', 'nope', '-n', 'ci', '-a', 'write'],
    ['token', 'list', '--project', 'nope'],
    ['token', 'revoke', 'ci', '--project', 'nope'],
    ['call', 'createModule', '{"name":"A"}', '--project', 'nope'],
    ['call', 'createModule', '{"name":"A","projectId":"nope"}'],
    ['run', '--project', 'nope'],
    ['verify', 'nope'],
  ];

  it('every command refuses an unknown project, lists the existing ones and creates nothing', async () => {
    await using home = await temporaryDirectory();
    await steploom(home.path, 'init', 'cake');
    await steploom(home.path, 'init', 'tea');
    // Each command that opens a project takes its lease anew.
    const files = async () => (await readdir(home.path, { recursive: true })).filter(path => !/lease./.test(path));
    const before = await files();
    const stderr = 'No project "nope". Projects: cake, tea.\n';
    const refused = await Promise.all(COMMANDS.map(line => steploom(home.path, ...line)));
    expect(refused).toEqual(COMMANDS.map(() => ({ exitCode: 2, stdout: '', stderr })));
    expect(await files()).toEqual(before);
    await using _service = await startSteploom(home.path);
    const asked = await steploom(home.path, 'call', 'getModules', '{"projectId":"nope"}');
    expect(asked).toEqual({ exitCode: 2, stdout: '', stderr });
  });

  it('a command in a folder without projects says how to create one and creates nothing', async () => {
    await using home = await temporaryDirectory();
    const none = `There are no projects in ${home.path}; create one with steploom init, or choose another folder with --workspace.\n`;
    const [create = []] = COMMANDS;
    expect(await steploom(home.path, ...create)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `No project "nope". ${none}`,
    });
    expect((await steploom(home.path, 'token', 'list')).stderr).toBe(none);
    expect(await readdir(home.path)).toEqual([]);
  });

  it('a project id that is not a string is refused', async () => {
    await using home = await temporaryDirectory();
    await steploom(home.path, 'init', 'tea');
    const { stderr, exitCode } = await steploom(home.path, 'call', 'getModules', '{"projectId":5}');
    expect([stderr, exitCode]).toEqual(['"projectId" must be a string, not 5.\n', 2]);
  });
});
