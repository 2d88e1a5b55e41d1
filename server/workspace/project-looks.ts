import { join } from 'node:path';
import { PROJECT_PATH } from '../store/edits/stored.ts';
import type { FileSystem } from '../store/files/file-system.ts';

/** What the file without which no project opens is like: the same text as long as nobody changes it. */
export async function projectLooks(fs: FileSystem, folder: string): Promise<string> {
  const stat = await fs.stat(join(folder, PROJECT_PATH)).catch(() => undefined);
  return [stat?.inode, stat?.modifiedNs, stat?.sizeBytes].join();
}
