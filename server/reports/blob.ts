import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { terminalJson } from '../runs/messages/plain-text.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import { BLOB_FILE, BlobFile, filesNamedIn, MESSAGES_OF_BLOB } from './merge/blob-file.ts';
import type { Reporter } from './reporter.ts';

/** Build servers keep no larger report. */
const MOST_BYTES = 300_000_000;

export const blob: Reporter = {
  summary: 'one archive for merge-reports: the run, its messages and its pictures',
  audience: 'programs',
  fileName: 'blob-report.zip',
  isArchive: true,
  start: output => ({
    async finished({ run, messages, folder, keyPrefix, issueUrl }) {
      const file = BlobFile.parse({ format: 1, keyPrefix, issueUrl, run });
      output.add(BLOB_FILE, Buffer.from(JSON.stringify(file)));
      output.add(MESSAGES_OF_BLOB, Buffer.from(messages.map(message => `${terminalJson(message)}\n`).join('')));
      let left = MOST_BYTES;
      for (const name of filesNamedIn(run)) {
        const bytes = await readRegular(folder, name);
        // A text may look like the name of a file and be none.
        if (bytes === undefined) continue;
        left -= bytes.byteLength;
        if (left < 0) {
          output.warn(`${name} and what comes after it are left out: more than 300 MB would be in the report.`);
          break;
        }
        output.add(name, bytes);
      }
    },
  }),
};

async function readRegular(folder: FinishedRun['folder'], name: string): Promise<Uint8Array | undefined> {
  try {
    const path = join(folder, name);
    return (await lstat(path)).isFile() ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}
