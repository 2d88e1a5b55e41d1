import { join } from 'node:path';
import type { FileSystem } from './files/file-system.ts';
import { PROJECT_PATH } from './stored.ts';

/** What the file without which no project opens is like: the same text as long as nobody changes it. */
export async function projectLooks(fs: FileSystem, folder: string): Promise<string> {
  const stat = await fs.stat(join(folder, PROJECT_PATH)).catch(() => undefined);
  return [stat?.inode, stat?.modifiedNs, stat?.sizeBytes].join();
}
