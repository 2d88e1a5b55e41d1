import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { systemCode } from '../../store/files/file-system.ts';
import type { Cli } from './cli.ts';

const OPTION = '--queue-password-file';

/** Not the password itself: other users and the history of the shell would see it. */
export const QUEUE_PASSWORD_FILE = [
  `${OPTION} <file>`,
  'file with the password of the queue on its first line (default: the variable STEPLOOM_QUEUE_PASSWORD)',
] as const;

/** Errors: `invalid-params`. */
export async function queuePassword(
  { directory, environment }: Cli,
  file: string | undefined,
): Promise<{ password: string; option?: string } | undefined> {
  if (file !== undefined) return { password: await readPasswordFile(resolve(directory, file)), option: OPTION };
  const password = environment.STEPLOOM_QUEUE_PASSWORD;
  return password ? { password } : undefined;
}

async function readPasswordFile(path: string): Promise<string> {
  try {
    const [line = ''] = (await readFile(path, 'utf8')).split(/\r?\n/, 1);
    if (line !== '') return line;
  } catch (error) {
    throw new AppError('invalid-params', `${OPTION}: ${path} cannot be read (${systemCode(error) ?? 'unknown'}).`, {
      field: OPTION,
      cause: error,
    });
  }
  throw new AppError('invalid-params', `${OPTION}: the first line of ${path} is empty.`, { field: OPTION });
}
