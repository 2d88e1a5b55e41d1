import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import type { AppSession } from './app-session.ts';

/** As Playwright takes them: where they lie, or what is in them. */
export type GivenFiles = string[] | { name: string; mimeType: string; buffer: Buffer }[];

/** More than Playwright puts into a page. */
const MOST_BYTES = 50 * 1024 * 1024 - 1;

/**
 * Files for a page. A browser that was started for it reads them itself; that of a person reads nothing for a service,
 * so that a lent tab gets bytes. Errors: `page-error` for what is too large for that, or no file.
 */
export async function givenFiles(session: AppSession, paths: readonly string[]): Promise<GivenFiles> {
  if (!session.isLent) return [...paths];
  const found = await Promise.all(paths.map(file => stat(file)));
  if (!found.every(each => each.isFile()))
    throw new AppError('page-error', 'A lent tab takes files, no folders: its browser reads nothing from the disk.');
  const bytes = found.reduce((total, { size }) => total + size, 0);
  if (bytes > MOST_BYTES)
    throw new AppError('page-error', `A lent tab takes less than 50 MB at once, and these files have ${bytes} bytes.`);
  // Playwright tells the type by the name.
  return await Promise.all(
    paths.map(async file => ({ name: path.basename(file), mimeType: '', buffer: await readFile(file) })),
  );
}
