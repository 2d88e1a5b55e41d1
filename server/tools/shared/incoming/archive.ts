import { readFile, stat } from 'node:fs/promises';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import type { IncomingFile } from '../../../../model/feature/feature-files.ts';
import { DEFAULT_MATCH_FILE } from '../../../../model/project/feature-server.ts';
import { findProjectFile } from '../../../runs/plan/find-project-file.ts';
import { ARCHIVE_LIMITS } from '../../../test-management/archive/check-entry.ts';
import { isArchive } from '../../../test-management/archive/is-archive.ts';
import { readArchive } from '../../../test-management/archive/read-archive.ts';
import { asText, matchesFile } from '../../../test-management/match-files.ts';
import type { ToolContext } from '../../define/define-tool.ts';

/** The feature files in an archive that lies below `files/`. Errors: `not-found`, `invalid-params`. */
export async function fromArchive({ project, signal }: ToolContext, path: string): Promise<IncomingFile[]> {
  const found = await findProjectFile(project.folder, path);
  if (!('path' in found))
    throw new AppError('not-found', `"path": ${found.fault}.`, { field: 'path', next: 'getFiles' });
  const most = ARCHIVE_LIMITS.archiveBytes;
  if ((await stat(found.path)).size > most) throw refused(path, `is larger than ${most / 1_000_000} MB.`);
  const bytes = await readFile(found.path);
  if (!isArchive(bytes)) throw refused(path, 'is no zip archive. A feature file is imported as text.');
  const isWanted = (file: string) => matchesFile(file, DEFAULT_MATCH_FILE);
  const unpacked = await readArchive(bytes, { isWanted, signal }).catch((error: unknown) =>
    Promise.reject(isAppError(error) ? refused(path, `is not imported: ${error.message}`) : error),
  );
  const { files, refused: bad } = unpacked;
  if (files.length + bad.length === 0)
    throw refused(path, `holds no ${DEFAULT_MATCH_FILE} among its ${unpacked.others.length} files.`);
  return [...files.map(({ file, bytes: content }) => asText(file, content)), ...bad];
}

const refused = (path: string, what: string): AppError =>
  new AppError('invalid-params', `files/${path} ${what}`, { field: 'path' });
