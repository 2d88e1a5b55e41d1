import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { jsonFile } from '../../../../server/store/files/json-file.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const Settings = z.strictObject({ name: z.string() });
const DEFAULTS = { name: 'default' };

async function openSettings(mode?: number) {
  const folder = await temporaryDirectory();
  const stateDirectory = join(folder.path, '.steploom');
  await mkdir(stateDirectory);
  const files = await openProjectFiles({ fs: nodeFileSystem, root: folder.path, stateDirectory });
  const adapter = jsonFile(files, 'settings.json', { parse: json => Settings.parse(json), mode });
  const path = join(folder.path, 'settings.json');
  return { ...folder, files, adapter, path, database: new Low(adapter, DEFAULTS) };
}

describe('a JSON file as a lowdb adapter', () => {
  it('lowdb gets its defaults only while there is no file', async () => {
    await using project = await openSettings();
    await project.database.read();
    expect(project.database.data).toEqual(DEFAULTS);
    project.database.data = { name: 'Shop' };
    await project.database.write();
    const again = new Low(project.adapter, DEFAULTS);
    await again.read();
    expect(again.data).toEqual({ name: 'Shop' });
  });

  it('the adapter writes two spaces and a final newline, and keeps the previous content as a backup', async () => {
    await using project = await openSettings(0o600);
    await project.database.write();
    project.database.data = { name: 'Shop' };
    await project.database.write();
    expect(await readFile(project.path, 'utf8')).toBe('{\n  "name": "Shop"\n}\n');
    expect((await nodeFileSystem.stat(project.path))?.mode).toBe(0o600);
    const backup = await project.files.newestGoodBackup('settings.json', text => Settings.parse(JSON.parse(text)));
    expect(backup?.value).toEqual(DEFAULTS);
  });

  it.each([
    ['', 'the text is empty'],
    ['{"name": "Sh', 'has no end'],
    ['null', 'settings.json holds null, expected an object in braces'],
    ['5', 'settings.json holds 5, expected an object in braces'],
    ['{"nome": "Shop"}', 'nome'],
  ])('the adapter throws for %j and never replaces the file with the defaults', async (content, message) => {
    await using project = await openSettings();
    await writeFile(project.path, content);
    await expect(project.database.read()).rejects.toThrow(message);
    expect(await readFile(project.path, 'utf8')).toBe(content);
  });
});
