import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ProjectId } from '../../../model/names/codes.ts';
import type { WatchFolder } from '../../../server/store/edits/outside-edits.ts';
import { nodeFileSystem as fs } from '../../../server/store/files/file-system.ts';
import { createProjectFolder } from '../../../server/workspace/create-project.ts';
import { openProject } from '../../../server/workspace/open-project.ts';
import { editFile } from '../../support/outside-edit.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const nameless: WatchFolder = () => ({ close() {} });
const impossible: WatchFolder = () => {
  throw Object.assign(new Error('no more watchers'), { code: 'ENOSPC' });
};

it.each([
  ['reports nothing', nameless],
  ['cannot be watched', impossible],
])('a disk that %s is checked from time to time', async (_what, watchFolder) => {
  await using home = await temporaryDirectory();
  const folder = join(home.path, 'shop');
  await createProjectFolder({ fs, folder, projectId: ProjectId.parse('shop'), name: 'Shop' });
  const project = await openProject({ fs, folder, url: undefined, watchFolder, settling: { lookEveryMs: 100 } });
  try {
    await editFile(folder, 'project.json', text => text.replace('"Shop"', '"Store"'));
    await vi.waitFor(() => expect(project.store.content.project.name).toBe('Store'), { timeout: 60_000 });
  } finally {
    await project.dispose();
  }
});

it('an edit keeps what others wrote into its file, even if no change was reported', async () => {
  await using home = await temporaryDirectory();
  const folder = join(home.path, 'shop');
  await createProjectFolder({ fs, folder, projectId: ProjectId.parse('shop'), name: 'Shop' });
  const project = await openProject({ fs, folder, url: undefined, watchFolder: nameless });
  try {
    await editFile(folder, 'project.json', text => text.replace('"Shop"', '"Store"'));
    await project.store.change({
      versionId: undefined,
      actor: { id: 'ann', name: 'Ann' },
      title: 'editProject',
      edit: transaction => {
        transaction.project().appUrl = 'http://localhost:3000';
      },
    });
    const text = await readFile(join(folder, 'project.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ name: 'Store', appUrl: 'http://localhost:3000' });
  } finally {
    await project.dispose();
  }
});

it('folders are watched from when a project is opened until it is closed', async () => {
  await using home = await temporaryDirectory();
  const folder = join(home.path, 'shop');
  await createProjectFolder({ fs, folder, projectId: ProjectId.parse('shop'), name: 'Shop' });
  const watched: string[] = [];
  const listening: WatchFolder = path => {
    watched.push(path);
    return { close: () => void watched.splice(watched.indexOf(path), 1) };
  };
  const project = await openProject({ fs, folder, url: undefined, watchFolder: listening });
  expect(watched).toEqual(['', 'versions', 'versions/main'].map(path => join(folder, path)));
  await project.dispose();
  expect(watched).toEqual([]);
});
