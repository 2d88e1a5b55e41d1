import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { baselineNameFault, findingsNameFault, isFindingsFile } from '../../../model/names/file-path.ts';
import type { Baselines } from '../../../model/protocol/bridge.ts';
import { failedWrite, makeFolders, nodeFileSystem, systemCode, unlessCode } from '../../store/files/file-system.ts';
import { writeDurably } from '../../store/files/write-durably.ts';

const FOLDER = ['files', 'baselines'] as const;
/** Part of file names: fonts differ between systems, and with them nearly every picture. */
const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'mac', win32: 'windows' };

export function createBaselines(projectFolder: string, platform: string = process.platform): Baselines {
  const fileOf = (name: string): string => {
    const isList = isFindingsFile(name);
    const fault = isList ? findingsNameFault(name) : baselineNameFault(name);
    if (fault !== undefined) throw new AppError('internal', fault);
    if (isList) return name;
    return `${name}-${PLATFORMS[platform] ?? platform}.png`;
  };
  const pathOf = (name: string): string => [...FOLDER, fileOf(name)].join('/');
  return {
    path: pathOf,
    async read(name) {
      const folder = await folderOf(projectFolder);
      if (folder === undefined) return undefined;
      const path = join(folder, fileOf(name));
      const real = await realPathOf(path);
      if (real === undefined) return undefined;
      if (real !== path) throw leadsElsewhere(pathOf(name));
      return readFile(path).catch((error: unknown) => {
        throw new AppError('invalid-project', `${pathOf(name)} cannot be read (${systemCode(error)}).`, {
          cause: error,
        });
      });
    },
    async write(name, bytes) {
      const path = pathOf(name);
      try {
        await makeFolders(join(projectFolder, ...FOLDER));
        const folder = await folderOf(projectFolder);
        if (folder !== undefined) await writeDurably(nodeFileSystem, join(folder, fileOf(name)), bytes, { name: path });
      } catch (error) {
        throw unwritten(error, path);
      }
    },
  };
}

function unwritten(error: unknown, path: string): AppError {
  const failure = failedWrite(error, path);
  if (failure.kind !== 'store-failed') return failure;
  const code = systemCode(failure.detail.cause) ?? 'unknown reason';
  return new AppError('read-only', `${path} cannot be written (${code}).`, { cause: error });
}

/** Links must not lead reads or writes out of the project. */
async function folderOf(projectFolder: string): Promise<string | undefined> {
  const root = await realPathOf(projectFolder);
  const folder = await realPathOf(join(projectFolder, ...FOLDER));
  if (root === undefined || folder === undefined) return undefined;
  if (folder !== join(root, ...FOLDER)) throw leadsElsewhere(FOLDER.join('/'));
  return folder;
}

const leadsElsewhere = (path: string): AppError =>
  new AppError('invalid-project', `${path} is a link; the pictures have to lie in the project.`);

const realPathOf = (path: string): Promise<string | undefined> =>
  unlessCode<string | undefined>(['ENOENT', 'ENOTDIR'], () => realpath(path), undefined);
