import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { DoArguments } from './command.ts';

export interface DoPlace {
  workspace: string;
  /** Undefined: the only one of the workspace. */
  project: string | undefined;
  /** Whether it is a workspace of Steploom's own, as there is no project here. */
  isUnsaved: boolean;
}

const PROJECT = /^[a-z0-9][a-z0-9_-]{0,63}$/;

function projectsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter(entry => !entry.isFile());
    return names
      .map(({ name }) => name)
      .filter(name => PROJECT.test(name) && existsSync(join(folder, name, 'project.json')));
  } catch {
    return [];
  }
}

function workspaceAround(directory: string): string | undefined {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    if (projectsIn(folder).length > 0) return folder;
    if (folder === dirname(folder)) break;
  }
  const below = join(directory, 'workspace');
  return projectsIn(below).length > 0 ? below : undefined;
}

const cacheFolder = (): string => process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');

const unsaved = (directory: string): string =>
  join(cacheFolder(), 'steploom', 'unsaved', createHash('sha256').update(directory).digest('hex').slice(0, 16));

/** The workspace that was named, else the one around the folder, else one that nobody has saved yet. */
export function findPlace(directory: string, { workspace: given, project }: DoArguments): DoPlace {
  const named = given ?? process.env.STEPLOOM_WORKSPACE;
  const around = named === undefined || named === '' ? workspaceAround(directory) : resolve(directory, named);
  if (around === undefined) return { workspace: unsaved(resolve(directory)), project, isUnsaved: true };
  const [first = ''] = relative(around, resolve(directory)).split(sep);
  const isInside = PROJECT.test(first) && existsSync(join(around, first, 'project.json'));
  return { workspace: around, project: project ?? (isInside ? first : undefined), isUnsaved: false };
}

export const nameOfFolder = (directory: string): string => basename(resolve(directory)).slice(0, 60) || 'shell';

export interface RunningServer {
  url: URL;
  pid: number;
  secret: string;
  certificate: string | undefined;
}

/** What the service of a workspace has written about itself; undefined where none runs. */
export function readServer(workspace: string): RunningServer | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(join(workspace, '.steploom', 'server.json'), 'utf8'));
    if (typeof file !== 'object' || file === null) return undefined;
    const { url, pid, secret, certificate }: Record<string, unknown> = { ...file };
    if (typeof url !== 'string' || typeof pid !== 'number' || typeof secret !== 'string' || !isAlive(pid))
      return undefined;
    return { url: new URL(url), pid, secret, certificate: typeof certificate === 'string' ? certificate : undefined };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
