import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Works from sources and compiled. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** May not be built yet. */
export const extensionFolder = (): string => join(packageRoot(), 'extension', 'dist');

/** Read without zod, which would take longer to load than a help text takes otherwise. */
export function readRelease(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const isObject = typeof manifest === 'object' && manifest !== null;
  return isObject && 'version' in manifest ? String(manifest.version) : '';
}
