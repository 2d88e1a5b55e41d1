import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../model/errors/errors.ts';
import { baselineName, baselineNameFault, findingsNameFault } from '../../../model/names/file-path.ts';
import { createBaselines } from '../../../server/runs/plan/baselines.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const BYTES = new Uint8Array([1, 2, 3]);

describe('stored pictures', () => {
  it('each operating system has a baseline picture of its own', () => {
    const paths = ['linux', 'darwin', 'win32', 'freebsd'].map(platform => createBaselines('/p', platform).path('box'));
    expect(paths).toEqual(['linux', 'mac', 'windows', 'freebsd'].map(name => `files/baselines/box-${name}.png`));
  });

  it('a list of known findings is the same file on every system, which no picture can be named like', () => {
    const paths = ['linux', 'win32'].map(system => createBaselines('/p', system).path('shop.accessibility.json'));
    expect(paths).toEqual(Array(2).fill('files/baselines/shop.accessibility.json'));
    expect(baselineNameFault('shop.accessibility.json')).toMatch(/is the name of a list of known findings/);
    expect(findingsNameFault('shop')).toBeUndefined();
    for (const name of ['../shop', 'a/b', '.shop', '', 'x'.repeat(101)])
      expect(findingsNameFault(name)).toMatch(/is not a name of a list of findings/);
  });

  it('a baseline picture does not exist at first and is read back as it was written', async () => {
    await using folder = await temporaryDirectory();
    const baselines = createBaselines(folder.path, 'linux');
    expect(await baselines.read('box')).toBeUndefined();
    await baselines.write('box', BYTES);
    expect(Uint8Array.from((await baselines.read('box')) ?? [])).toEqual(BYTES);
    expect(await readdir(join(folder.path, 'files', 'baselines'))).toEqual(['box-linux.png']);
  });

  it('a baseline picture is not read through a link', async () => {
    await using folder = await temporaryDirectory();
    await using elsewhere = await temporaryDirectory();
    const secret = join(elsewhere.path, 'secret');
    await writeFile(secret, 'secret');
    await mkdir(join(folder.path, 'files', 'baselines'), { recursive: true });
    await symlink(secret, join(folder.path, 'files', 'baselines', 'box-linux.png'));
    const reading = createBaselines(folder.path, 'linux').read('box');
    await expect(reading).rejects.toThrow('files/baselines/box-linux.png is a link; the pictures have to lie in');
  });

  it('a baseline picture that cannot be written is reported with the reason', async () => {
    await using folder = await temporaryDirectory();
    await writeFile(join(folder.path, 'files'), 'not a folder');
    const error: unknown = await createBaselines(folder.path, 'linux')
      .write('box', BYTES)
      .catch(caught => caught);
    expect(isAppError(error, 'read-only') && error.message).toMatch(
      /^files\/baselines\/box-linux\.png cannot be written \(E/,
    );
  });

  it('the name of a baseline picture is always a single part of a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), text => {
        const name = baselineName(text);
        if (baselineNameFault(text) !== undefined) return;
        expect(createBaselines('/p', 'linux').path(name)).toBe(`files/baselines/${name}-linux.png`);
        expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\.|\.$/u);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});
