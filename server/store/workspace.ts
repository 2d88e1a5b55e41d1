import { join } from 'node:path';
import { ProjectId } from '../../model/project/codes.ts';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import { createProjectFolder } from './create-project.ts';
import type { FileSystem } from './files/file-system.ts';
import { type OpenProject, openProject } from './open-project.ts';
import type { SettlingLimits } from './outside-edits.ts';
import { PROJECT_PATH } from './stored.ts';

export type { OpenProject } from './open-project.ts';

/** A project folder that could not be opened, and why. */
export interface ClosedProject {
  projectId: string;
  error: AppError;
}

/** The projects in a folder, as this process holds them. */
export interface Workspace {
  readonly folder: string;
  projects(): readonly OpenProject[];
  closed(): readonly ClosedProject[];
  project(projectId: string): OpenProject | undefined;
  /** Makes an empty project and opens it. Errors: `name-taken`, `disk-full`, `read-only`. */
  create(request: { projectId: ProjectId; name: string; appUrl?: string | undefined }): Promise<OpenProject>;
  /** Tells where the projects are reached, also those that are made later. */
  updateUrl(url: string): Promise<void>;
  /** Closes all projects. Idempotent. */
  dispose(): Promise<void>;
}

interface WorkspaceOptions {
  fs: FileSystem;
  folder: string;
  secretOverrides?: ReadonlyMap<string, string> | undefined;
  settling?: Partial<SettlingLimits> | undefined;
  /** Only these projects; default: all. */
  only?: readonly string[];
}

/** The ids of the projects in a folder: names of sub-folders, or of links to folders, with a project.json. */
export async function projectIdsIn(fs: FileSystem, folder: string): Promise<ProjectId[]> {
  const entries = await fs.list(folder).catch(() => []);
  const ids: ProjectId[] = [];
  for (const entry of entries) {
    const projectId = ProjectId.safeParse(entry.name);
    if (!projectId.success) continue;
    // A folder that may not be looked into (another user's) is none of ours.
    const file = await fs.stat(join(folder, entry.name, PROJECT_PATH)).catch(() => undefined);
    if (file !== undefined) ids.push(projectId.data);
  }
  return ids.sort();
}

/** Opens the projects of a workspace; one that cannot be opened does not keep the others from it. */
export async function openWorkspace({ folder, only, ...options }: WorkspaceOptions): Promise<Workspace> {
  const { fs } = options;
  const open = new Map<string, OpenProject>();
  const closed: ClosedProject[] = [];
  let url: string | undefined;
  const ids = (await projectIdsIn(fs, folder)).filter(projectId => only === undefined || only.includes(projectId));
  for (const projectId of ids) {
    try {
      open.set(projectId, await openProject({ ...options, url, folder: join(folder, projectId) }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      closed.push({ projectId, error });
    }
  }
  return {
    folder,
    projects: () => [...open.values()],
    closed: () => closed,
    project: projectId => open.get(projectId),
    async create(request) {
      if (open.has(request.projectId))
        throw new AppError('name-taken', `There is a project "${request.projectId}" already.`, { field: 'projectId' });
      const projectFolder = join(folder, request.projectId);
      await createProjectFolder({ fs, folder: projectFolder, ...request });
      const project = await openProject({ ...options, url, folder: projectFolder });
      open.set(request.projectId, project);
      return project;
    },
    async updateUrl(address) {
      url = address;
      await Promise.all([...open.values()].map(project => project.updateUrl(address)));
    },
    async dispose() {
      await Promise.all([...open.values()].map(project => project.dispose()));
    },
  };
}
