import { AppError, isAppError } from '../../model/errors/errors.ts';
import { MARKS_FILE } from '../store/edits/code-marks.ts';
import { parseFile } from '../store/edits/parse-file.ts';
import { type PrivateFileRequest, privatePath, SECRETS_FILE, SECRETS_MARK_FILE } from '../store/edits/private-file.ts';
import { parseProjectFile } from '../store/edits/read-project.ts';
import { isProjectPath, STATE_FOLDER } from '../store/edits/stored.ts';
import type { FileChange } from '../store/files/commit-changes.ts';
import { PRIVATE_FILE } from '../store/files/file-system.ts';
import { parseJson } from '../store/files/parse-json.ts';
import type { ProjectFiles, ProjectReader } from '../store/files/project-files.ts';
import { TOKENS_FILE } from '../store/tokens/token-file.ts';
import { PASSWORD_FILE } from './project-password.ts';

export interface FileBackup {
  file: string;
  /** Higher is newer. */
  backup: number;
  writtenAt: string;
  sizeBytes: number;
}

export interface WantedBackup {
  file: string;
  backup?: number | undefined;
}

const PRIVATE_FILES: readonly Pick<PrivateFileRequest<object>, 'name' | 'schema'>[] = [
  MARKS_FILE,
  SECRETS_FILE,
  SECRETS_MARK_FILE,
  TOKENS_FILE,
  PASSWORD_FILE,
];
const NANOSECONDS_PER_MS = 1_000_000n;

export async function listBackups(files: Pick<ProjectReader, 'listBackups'>): Promise<FileBackup[]> {
  const all = (await files.listBackups()).map(({ name, number, stat }) => ({
    file: isProjectPath(name) ? name : `${STATE_FOLDER}/${name}`,
    backup: number,
    writtenAt: new Date(Number(stat.modifiedNs / NANOSECONDS_PER_MS)).toISOString(),
    sizeBytes: stat.sizeBytes,
  }));
  const newestFirst = all.sort((one, other) => other.backup - one.backup);
  return newestFirst.sort((one, other) => Number(one.file > other.file) - Number(one.file < other.file));
}

/** Throws when the text is invalid for the file. Messages quote nothing from private files. */
function check(file: string, text: string): void {
  const secret = PRIVATE_FILES.find(({ name }) => privatePath(name) === file);
  if (secret === undefined) parseProjectFile(file, text);
  else parseFile(secret.schema, { path: file, json: parseJson(text, { file, isPrivate: true }), isPrivate: true });
}

interface ChosenBackup {
  file: string;
  backup: number;
  text: string;
}

async function readGood(files: ProjectReader, file: string, backup: number): Promise<ChosenBackup | undefined> {
  const text = await files.readBackup(file, backup);
  if (text === undefined) return undefined;
  check(file, text);
  return { file, backup, text };
}

async function choose(
  files: ProjectReader,
  { file, backup }: WantedBackup,
  all: readonly FileBackup[],
): Promise<ChosenBackup> {
  const numbers = all.filter(known => known.file === file).map(known => known.backup);
  const there = numbers.length === 0 ? `No backup of ${file} is kept.` : `Backups of ${file}: ${numbers.join(', ')}.`;
  if (backup !== undefined) {
    const chosen = numbers.includes(backup) ? await readGood(files, file, backup) : undefined;
    if (chosen !== undefined) return chosen;
    throw new AppError('not-found', `There is no backup ${backup}. ${there}`, { field: 'backup', next: 'getBackups' });
  }
  for (const number of numbers) {
    const chosen = await readGood(files, file, number).catch((error: unknown) => {
      if (isAppError(error, 'damaged-file')) return undefined;
      throw error;
    });
    if (chosen !== undefined) return chosen;
  }
  const none = numbers.length === 0 ? there : `None of them can be read. ${there}`;
  throw new AppError('not-found', none, { field: 'file', next: 'getBackups' });
}

/** All project files or none; the current content becomes a backup. Errors: `not-found`, `damaged-file`, of writing. */
export async function restoreBackups(
  files: ProjectReader & Pick<ProjectFiles, 'commit'>,
  wanted: readonly WantedBackup[],
): Promise<Pick<ChosenBackup, 'file' | 'backup'>[]> {
  const all = await listBackups(files);
  const chosen: ChosenBackup[] = [];
  for (const each of wanted) chosen.push(await choose(files, each, all));
  const changes = chosen.map(({ file, text }): FileChange => ({ path: file, text }));
  const isPrivate = ({ path }: FileChange) => path.startsWith(`${STATE_FOLDER}/`);
  for (const change of changes.filter(isPrivate)) await files.commit([{ ...change, mode: PRIVATE_FILE }]);
  const others = changes.filter(change => !isPrivate(change));
  if (others.length > 0) await files.commit(others);
  return chosen.map(({ file, backup }) => ({ file, backup }));
}
