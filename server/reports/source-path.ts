import { join, relative, sep } from 'node:path';
import type { Run } from '../../model/run/run.ts';
import { isModule } from '../runs/messages/module-uri.ts';
import { VERSIONS_FOLDER } from '../store/edits/stored.ts';

/** The project folder of a run, which is in `.steploom/runs/r1`. */
export const projectFolder = (runFolder: string): string => join(runFolder, '../../..');

interface SourcePathBase {
  run: Pick<Run, 'versionId'>;
  /** The run's folder. */
  folder: string;
  /** Folder that the path is relative to. */
  directory: string;
}

/** Returns the path of a case's source as other programs find it: its feature file, or the file of its module. */
export function sourcePath(uri: string, { run, folder, directory }: SourcePathBase): string {
  const file = join(projectFolder(folder), VERSIONS_FOLDER, run.versionId, isModule(uri) ? '' : 'features', uri);
  return shortPath(file, directory);
}

/** A path as it is from a folder, with `/`; as it is when that would lead upwards. */
export function shortPath(path: string, directory: string): string {
  const short = relative(directory, path);
  return (short.startsWith('..') ? path : short).split(sep).join('/');
}
