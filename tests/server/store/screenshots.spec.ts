import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Screenshots } from '../../../server/workspace/screenshots.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const picture = (number: number) => Buffer.from([number]);

describe('Screenshots', () => {
  it('simultaneous screenshots get different names, and only the last hundred are kept', async () => {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'screenshots');
    const screenshots = new Screenshots(path);
    const [one, two, three] = await Promise.all([1, 2, 3].map(each => screenshots.keep(picture(each), 'image/png')));
    expect(new Set([one?.name, two?.name, three?.name]).size).toBe(3);
    for (let number = 4; number <= 105; number++) await screenshots.keep(picture(number), 'image/jpeg');
    expect(await readdir(path)).toHaveLength(100);
    expect(await screenshots.read('105.jpg')).toEqual({ bytes: picture(105), mediaType: 'image/jpeg' });
    await expect(screenshots.read('1.png')).rejects.toMatchObject({ kind: 'not-found' });
    const next = await new Screenshots(path).keep(picture(7), 'image/png');
    expect(next).toEqual({ name: '106.png', path: join(path, '106.png') });
    expect(await readFile(next.path)).toEqual(picture(7));
  });

  it.each(['../tokens.json', 'tokens.json', '1.png.part', '', '..', '1.svg'])(
    'a file called %j is never given out as a screenshot',
    async name => {
      await using folder = await temporaryDirectory();
      const screenshots = new Screenshots(join(folder.path, 'screenshots'));
      await mkdir(join(folder.path, 'screenshots'));
      await writeFile(join(folder.path, 'tokens.json'), '{}');
      await writeFile(join(folder.path, 'screenshots', 'tokens.json'), '{}');
      await expect(screenshots.read(name)).rejects.toMatchObject({ kind: 'not-found' });
    },
  );

  it('no picture is removed where a link in the place of the folder leads to', async () => {
    await using folder = await temporaryDirectory();
    const album = join(folder.path, 'album');
    await mkdir(album);
    for (let number = 1; number <= 101; number++) await writeFile(join(album, `${number}.jpg`), 'picture');
    await symlink(album, join(folder.path, 'screenshots'), 'junction');
    const kept = new Screenshots(join(folder.path, 'screenshots')).keep(picture(1), 'image/png');
    await expect(kept).rejects.toMatchObject({ kind: 'damaged-file' });
    expect(await readdir(album)).toHaveLength(101);
  });

  it('keeping a screenshot fails with the reason when it cannot be written', async () => {
    await using folder = await temporaryDirectory();
    await writeFile(join(folder.path, 'screenshots'), 'no folder');
    const failed = new Screenshots(join(folder.path, 'screenshots')).keep(picture(1), 'image/png');
    await expect(failed).rejects.toMatchObject({
      kind: 'read-only',
      message: 'The screenshot cannot be written (EEXIST); as: "data" needs no file.',
    });
  });
});
