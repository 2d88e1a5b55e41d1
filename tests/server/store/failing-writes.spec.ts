import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { breakableDisk } from '../../support/breakable-disk.ts';
import { projectText } from '../../support/project-text.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { openShop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const secret = (value: string) => ({ name: 'password', kind: 'secret', value });

describe.each([
  ['ENOSPC', 'disk-full'],
  ['EROFS', 'read-only'],
] as const)('a disk that answers %s', (failure, kind) => {
  it(`edits fail with ${kind}, change nothing and work again once the disk recovers`, async () => {
    const disk = breakableDisk();
    await using shop = await openShop({ fileSystem: disk });
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One', { actions: [{ type: 'reload' }] });
    await author.environment('staging', [secret('first-Secret')]);
    const look = async () => [await author.modules({ includeTests: true }), await author.environments()];
    const before = [await projectText(shop.app.folder), await look()];
    const edits = [
      ['createModule', { name: 'B' }],
      ['createTest', { moduleCode: 'm1', name: 'Two' }],
      ['createAction', { ...place, type: 'goBack' }],
      ['deleteTest', place],
      ['deleteModule', { moduleCode: 'm1' }],
      ['editEnvironment', { environmentCode: 'e1', items: [secret('second-Secret')] }],
      ['createVersion', { name: 'Next' }],
      ['editProject', { name: 'Store' }],
      ['undo', {}],
    ] as const;

    disk.failure = failure;
    for (const [tool, args] of edits) expect(await author.refusal(tool, args)).toMatch(new RegExp(`^${kind}: `));
    expect(await look()).toEqual(before[1]);
    disk.failure = undefined;
    expect([await projectText(shop.app.folder), await look()]).toEqual(before);

    expect((await author.module('B')).moduleCode).toBe('m2');
    expect((await author.action(place, { type: 'goBack' })).actionId).toBe('a2');
    await author.do('undo');
    await author.do('undo');
    await author.do('undo');
    expect(await author.environments()).toEqual([]);
  });

  it(`createProject fails with ${kind} and works again once the disk recovers`, async () => {
    const disk = breakableDisk();
    await using shop = await openShop({ fileSystem: disk });
    const server = await readFile(join(dirname(shop.app.folder), '.steploom/server.json'), 'utf8');
    const { secret: ownerSecret } = z.object({ secret: z.string() }).parse(JSON.parse(server));
    const owner = new Author(new ApiClient(shop.author.client.apiUrl, ownerSecret));
    disk.failure = failure;
    const args = { newProjectId: 'other', name: 'Other' };
    expect(await owner.refusal('createProject', args)).toMatch(new RegExp(`^${kind}: `));
    disk.failure = undefined;
    await owner.do('createProject', args);
  });
});
