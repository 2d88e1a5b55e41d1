import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../../model/errors/errors.ts';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';
import { isTemporaryName } from '../../../../server/store/files/write-durably.ts';
import { smallDisk } from '../../../support/mounted-folders.ts';

const FILLER_BYTES = 1_000_000;

describe('a full disk', () => {
  it('a full disk refuses edits whole, keeps acknowledged ones and works again once there is space', async context => {
    await using disk = await smallDisk();
    if (disk === undefined) return context.skip('mounting a small disk needs root on Linux');
    const stateDirectory = join(disk.path, '.steploom');
    const filler = join(disk.path, 'filler');
    await mkdir(stateDirectory);
    await writeFile(filler, Buffer.alloc(FILLER_BYTES));
    const open = () => openProjectFiles({ fs: nodeFileSystem, root: disk.path, stateDirectory });
    const files = await open();
    const edit = (number: number) => {
      const text = `${number} `.repeat(40_000);
      const large = { path: 'modules/m1.json', text };
      return number % 2 === 0 ? [large] : [large, { path: `versions/v${number}/version.json`, text }];
    };
    let acknowledged = -1;
    const refusal = await (async () => {
      for (;;) {
        await files.commit(edit(acknowledged + 1));
        acknowledged += 1;
      }
    })().catch((error: unknown) => error);
    expect(isAppError(refusal, 'disk-full')).toBe(true);
    expect(acknowledged).toBeGreaterThan(2);

    const [last] = edit(acknowledged);
    const reopened = await open();
    expect(reopened.recovered).toEqual([]);
    expect(await reopened.readText('modules/m1.json')).toBe(last?.text);
    expect(await reopened.list(`versions/v${acknowledged + 1}`)).toEqual([]);
    const names = await readdir(disk.path, { recursive: true });
    expect(names.filter(name => isTemporaryName(basename(name)))).toEqual([]);

    await unlink(filler);
    await files.commit(edit(acknowledged + 1));
    expect(await files.readText('modules/m1.json')).toBe(edit(acknowledged + 1)[0]?.text);
  });
});
