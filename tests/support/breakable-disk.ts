import { type FileSystem, nodeFileSystem } from '../../server/store/files/file-system.ts';

/** The disk, which takes nothing new while `failure` is set: `ENOSPC` for a full one, `EROFS` for a read-only one. */
export interface BreakableDisk extends FileSystem {
  failure: 'ENOSPC' | 'EDQUOT' | 'EROFS' | undefined;
  /** What cannot be flushed any more. */
  failingSync: 'file' | 'folder' | undefined;
}

export function breakableDisk(): BreakableDisk {
  const disk: BreakableDisk = {
    ...nodeFileSystem,
    failure: undefined,
    failingSync: undefined,
    async createFile(path, mode) {
      refuse(disk.failure);
      const file = await nodeFileSystem.createFile(path, mode);
      return {
        ...file,
        async sync() {
          refuse(disk.failingSync === 'file' ? 'EIO' : undefined);
          await file.sync();
        },
      };
    },
    async rename(from, to) {
      refuse(disk.failure);
      return nodeFileSystem.rename(from, to);
    },
    async makeDirectory(path, mode) {
      refuse(disk.failure);
      return nodeFileSystem.makeDirectory(path, mode);
    },
    async syncDirectory(path) {
      refuse(disk.failingSync === 'folder' ? 'EIO' : undefined);
      return nodeFileSystem.syncDirectory(path);
    },
  };
  return disk;
}

function refuse(code: string | undefined): void {
  if (code !== undefined) throw Object.assign(new Error(code), { code });
}
