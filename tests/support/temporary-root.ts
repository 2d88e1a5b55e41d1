/** Puts everything temporary of a run below one folder, and removes it at the end: also what killed specs leave. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'steploom-specs-')));
  process.env.TMPDIR = root;
  return () => {
    try {
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    } catch (error) {
      // A browser that has not quite ended still writes there: no fault of what was tested.
      process.stderr.write(`${root} could not be removed: ${error}\n`);
    }
  };
}
