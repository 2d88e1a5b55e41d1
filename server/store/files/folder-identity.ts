import { realpath, stat } from 'node:fs/promises';
import { z } from 'zod';

/** Tells a folder from its copies, by whichever path it is reached: through a link, or mounted a second time. */
export const FolderIdentity = z.object({
  /** Without links. */
  path: z.string(),
  /** Device and inode, as this machine sees them until it is started anew. */
  place: z.string(),
});
export type FolderIdentity = z.infer<typeof FolderIdentity>;

/** Device and inode. Errors: those of the system. */
export async function placeOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Undefined where the folder is gone or cannot be seen. */
export async function identifyFolder(folder: string): Promise<FolderIdentity | undefined> {
  try {
    return { path: await realpath(folder), place: await placeOf(folder) };
  } catch {
    return undefined;
  }
}

/** Some disks made up by programs number their files anew now and then, so that the same path is enough. */
export const isSameFolder = (one: FolderIdentity | undefined, other: FolderIdentity | undefined): boolean =>
  one !== undefined && other !== undefined && (one.path === other.path || one.place === other.place);
