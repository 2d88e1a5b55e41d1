import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const Manifest = z.looseObject({
  version: z.string(),
  permissions: z.array(z.string()),
  background: z.object({ service_worker: z.string() }),
  action: z.looseObject({ default_popup: z.string(), default_icon: z.record(z.string(), z.string()) }),
  devtools_page: z.string(),
  icons: z.record(z.string(), z.string()),
});

it('the packed extension holds all that its manifest names, and asks for no site beforehand', async () => {
  await using folder = await temporaryDirectory();
  await promisify(execFile)(process.execPath, ['scripts/package-extension.mjs', folder.path]);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile('package.json', 'utf8')));
  const files = unzipSync(await readFile(join(folder.path, `steploom-extension-${version}.zip`)));
  const manifest = Manifest.parse(JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()));
  const permissions = ['activeTab', 'alarms', 'debugger', 'declarativeNetRequest', 'storage'];
  expect(manifest).toMatchObject({ version, permissions });
  expect(manifest).not.toHaveProperty('host_permissions');
  const { background, action, devtools_page: devtools } = manifest;
  const icons = Object.values({ ...action.default_icon, ...manifest.icons });
  for (const name of [background.service_worker, action.default_popup, ...icons, devtools])
    expect(Object.keys(files)).toContain(name);
});
