import { join } from 'node:path';
import { VersionId } from '../../../model/names/codes.ts';
import { nodeFileSystem } from '../files/file-system.ts';
import type { ProjectReader } from '../files/project-files.ts';
import { KINDS, PROJECT_PATH, VERSIONS_FOLDER } from './stored.ts';

type FolderLists = Pick<ProjectReader, 'list'>;
type ManyFiles = Pick<(typeof KINDS)['feature'], 'folder' | 'isAt'>;

const MOST_DEPTH = 20;

async function lookFor({ folder, isAt }: ManyFiles, files: FolderLists, version: string) {
  const folders = folder === undefined ? [] : [`${version}/${folder.path}`];
  const paths: string[] = [];
  for (const parent of folders)
    for (const { name, isDirectory } of await files.list(parent)) {
      const path = `${parent}/${name}`;
      const within = path.slice(version.length + 1);
      const mayHoldMore = isDirectory && folder?.takes?.(within);
      if (mayHoldMore && within.split('/').length <= MOST_DEPTH) folders.push(path);
      else if (isAt(within) && !(isDirectory && folder?.takes)) paths.push(path);
    }
  return { folders, paths };
}

const versionsIn = (entries: readonly { name: string }[]): VersionId[] =>
  entries.flatMap(({ name }) => VersionId.safeParse(name).data ?? []);

/** Files that every version has are listed even when they are missing. */
export async function projectPaths(files: FolderLists): Promise<string[]> {
  const paths = [PROJECT_PATH];
  const entries = await files.list(VERSIONS_FOLDER);
  for (const versionId of versionsIn(entries.filter(({ isDirectory }) => isDirectory)))
    for (const kind of Object.values(KINDS))
      if ('path' in kind) paths.push(kind.path(versionId));
      else paths.push(...(await lookFor(kind, files, `${VERSIONS_FOLDER}/${versionId}`)).paths);
  return paths;
}

/** '' is the project's own folder. */
export async function projectFolders(root: string): Promise<string[]> {
  const files = { list: (folder: string) => nodeFileSystem.list(join(root, folder)).catch(() => []) };
  const versions = versionsIn(await files.list(VERSIONS_FOLDER)).map(id => `${VERSIONS_FOLDER}/${id}`);
  const below = versions.flatMap(version =>
    Object.values(KINDS).map(async kind => {
      // Such a kind has no subfolders to look into.
      if (kind.folder?.takes === undefined) return kind.folder === undefined ? [] : [`${version}/${kind.folder.path}`];
      return (await lookFor(kind, files, version)).folders;
    }),
  );
  return ['', VERSIONS_FOLDER, ...versions, ...(await Promise.all(below)).flat()];
}
