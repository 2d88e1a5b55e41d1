import { dirname, join } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import { MAIN_VERSION, ProjectId } from '../../model/names/codes.ts';
import {
  environmentsPath,
  PROJECT_PATH,
  STATE_FOLDER,
  type StoredFile,
  storedText,
  versionPath,
} from '../store/edits/stored.ts';
import type { FileChange } from '../store/files/commit-changes.ts';
import { type FileSystem, failedWrite, unlessCode } from '../store/files/file-system.ts';
import { openProjectFiles } from '../store/files/project-files.ts';

export const GIT_FILES: readonly FileChange[] = [
  { path: '.gitignore', text: `${STATE_FOLDER}/\n*.steploom-tmp\n` },
  { path: '.gitattributes', text: '*.feature -text\n*.json -text\n' },
];

/** Makes a folder that survives a power cut, and the workspace around it where it does not exist. */
async function makeFolder(fs: FileSystem, folder: string): Promise<void> {
  const make = async () => {
    await fs.makeDirectory(folder, 0o755);
    await fs.syncDirectory(dirname(folder));
    return true;
  };
  if (await unlessCode(['ENOENT'], make, false)) return;
  await makeFolder(fs, dirname(folder));
  await make();
}

/** Where tests are made until somebody says where they belong. */
export const UNSAVED_PROJECT: ProjectId = ProjectId.parse('unsaved');

interface CreateOptions {
  fs: FileSystem;
  folder: string;
  projectId: ProjectId;
  name: string;
  appUrl?: string | undefined;
}

/** Errors: `name-taken` when the folder holds a project. */
export async function createProjectFolder({ fs, folder, projectId, name, appUrl }: CreateOptions): Promise<void> {
  if ((await fs.stat(join(folder, PROJECT_PATH))) !== undefined)
    throw new AppError('name-taken', `${folder} holds a project already.`, { field: 'projectId' });
  await makeFolder(fs, folder).catch((error: unknown) => {
    throw failedWrite(error, folder);
  });
  const files = await openProjectFiles({ fs, root: folder, stateDirectory: join(folder, STATE_FOLDER) });
  const project: StoredFile = {
    kind: 'project',
    value: { format: 1, projectId, name, appUrl, defaultVersion: MAIN_VERSION },
  };
  const version: StoredFile = {
    kind: 'version',
    versionId: MAIN_VERSION,
    value: { format: 1, versionId: MAIN_VERSION, name: 'Main' },
  };
  const environments: StoredFile = {
    kind: 'environments',
    versionId: MAIN_VERSION,
    value: { format: 1, environments: [] },
  };
  await files.commit([
    ...GIT_FILES,
    { path: versionPath(MAIN_VERSION), text: storedText(version) },
    { path: environmentsPath(MAIN_VERSION), text: storedText(environments) },
    { path: PROJECT_PATH, text: storedText(project) },
  ]);
}
