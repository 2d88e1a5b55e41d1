import { join, relative, sep } from 'node:path';
import type { Run } from '../../model/run/run.ts';
import { isModule } from '../runs/messages/module-uri.ts';
import { VERSIONS_FOLDER } from '../store/edits/stored.ts';

/** Runs are in `.steploom/runs/r1` of the project folder. */
export const projectFolder = (runFolder: string): string => join(runFolder, '../../..');

interface SourcePathBase {
  run: Pick<Run, 'versionId'>;
  folder: string;
  directory: string;
}

export function sourcePath(uri: string, { run, folder, directory }: SourcePathBase): string {
  const file = join(projectFolder(folder), VERSIONS_FOLDER, run.versionId, isModule(uri) ? '' : 'features', uri);
  return shortPath(file, directory);
}

export function shortPath(path: string, directory: string): string {
  const short = relative(directory, path);
  return (short.startsWith('..') ? path : short).split(sep).join('/');
}
