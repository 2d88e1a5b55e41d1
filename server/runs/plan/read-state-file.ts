import { readFile } from 'node:fs/promises';
import { AppError } from '../../../model/errors/errors.ts';
import { BrowserState } from '../../../model/project/browser-state.ts';
import { findProjectFile } from './find-project-file.ts';

const EXPECTED = 'a JSON file below files/ with the storage state of a browser: {"cookies": […], "origins": […]}';

/** The saved state of a browser in a file below `files/`. Errors: `invalid-project`, without what is in the file. */
export async function readStateFile(projectFolder: string, file: string, role: string): Promise<BrowserState> {
  const refuse = (fault: string) =>
    new AppError('invalid-project', `The state file of role "${role}" cannot be used: ${fault}.`, {
      field: 'stateFile',
      expected: EXPECTED,
      next: 'configureAuth',
    });
  const found = await findProjectFile(projectFolder, file);
  if ('fault' in found) throw refuse(found.fault);
  const state = BrowserState.safeParse(parsed(await readFile(found.path, 'utf8')));
  if (!state.success) throw refuse(`files/${file} holds no state of a browser`);
  return state.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by whoever looks at it.
    return undefined;
  }
}
