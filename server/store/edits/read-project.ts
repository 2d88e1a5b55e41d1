import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { VersionId } from '../../../model/names/codes.ts';
import type { FileStat } from '../files/file-system.ts';
import { lineOfField } from '../files/parse-json.ts';
import type { ProjectReader } from '../files/project-files.ts';
import { type DamagedFile, damageOf, describeDamage } from './damaged-file.ts';
import { projectPaths } from './find-files.ts';
import { revisionOf } from './revisions.ts';
import { PROJECT_PATH, readStoredText, type StoredFile, storedText, VERSIONS_FOLDER, versionPath } from './stored.ts';

interface ReadProject {
  files: ReadonlyMap<string, StoredFile>;
  /** From just before each file was read. */
  stats: ReadonlyMap<string, FileStat>;
  damaged: readonly DamagedFile[];
}

/** Damaged files are replaced by their newest good backup, or left out. */
export async function readProject(files: ProjectReader): Promise<ReadProject> {
  const found = new Map<string, StoredFile>();
  const stats = new Map<string, FileStat>();
  const damaged: DamagedFile[] = [];
  for (const path of await projectPaths(withLostFolders(files, damaged))) {
    // Reading fails too, with a better reason.
    const stat = await files.stat(path).catch(() => undefined);
    if (stat !== undefined) stats.set(path, stat);
    const stored = await readOne(files, path, damaged);
    if (stored !== undefined) found.set(path, stored);
  }
  damaged.push(...missingHeads(stats.keys()).map(missingHead));
  return { files: found, stats, damaged };
}

/** Backups show what an unreadable folder holds; nothing is written, since the rest is unknown. */
function withLostFolders(files: ProjectReader, damaged: DamagedFile[]): Pick<ProjectReader, 'list'> {
  return {
    list: async folder => {
      try {
        return await files.list(folder);
      } catch (error) {
        if (!isAppError(error)) throw error;
        damaged.push({ ...damageOf(folder, error), stopsAll: true });
        const below = (await files.listBackups().catch(() => [])).filter(({ name }) => name.startsWith(`${folder}/`));
        const entries = below.map(({ name }) => name.slice(folder.length + 1).split('/'));
        return [
          ...new Map(entries.map(([name = '', ...rest]) => [name, { name, isDirectory: rest.length > 0 }])).values(),
        ];
      }
    },
  };
}

/** The version.json of each version that has other files but not this one. */
export function missingHeads(present: Iterable<string>): string[] {
  const paths = new Set(present);
  const folders = new Set([...paths].map(path => VERSION_OF.exec(path)?.[1]));
  const ids = [...folders].flatMap(folder => VersionId.safeParse(folder).data ?? []);
  return ids.map(versionPath).filter(path => !paths.has(path));
}

const VERSION_OF = new RegExp(`^${VERSIONS_FOLDER}/([^/]+)/`);

/** Without this damage, modules of such a version would come back in a new version of its id. */
export const missingHead = (path: string): DamagedFile => ({
  path,
  reason: `${path} is missing, but the version has other files.`,
});

/** Errors: `damaged-file`, naming file, line and reason. */
export function parseProjectFile(path: string, text: string): StoredFile {
  try {
    return readStoredText(path, text);
  } catch (error) {
    throw isAppError(error, 'damaged-file') ? withLine(error, path, text) : error;
  }
}

function withLine(error: AppError, path: string, text: string): AppError {
  const { field, facts } = error.detail;
  if (field === undefined) return error;
  const line = lineOfField(text, field);
  return new AppError('damaged-file', error.message.replace(path, `${path}, line ${line}`), {
    facts: { ...facts, line },
  });
}

async function readOne(files: ProjectReader, path: string, damaged: DamagedFile[]): Promise<StoredFile | undefined> {
  let text: string | undefined;
  try {
    text = await files.readText(path);
    return text === undefined ? undefined : parseProjectFile(path, text);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const backup = await files.newestGoodBackup(path, content => parseProjectFile(path, content));
    damaged.push({ ...damageOf(path, error, text), backup: backup?.path });
    return backup?.value;
  }
}

/** project.json must name its folder. Errors: `damaged-file`. */
export function requireProjectFile({ files, damaged }: ReadProject, folderName: string): void {
  const stored = files.get(PROJECT_PATH);
  if (stored?.kind !== 'project')
    throw projectDamage(damaged) ?? new AppError('damaged-file', `${folderName} holds no project.json.`);
  if (stored.value.projectId !== folderName) {
    const said = `project.json says "${stored.value.projectId}", but its folder is "${folderName}"`;
    throw new AppError('damaged-file', `${said}; they must agree.`);
  }
}

function projectDamage(damaged: readonly DamagedFile[]): AppError | undefined {
  const damage = damaged.find(({ path }) => path === PROJECT_PATH);
  return (
    damage && new AppError('damaged-file', describeDamage(damage), { facts: { file: damage.path, line: damage.line } })
  );
}

/** Leaves out files of which only the time or the layout changed. */
export function realChanges(
  changed: ReadonlyMap<string, StoredFile | undefined>,
  known: ReadonlyMap<string, StoredFile>,
) {
  const isReal = ([path, stored]: [string, StoredFile | undefined]) => {
    const was = known.get(path);
    return stored === undefined || was === undefined || storedText(stored) !== storedText(was);
  };
  return new Map([...changed].filter(isReal));
}

export function otherProject(known: StoredFile | undefined, stored: StoredFile): DamagedFile | undefined {
  if (known?.kind !== 'project' || stored.kind !== 'project') return undefined;
  const [found, wanted] = [stored.value.projectId, known.value.projectId];
  if (found === wanted) return undefined;
  const reason = `${PROJECT_PATH} says "${found}", but this is "${wanted}".`;
  return { path: PROJECT_PATH, reason, stopsAll: true };
}

/** Equal records stay the same objects: undo, listeners and revisions see them as untouched. */
export function withSharedRecords(before: StoredFile | undefined, after: StoredFile): StoredFile {
  if (before?.kind === 'module' && after.kind === 'module') {
    const tests = shared(before.value.tests, after.value.tests, test => test.testCode);
    return { ...after, value: { ...after.value, tests } };
  }
  if (before?.kind === 'environments' && after.kind === 'environments') {
    const { environments: old } = before.value;
    const environments = shared(old, after.value.environments, item => item.environmentCode);
    return { ...after, value: { ...after.value, environments } };
  }
  if (before?.kind === 'links' && after.kind === 'links') {
    const links = shared(before.value.links, after.value.links, item => item.text);
    return { ...after, value: { ...after.value, links } };
  }
  return after;
}

function shared<Item extends object>(before: readonly Item[], after: readonly Item[], codeOf: (item: Item) => string) {
  const old = new Map(before.map(item => [codeOf(item), item]));
  return after.map(item => {
    const was = old.get(codeOf(item));
    return was !== undefined && revisionOf(was) === revisionOf(item) ? was : item;
  });
}
