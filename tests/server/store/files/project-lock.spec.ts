import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acquireProjectLock } from '../../../../server/store/files/project-lock.ts';
import { type CompiledEntry, compiledEntry } from '../../../support/compiled-entry.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let holder: CompiledEntry;
beforeAll(async () => {
  holder = await compiledEntry(join(import.meta.dirname, 'hold-lock.ts'));
});
afterAll(() => holder[Symbol.asyncDispose]());

interface Holder extends AsyncDisposable {
  process: ChildProcess;
  /** `held`, or why not. */
  answer: string;
  kill(): Promise<void>;
}

async function startHolder(project: string, platform: string): Promise<Holder> {
  const child = spawn(process.execPath, [holder.path, project, platform], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [answer] = await once(createInterface({ input: child.stdout }), 'line');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { process: child, answer: String(answer), kill, [Symbol.asyncDispose]: kill };
}

async function newProject() {
  const folder = await temporaryDirectory();
  const directory = join(folder.path, 'shop');
  const stateDirectory = join(directory, '.steploom');
  await mkdir(directory);
  const owner = { pid: process.pid };
  return { ...folder, directory, stateDirectory, owner, link: join(folder.path, 'link-to-shop') };
}

const KINDS = process.platform === 'linux' ? (['linux', 'darwin'] as const) : ([process.platform] as const);

describe.each(KINDS)('the lock of a project (%s)', platform => {
  it('the lock refuses a second process, names its holder and is free once the holder is killed', async () => {
    await using project = await newProject();
    await using first = await startHolder(project.directory, platform);
    expect(first.answer).toBe('held');
    await using second = await startHolder(project.directory, platform);
    expect(second.answer).toContain('http://127.0.0.1:4711');
    expect(second.answer).toContain(`process ${first.process.pid}`);
    await first.kill();
    await using third = await startHolder(project.directory, platform);
    expect(third.answer).toBe('held');
  });

  it('the lock also holds for a path through a symbolic link', async () => {
    await using project = await newProject();
    await symlink(project.directory, project.link, 'junction');
    await using first = await startHolder(project.link, platform);
    expect(first.answer).toBe('held');
    await expect(acquireProjectLock({ ...project, platform })).rejects.toMatchObject({
      kind: 'project-locked',
      detail: { facts: { holder: { pid: first.process.pid, url: 'http://127.0.0.1:4711' } } },
    });
  });

  it('the locks of two projects are independent', async () => {
    await using project = await newProject();
    await using other = await newProject();
    await using _first = await acquireProjectLock({ ...project, platform });
    await using _second = await acquireProjectLock({ ...other, platform });
    expect(_second).toBeDefined();
  });

  it('the lock names the URL once it is known, and can be released twice and acquired again', async () => {
    await using project = await newProject();
    const lock = await acquireProjectLock({ ...project, platform });
    await expect(acquireProjectLock({ ...project, platform })).rejects.toThrow('stop that process first');
    await lock.updateOwner({ pid: process.pid, url: 'http://127.0.0.1:4712' });
    await expect(acquireProjectLock({ ...project, platform })).rejects.toThrow('http://127.0.0.1:4712');
    await Promise.all([lock.release(), lock.release()]);
    await lock.updateOwner({ pid: process.pid, url: 'http://127.0.0.1:4713' });
    await expect(readFile(join(project.stateDirectory, 'lock.json'))).rejects.toThrow('ENOENT');
    const again = await acquireProjectLock({ ...project, platform });
    await again.release();
  });

  it('the lock refuses without naming the holder when its note was deleted', async () => {
    await using project = await newProject();
    await using _lock = await acquireProjectLock({ ...project, platform });
    await rm(join(project.stateDirectory, 'lock.json'));
    await expect(acquireProjectLock({ ...project, platform })).rejects.toThrow('open in another process');
  });
});

it('the lock works for a project whose path is too long for a socket file', async () => {
  await using folder = await temporaryDirectory();
  const directory = join(folder.path, 'long'.repeat(30));
  await mkdir(directory);
  const options = { directory, stateDirectory: join(directory, '.steploom'), owner: { pid: process.pid } };
  await using _lock = await acquireProjectLock({ ...options, platform: 'darwin' });
  await expect(acquireProjectLock({ ...options, platform: 'darwin' })).rejects.toMatchObject({
    kind: 'project-locked',
  });
});
