import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFileSystem } from '../../../server/store/files/node-file-system.ts';
import { readProjectFolder } from '../../../server/store/read-project-folder.ts';
import { startTestApp } from '../../support/test-app.ts';

test.each([
  ['a list instead of names', '{"format":1,"secrets":[]}', /secrets\.json: .*secrets/],
  ['a value that is no text', '{"format":1,"secrets":{"a":7}}', /secrets\.json: .*secrets\.a/],
  ['a newer format', '{"format":2,"secrets":{}}', /secrets\.json has format 2; this release reads format 1/],
])('a project whose secrets have %s is refused with file and reason', async (_what, text, message) => {
  await using app = await startTestApp();
  await writeFile(join(app.folder, '.steploom', 'secrets.json'), text);
  await expect(readProjectFolder({ fs: nodeFileSystem, folder: app.folder })).rejects.toMatchObject({
    kind: 'damaged-file',
    message: expect.stringMatching(message),
  });
});
