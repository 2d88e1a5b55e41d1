import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BrowserState } from '../../model/project/browser-state.ts';
import { AppError } from '../../model/protocol/errors.ts';
import { systemCode } from '../store/files/file-system.ts';

const EXPECTED = 'a JSON file below files/ with the storage state of a browser: {"cookies": […], "origins": […]}';

/** The saved state of a browser in a file below `files/`. Errors: `invalid-project`, without what is in the file. */
export async function readStateFile(projectFolder: string, path: string, role: string): Promise<BrowserState> {
  const refuse = (problem: string, cause?: unknown) =>
    new AppError('invalid-project', `The state file "${path}" of role "${role}" ${problem}.`, {
      expected: EXPECTED,
      next: 'configureAuth',
      cause,
    });
  const root = join(projectFolder, 'files');
  const target = resolve(root, path);
  if (path.includes('\0') || !isWithin(root, target)) throw refuse('leaves the folder files/');
  let text: string;
  try {
    if (!isWithin(await realpath(root), await realpath(target)))
      throw refuse('is a link that leaves the folder files/');
    text = await readFile(target, 'utf8');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(systemCode(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${systemCode(error)})`, error);
  }
  const state = BrowserState.safeParse(parsed(text));
  if (!state.success) throw refuse('holds no state of a browser');
  return state.data;
}

const isWithin = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by whoever looks at it.
    return undefined;
  }
}
