import { isAbsolute } from 'node:path';
import { AppError } from '../../../../model/errors/errors.ts';
import type { IncomingFile } from '../../../../model/feature/feature-files.ts';
import { DEFAULT_MATCH_FILE } from '../../../../model/project/feature-server.ts';
import { readFolder } from '../../../test-management/folder.ts';
import { asText } from '../../../test-management/match-files.ts';
import type { ToolContext } from '../../define/define-tool.ts';

/**
 * The feature files in a folder and those in it. Only people at the machine may have it look into any folder. Errors:
 * `forbidden`, `invalid-params`, `not-found`.
 */
export async function fromFolder({ isAtMachine, signal }: ToolContext, folder: string): Promise<IncomingFile[]> {
  if (!isAtMachine)
    throw new AppError('forbidden', 'Folders of the machine are read for people at it alone. Send the files as text.', {
      field: 'source',
    });
  if (!isAbsolute(folder))
    throw new AppError('invalid-params', `"path" must be a whole path, not "${folder}".`, { field: 'path' });
  const refuse = (what: string) => new AppError('not-found', what, { field: 'path' });
  const { files, refused } = await readFolder(folder, { matchFile: DEFAULT_MATCH_FILE, signal, refuse });
  if (files.length + refused.length === 0) throw refuse(`There is no .feature file in ${folder}.`);
  return [...files.map(({ file, bytes }) => asText(file, bytes)), ...refused];
}
