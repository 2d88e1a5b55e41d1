import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import { askServer } from '../process/ask-server.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import { failedWrite, nodeFileSystem, PRIVATE_FILE, PRIVATE_FOLDER, unlessCode } from '../store/files/file-system.ts';
import { FolderIdentity, identifyFolder, isSameFolder } from '../store/files/folder-identity.ts';
import { isAlive } from '../store/files/write-durably.ts';

/** How other processes of the same user reach the server of a workspace. */
export const ServerFile = z.object({
  url: z.url(),
  pid: z.number().int(),
  secret: z.string().min(20),
  /** PEM; set where the server uses HTTPS. */
  certificate: z.string().optional(),
});
export type ServerFile = z.infer<typeof ServerFile>;

const pathIn = (workspaceFolder: string): string => join(workspaceFolder, STATE_FOLDER, 'server.json');

/** Errors: `disk-full`, `read-only`, `store-failed`. */
export async function writeServerFile(workspaceFolder: string, content: ServerFile): Promise<void> {
  const path = pathIn(workspaceFolder);
  try {
    // Node's own recursive mkdir reports a read-only disk as a missing folder.
    await nodeFileSystem.makeDirectory(join(workspaceFolder, STATE_FOLDER), PRIVATE_FOLDER);
    // A workspace may be inside a repository, whose own rules do not ignore this folder.
    await writeFile(join(workspaceFolder, STATE_FOLDER, '.gitignore'), '*\n', { mode: PRIVATE_FILE });
    await rm(path, { force: true });
    await writeFile(path, `${JSON.stringify(content)}\n`, { mode: PRIVATE_FILE, flag: 'wx' });
  } catch (error) {
    throw failedWrite(error, path);
  }
}

/** Keeps the file of another server. A file that cannot be removed names a dead process. */
export async function removeServerFile(workspaceFolder: string, pid: number): Promise<void> {
  const content = await readServerFile(workspaceFolder);
  if (content?.pid !== pid) return;
  await unlessCode(['EROFS', 'EACCES', 'EPERM'], () => rm(pathIn(workspaceFolder), { force: true }), undefined);
}

async function readServerFile(workspaceFolder: string): Promise<ServerFile | undefined> {
  try {
    return ServerFile.parse(JSON.parse(await readFile(pathIn(workspaceFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Long, since the machine may be busy; a dead server is detected by its process. */
const HEALTH_LIMIT_MS = 10_000;
const Health = z.object({ workspace: FolderIdentity.optional() });

/** The server of exactly this folder: a copy brings along the file of the server of its original. */
export async function findServer(workspaceFolder: string): Promise<ServerFile | undefined> {
  const content = await readServerFile(workspaceFolder);
  if (content === undefined || !isAlive(content.pid)) return undefined;
  try {
    const headers = { authorization: `Bearer ${content.secret}` };
    const signal = timeoutSignal(HEALTH_LIMIT_MS);
    const { status, text } = await askServer(content, { path: '/api/health', headers, signal });
    if (status !== 200) return undefined;
    const { workspace } = Health.parse(JSON.parse(text));
    return isSameFolder(workspace, await identifyFolder(workspaceFolder)) ? content : undefined;
  } catch {
    return undefined;
  }
}
