import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SettlingLimits } from '../../server/store/edits/outside-edits.ts';

/** Git is waited for as long as it takes, however slow the machine is. */
export const PATIENT: Partial<SettlingLimits> = { busyMs: Number.POSITIVE_INFINITY };

/** Changes a file as most editors do: the whole of it, under a new name first. Answers its new text. */
export async function editFile(folder: string, path: string, change: (text: string) => string): Promise<string> {
  const file = join(folder, path);
  const text = change(await readFile(file, 'utf8'));
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
  return text;
}
