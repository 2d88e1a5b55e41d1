import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Author } from '../../support/author.ts';
import { steploom } from '../../support/command-line.ts';
import { projectFiles } from '../../support/project-text.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const place = { moduleCode: 'm1', testCode: 't1' };

/** Makes one of each, and takes the newest of each away again. */
async function makeAndDelete(author: Author): Promise<void> {
  await author.module('Kept');
  await author.test('m1', 'Kept', { actions: [{ type: 'reload' }, { type: 'goBack' }] });
  await author.module('Gone');
  await author.test('m1', 'Gone', { actions: [{ type: 'reload' }] });
  await author.environment('kept');
  await author.environment('gone');
  await author.do('deleteModule', { moduleCode: 'm2' });
  await author.do('deleteTest', { moduleCode: 'm1', testCode: 't2' });
  await author.do('deleteEnvironment', { environmentCode: 'e2' });
  await author.do('deleteAction', { ...place, actionId: 'a2' });
}

/** The codes that the next things get. */
async function nextCodes(author: Author): Promise<string[]> {
  return [
    (await author.module('New')).moduleCode,
    (await author.test('m1', 'New')).testCode,
    (await author.action(place, { type: 'reload' })).actionId,
    (await author.environment('new')).environmentCode,
  ];
}

/** Every file with its text and the time it was written. */
async function fingerprint(folder: string) {
  const files = await projectFiles(folder);
  const times = await Promise.all([...files.keys()].map(async path => (await stat(join(folder, path))).mtimeMs));
  return [[...files], times];
}

describe('codes', () => {
  it('codes are not reused after a restart', async () => {
    await using shop = await closedShop(makeAndDelete);
    await using open = await shop.open();
    expect(await nextCodes(open.author)).toEqual(['m3', 't3', 'a4', 'e3']);
  });

  it('codes are not reused after undo and a restart', async () => {
    await using shop = await closedShop(async author => {
      await makeAndDelete(author);
      expect(await nextCodes(author)).toEqual(['m3', 't3', 'a4', 'e3']);
      for (let step = 0; step < 4; step++) await author.do('undo');
      expect(await nextCodes(author)).toEqual(['m4', 't4', 'a5', 'e4']);
      for (let step = 0; step < 4; step++) await author.do('undo');
    });
    await using open = await shop.open();
    expect(await nextCodes(open.author)).toEqual(['m5', 't5', 'a6', 'e5']);
  });

  it('codes are not reused after kill -9', { tags: 'full' }, async () => {
    await using workspace = await temporaryDirectory();
    await steploom(workspace.path, 'init', 'shop');
    {
      await using service = await startSteploom(workspace.path);
      await makeAndDelete(new Author(await service.client('shop')));
      await service.kill();
    }
    await using again = await startSteploom(workspace.path);
    expect(await nextCodes(new Author(await again.client('shop')))).toEqual(['m3', 't3', 'a4', 'e3']);
  });
});

describe('a restart', () => {
  it('a restart reads the project files and writes none of them', async () => {
    await using shop = await closedShop(async author => {
      await makeAndDelete(author);
      await author.do('editTest', { ...place, tags: ['@a'], data: { rows: [{ b: 1, a: 2 }] } });
    });
    const before = await fingerprint(shop.folder);
    await using open = await shop.open();
    expect(await open.author.tests()).toHaveLength(1);
    expect(await fingerprint(shop.folder)).toEqual(before);
  });

  it('a restart after kill -9 shows every edit that was answered', { tags: ['full'] }, async () => {
    await using workspace = await temporaryDirectory();
    await steploom(workspace.path, 'init', 'shop');
    const answered: string[] = [];
    {
      await using service = await startSteploom(workspace.path);
      const author = new Author(await service.client('shop'));
      await author.module('A');
      const calls = Array.from({ length: 300 }, async (_, index) => {
        const { testCode } = await author.test('m1', `Test ${index}`);
        answered.push(testCode);
        if (answered.length === 60) await service.kill();
      });
      await Promise.allSettled(calls);
    }
    expect(answered.length).toBeGreaterThanOrEqual(60);
    await using again = await startSteploom(workspace.path);
    const author = new Author(await again.client('shop'));
    const codes = (await author.tests({ limit: 1000 })).map(({ testCode }) => testCode);
    expect(codes).toEqual(expect.arrayContaining(answered));
    expect(new Set(codes).size).toBe(codes.length);
    const { testCode } = await author.test('m1', 'Next');
    expect(codes).not.toContain(testCode);
  });
});
