import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
    expect(await readdir(join(project.stateDirectory, 'lease'), { recursive: true })).toEqual(['1']);
    const again = await acquireProjectLock({ ...project, platform });
    await again.release();
  });

  it('the lock refuses without naming the holder when its note was deleted', async () => {
    await using project = await newProject();
    await using _lock = await acquireProjectLock({ ...project, platform });
    await rm(join(project.stateDirectory, 'lease'), { recursive: true });
    await expect(acquireProjectLock({ ...project, platform })).rejects.toThrow('open in another process');
  });
});

describe('the lease beside the lock', () => {
  /** As a process leaves it that cannot be seen from here. */
  async function leftBehind(stateDirectory: string, renewEveryMs: number) {
    const folder = join(stateDirectory, 'lease/7/its-nonce');
    await mkdir(folder, { recursive: true });
    const holder = { pid: 1, url: 'http://127.0.0.1:4711', host: 'elsewhere', since: '2026-01-01T00:00:00.000Z' };
    const whereabouts = { sockets: 'others', processes: 'others', startedAt: '' };
    await writeFile(join(folder, 'holder.json'), JSON.stringify({ ...holder, renewEveryMs, whereabouts }));
    return join(folder, 'holder.json');
  }

  it('a lease that is not renewed is taken over once it has run out', async () => {
    await using project = await newProject();
    await leftBehind(project.stateDirectory, 20);
    await using lock = await acquireProjectLock(project);
    await lock.lease.confirm();
    expect(await readdir(join(project.stateDirectory, 'lease'))).toEqual(['8']);
  });

  it('whoever waits for a lease is told what for', async () => {
    await using project = await newProject();
    await leftBehind(project.stateDirectory, 500);
    const told: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
      told.push(String(text));
      return true;
    });
    await using _lock = await acquireProjectLock(project);
    write.mockRestore();
    expect(told).toEqual([
      `Waiting for the lease of another Steploom on ${project.directory} to run out (up to 2 s) …\n`,
    ]);
  });

  it('a lease that is renewed is refused with host, process and address of its holder', async () => {
    await using project = await newProject();
    const file = await leftBehind(project.stateDirectory, 1_000);
    let now = 0;
    const renewing = setInterval(() => utimes(file, ++now, now).catch(() => undefined), 100);
    await expect(acquireProjectLock(project)).rejects.toMatchObject({
      kind: 'project-locked',
      message: expect.stringMatching(/process 1 on elsewhere since 2026.*use http:\/\/127\.0\.0\.1:4711/),
    });
    clearInterval(renewing);
  });

  it('a lease that claims to be renewed hardly ever is waited for no longer than others', async () => {
    await using project = await newProject();
    await leftBehind(project.stateDirectory, 1_000_000_000);
    await using lock = await acquireProjectLock({ ...project, renewEveryMs: 20 });
    await lock.lease.confirm();
    expect(await readdir(join(project.stateDirectory, 'lease'))).toEqual(['8']);
  });

  it('nothing is removed where a link in the place of the lease leads to', async () => {
    await using project = await newProject();
    await using other = await temporaryDirectory();
    await mkdir(join(other.path, '2025/pictures'), { recursive: true });
    await mkdir(project.stateDirectory);
    await symlink(other.path, join(project.stateDirectory, 'lease'), 'junction');
    await expect(acquireProjectLock({ ...project, renewEveryMs: 20 })).rejects.toMatchObject({ kind: 'damaged-file' });
    expect(await readdir(join(other.path, '2025'))).toEqual(['pictures']);
    await rm(join(project.stateDirectory, 'lease'));
    await rm(project.stateDirectory, { recursive: true });
    await symlink(other.path, project.stateDirectory, 'junction');
    await expect(acquireProjectLock({ ...project, renewEveryMs: 20 })).rejects.toMatchObject({ kind: 'damaged-file' });
  });

  it('a project whose leases have used up all numbers is refused at once', async () => {
    await using project = await newProject();
    await mkdir(join(project.stateDirectory, 'lease', '9'.repeat(15)), { recursive: true });
    await expect(acquireProjectLock(project)).rejects.toThrow('No lease can follow');
  });

  it('who lost the lease can neither confirm it nor remove a file, and takes nothing from the next holder', async () => {
    await using project = await newProject();
    await using lock = await acquireProjectLock({ ...project, renewEveryMs: 100_000 });
    const file = join(project.directory, 'm1.json');
    await writeFile(file, 'theirs');
    await leftBehind(project.stateDirectory, 1_000);
    await rm(join(project.stateDirectory, 'lease/1'), { recursive: true });
    const lost = { kind: 'project-locked', message: expect.stringContaining('taken over by process 1 on elsewhere') };
    await expect(lock.lease.remove(file)).rejects.toMatchObject(lost);
    await expect(lock.lease.confirm()).rejects.toMatchObject(lost);
    await lock.release();
    expect(await readdir(project.directory)).toContain('m1.json');
    expect(await readdir(join(project.stateDirectory, 'lease/7/its-nonce'))).toEqual(['holder.json']);
  });

  it('a state folder that somebody removed is made again by its holder', async () => {
    await using project = await newProject();
    await using lock = await acquireProjectLock(project);
    await rm(join(project.stateDirectory, 'lease'), { recursive: true });
    await lock.lease.confirm();
    expect(await readdir(join(project.stateDirectory, 'lease'))).toEqual(['2']);
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
