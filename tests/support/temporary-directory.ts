import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  path: string;
}

/** A browser that ends may still write into its profile. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

/** A new empty folder, removed with all it holds: `await using folder = await temporaryDirectory()`. */
export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'steploom-')));
  return { path, [Symbol.asyncDispose]: () => rm(path, REMOVAL) };
}
