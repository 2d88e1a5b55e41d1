import { relative, sep } from 'node:path';
import { nodeFileSystem } from '../store/files/node-file-system.ts';
import { projectIdsIn } from '../store/workspace.ts';
import type { Cli } from './cli.ts';

/** The project that a command means when none is named: the one in whose folder it is called. */
export async function projectAround(cli: Cli): Promise<string | undefined> {
  const workspaceFolder = await cli.workspaceFolder();
  const [first] = relative(workspaceFolder, cli.directory).split(sep);
  return (await projectIdsIn(nodeFileSystem, workspaceFolder)).find(id => id === first);
}
