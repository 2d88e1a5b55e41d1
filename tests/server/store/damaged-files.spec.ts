import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { type ClosedShop, closedShop } from '../../support/reopened-shop.ts';

const MODULE = 'versions/main/modules/m1.json';
const ENVIRONMENTS = 'versions/main/environments.json';

/** Each file is written at least twice, so that it has a backup. */
async function furnish(author: Author): Promise<void> {
  await author.module('Basket');
  await author.test('m1', 'One', { actions: [{ type: 'reload' }] });
  await author.test('m1', 'Two');
  await author.environment('staging', [{ name: 'password', kind: 'secret', value: 'first-Secret' }]);
  await author.environment('live', [{ name: 'password', kind: 'secret', value: 'second-Secret' }]);
  await author.do('editProject', { name: 'Store' });
  await author.do('editProject', { appUrl: 'http://localhost:1' });
}

async function damage(shop: ClosedShop, path: string, change: (text: string) => string): Promise<string> {
  const file = join(shop.folder, path);
  const text = change(await readFile(file, 'utf8'));
  await writeFile(file, text);
  return text;
}

const Project = z.object({ project: z.looseObject({ name: z.string(), readOnly: z.string().optional() }) });
const project = async (author: Author) => (await author.client.call('getProject', {}, Project)).project;

const DAMAGES: readonly (readonly [what: string, change: (text: string) => string, reason: RegExp])[] = [
  ['cut off', text => text.slice(0, text.length / 2), /JSON|ends/i],
  ['empty', () => '', /empty|JSON/i],
  ['with marks of a merge', text => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`, /merge|JSON/i],
  ['with a forbidden key', text => text.replace('{', '{ "__proto__": {},'), /__proto__/],
  ['with a field of the wrong type', text => text.replace(/"name": "[^"]*"/, '"name": 7'), /name.*must be a string/],
  ['with a field too many', text => text.replace('{', '{ "colour": "red",'), /colour/],
  ['of a newer release', text => text.replace('"format": 1', '"format": 2'), /format 2; this release reads format 1/],
];

describe.each([MODULE, 'project.json', ENVIRONMENTS])('a damaged %s', path => {
  it.each(DAMAGES)('%s: the newest backup is shown, and nothing is written', async (_what, change, reason) => {
    await using shop = await closedShop(furnish);
    const damaged = await damage(shop, path, change);
    await using open = await shop.open();
    const { author } = open;
    const { readOnly } = await project(author);
    expect(readOnly).toContain(path);
    expect(readOnly).toMatch(reason);
    expect(readOnly).toMatch(/The backup .* stands in/);
    expect((await author.tests()).map(({ name }) => name)).toContain('One');
    expect((await author.environments()).map(({ name }) => name)).toContain('staging');
    for (const [tool, args] of [
      ['createModule', { name: 'B' }],
      ['deleteTest', { moduleCode: 'm1', testCode: 't1' }],
      ['undo', {}],
    ] as const) {
      const refusal = await author.refusal(tool, args);
      expect(refusal).toMatch(/^read-only: /);
      expect(refusal).toContain(path);
    }
    expect(await readFile(join(shop.folder, path), 'utf8')).toBe(damaged);
  });
});

describe('a project', () => {
  it('opens as usual again once its file is mended', async () => {
    await using shop = await closedShop(furnish);
    const whole = await readFile(join(shop.folder, MODULE), 'utf8');
    await damage(shop, MODULE, text => text.slice(5));
    {
      await using open = await shop.open();
      expect(await open.author.refusal('createModule', { name: 'B' })).toMatch(/^read-only/);
    }
    await writeFile(join(shop.folder, MODULE), whole);
    await using open = await shop.open();
    expect((await open.author.tests()).map(({ name }) => name)).toEqual(['One', 'Two']);
    expect((await open.author.module('B')).moduleCode).toBe('m2');
  });

  it('shows the other files when a damaged one has no backup', async () => {
    await using shop = await closedShop(async author => {
      await author.module('A');
      await author.module('B');
    });
    await damage(shop, MODULE, () => 'nothing');
    await using open = await shop.open();
    expect((await open.author.modules()).map(({ name }) => name)).toEqual(['B']);
    expect((await project(open.author)).readOnly).toMatch(/m1\.json.*No backup stands in/);
  });

  it('is read-only while a version has lost its version.json', async () => {
    await using shop = await closedShop(async author => {
      await author.module('A');
      await author.do('createVersion', { name: 'Next' });
    });
    await rm(join(shop.folder, 'versions/next/version.json'));
    await using open = await shop.open();
    expect(await open.author.refusal('createVersion', { name: 'Next' })).toMatch(
      /^read-only: .*versions\/next\/version\.json is missing/,
    );
    expect((await open.author.modules()).map(({ name }) => name)).toEqual(['A']);
  });

  it('is not opened when its folder has another name than it says', async () => {
    await using shop = await closedShop(furnish);
    await damage(shop, 'project.json', text => text.replace('"projectId": "shop"', '"projectId": "other"'));
    await using open = await shop.open();
    expect(open.closedBecause).toBe('project.json says "other", but its folder is "shop"; they must agree.');
  });

  it('lets nobody in by an older list of tokens', async () => {
    await using shop = await closedShop(furnish);
    const damaged = await damage(shop, '.steploom/tokens.json', text => text.slice(0, -20));
    await using open = await shop.open();
    expect(open.closedBecause).toContain('.steploom/tokens.json');
    expect(await open.author.refusal('getModules')).toMatch(/^unauthorized/);
    expect(await readFile(join(shop.folder, '.steploom/tokens.json'), 'utf8')).toBe(damaged);
  });

  it.each(['secrets', 'marks'])('is read-only while its %s cannot be read', async name => {
    await using shop = await closedShop(async author => {
      await furnish(author);
      await author.do('deleteTest', { moduleCode: 'm1', testCode: 't2' });
      await author.do('deleteEnvironment', { environmentCode: 'e2' });
    });
    const path = `.steploom/${name}.json`;
    const damaged = await damage(shop, path, text => text.slice(0, -20));
    await using open = await shop.open();
    expect(await open.author.refusal('createModule', { name: 'B' })).toMatch(
      new RegExp(`^read-only: .*\\.steploom/${name}\\.json`),
    );
    expect((await open.author.environments())[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
    expect(await readFile(join(shop.folder, path), 'utf8')).toBe(damaged);
  });
});
