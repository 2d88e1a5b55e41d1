import { join } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import { shownValue } from '../../model/errors/explain-issues.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import { type FileSystem, failedWrite, PRIVATE_FOLDER } from '../store/files/file-system.ts';
import { acquireProjectLock } from '../store/files/project-lock.ts';

const TRASH_FOLDER = 'trash';

/** Errors, after which the project stays where it is: `project-locked`, `disk-full`, `read-only`, `store-failed`. */
export async function moveToTrash(fs: FileSystem, workspace: string, projectId: string): Promise<string> {
  const directory = join(workspace, projectId);
  const stateDirectory = join(directory, STATE_FOLDER);
  await using _lock = await acquireProjectLock({ directory, stateDirectory, owner: { pid: process.pid } });
  const state = join(workspace, STATE_FOLDER);
  const trash = join(state, TRASH_FOLDER);
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const target = join(trash, `${projectId}-${stamp}`);
  try {
    for (const folder of [state, trash]) await fs.makeDirectory(folder, PRIVATE_FOLDER);
    for (const folder of [workspace, state]) await fs.syncDirectory(folder);
    await fs.rename(directory, target);
  } catch (error) {
    throw failedWrite(error, trash);
  }
  // A power cut can now undo only the move: the project is whole in either place.
  for (const folder of [trash, workspace]) await fs.syncDirectory(folder).catch(() => undefined);
  return target;
}

/** Whoever deletes a project must repeat its name. */
export function notConfirmed({
  projectId,
  expected,
  name,
}: Record<'projectId' | 'expected' | 'name', string>): AppError {
  const message = `To delete the project "${projectId}", "name" must be "${expected}", not ${shownValue(name)}.`;
  return new AppError('conflict', message, { field: 'name', expected });
}
