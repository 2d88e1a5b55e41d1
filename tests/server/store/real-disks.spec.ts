// @module-tag full
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../server/store/files/file-system.ts';
import type { Author } from '../../support/author.ts';
import { lockableFolder, NEEDS_MOUNT, smallDisk } from '../../support/mounted-folders.ts';
import { ownerOf } from '../../support/owner.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { openShop } from '../../support/shop.ts';
import { heldOn } from '../../support/tools-on-disk.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const secret = (value: string) => ({ name: 'password', kind: 'secret', value });

/** What the service shows of the project. */
const shown = async (author: Author) =>
  JSON.stringify([await author.modules({ includeTests: true, limit: 1000 }), await author.environments()]);

/** Makes edits until one is refused, and says how many were answered. */
async function editUntilRefused(author: Author, toCall: (count: number) => [tool: string, args: object]) {
  for (let count = 0; count < 10_000; count += 1) {
    const call = toCall(count);
    const refusal = await author.do(...call).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (refusal !== undefined) return { answered: count, refusal };
  }
  throw new Error('The disk never was full.');
}

const EDITS = [
  ['createTest', { moduleCode: 'm1', name: 'Two' }],
  ['editTest', { ...place, newModuleCode: 'm2' }],
  ['deleteModule', { moduleCode: 'm1', force: true }],
  ['createEnvironment', { name: 'live', items: [secret('second-Secret')] }],
  ['editEnvironment', { environmentCode: 'e1', name: 'other', items: [secret('third-Secret')] }],
  ['createVersion', { name: 'Next' }],
  ['createTest', { moduleCode: 'm2', name: 'Keyed', idempotencyKey: 'key' }],
] as const;

async function furnish(author: Author): Promise<void> {
  await author.module('A');
  await author.module('B');
  await author.test('m1', 'One');
  await author.environment('staging', [secret('first-Secret')]);
}

describe('a small disk that fills up', () => {
  it('a disk that fills up keeps answered edits, refuses others and works again with free space', async context => {
    await using disk = await smallDisk();
    if (disk === undefined) return context.skip(NEEDS_MOUNT);
    const filler = join(disk.path, 'filler');
    await writeFile(filler, Buffer.alloc(2_500_000));
    const options = { workspaceFolder: disk.path };
    let before: string;
    {
      await using shop = await openShop(options);
      const { author } = shop;
      const owner = await ownerOf(disk.path);
      await furnish(author);
      const large = await editUntilRefused(author, count => [
        'createAction',
        { ...place, type: 'comment', text: `${count} `.repeat(10_000) },
      ]);
      expect(large.refusal).toContain('No space left to write');
      expect(large.answered).toBeGreaterThan(3);
      const small = await editUntilRefused(author, count => ['createModule', { name: `Small ${count}` }]);
      expect(small.answered).toBeGreaterThan(3);
      const full = [await shown(author), await heldOn(nodeFileSystem, disk.path)];
      for (const [tool, args] of EDITS)
        expect(await author.refusal(tool, args)).toMatch(/^disk-full: No space left .*nothing was changed/);
      expect(await owner.refusal('createToken', { projectId: 'shop', name: 'ci', access: 'read' })).toMatch(
        /^disk-full/,
      );
      expect([await shown(author), await heldOn(nodeFileSystem, disk.path)]).toEqual(full);

      await unlink(filler);
      for (const [tool, args] of EDITS) await author.do(tool, args);
      await owner.do('createToken', { projectId: 'shop', name: 'ci', access: 'read' });
      before = await heldOn(nodeFileSystem, disk.path);
      expect(before).toContain('third-Secret');
    }
    expect(await heldOn(nodeFileSystem, disk.path)).toBe(before);
  });

  it('a project on a full disk can be opened, and takes edits again once there is space', async context => {
    const disk = await smallDisk();
    if (disk === undefined) return context.skip(NEEDS_MOUNT);
    await using shop = await closedShop(furnish, disk);
    // A process that is killed has no time to keep the marks.
    await unlink(join(shop.folder, '.steploom/marks.json'));
    const before = await heldOn(nodeFileSystem, disk.path);
    const filler = join(disk.path, 'filler');
    await expect(writeFile(filler, Buffer.alloc(5_000_000))).rejects.toThrow('ENOSPC');
    {
      await using open = await shop.open();
      expect(open.closedBecause).toBeUndefined();
      expect(open.warnings).toEqual([expect.stringMatching(/^Other commands do not find this service: No space left/)]);
      // What only removes a file needs no space.
      const needy = EDITS.filter(([tool]) => tool !== 'deleteModule');
      for (const [tool, args] of needy) expect(await open.author.refusal(tool, args)).toMatch(/^disk-full: /);
      expect(await heldOn(nodeFileSystem, disk.path)).toBe(before);
      await unlink(filler);
      for (const [tool, args] of EDITS) await open.author.do(tool, args);
    }
    await using open = await shop.open();
    expect(open.warnings).toEqual([]);
    expect(JSON.stringify(await open.author.environments())).toContain('other');
  });
});

describe('a folder that becomes read-only', () => {
  it('a project in a folder that becomes read-only refuses edits until the folder is writable again', async context => {
    await using folder = await lockableFolder();
    if (folder === undefined) return context.skip(NEEDS_MOUNT);
    await using shop = await openShop({ workspaceFolder: folder.path });
    const { author } = shop;
    await furnish(author);
    const before = [await shown(author), await heldOn(nodeFileSystem, folder.path)];
    await folder.makeReadOnly(true);
    for (const [tool, args] of EDITS) expect(await author.refusal(tool, args)).toMatch(/^read-only: /);
    expect([await shown(author), await heldOn(nodeFileSystem, folder.path)]).toEqual(before);
    await folder.makeReadOnly(false);
    for (const [tool, args] of EDITS) await author.do(tool, args);
  });

  it('a project in a read-only folder can be opened and shown, but refuses edits', async context => {
    const folder = await lockableFolder();
    if (folder === undefined) return context.skip(NEEDS_MOUNT);
    await using shop = await closedShop(furnish, folder);
    const before = await heldOn(nodeFileSystem, shop.workspace);
    await folder.makeReadOnly(true);
    {
      await using open = await shop.open();
      expect(open.closedBecause).toBeUndefined();
      expect(open.warnings).toEqual([
        expect.stringMatching(/^Other commands do not find this service: .*server\.json/),
      ]);
      expect((await open.author.tests()).map(({ name }) => name)).toEqual(['One']);
      for (const [tool, args] of EDITS) expect(await open.author.refusal(tool, args)).toMatch(/^read-only: /);
    }
    expect(await heldOn(nodeFileSystem, shop.workspace)).toBe(before);
    await folder.makeReadOnly(false);
    await using open = await shop.open();
    for (const [tool, args] of EDITS) await open.author.do(tool, args);
  });
});
