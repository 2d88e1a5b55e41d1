import { relative, sep } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';
import type { Cli } from './cli.ts';

/** The project in whose folder the command is called. */
export async function projectAround(cli: Cli): Promise<string | undefined> {
  const workspaceFolder = await cli.workspaceFolder();
  const [first] = relative(workspaceFolder, cli.directory).split(sep);
  return (await projectIdsIn(nodeFileSystem, workspaceFolder)).find(id => id === first);
}

/** Errors: `invalid-params`, naming the projects that are there. */
export async function findProject(cli: Cli, named: string | undefined): Promise<string> {
  const folder = await cli.workspaceFolder();
  const ids: string[] = await projectIdsIn(nodeFileSystem, folder);
  const wanted = named ?? (await projectAround(cli)) ?? (ids.length === 1 ? ids[0] : undefined);
  if (wanted !== undefined && ids.includes(wanted)) return wanted;
  const missing = wanted === undefined ? 'Name the project with --project.' : `No project "${wanted}".`;
  const there = `Projects: ${ids.join(', ')}.`;
  if (ids.length > 0) throw new AppError('invalid-params', `${missing} ${there}`);
  const none = `There are no projects in ${folder}; create one with steploom init, or choose another folder with --workspace.`;
  throw new AppError('invalid-params', wanted === undefined ? none : `${missing} ${none}`);
}
