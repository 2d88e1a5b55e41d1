/** Services of a worker: one serves spec after spec, each of which finds it without projects. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../model/names/codes.ts';
import { type Service, type ServiceOptions, startService } from '../../server/main.ts';
import type { Author } from './author.ts';
import { sharedLauncher } from './browser.ts';
import { ownerOf } from './owner.ts';
import { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';

/** Everything about the service that a spec wants otherwise than usual. */
export interface WantedService extends Partial<ServiceOptions> {
  /** Whether it starts browsers itself, for specs that end or wedge them. Default: it uses the worker's. */
  ownBrowser?: boolean;
}

export interface LentService extends AsyncDisposable {
  service: Service;
}

const idle: Shared[] = [];

interface Shared {
  service: Service;
  folder: TemporaryDirectory;
  owner: Author;
}

/** A service without projects: the worker's own if nothing is wanted that it does not have, else a new one. */
export async function lendService(wanted: WantedService = {}): Promise<LentService> {
  const isUsual = Object.values(wanted).every(value => value === undefined);
  if (!isUsual) return await startAlone(wanted);
  const shared = idle.pop() ?? (await startShared());
  return { service: shared.service, [Symbol.asyncDispose]: () => takeBack(shared) };
}

const NO_PROJECT = ProjectId.parse('none');
const USUAL = { port: 0, logLevel: 'silent' } as const;

async function startShared(): Promise<Shared> {
  const folder = await temporaryDirectory();
  const service = await startService({ ...USUAL, workspaceFolder: folder.path, launcher: sharedLauncher });
  return { service, folder, owner: await ownerOf(folder.path) };
}

async function startAlone({ ownBrowser = false, ...wanted }: WantedService): Promise<LentService> {
  const folder = await temporaryDirectory();
  const launcher = ownBrowser ? undefined : sharedLauncher;
  const service = await startService({ ...USUAL, workspaceFolder: folder.path, launcher, ...wanted });
  return {
    service,
    async [Symbol.asyncDispose]() {
      await service.dispose();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** One that a spec leaves with a window or a project in it is of no use to the next. */
async function takeBack(shared: Shared): Promise<void> {
  const { service, folder, owner } = shared;
  const { workspace } = service;
  try {
    // What is on its way to the trash is there by then.
    await workspace.reopen(NO_PROJECT).catch(() => {});
    for (const { projectId, store } of workspace.projects()) {
      await nobodyLooks(owner, projectId);
      await owner.do('deleteProject', { projectId, name: store.content.project.name });
    }
    await rm(join(folder.path, '.steploom/trash'), { recursive: true, force: true });
    if (workspace.closed().length > 0) throw new Error('A project is left that could not be opened.');
    idle.push(shared);
  } catch {
    await service.dispose();
    await folder[Symbol.asyncDispose]();
  }
}

const State = z.object({ ides: z.array(z.unknown()), elsewhere: z.number() });

/** A page that was closed takes a moment to be gone. */
const nobodyLooks = (owner: Author, projectId: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { ides, elsewhere } = await owner.client.call('getIDEState', { projectId }, State);
      if (ides.length + elsewhere > 0) throw new Error('A page is open.');
    },
    { timeout: 2_000, interval: 10 },
  );
