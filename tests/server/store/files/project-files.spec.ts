import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../../../server/store/files/commit-changes.ts';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

async function newProject() {
  const folder = await temporaryDirectory();
  const stateDirectory = join(folder.path, '.steploom');
  await mkdir(stateDirectory);
  const open = () => openProjectFiles({ fs: nodeFileSystem, root: folder.path, stateDirectory });
  return { ...folder, stateDirectory, open, record: join(stateDirectory, 'journal/record'), files: await open() };
}

/** As the journal writes it before an edit of several files is applied. */
async function leaveRecord({ record }: { record: string }, changes: readonly FileChange[]): Promise<void> {
  const body = JSON.stringify({ changes });
  const checksum = createHash('sha256').update(body).digest('hex');
  await mkdir(join(record, '..'));
  await writeFile(record, `steploom-journal 1 ${checksum}\n${body}\n`);
}

const EDIT: FileChange[] = [
  { path: 'versions/main/modules/m1.json', text: 'one' },
  { path: 'versions/main/links.json', text: 'links' },
  { path: 'project.json', text: undefined },
];

describe('the files of a project', () => {
  it('an edit of several files creates folders, writes files and deletes others', async () => {
    await using project = await newProject();
    await project.files.commit([{ path: 'project.json', text: 'project' }]);
    const committed = await project.files.commit(EDIT);
    expect([...committed.keys()]).toEqual(['versions/main/modules/m1.json', 'versions/main/links.json']);
    for (const [path, written] of committed) expect(await project.files.stat(path)).toEqual(written);
    expect(await project.files.readText('versions/main/links.json')).toBe('links');
    expect(await project.files.readText('project.json')).toBeUndefined();
    expect(await project.files.list('versions/main')).toEqual([
      { name: 'links.json', isDirectory: false },
      { name: 'modules', isDirectory: true },
    ]);
    expect(await project.files.list('versions/other')).toEqual([]);
    expect(existsSync(project.record)).toBe(false);
  });

  it('the stat of a file reveals that somebody else changed it', async () => {
    await using project = await newProject();
    const committed = await project.files.commit([{ path: 'a.json', text: 'ours' }]);
    await writeFile(join(project.path, 'a.json'), 'them');
    expect(await project.files.stat('a.json')).not.toEqual(committed.get('a.json'));
  });

  it('a replaced or deleted file leaves a backup', async () => {
    await using project = await newProject();
    const newest = (path: string) => project.files.newestGoodBackup(path, text => text);
    await project.files.commit([{ path: 'a.json', text: 'first' }]);
    await project.files.commit([{ path: 'a.json', text: 'second' }]);
    expect((await newest('a.json'))?.value).toBe('first');
    await project.files.commit([{ path: 'a.json', text: undefined }]);
    expect((await newest('a.json'))?.value).toBe('second');
    await project.files.commit([{ path: '.steploom/secrets.json', text: 'old', mode: 0o600 }]);
    await project.files.commit([{ path: '.steploom/secrets.json', text: 'new', mode: 0o600 }]);
    const secrets = await newest('.steploom/secrets.json');
    expect(secrets?.path).toBe(join(project.stateDirectory, 'backups/secrets.json.0000000001'));
    expect((await stat(secrets?.path ?? '')).mode & 0o777).toBe(0o600);
  });

  it('an edit removes the folders that it leaves empty, but no others', async () => {
    await using project = await newProject();
    const paths = ['versions/v2/version.json', 'versions/v2/modules/m1.json', 'versions/main/version.json'];
    await project.files.commit(paths.map(path => ({ path, text: path })));
    await project.files.commit(paths.slice(0, 2).map(path => ({ path, text: undefined })));
    expect(await project.files.list('versions')).toEqual([{ name: 'main', isDirectory: true }]);
    await project.files.commit([{ path: 'versions/v2/version.json', text: 'again' }]);
    expect(await project.files.readText('versions/v2/version.json')).toBe('again');
  });

  it('a file keeps narrowed permissions, and the journal folder is private', async () => {
    await using project = await newProject();
    await project.files.commit([{ path: 'a.json', text: 'first' }]);
    await chmod(join(project.path, 'a.json'), 0o600);
    await project.files.commit([{ path: 'a.json', text: 'second' }]);
    expect((await stat(join(project.path, 'a.json'))).mode & 0o777).toBe(0o600);
    await project.files.commit(EDIT);
    expect((await stat(join(project.stateDirectory, 'journal'))).mode & 0o777).toBe(0o700);
  });

  it('edits are applied one after the other, in the order of the calls', async () => {
    await using project = await newProject();
    const edits = Array.from({ length: 30 }, (_, index) =>
      project.files.commit([
        { path: 'a.json', text: `${index}` },
        ...(index % 2 === 0 ? [{ path: 'b.json', text: `${index}` }] : []),
      ]),
    );
    await Promise.all(edits);
    expect(await project.files.readText('a.json')).toBe('29');
    expect(await project.files.readText('b.json')).toBe('28');
  });

  it('an edit may delete a file that no longer exists', async () => {
    await using project = await newProject();
    await project.files.commit([
      { path: 'gone/a.json', text: undefined },
      { path: 'b.json', text: 'b' },
    ]);
    await project.files.commit([{ path: 'gone/a.json', text: undefined }]);
    expect(await project.files.list('')).toContainEqual({ name: 'b.json', isDirectory: false });
  });

  it('an edit may write the settings files of git', async () => {
    await using project = await newProject();
    await project.files.commit([
      { path: '.gitignore', text: '/.steploom/' },
      { path: '.gitattributes', text: '*.json -text' },
    ]);
    expect(await project.files.readText('.gitignore')).toBe('/.steploom/');
  });

  it('text is read back byte for byte, and a file that is not UTF-8 is refused', async () => {
    await using project = await newProject();
    const text = '\uFEFFFeature: Überweisung\r\n';
    await project.files.commit([{ path: 'a.feature', text }]);
    expect(await project.files.readText('a.feature')).toBe(text);
    await appendFile(join(project.path, 'a.feature'), Buffer.from([0xff]));
    await expect(project.files.readText('a.feature')).rejects.toThrow('a.feature is not UTF-8 text');
  });
});

describe('a crash in the middle of an edit of several files', () => {
  it('an edit that a crash interrupted is finished when the project is opened again', async () => {
    await using project = await newProject();
    await project.files.commit([{ path: 'project.json', text: 'project' }]);
    await leaveRecord(project, EDIT);
    const files = await project.open();
    expect(files.recovered).toEqual(EDIT.map(change => change.path));
    expect(await files.readText('versions/main/modules/m1.json')).toBe('one');
    expect(await files.readText('project.json')).toBeUndefined();
    expect((await files.newestGoodBackup('project.json', text => text))?.value).toBe('project');
    expect((await project.open()).recovered).toEqual([]);
  });

  it('an interrupted edit is dropped when its record is cut off anywhere', async () => {
    await using project = await newProject();
    await leaveRecord(project, EDIT);
    const whole = await readFile(project.record);
    for (let length = 0; length < whole.length - 1; length += 7) {
      await writeFile(project.record, whole.subarray(0, length));
      expect((await project.open()).recovered).toEqual([]);
      expect(existsSync(project.record)).toBe(false);
    }
    await writeFile(project.record, Buffer.alloc(whole.length));
    expect((await project.open()).recovered).toEqual([]);
    expect(await project.files.list('')).toEqual([{ name: '.steploom', isDirectory: true }]);
  });
});

describe('paths and edits that are refused', () => {
  it.each([
    '../a.json',
    'a/../../b.json',
    '/etc/a.json',
    '.git/hooks/pre-commit',
    'a//b',
    'a\\b',
    'c:d',
    '',
    '.steploom',
  ])('the path %j is refused for reading and writing', async path => {
    await using project = await newProject();
    await expect(project.files.commit([{ path, text: 'x' }])).rejects.toThrow('is not the path of a project file');
    await expect(project.files.readText(path)).rejects.toThrow('is not the path of a project file');
  });

  it('a linked file is not read and a linked folder is not written into', async () => {
    await using project = await newProject();
    await using outside = await temporaryDirectory();
    await writeFile(join(outside.path, 'secret.txt'), 'secret');
    await symlink(outside.path, join(project.path, 'versions'));
    await symlink(join(outside.path, 'secret.txt'), join(project.path, 'a.json'));
    await expect(project.files.readText('a.json')).rejects.toThrow('a.json is a symbolic link');
    await expect(project.files.commit([{ path: 'versions/b.json', text: 'x' }])).rejects.toMatchObject({
      kind: 'damaged-file',
    });
    await project.files.commit([{ path: 'a.json', text: 'ours' }]);
    expect(await readFile(join(outside.path, 'secret.txt'), 'utf8')).toBe('secret');
    expect(await project.files.readText('a.json')).toBe('ours');
  });

  it.runIf(process.platform !== 'win32')('a pipe in the place of a file is not waited for', async () => {
    await using project = await newProject();
    execFileSync('mkfifo', [join(project.path, 'a.json')]);
    await expect(project.files.readText('a.json')).rejects.toThrow('a.json is not a regular file');
    await project.files.commit([{ path: 'a.json', text: 'ours' }]);
    expect(await project.files.readText('a.json')).toBe('ours');
  });

  it('an edit that names a file twice or mixes a private file with others is refused', async () => {
    await using project = await newProject();
    const one = { path: 'a.json', text: 'x' };
    await expect(project.files.commit([one, one])).rejects.toMatchObject({ kind: 'internal' });
    const secrets = { path: '.steploom/secrets.json', text: 'secret', mode: 0o600 };
    await expect(project.files.commit([one, secrets])).rejects.toThrow('.steploom/secrets.json is private');
    expect(await project.files.readText('a.json')).toBeUndefined();
  });

  it('a missing project folder cannot be opened', async () => {
    await using folder = await temporaryDirectory();
    const root = join(folder.path, 'missing');
    const open = openProjectFiles({ fs: nodeFileSystem, root, stateDirectory: join(root, '.steploom') });
    await expect(open).rejects.toMatchObject({ kind: 'not-found' });
  });
});
