import { AppError, isAppError } from '../../model/protocol/errors.ts';
import type { FileStat } from './files/file-system.ts';
import type { ProjectReader } from './files/project-files.ts';
import { parseProjectFile } from './read-project.ts';
import { PROJECT_PATH, type Stored, storedText } from './stored.ts';

/** What the files were like when this process last read or wrote them, by path; missing: there was no such file. */
export type FileStats = ReadonlyMap<string, FileStat>;

/** What somebody else did to files since. */
export interface OutsideChanges {
  /** What lies there now; undefined where a file is gone. */
  changed: ReadonlyMap<string, Stored | undefined>;
  /** Why a file cannot be taken over. */
  damaged: ReadonlyMap<string, AppError>;
}

type Found = { stored: Stored | undefined } | { damage: AppError };

const sameFile = (left: FileStat | undefined, right: FileStat | undefined): boolean =>
  left?.inode === right?.inode && left?.modifiedNs === right?.modifiedNs && left?.sizeBytes === right?.sizeBytes;

/** Notices files that git or an editor changed while the project is open, so that no edit overwrites what they hold. */
export class OutsideEdits {
  readonly #files: Pick<ProjectReader, 'readText' | 'stat'>;
  readonly #stats: Map<string, FileStat>;

  constructor(files: Pick<ProjectReader, 'readText' | 'stat'>, stats: FileStats) {
    this.#files = files;
    this.#stats = new Map(stats);
  }

  /** Looks at some files; `known` is what this process holds. What it answers as changed counts as read. */
  async look(paths: ReadonlySet<string>, known: ReadonlyMap<string, Stored>): Promise<OutsideChanges> {
    const changed = new Map<string, Stored | undefined>();
    const damaged = new Map<string, AppError>();
    const absence = paths.size === 0 ? undefined : await this.#absence();
    for (const path of paths) {
      const found = absence === undefined ? await this.#lookAt(path, known.get(path)) : { damage: absence };
      if (found === undefined) continue;
      if ('damage' in found) damaged.set(path, found.damage);
      else changed.set(path, found.stored);
    }
    return { changed, damaged };
  }

  /** Takes note of files that this process wrote, or deleted where `stats` has none. */
  wrote(paths: Iterable<string>, stats: FileStats): void {
    for (const path of paths) this.#remember(path, stats.get(path));
  }

  /** Without project.json the folder or its disk went away: its files were not deleted, new ones would lie elsewhere. */
  async #absence(): Promise<AppError | undefined> {
    const stat = await this.#files.stat(PROJECT_PATH);
    const gone = new AppError('damaged-file', `${PROJECT_PATH} is gone.`);
    return stat === undefined ? refusal(PROJECT_PATH, gone) : undefined;
  }

  /** Undefined for a file that is as this process knows it. */
  async #lookAt(path: string, known: Stored | undefined): Promise<Found | undefined> {
    try {
      // Looked at before it is read: a change in between shows up the next time.
      const stat = await this.#files.stat(path);
      if (sameFile(stat, this.#stats.get(path))) return undefined;
      const text = await this.#files.readText(path);
      const stored = text === undefined ? undefined : parseProjectFile(path, text);
      refuseOtherProject(path, known, stored);
      this.#remember(path, stat);
      return text === (known === undefined ? undefined : storedText(known)) ? undefined : { stored };
    } catch (error) {
      if (isAppError(error)) return { damage: refusal(path, error) };
      throw error;
    }
  }

  #remember(path: string, stat: FileStat | undefined): void {
    if (stat === undefined) this.#stats.delete(path);
    else this.#stats.set(path, stat);
  }
}

/** With the project.json of another one, a folder is not the project that is open. */
function refuseOtherProject(path: string, known: Stored | undefined, stored: Stored | undefined): void {
  if (path !== PROJECT_PATH || known?.kind !== 'project' || stored?.kind !== 'project') return;
  const { projectId } = stored.value;
  if (projectId !== known.value.projectId)
    throw new AppError('damaged-file', `${path} says "${projectId}", but this is "${known.value.projectId}".`);
}

const refusal = (path: string, { message }: AppError): AppError =>
  new AppError(
    'damaged-file',
    `Nothing was written, since a file was changed from outside and cannot be read: ${message}`,
    {
      facts: { file: path },
      next: 'Mend the file, or take it back with git; then try again.',
    },
  );
