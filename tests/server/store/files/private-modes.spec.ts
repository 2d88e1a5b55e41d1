import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProjectId } from '../../../../model/names/codes.ts';
import { startService } from '../../../../server/main.ts';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { keepPrivate } from '../../../../server/store/files/private-modes.ts';
import { Author } from '../../../support/author.ts';
import { ApiClient } from '../../../support/running-steploom.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** A folder of private files as a careless copy leaves them. */
async function exposedFolder() {
  const folder = await temporaryDirectory();
  const stateDirectory = join(folder.path, '.steploom');
  await mkdir(join(stateDirectory, 'backups'), { recursive: true });
  await chmod(stateDirectory, 0o755);
  for (const name of ['secrets.json', 'tokens.json', 'password.json', 'backups/secrets.json.1', 'notes.txt']) {
    await writeFile(join(stateDirectory, name), '{}');
    await chmod(join(stateDirectory, name), 0o664);
  }
  return { ...folder, stateDirectory, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe.skipIf(process.platform === 'win32')('private files that others may read', () => {
  it('private files that others can read are made private again and reported, with folder and backups', async () => {
    await using folder = await exposedFolder();
    const { stateDirectory } = folder;
    const place = { fs: nodeFileSystem, stateDirectory };
    const told = await keepPrivate(place);
    expect(told).toHaveLength(5);
    expect(told).toContain(
      `${join(stateDirectory, 'secrets.json')} could be read by other users (mode 664), now only by you. If others use this machine, give it new secrets.`,
    );
    expect(await modeOf(stateDirectory)).toBe('700');
    for (const name of ['secrets.json', 'tokens.json', 'password.json', 'backups/secrets.json.1'])
      expect(await modeOf(join(stateDirectory, name))).toBe('600');
    expect(await modeOf(join(stateDirectory, 'notes.txt'))).toBe('664');
    expect(await keepPrivate(place)).toEqual([]);
  });

  it('a private folder whose mode cannot be changed is reported with what its owner must do', async () => {
    await using folder = await exposedFolder();
    const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: 'EPERM' }));
    const [first] = await keepPrivate({
      fs: { ...nodeFileSystem, changeMode: refuse },
      stateDirectory: folder.stateDirectory,
    });
    expect(first).toMatch(/\(mode 755\), and that cannot be changed \(EPERM\): let its owner do chmod 700\.$/);
  });

  it('the target of a symbolic link keeps its mode and is not reported', async () => {
    await using folder = await exposedFolder();
    await using elsewhere = await temporaryDirectory();
    const target = join(elsewhere.path, 'other.json');
    await writeFile(target, '{}');
    await chmod(target, 0o644);
    await symlink(target, join(folder.stateDirectory, 'marks.json'));
    expect((await keepPrivate({ fs: nodeFileSystem, stateDirectory: folder.stateDirectory })).join()).not.toContain(
      'marks',
    );
    expect(await modeOf(target)).toBe('644');
  });

  it('a missing private folder yields no warnings', async () => {
    await using folder = await temporaryDirectory();
    expect(await keepPrivate({ fs: nodeFileSystem, stateDirectory: join(folder.path, '.steploom') })).toEqual([]);
  });

  it('opening a project makes a readable secrets file private again and warns about it', async () => {
    await using workspace = await temporaryDirectory();
    const start = () => startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent' });
    const first = await start();
    const project = await first.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
    await project.tokens.setEnabled(true);
    await project.password.set('long grass by the river');
    const { value } = await project.tokens.create({ name: 'writer', access: 'write' });
    const author = new Author(new ApiClient(`${first.url}/api/mcp`, value));
    const items = [{ name: 'password', value: 'hunter2-4711', kind: 'secret' }];
    await author.do('createEnvironment', { name: 'live', items });
    await first.dispose();
    const state = join(project.folder, '.steploom');
    // The mark holds no secret: it is written together with the files of an edit, as all of them.
    const names = (await readdir(state)).filter(name => name.endsWith('.json') && name !== 'secrets-mark.json');
    expect(names.toSorted()).toEqual(expect.arrayContaining(['password.json', 'secrets.json', 'tokens.json']));
    for (const name of names) expect([name, await modeOf(join(state, name))]).toEqual([name, '600']);
    await chmod(join(state, 'secrets.json'), 0o644);
    const second = await start();
    expect(second.workspace.project('shop')?.warnings).toEqual([expect.stringContaining('secrets.json could be read')]);
    expect(await modeOf(join(state, 'secrets.json'))).toBe('600');
    await second.dispose();
  });
});
