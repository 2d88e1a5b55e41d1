import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFileSystem } from '../../../server/store/files/file-system.ts';
import { readProjectFolder } from '../../../server/workspace/read-project-folder.ts';
import { startTestApp } from '../../support/test-app.ts';

const PATH = '.steploom/secrets.json';

test.each([
  ['a list instead of names', '{"format":1,"secrets":["hunter2"]}', `${PATH}: "secrets" must be a record.`],
  ['a value that is no text', '{"format":1,"secrets":{"a":4711}}', `${PATH}: "secrets.a" must be a string.`],
  ['a value without quotes', '{"format":1,"secrets":{"a":hunter2}}', `${PATH}, line 1, column 28: expected a value.`],
  ['no braces', '"hunter2"', `${PATH} holds something else, expected an object in braces.`],
  [
    'a newer format',
    '{"format":2,"secrets":{}}',
    `${PATH} has format 2; this release reads format 1. Use a newer release.`,
  ],
])('secrets that have %s are reported with file and reason, but without a value', async (_what, text, reason) => {
  await using app = await startTestApp();
  await writeFile(join(app.folder, PATH), text);
  const { damaged, content } = await readProjectFolder({ fs: nodeFileSystem, folder: app.folder });
  expect(damaged).toMatchObject([{ path: PATH, stopsAll: true }]);
  expect(damaged[0]?.reason).toBe(reason);
  expect(content.project.name).toBe('Shop');
});
