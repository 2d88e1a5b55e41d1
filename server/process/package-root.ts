import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folder of this package, whether it runs from sources or compiled. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The number of this build. */
export const readRelease = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')))
    .version;
