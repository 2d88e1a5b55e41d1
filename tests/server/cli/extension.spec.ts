import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const Manifest = z.looseObject({ manifest_version: z.number(), name: z.string() });

it('steploom extension path prints the folder that Chrome loads', async () => {
  await using workspace = await temporaryDirectory();
  const { exitCode, stdout } = await steploom(workspace.path, 'extension', 'path');
  expect(exitCode).toBe(0);
  const manifest = Manifest.parse(JSON.parse(await readFile(join(stdout.trim(), 'manifest.json'), 'utf8')));
  expect(manifest).toMatchObject({ manifest_version: 3, name: 'Steploom' });
});

it('steploom extension alone says what it has', async () => {
  await using workspace = await temporaryDirectory();
  const { exitCode, stderr } = await steploom(workspace.path, 'extension');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('path');
});
