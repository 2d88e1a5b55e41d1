import { AppError } from '../../model/errors/errors.ts';
import { attempt } from '../commands/command.ts';

/** Reads a file that a person has chosen or dropped; says so where the browser cannot. */
export const takeText = (
  file: File | null | undefined,
  take: (text: string, fileName: string) => void,
): Promise<void> =>
  attempt('Choose a file', async () => {
    if (file) take(await textOf(file), file.name);
  });

async function textOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch (cause) {
    throw new AppError('not-found', `“${file.name}” cannot be read: choose it again`, { cause });
  }
}
