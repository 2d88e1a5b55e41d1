import { execFile } from 'node:child_process';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../../model/protocol/errors.ts';
import { nodeFileSystem } from '../../../../server/store/files/node-file-system.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';
import { isTemporaryName } from '../../../../server/store/files/temporary-files.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const run = promisify(execFile);
const FILLER_BYTES = 1_000_000;

interface SmallDisk extends AsyncDisposable {
  path: string;
}

/** A disk of 4 MB in memory; undefined where mounting is not allowed. */
async function smallDisk(): Promise<SmallDisk | undefined> {
  const folder = await temporaryDirectory();
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder.path]).then(
    () => true,
    () => false,
  );
  const dispose = async () => {
    if (isMounted) await run('umount', [folder.path]);
    await folder[Symbol.asyncDispose]();
  };
  if (isMounted) return { path: folder.path, [Symbol.asyncDispose]: dispose };
  await dispose();
  return undefined;
}

describe('a full disk', () => {
  it('refuses edits whole, keeps what was acknowledged, and takes edits again once there is space', async context => {
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
