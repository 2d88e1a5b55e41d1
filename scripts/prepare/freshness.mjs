import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Every start imports this file, so it imports little.

export function arePackagesFresh(root) {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  return readText(packagesMarker(root)) === packagesFingerprint(lockfile) || isInstalledByNpm(root, lockfile);
}

export const isBuildFresh = root =>
  existsSync(path.join(root, BUILT_EXTENSION, 'manifest.json')) &&
  readText(buildMarker(path.join(root, 'dist'))) === sourcesFingerprint(root);

export const packagesMarker = root => path.join(root, 'node_modules', '.steploom-packages');

/** npm writes it after everything else. */
export const npmRecord = root => path.join(root, 'node_modules', '.package-lock.json');

/** Some packages differ by platform, and a container may share the folder. */
export const packagesFingerprint = lockfile =>
  `${process.platform}-${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}`;

function isInstalledByNpm(root, lockfile) {
  const record = readText(npmRecord(root));
  if (record === undefined) return false;
  const wanted = JSON.parse(lockfile).packages;
  const present = JSON.parse(record).packages;
  const isRight = ([folder, { version, os, cpu }]) =>
    wanted[folder]?.version === version &&
    (os === undefined || os.includes(process.platform)) &&
    (cpu === undefined || cpu.includes(process.arch));
  const isThere = ([folder, { optional }]) => folder === '' || optional || folder in present;
  return Object.entries(present).every(isRight) && Object.entries(wanted).every(isThere);
}

export const buildMarker = folder => path.join(folder, '.steploom-build');

/** Contents, not times: checking out another branch and back must not rebuild. */
export function sourcesFingerprint(root) {
  const hash = createHash('sha256');
  const read = file => readFileSync(path.join(root, file));
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const bundler = readText(path.join(root, 'node_modules/vite/package.json')) ?? '';
  const sources = ['model', 'server', 'ide-bridge', 'ide', 'extension'].flatMap(folder => filesBelow(root, folder));
  const builders = ['build-program.mjs', 'build-page.mjs', 'build-extension.mjs', 'run-build.mjs'].map(
    name => `scripts/prepare/${name}`,
  );
  const files = ['tsconfig.json', ...builders, ...sources];
  for (const file of files) hash.update(`${file}\0`).update(read(file)).update('\0');
  return hash.update(JSON.stringify({ dependencies, devDependencies })).update(bundler).digest('hex');
}

const BUILT_EXTENSION = path.join('extension', 'dist', '/');

function filesBelow(root, folder) {
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
  return names.filter(name => !name.startsWith(BUILT_EXTENSION)).sort();
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
