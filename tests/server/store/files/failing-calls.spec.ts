import { describe, expect, it } from 'vitest';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import type { FileChange } from '../../../../server/store/files/commit-changes.ts';
import { openProjectFiles, type ProjectFiles } from '../../../../server/store/files/project-files.ts';
import { isTemporaryName } from '../../../../server/store/files/write-durably.ts';
import type { DiskTree } from '../../../support/crash-states.ts';
import { type FailingOptions, failingFileSystem } from '../../../support/failing-file-system.ts';
import { PowerCutFileSystem } from '../../../support/power-cut-file-system.ts';

const START: DiskTree = {
  project: { '.steploom': {}, 'project.json': 'p0', modules: { 'm1.json': 'a0', 'm2.json': 'b0' } },
};
const SCRIPT: FileChange[][] = [
  [{ path: 'project.json', text: 'p1' }],
  [
    { path: 'modules/m1.json', text: 'a1' },
    { path: 'modules/m2.json', text: undefined },
    { path: 'new/folder/m3.json', text: 'c1' },
  ],
  [{ path: 'new/folder/m3.json', text: undefined }],
];
/** What the four files hold after none, one, two and all of the edits. */
const CONTENTS = ['p0 a0 b0 -', 'p1 a0 b0 -', 'p1 a1 - c1', 'p1 a1 - -'];

async function contentOf(disk: PowerCutFileSystem): Promise<string> {
  const read = async (path: string) =>
    (await disk.stat(path)) === undefined ? '-' : (await disk.readFile(path)).toString('utf8');
  const names = ['project.json', 'modules/m1.json', 'modules/m2.json', 'new/folder/m3.json'];
  return (await Promise.all(names.map(name => read(`/project/${name}`)))).join(' ');
}

async function allNames(disk: PowerCutFileSystem, directory = '/project'): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await disk.list(directory)) {
    names.push(entry.name);
    if (entry.isDirectory) names.push(...(await allNames(disk, `${directory}/${entry.name}`)));
  }
  return names;
}

const open = (fs: Parameters<typeof openProjectFiles>[0]['fs']) =>
  openProjectFiles({ fs, root: '/project', stateDirectory: '/project/.steploom' });

interface Outcome {
  acknowledged: number;
  error: unknown;
  files: ProjectFiles | undefined;
}

async function play(fs: Parameters<typeof open>[0]): Promise<Outcome> {
  let acknowledged = 0;
  let files: ProjectFiles | undefined;
  try {
    files = await open(fs);
    for (const changes of SCRIPT) {
      await files.commit(changes);
      acknowledged += 1;
    }
    return { acknowledged, error: undefined, files };
  } catch (error) {
    return { acknowledged, error, files };
  }
}

const temporariesOn = async (disk: PowerCutFileSystem) => (await allNames(disk)).filter(isTemporaryName);

/** A refused edit left everything as it was, and a later one works again. */
async function checkRefusal(disk: PowerCutFileSystem, { acknowledged, files }: Outcome, forGood: boolean) {
  expect(await contentOf(disk)).toBe(CONTENTS[acknowledged]);
  if (forGood) return;
  expect(await temporariesOn(disk)).toEqual([]);
  if (files === undefined) return;
  await files.commit(SCRIPT[acknowledged] ?? []);
  expect(await contentOf(disk)).toBe(CONTENTS[acknowledged + 1]);
}

/** One run with one fault; false when the script came through before the fault's turn. */
async function tryFault(fault: FailingOptions): Promise<boolean> {
  const disk = new PowerCutFileSystem({ tree: START });
  const fs = failingFileSystem(disk, fault);
  const outcome = await play(fs);
  const { acknowledged, error, files } = outcome;
  if (error !== undefined) expect(error).toBeInstanceOf(AppError);
  if (isAppError(error, 'store-failed')) {
    await expect(files?.commit([{ path: 'later.json', text: '' }]) ?? Promise.reject(error)).rejects.toThrow(AppError);
  } else if (error !== undefined) {
    await checkRefusal(disk, outcome, fault.forGood ?? false);
  }
  await open(disk);
  expect([CONTENTS[acknowledged], CONTENTS[acknowledged + 1]]).toContain(await contentOf(disk));
  expect(await temporariesOn(disk)).toEqual([]);
  expect(await allNames(disk)).not.toContain('record');
  return fs.calls() >= fault.call;
}

describe('a file system whose n-th call fails', () => {
  it.each(
    ['EIO', 'ENOSPC', 'EACCES'].flatMap(code => [
      { code, forGood: false },
      { code, forGood: true },
    ]),
  )('a failing call leaves every file either old or new: $code, for good: $forGood', async ({ code, forGood }) => {
    let call = 1;
    while (await tryFault({ call, code, forGood })) call += 1;
    expect(call).toBeGreaterThan(50);
  });

  it('a failed flush is never tried again', async () => {
    const disk = new PowerCutFileSystem({ tree: START });
    const fs = failingFileSystem(disk, { call: Number.POSITIVE_INFINITY, code: '' });
    const files = await open(fs);
    const failed: string[] = [];
    fs.syncDirectory = path => {
      failed.push(path);
      return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
    };
    await expect(files.commit([{ path: 'modules/m1.json', text: 'a1' }])).rejects.toMatchObject({
      kind: 'store-failed',
    });
    await expect(files.commit([{ path: 'modules/m1.json', text: 'a2' }])).rejects.toThrow('reopen the project');
    expect(failed).toEqual(['/project/modules']);
  });
});
