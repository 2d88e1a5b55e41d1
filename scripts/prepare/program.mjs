import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { arePackagesFresh, isBuildFresh } from './freshness.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs the packages and builds dist/, each where it is stale; in an installed package there is nothing to do.
 * Resolves with false, having said why on stderr, when the program cannot be made usable.
 */
export async function prepareProgram(root = ROOT) {
  if (!existsSync(path.join(root, 'tsconfig.json'))) return true;
  if (arePackagesFresh(root) && isBuildFresh(root)) return true;
  const { updateProgram } = await import('./update-program.mjs');
  return await updateProgram(root);
}
