import { existsSync } from 'node:fs';
import path from 'node:path';
import { arePackagesFresh } from './freshness.mjs';
import { updatePackages } from './update-program.mjs';

/** The suites are large, and only specs need them. Resolves with false, after the reason on stderr. */
export async function prepareSuites(root) {
  const folder = path.join(root, 'tests', 'conformance');
  if (!existsSync(path.join(folder, 'package-lock.json')) || arePackagesFresh(folder)) return true;
  return await updatePackages(root, folder, 'Installing the conformance suites');
}
