import { dirname, join, resolve } from 'node:path';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';

interface WorkspaceSearch {
  given: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
}

export async function findWorkspace({ given, environment, directory }: WorkspaceSearch): Promise<string> {
  const named = given ?? environment.STEPLOOM_WORKSPACE;
  if (named !== undefined && named !== '') return resolve(directory, named);
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    if ((await projectIdsIn(nodeFileSystem, folder)).length > 0) return folder;
    if (folder === dirname(folder)) return join(resolve(directory), 'workspace');
  }
}
