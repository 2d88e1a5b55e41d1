import { VersionId } from '../../model/project/codes.ts';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import type { FileStat } from './files/file-system.ts';
import { parseJson } from './files/parse-json.ts';
import type { ProjectReader } from './files/project-files.ts';
import {
  environmentsPath,
  modulesFolder,
  PROJECT_PATH,
  readStored,
  type Stored,
  VERSIONS_FOLDER,
  versionPath,
} from './stored.ts';

/** A file that could not be read as it lies there. */
export interface DamagedFile {
  path: string;
  reason: string;
  /** The backup that stands in for it. */
  backup?: string;
}

export interface ReadProject {
  files: ReadonlyMap<string, Stored>;
  /** What each file was like just before it was read, by path. */
  stats: ReadonlyMap<string, FileStat>;
  damaged: readonly DamagedFile[];
}

const JSON_NAME = /^(m\d+)\.json$/;

/** Reads all files of a project. Damaged ones are replaced by their newest good backup, or left out, and named. */
export async function readProject(files: ProjectReader): Promise<ReadProject> {
  const found = new Map<string, Stored>();
  const stats = new Map<string, FileStat>();
  const damaged: DamagedFile[] = [];
  for (const path of await projectPaths(files)) {
    const stat = await files.stat(path);
    if (stat !== undefined) stats.set(path, stat);
    const stored = await readOne(files, path, damaged);
    if (stored !== undefined) found.set(path, stored);
  }
  damaged.push(...headlessVersions(found, damaged));
  return { files: found, stats, damaged };
}

async function projectPaths(files: ProjectReader): Promise<string[]> {
  const paths = [PROJECT_PATH];
  for (const entry of await files.list(VERSIONS_FOLDER)) {
    const versionId = VersionId.safeParse(entry.name);
    if (!entry.isDirectory || !versionId.success) continue;
    const modules = await files.list(modulesFolder(versionId.data));
    const moduleNames = modules.filter(module => JSON_NAME.test(module.name)).map(module => module.name);
    paths.push(versionPath(versionId.data), environmentsPath(versionId.data));
    paths.push(...moduleNames.map(name => `${modulesFolder(versionId.data)}/${name}`));
  }
  return paths;
}

/** Versions whose version.json is gone: left alone, their modules would come back in a new version of that id. */
function headlessVersions(found: ReadonlyMap<string, Stored>, damaged: readonly DamagedFile[]): DamagedFile[] {
  const known = new Set(damaged.map(({ path }) => path));
  const versionIds = [...found.values()].flatMap(stored => (stored.kind === 'project' ? [] : [stored.versionId]));
  return [...new Set(versionIds)]
    .map(versionPath)
    .filter(path => !found.has(path) && !known.has(path))
    .map(path => ({ path, reason: `${path} is missing, but the version has other files.` }));
}

/** Reads one project file. Errors: `damaged-file`, naming file, place and reason. */
export const parseProjectFile = (path: string, text: string): Stored =>
  readStored(path, parseJson(text, { file: path }));

async function readOne(files: ProjectReader, path: string, damaged: DamagedFile[]): Promise<Stored | undefined> {
  try {
    const text = await files.readText(path);
    return text === undefined ? undefined : parseProjectFile(path, text);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const backup = await files.newestGoodBackup(path, text => parseProjectFile(path, text));
    damaged.push({ path, reason: error.message, ...(backup === undefined ? {} : { backup: backup.path }) });
    return backup?.value;
  }
}

/** One sentence for people: what is damaged and what stands in. */
export function damageSummary(damaged: readonly DamagedFile[]): string | undefined {
  const [first] = damaged;
  if (first === undefined) return undefined;
  const standIn = first.backup === undefined ? 'No backup stands in.' : `The backup ${first.backup} stands in.`;
  const more = damaged.length === 1 ? '' : ` ${damaged.length - 1} more files are damaged.`;
  return `${first.reason} ${standIn}${more}`;
}

/** A project needs its project.json, which names its folder. Errors: `damaged-file`. */
export function requireProjectFile({ files, damaged }: ReadProject, folderName: string): void {
  const stored = files.get(PROJECT_PATH);
  if (stored?.kind !== 'project')
    throw new AppError('damaged-file', damageSummary(damaged) ?? `${folderName} holds no project.json.`);
  if (stored.value.projectId !== folderName) {
    const said = `project.json says "${stored.value.projectId}", but its folder is "${folderName}"`;
    throw new AppError('damaged-file', `${said}; they must agree.`);
  }
}
