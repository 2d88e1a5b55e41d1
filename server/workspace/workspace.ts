import { join } from 'node:path';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import type { ProjectId } from '../../model/names/codes.ts';
import { changingRedactor, type Redactor } from '../../model/values/redactor.ts';
import type { SettlingLimits } from '../store/edits/outside-edits.ts';
import { PROJECT_PATH, STATE_FOLDER } from '../store/edits/stored.ts';
import type { FileSystem } from '../store/files/file-system.ts';
import { openProjectFiles, readProjectFiles } from '../store/files/project-files.ts';
import { acquireProjectLock, type ProjectLock } from '../store/files/project-lock.ts';
import type { TokenFile } from '../store/tokens/token-file.ts';
import type { TestManagementOptions } from '../test-management/test-management.ts';
import { createProjectFolder } from './create-project.ts';
import { moveToTrash, notConfirmed } from './move-to-trash.ts';
import { lockProject, type OpenProject, openProject, type ProjectBackups, projectSecrets } from './open-project.ts';
import { projectIdsIn } from './project-ids.ts';
import { readTokens } from './read-project-folder.ts';
import { listBackups, restoreBackups } from './restore-backups.ts';

/** A project folder that could not be opened, and why. */
export interface ClosedProject {
  projectId: string;
  error: AppError;
  /** Who would have access, where the files of the project are at fault and these are not. */
  tokens?: Pick<TokenFile, 'enabled' | 'find'> | undefined;
}

/** What somebody with access to the project sees of it. */
export function explainClosed({ projectId, error }: ClosedProject, kind = error.kind): AppError {
  const { facts, next } = error.detail;
  // The others name the project themselves.
  if (error.kind !== 'damaged-file') return new AppError(kind, error.message, { next, facts });
  return new AppError(kind, `The project "${projectId}" is not open: ${error.message}`, {
    next: 'Mend the file, or restore it with git: the project is opened then, without a restart.',
    facts: { projectId, ...facts },
  });
}

export type { OpenProject } from './open-project.ts';

/** The folder is looked at this often: for new projects, and for damaged ones that can be opened by now. */
const LOOK_EVERY_MS = 3_000;

/** The projects in a folder, as this process holds them. */
export interface Workspace {
  readonly folder: string;
  projects(): readonly OpenProject[];
  closed(): readonly ClosedProject[];
  project(projectId: string): OpenProject | undefined;
  /** Tells when projects are opened or closed; returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Makes an empty project and opens it. Errors: `name-taken`, `disk-full`, `read-only`. */
  create(request: { projectId: ProjectId; name: string; appUrl?: string | undefined }): Promise<OpenProject>;
  /**
   * Opens a project that was closed, or whose disk failed, as its files are now; one that is open and well stays so.
   * Errors: `not-found`, and those for which it cannot be opened.
   */
  reopen(projectId: ProjectId): Promise<OpenProject>;
  /**
   * Closes a project, whose tokens are dead at once, and puts its folder into the trash; resolves with where it is then.
   * Errors: `not-found`, `conflict` for another name, `project-locked` where another process holds it, `disk-full`,
   * `read-only`, `store-failed`; the project is served as before then.
   */
  discard(projectId: ProjectId, discarding: Discarding): Promise<string>;
  /** Backups of a project that is open or cannot be opened. Errors: `not-found`. */
  backups(projectId: ProjectId): Promise<ProjectBackups>;
  /** Tells where the projects are reached, also those that are made later. */
  updateUrl(url: string): Promise<void>;
  /** Closes all projects. Idempotent. */
  dispose(): Promise<void>;
}

interface Discarding {
  /** To confirm: of the project, or the id of one that is not open. */
  name: string;
  /** Ends what the project has under way; no more calls reach it by then. */
  endWork(): Promise<void>;
}

interface WorkspaceOptions {
  fs: FileSystem;
  folder: string;
  secretOverrides?: ReadonlyMap<string, string> | undefined;
  settling?: Partial<SettlingLimits> | undefined;
  testManagement?: Partial<TestManagementOptions> | undefined;
  /** Only these projects; default: all. */
  only?: readonly string[];
  /** How often others are shown that this process lives. */
  renewEveryMs?: number | undefined;
}

/** Opens the projects of a workspace; one that cannot be opened does not keep the others from it. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const workspace = new ProjectsInFolder(options);
  await workspace.open();
  return workspace;
}

class ProjectsInFolder implements Workspace {
  readonly folder: string;
  readonly #options: WorkspaceOptions;
  readonly #open = new Map<string, OpenProject>();
  readonly #closed = new Map<string, ClosedProject & { looks: string }>();
  readonly #listeners = new Set<() => void>();
  /** What new folders looked like the last time: one that is still being filled is not opened yet. */
  #strangers: ReadonlyMap<string, string> = new Map();
  #url: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #opening: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(options: WorkspaceOptions) {
    this.folder = options.folder;
    this.#options = options;
  }

  projects(): readonly OpenProject[] {
    return [...this.#open.values()];
  }

  closed(): readonly ClosedProject[] {
    return [...this.#closed.values()];
  }

  project(projectId: string): OpenProject | undefined {
    return this.#open.get(projectId);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async open(): Promise<void> {
    const { fs, only } = this.#options;
    const all = await projectIdsIn(fs, this.folder);
    const ids = all.filter(projectId => only === undefined || only.includes(projectId));
    // Where it has to be waited whether holders still live, that is done for all at once.
    const locks = ids.map(projectId => this.#lock(projectId));
    await Promise.allSettled(locks);
    for (const [index, projectId] of ids.entries()) await this.#openOne(projectId, locks[index]);
    this.#schedule();
  }

  create(request: Parameters<Workspace['create']>[0]): Promise<OpenProject> {
    // Its folder would otherwise be taken for one that somebody else has put there.
    return this.#inTurn(() => this.#create(request));
  }

  async #create(request: Parameters<Workspace['create']>[0]): Promise<OpenProject> {
    const { projectId } = request;
    if (this.#open.has(projectId))
      throw new AppError('name-taken', `There is a project "${projectId}" already.`, { field: 'projectId' });
    const { fs } = this.#options;
    const folder = join(this.folder, projectId);
    await createProjectFolder({ fs, folder, ...request });
    const lock = await this.#lock(projectId);
    const project = await openProject({ ...this.#options, folder, url: this.#url, lock });
    this.#open.set(projectId, project);
    this.#notify();
    return project;
  }

  reopen(projectId: ProjectId): Promise<OpenProject> {
    return this.#inTurn(() => this.#reopen(projectId));
  }

  discard(projectId: ProjectId, { name, endWork }: Discarding): Promise<string> {
    return this.#inTurn(async () => {
      const open = this.#open.get(projectId);
      if (open === undefined) await this.#requireFolder(projectId);
      const expected = open?.store.content.project.name ?? projectId;
      if (name !== expected) throw notConfirmed({ projectId, expected, name });
      this.#open.delete(projectId);
      this.#notify();
      await endWork();
      // What waits to be written and cannot be is on its way to the trash anyway.
      await open?.dispose().catch(() => undefined);
      try {
        const target = await moveToTrash(this.#options.fs, this.folder, projectId);
        if (this.#closed.delete(projectId)) this.#notify();
        return target;
      } catch (error) {
        await this.#openOne(projectId);
        throw error;
      }
    });
  }

  /** Opening and closing at the same time would fight for the lock of the project. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#opening.then(work);
    this.#opening = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async backups(projectId: ProjectId): Promise<ProjectBackups> {
    const open = this.#open.get(projectId);
    if (open !== undefined) return open.backups;
    await this.#requireFolder(projectId);
    return closedBackups(this.#options.fs, join(this.folder, projectId));
  }

  async #requireFolder(projectId: ProjectId): Promise<void> {
    if ((await projectIdsIn(this.#options.fs, this.folder)).includes(projectId)) return;
    throw new AppError('not-found', `There is no project "${projectId}" in ${this.folder}.`, { field: 'projectId' });
  }

  async #reopen(projectId: ProjectId): Promise<OpenProject> {
    const open = this.#open.get(projectId);
    if (open !== undefined && open.store.failure === undefined) return open;
    if (this.#closing.signal.aborted) throw new AppError('stopped', 'The service is closing.');
    if (open === undefined) await this.#requireFolder(projectId);
    if (open !== undefined) await this.#giveUp(open);
    await this.#openOne(projectId);
    this.#schedule();
    const project = this.#open.get(projectId);
    const closed = this.#closed.get(projectId);
    if (project === undefined && closed !== undefined) throw explainClosed(closed);
    if (project === undefined) throw new AppError('internal', `The project "${projectId}" was not opened.`);
    // It is shown, but the disk still fails.
    if (project.store.failure !== undefined) throw project.store.failure;
    return project;
  }

  /** Callers of it get the reason meanwhile, and are not refused as strangers. */
  async #giveUp({ projectId, tokens, dispose }: OpenProject): Promise<void> {
    const error = new AppError('busy', `The project "${projectId}" is being reopened; try again in a moment.`);
    this.#closed.set(projectId, { projectId, error, tokens, looks: '' });
    this.#open.delete(projectId);
    this.#notify();
    // What waits to be written cannot be: that is why the project is given up.
    await dispose().catch(() => undefined);
  }

  async updateUrl(url: string): Promise<void> {
    this.#url = url;
    await Promise.all(this.projects().map(project => project.updateUrl(url)));
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#opening;
    await Promise.all(this.projects().map(project => project.dispose()));
  }

  #lock(projectId: string) {
    const { signal } = this.#closing;
    const { renewEveryMs } = this.#options;
    return lockProject(join(this.folder, projectId), { url: this.#url, signal, renewEveryMs });
  }

  async #openOne(projectId: string, taken?: Promise<ProjectLock>): Promise<void> {
    const { fs } = this.#options;
    const folder = join(this.folder, projectId);
    const looks = await projectLooks(fs, folder);
    try {
      const lock = await (taken ?? this.#lock(projectId));
      this.#open.set(projectId, await openProject({ ...this.#options, folder, url: this.#url, lock }));
      this.#closed.delete(projectId);
    } catch (error) {
      if (!isAppError(error)) throw error;
      // Somebody with a token gets the reason.
      const isExpected = error.kind === 'damaged-file' || error.kind === 'project-locked';
      const tokens = isExpected ? await readTokens({ fs, folder }) : undefined;
      this.#closed.set(projectId, { projectId, error, tokens, looks });
    }
    this.#notify();
  }

  #schedule(): void {
    if (this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // What goes wrong otherwise is looked at again before long.
      this.#opening = this.#opening.then(() => this.#look()).catch(() => undefined);
      this.#opening.finally(() => this.#schedule());
    }, LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await this.#openMended();
    await this.#openNew();
  }

  async #openMended(): Promise<void> {
    const damaged = this.closed().filter(({ error }) => error.kind === 'damaged-file');
    for (const { projectId } of damaged)
      if ((await this.#looks(projectId)) !== this.#closed.get(projectId)?.looks) await this.#openOne(projectId);
  }

  /** Folders that have come since, once they are still. */
  async #openNew(): Promise<void> {
    const { fs, only } = this.#options;
    const isNew = (projectId: string) => !this.#open.has(projectId) && !this.#closed.has(projectId);
    const isOurs = (projectId: string) => only === undefined || only.includes(projectId);
    const ids = (await projectIdsIn(fs, this.folder)).filter(projectId => isNew(projectId) && isOurs(projectId));
    const strangers = new Map<string, string>();
    for (const projectId of ids) {
      const looks = await this.#looks(projectId);
      if (this.#strangers.get(projectId) === looks) await this.#openOne(projectId);
      else strangers.set(projectId, looks);
    }
    this.#strangers = strangers;
  }

  #looks(projectId: string): Promise<string> {
    return projectLooks(this.#options.fs, join(this.folder, projectId));
  }
}

/** What the file without which no project opens is like: the same text as long as nobody changes it. */
async function projectLooks(fs: FileSystem, folder: string): Promise<string> {
  const stat = await fs.stat(join(folder, PROJECT_PATH)).catch(() => undefined);
  return [stat?.inode, stat?.modifiedNs, stat?.sizeBytes].join();
}

/** The backups of a project that is not open, or cannot be. Errors: also `project-locked`. */
function closedBackups(fs: FileSystem, folder: string): ProjectBackups {
  const stateDirectory = join(folder, STATE_FOLDER);
  const folders = { fs, root: folder, stateDirectory };
  return {
    list: () => listBackups(readProjectFiles(folders)),
    async restore(wanted) {
      await using lock = await acquireProjectLock({ directory: folder, stateDirectory, owner: { pid: process.pid } });
      return restoreBackups(await openProjectFiles({ ...folders, lease: lock.lease }), wanted);
    },
  };
}

/** Masks the secrets of all projects: for the log, which is about any of them. */
export const redactorOf = (workspace: Pick<Workspace, 'projects'>): Redactor =>
  changingRedactor(() => ({ secrets: workspace.projects().flatMap(projectSecrets) }));
