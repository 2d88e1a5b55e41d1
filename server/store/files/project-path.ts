import { join, relative, sep } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';

export interface ProjectFolders {
  /** Absolute. */
  root: string;
  /** Absolute, directly below `root`, e.g. `<root>/.steploom`. */
  stateDirectory: string;
}

const GIT_FILES: readonly string[] = ['.gitignore', '.gitattributes'];

const isPlainSegment = (segment: string): boolean =>
  segment !== '' && !segment.startsWith('.') && !/[\\:\0]/.test(segment);

/**
 * The absolute path of a file of the project, from its path within (`versions/main/links.json`).
 * Names with a leading dot are refused but for the state folder and git's two settings files: nothing may reach
 * `.git` or leave the project.
 * Errors: `internal`, since paths are built by us and never taken from a caller.
 */
export function projectPath({ root, stateDirectory }: ProjectFolders, path: string): string {
  const [first = '', ...rest] = path.split('/');
  const isInState = rest.length > 0 && first === relative(root, stateDirectory);
  if (GIT_FILES.includes(path)) return join(root, path);
  if (!(isInState || isPlainSegment(first)) || !rest.every(isPlainSegment)) {
    throw new AppError('internal', `"${path}" is no path of a project file.`);
  }
  return join(root, path);
}

/** How backups call a file: its path within the project, or within the state folder when it lies there. */
export const backupName = ({ root, stateDirectory }: ProjectFolders, absolutePath: string): string =>
  relative(absolutePath.startsWith(stateDirectory + sep) ? stateDirectory : root, absolutePath);
