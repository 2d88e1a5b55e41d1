import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { VersionId } from '../../model/names/codes.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../store/files/file-system.ts';

/** When a version last took its features from their server: known to this machine only, ignored by git. */
const LastSync = z.strictObject({ at: z.iso.datetime() });

const pathOf = (folder: string, versionId: VersionId): string =>
  join(folder, STATE_FOLDER, 'synced', `${versionId}.json`);

/** Never rejects: the import is done, even if the disk is full by now. */
export async function keepLastSync(folder: string, versionId: VersionId): Promise<void> {
  const path = pathOf(folder, versionId);
  try {
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(path, `${JSON.stringify({ at: new Date().toISOString() })}\n`, { mode: PRIVATE_FILE });
  } catch {
    // The page then shows an earlier time, or none.
  }
}

/** ISO time; undefined where no import is known. */
export async function readLastSync(folder: string, versionId: VersionId): Promise<string | undefined> {
  try {
    return LastSync.parse(JSON.parse(await readFile(pathOf(folder, versionId), 'utf8'))).at;
  } catch {
    return undefined;
  }
}
