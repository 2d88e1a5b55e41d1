import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACTION_TYPES } from '../../../model/actions/index.ts';
import { MATCHER_NAMES } from '../../../model/actions/matchers.ts';
import { codeNumber, MAIN_VERSION } from '../../../model/names/codes.ts';
import { linkOf } from '../../../model/project/links.ts';
import { testProblems } from '../../../model/project/problems.ts';
import { catalogOf } from '../../../server/feature-sync/feature-catalog.ts';
import { syntaxCheck } from '../../../server/process/syntax-check.ts';
import { copySampleProject } from '../../../server/sample/copy-sample-project.ts';
import { readProject } from '../../../server/store/edits/read-project.ts';
import { storedText } from '../../../server/store/edits/stored.ts';
import { nodeFileSystem } from '../../../server/store/files/file-system.ts';
import { readProjectFiles } from '../../../server/store/files/project-files.ts';
import { openWorkspace } from '../../../server/workspace/workspace.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const SAMPLE = resolve(import.meta.dirname, '../../../server/sample/project');

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** A workspace with its own copy of the sample, opened. */
async function openCopy() {
  const workspace = await temporaryDirectory();
  await copySampleProject(workspace.path);
  const open = await openWorkspace({ fs: nodeFileSystem, folder: workspace.path });
  const project = open.project('sample');
  const content = project?.store.content.versions.get(MAIN_VERSION);
  if (project === undefined || content === undefined) throw new Error('The copy holds no main version.');
  const tests = [...content.modules.values()].flatMap(module => module.tests);
  return {
    project,
    content,
    tests,
    actions: tests.flatMap(test => test.actions),
    async [Symbol.asyncDispose]() {
      await open.dispose();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

const fromOne = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the sample project', () => {
  it('the sample project has no unknown files, and each is written as the store writes it', async () => {
    const reader = readProjectFiles({ fs: nodeFileSystem, root: SAMPLE, stateDirectory: join(SAMPLE, '.steploom') });
    const { files, damaged } = await readProject(reader);
    expect(damaged).toEqual([]);
    for (const [path, stored] of files) expect(await reader.readText(path), path).toBe(storedText(stored));
    const others = [
      '.gitattributes',
      '.gitignore',
      join('files', 'gift-picture.svg'),
      join('files', 'har', 'reviews.har'),
    ];
    expect(await filesIn(SAMPLE)).toEqual([...others, ...files.keys()].sort());
  });

  it('the codes of the sample project count from 1 without gaps', async () => {
    await using sample = await openCopy();
    const { content, tests, actions } = sample;
    const numbers = (codes: readonly string[]) => codes.map(codeNumber).sort((one, other) => one - other);
    expect(numbers([...content.modules.keys()])).toEqual(fromOne(content.modules.size));
    expect(numbers(tests.map(test => test.testCode))).toEqual(fromOne(tests.length));
    expect(numbers(actions.map(action => action.actionId))).toEqual(fromOne(actions.length));
  });

  it('each test of the sample project has a comment and nothing that prevents it from running', async () => {
    await using sample = await openCopy();
    expect(sample.tests.flatMap(test => testProblems(sample.content, test, syntaxCheck))).toEqual([]);
    expect(sample.tests.filter(test => test.comment === undefined).map(test => test.name)).toEqual([]);
  });

  it('the sample project uses every type of action and every matcher but toHaveScreenshot', async () => {
    await using sample = await openCopy();
    const types = new Set(sample.actions.map(action => action.type));
    expect(ACTION_TYPES.filter(type => !types.has(type))).toEqual([]);
    const matchers = new Set(sample.actions.map(action => (action.type === 'assert' ? action.matcher : undefined)));
    // The pictures that toHaveScreenshot needs are another on each machine.
    expect(MATCHER_NAMES.filter(matcher => !matchers.has(matcher))).toEqual(['toHaveScreenshot']);
  });

  it('the suite Smoke of the sample project contains all tests tagged @smoke', async () => {
    await using sample = await openCopy();
    const tagged = sample.tests.filter(test => test.tags?.includes('@smoke')).map(test => test.testCode);
    const suite = sample.tests.find(test => test.name === 'Smoke');
    expect(suite?.type).toBe('suite');
    expect(suite?.actions.flatMap(action => (action.type === 'plugTest' ? [action.test] : []))).toEqual(tagged);
  });

  it('the sample feature has one fully linked scenario and others with red steps', async () => {
    await using sample = await openCopy();
    const [feature] = await catalogOf(sample.content);
    const red = feature?.scenarios.map(({ steps }) => steps.filter(({ text }) => !linkOf(sample.content, text)).length);
    expect(red).toEqual([0, 1, 2]);
    expect(sample.content.links.links.filter(({ testCode }) => !sample.content.test(testCode))).toEqual([]);
  });

  it('the passwords of the sample project are not in the files that git sees', async () => {
    await using sample = await openCopy();
    const { project } = sample;
    const passwords = project.store.secrets.values();
    expect(passwords.length).toBeGreaterThan(0);
    for (const path of await filesIn(SAMPLE)) {
      const text = await readFile(join(SAMPLE, path), 'utf8');
      for (const password of passwords) expect(text, path).not.toContain(password);
    }
  });
});

describe('a copy of the sample project', () => {
  it('a copy of the sample project equals the original byte for byte', async () => {
    await using workspace = await temporaryDirectory();
    await copySampleProject(workspace.path);
    const copy = join(workspace.path, 'sample');
    const tracked = (await filesIn(copy)).filter(path => !path.startsWith('.steploom'));
    expect(tracked).toEqual(await filesIn(SAMPLE));
    for (const path of tracked) expect(await readFile(join(copy, path))).toEqual(await readFile(join(SAMPLE, path)));
  });

  it('a copy of the sample project has all secrets, and the tool API is on without tokens', async () => {
    await using sample = await openCopy();
    const { project, content } = sample;
    for (const environment of content.environments.environments)
      for (const { name, kind } of environment.items)
        if (kind === 'secret')
          expect(project.store.secrets.ofEnvironment(MAIN_VERSION, environment, name), name).toMatch(/./);
    expect(project.tokens.enabled).toBe(true);
    expect(project.tokens.list()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('only the owner may read the secret files of a copy', async () => {
    await using workspace = await temporaryDirectory();
    await copySampleProject(workspace.path);
    const modeOf = async (...names: string[]) => (await stat(join(workspace.path, 'sample', ...names))).mode & 0o777;
    expect(await modeOf('.steploom')).toBe(0o700);
    expect(await modeOf('.steploom', 'secrets.json')).toBe(0o600);
    expect(await modeOf('.steploom', 'tokens.json')).toBe(0o600);
  });

  it('copying is refused and leaves nothing behind when another folder has the name of the sample', async () => {
    await using workspace = await temporaryDirectory();
    await mkdir(join(workspace.path, 'sample'));
    await writeFile(join(workspace.path, 'sample', 'notes.txt'), 'mine');
    await expect(copySampleProject(workspace.path)).rejects.toMatchObject({
      kind: 'name-taken',
      message: expect.stringContaining('is in the way of the sample project'),
    });
    expect(await filesIn(workspace.path)).toEqual([join('sample', 'notes.txt')]);
  });

  it('copying leaves an existing project of the same name unchanged', async () => {
    await using workspace = await temporaryDirectory();
    await copySampleProject(workspace.path);
    const path = join(workspace.path, 'sample', 'project.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Sample shop', 'My shop'));
    await expect(copySampleProject(workspace.path)).rejects.toThrow('holds a project already');
    expect(await readFile(path, 'utf8')).toContain('My shop');
  });
});
