import { basename, join } from 'node:path';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { MARKS_FILE } from '../store/edits/code-marks.ts';
import type { DamagedFile } from '../store/edits/damaged-file.ts';
import { PrivateFile, SECRETS_FILE, SECRETS_MARK_FILE, SecretsFile } from '../store/edits/private-file.ts';
import { contentOf } from '../store/edits/project-state.ts';
import { readProject, requireProjectFile } from '../store/edits/read-project.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import { recordPath } from '../store/files/commit-changes.ts';
import type { FileSystem } from '../store/files/file-system.ts';
import { openProjectFiles, type ProjectReader, readProjectFiles } from '../store/files/project-files.ts';
import { acquireProjectLock } from '../store/files/project-lock.ts';
import { TOKENS_FILE, TokenFile } from '../store/tokens/token-file.ts';
import { PASSWORD_FILE } from './project-password.ts';

interface FolderSnapshot {
  content: ProjectContent;
  secrets: SecretsFile;
  damaged: readonly DamagedFile[];
}

interface ReadFolderOptions {
  fs: FileSystem;
  folder: string;
  secretOverrides?: ReadonlyMap<string, string> | undefined;
}

/** Reads without the lock: a server may go on editing. Finishes what a crash cut off. Errors: `damaged-file`. */
export async function readProjectFolder({ fs, folder, secretOverrides }: ReadFolderOptions): Promise<FolderSnapshot> {
  const stateDirectory = join(folder, STATE_FOLDER);
  const isCutOff = (await fs.stat(recordPath(join(stateDirectory, 'journal')))) !== undefined;
  const finished = isCutOff ? await finishCutOffEdit(fs, folder) : undefined;
  const files = finished ?? readProjectFiles({ fs, root: folder, stateDirectory });
  const read = await readProject(files);
  requireProjectFile(read, basename(folder));
  const { secrets, damaged } = await readPrivate(files, secretOverrides);
  const content = contentOf({ files: read.files, counters: new Map() });
  return { content, secrets, damaged: [...read.damaged, ...damaged] };
}

/** Undefined where another process holds the project and finishes its edits itself. */
async function finishCutOffEdit(fs: FileSystem, folder: string): Promise<ProjectReader | undefined> {
  const stateDirectory = join(folder, STATE_FOLDER);
  try {
    await using lock = await acquireProjectLock({ directory: folder, stateDirectory, owner: { pid: process.pid } });
    return await openProjectFiles({ fs, root: folder, stateDirectory, lease: lock.lease, toleratesTrouble: true });
  } catch (error) {
    if (!isAppError(error, 'project-locked')) throw error;
    return undefined;
  }
}

const refuseCommit = () => Promise.reject(new AppError('read-only', 'The project is only being read.'));

/** Reads the git-ignored files; the newest good backup replaces a damaged one. */
async function readPrivate(reader: ProjectReader, overrides?: ReadonlyMap<string, string>) {
  const files = { ...reader, commit: refuseCommit };
  const ofSecrets = new PrivateFile(files, SECRETS_FILE);
  const ofMark = new PrivateFile(files, SECRETS_MARK_FILE);
  // Another process may end an edit between the two reads; its result is valid with either mark.
  const mark = await ofMark.readOrStandIn();
  const secrets = new SecretsFile({ values: await ofSecrets.readOrStandIn(), mark }, overrides);
  const others = [MARKS_FILE, TOKENS_FILE, PASSWORD_FILE].map(request => new PrivateFile<object>(files, request));
  for (const file of others) await file.readOrStandIn();
  return { secrets, damaged: [ofSecrets, ofMark, ...others].flatMap(({ damage }) => damage ?? []) };
}

export async function readTokens({
  fs,
  folder,
}: Pick<ReadFolderOptions, 'fs' | 'folder'>): Promise<TokenFile | undefined> {
  const files = readProjectFiles({ fs, root: folder, stateDirectory: join(folder, STATE_FOLDER) });
  try {
    const file = new PrivateFile({ ...files, commit: refuseCommit }, TOKENS_FILE);
    return new TokenFile(await file.readOrStandIn(), { file });
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
