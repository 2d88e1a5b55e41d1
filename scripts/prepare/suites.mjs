import { existsSync } from 'node:fs';
import path from 'node:path';
import { arePackagesFresh } from './freshness.mjs';
import { updatePackages } from './update-program.mjs';

/**
 * Installs the conformance suites of MCP, which only the specs need: they are large, and need a Node of their own.
 * Resolves with false, having said why on stderr, when they cannot be had.
 */
export async function prepareSuites(root) {
  const folder = path.join(root, 'tests', 'conformance');
  if (!existsSync(path.join(folder, 'package-lock.json')) || arePackagesFresh(folder)) return true;
  return await updatePackages(root, folder, 'Installing the conformance suites');
}
