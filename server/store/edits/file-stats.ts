import type { FileStat } from '../files/file-system.ts';

/** What files are like, by path; missing: there is no such file. */
export type FileStats = ReadonlyMap<string, FileStat>;

/** Whether nobody wrote or replaced a file between two looks at it. */
export const sameFile = (left: FileStat | undefined, right: FileStat | undefined): boolean =>
  left?.inode === right?.inode && left?.modifiedNs === right?.modifiedNs && left?.sizeBytes === right?.sizeBytes;

export const sameFiles = (left: FileStats, right: FileStats): boolean =>
  left.size === right.size && [...left].every(([path, stat]) => sameFile(stat, right.get(path)));
