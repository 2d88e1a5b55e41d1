import type { FileSystem, WritableFile } from '../../server/store/files/file-system.ts';

export interface FailingOptions {
  /** Which call fails, counted from 1. */
  call: number;
  /** The system's word, e.g. `ENOSPC`. */
  code: string;
  /** Every later call fails as well. */
  forGood?: boolean;
}

/** A file system whose n-th call fails, as the fault says at that moment; `calls` tells how many were made. */
export interface FailingFileSystem extends FileSystem {
  calls(): number;
}

export function failingFileSystem(fs: FileSystem, fault: Readonly<FailingOptions>): FailingFileSystem {
  let calls = 0;

  function guard<Parameters extends unknown[], Result>(run: (...parameters: Parameters) => Promise<Result>) {
    return async (...parameters: Parameters): Promise<Result> => {
      calls += 1;
      const { call, code, forGood = false } = fault;
      if (calls === call || (forGood && calls > call)) throw Object.assign(new Error(code), { code });
      return run(...parameters);
    };
  }

  const guardFile = (file: WritableFile): WritableFile => ({
    write: guard((bytes, offset) => file.write(bytes, offset)),
    sync: guard(() => file.sync()),
    stat: guard(() => file.stat()),
    close: guard(() => file.close()),
  });

  return {
    calls: () => calls,
    createFile: guard(async (path, mode) => guardFile(await fs.createFile(path, mode))),
    readFile: guard(path => fs.readFile(path)),
    rename: guard((from, to) => fs.rename(from, to)),
    link: guard((existing, path) => fs.link(existing, path)),
    unlink: guard(path => fs.unlink(path)),
    makeDirectory: guard((path, mode) => fs.makeDirectory(path, mode)),
    removeDirectory: guard(path => fs.removeDirectory(path)),
    list: guard(path => fs.list(path)),
    stat: guard(path => fs.stat(path)),
    changeMode: guard((path, mode) => fs.changeMode(path, mode)),
    syncDirectory: guard(path => fs.syncDirectory(path)),
  };
}
