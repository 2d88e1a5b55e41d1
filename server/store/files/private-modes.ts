/** Copying, unpacking or a careless chmod widens permissions. */
import { join } from 'node:path';
import { type FileStat, type FileSystem, PRIVATE_FILE, PRIVATE_FOLDER, systemCode, unlessCode } from './file-system.ts';

const OTHERS = 0o077;
const PRIVATE_NAME = /^(secrets|tokens|password|marks)\.json(\.|$)/;

interface Exposed {
  path: string;
  stat: FileStat;
}

interface StateFolder {
  fs: FileSystem;
  stateDirectory: string;
}

async function exposedIn({ fs, stateDirectory }: StateFolder): Promise<Exposed[]> {
  const found: Exposed[] = [];
  const look = async (path: string) => {
    const stat = await fs.stat(path);
    if (stat !== undefined && (stat.mode & OTHERS) !== 0) found.push({ path, stat });
  };
  await look(stateDirectory);
  for (const folder of [stateDirectory, join(stateDirectory, 'backups')]) {
    const entries = await unlessCode(['ENOENT', 'ENOTDIR', 'EACCES'], () => fs.list(folder), []);
    for (const { name } of entries) if (PRIVATE_NAME.test(name)) await look(join(folder, name));
  }
  return found;
}

/** Undefined for a link, whose permissions say nothing. */
async function mend({ path, stat }: Exposed, fs: FileSystem): Promise<string | undefined> {
  const mode = stat.isDirectory ? PRIVATE_FOLDER : PRIVATE_FILE;
  const was = `${path} could be read by other users (mode ${stat.mode.toString(8)})`;
  try {
    await fs.changeMode(path, mode);
    return `${was}, now only by you. If others use this machine, give it new secrets.`;
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    if (code === 'ELOOP') return undefined;
    return `${was}, and that cannot be changed (${code}): let its owner do chmod ${mode.toString(8)}.`;
  }
}

/** Messages on what was mended, and what could not be. */
export async function keepPrivate(place: StateFolder): Promise<string[]> {
  // Windows has permissions of another kind, which folders hand down.
  if (process.platform === 'win32') return [];
  const found = await exposedIn(place).catch((error: unknown) => {
    // Reading fails for the same reason, and explains it better.
    if (systemCode(error) === undefined) throw error;
    return [];
  });
  const messages = await Promise.all(found.map(one => mend(one, place.fs)));
  return messages.filter(text => text !== undefined);
}
