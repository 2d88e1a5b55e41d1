import { basename, join } from 'node:path';
import { Low } from 'lowdb';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import { contentOf } from './content.ts';
import type { FileSystem } from './files/file-system.ts';
import { recordPath } from './files/journal.ts';
import { jsonFile } from './files/json-file.ts';
import { openProjectFiles, type ProjectReader, readProjectFiles } from './files/project-files.ts';
import { acquireProjectLock } from './files/project-lock.ts';
import { STATE_FOLDER } from './open-project.ts';
import { type DamagedFile, readProject, requireProjectFile } from './read-project.ts';
import { SecretsData, SecretsFile } from './secrets-file.ts';
import { parseFile } from './stored.ts';

/** A project as its files say. */
export interface ProjectSnapshot {
  content: ProjectContent;
  secrets: SecretsFile;
  damaged: readonly DamagedFile[];
}

interface ReadOptions {
  fs: FileSystem;
  folder: string;
  secretOverrides?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads a project without holding it: a server may go on editing it. Only what a crash cut off is finished first.
 * Errors: `damaged-file`.
 */
export async function readProjectFolder({ fs, folder, secretOverrides }: ReadOptions): Promise<ProjectSnapshot> {
  const stateDirectory = join(folder, STATE_FOLDER);
  if ((await fs.stat(recordPath(join(stateDirectory, 'journal')))) !== undefined) await finishCutOffEdit(fs, folder);
  const files = readProjectFiles({ fs, root: folder, stateDirectory });
  const read = await readProject(files);
  requireProjectFile(read, basename(folder));
  const secrets = await readSecrets(files, secretOverrides);
  return { content: contentOf({ files: read.files, counters: new Map() }), secrets, damaged: read.damaged };
}

/** A process that holds the project finishes its edits itself. */
async function finishCutOffEdit(fs: FileSystem, folder: string): Promise<void> {
  const stateDirectory = join(folder, STATE_FOLDER);
  try {
    await using _lock = await acquireProjectLock({ directory: folder, stateDirectory, owner: { pid: process.pid } });
    await openProjectFiles({ fs, root: folder, stateDirectory });
  } catch (error) {
    if (!isAppError(error, 'project-locked')) throw error;
  }
}

async function readSecrets(files: ProjectReader, overrides?: ReadonlyMap<string, string>): Promise<SecretsFile> {
  const commit = () => Promise.reject(new AppError('read-only', 'The project is only being read.'));
  const path = `${STATE_FOLDER}/secrets.json`;
  const adapter = jsonFile({ readText: files.readText, commit }, path, {
    parse: json => parseFile(SecretsData, path, json),
  });
  const database = new Low<SecretsData>(adapter, { format: 1, secrets: {} });
  await database.read();
  return new SecretsFile(database, overrides);
}
