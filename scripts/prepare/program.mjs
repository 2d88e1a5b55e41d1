import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { arePackagesFresh, isBuildFresh } from './freshness.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Resolves with false, after the reason on stderr. An installed package needs nothing. */
export async function prepareProgram(root = ROOT) {
  if (!existsSync(path.join(root, 'tsconfig.json'))) return true;
  if (arePackagesFresh(root) && isBuildFresh(root)) return true;
  const { updateProgram } = await import('./update-program.mjs');
  return await updateProgram(root);
}
