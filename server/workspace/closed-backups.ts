import { join } from 'node:path';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import type { FileSystem } from '../store/files/file-system.ts';
import { openProjectFiles, readProjectFiles } from '../store/files/project-files.ts';
import { acquireProjectLock } from '../store/files/project-lock.ts';
import type { ProjectBackups } from './open-project.ts';
import { listBackups, restoreBackups } from './restore-backups.ts';

/** The backups of a project that is not open, or cannot be. Errors: also `project-locked`. */
export function closedBackups(fs: FileSystem, folder: string): ProjectBackups {
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
