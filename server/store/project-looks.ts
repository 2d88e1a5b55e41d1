import { join } from 'node:path';
import type { FileSystem } from './files/file-system.ts';
import { privatePath } from './private-file.ts';
import { PASSWORD_FILE } from './project-password.ts';
import { PROJECT_PATH } from './stored.ts';
import { TOKENS_FILE } from './tokens/token-file.ts';

/** What the files without which no project opens are like: the same text as long as nobody changes them. */
export async function projectLooks(fs: FileSystem, folder: string): Promise<string> {
  const paths = [PROJECT_PATH, privatePath(TOKENS_FILE.name), privatePath(PASSWORD_FILE.name)];
  const stats = await Promise.all(paths.map(path => fs.stat(join(folder, path)).catch(() => undefined)));
  return stats.map(stat => [stat?.inode, stat?.modifiedNs, stat?.sizeBytes].join()).join(';');
}
