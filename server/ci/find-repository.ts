import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';

interface InRepository {
  /** Path of the projects' folder from the root of the repository; `.` for the root itself. */
  workspace: string;
  hasLockfile: boolean;
  isInRepository: boolean;
}

export async function findRepository(workspaceFolder: string): Promise<InRepository> {
  const root = await rootAround(workspaceFolder);
  const top = root ?? workspaceFolder;
  const path = relative(top, workspaceFolder).split(sep).join('/');
  return {
    workspace: path === '' ? '.' : path,
    hasLockfile: await exists(`${top}${sep}package-lock.json`),
    isInRepository: root !== undefined,
  };
}

async function rootAround(folder: string): Promise<string | undefined> {
  if (await exists(`${folder}${sep}.git`)) return folder;
  return dirname(folder) === folder ? undefined : await rootAround(dirname(folder));
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;
