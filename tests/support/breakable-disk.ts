import type { FileSystem } from '../../server/store/files/file-system.ts';
import { nodeFileSystem } from '../../server/store/files/node-file-system.ts';

/** The disk, which takes nothing new while `failure` is set: `ENOSPC` for a full one, `EROFS` for a read-only one. */
export interface BreakableDisk extends FileSystem {
  failure: 'ENOSPC' | 'EROFS' | undefined;
}

export function breakableDisk(): BreakableDisk {
  const disk: BreakableDisk = {
    ...nodeFileSystem,
    failure: undefined,
    async createFile(path, mode) {
      refuse(disk);
      return nodeFileSystem.createFile(path, mode);
    },
    async rename(from, to) {
      refuse(disk);
      return nodeFileSystem.rename(from, to);
    },
    async makeDirectory(path, mode) {
      refuse(disk);
      return nodeFileSystem.makeDirectory(path, mode);
    },
  };
  return disk;
}

function refuse({ failure }: BreakableDisk): void {
  if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure });
}
