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

const Damage = z.strictObject({
  file: z.string(),
  line: z.number().optional(),
  message: z.string(),
  backup: z.string().optional(),
});
const Project = z.object({
  project: z.looseObject({ name: z.string(), readOnly: z.string().optional(), damaged: z.array(Damage).optional() }),
});
const project = async (author: Author) => (await author.client.call('getProject', {}, Project)).project;

const DAMAGES: readonly (readonly [what: string, change: (text: string) => string, reason: RegExp])[] = [
  ['cut off', text => text.slice(0, text.length / 2), /line \d+.*(JSON|ends)/i],
  ['empty', () => '', /line 1.*(empty|JSON)/i],
  ['with marks of a merge', text => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`, /line 1.*merge/i],
  ['with a forbidden key', text => text.replace('{', '{ "__proto__": {},'), /line 1.*__proto__/],
  [
    'with a field of the wrong type',
    text => text.replace(/"name": "[^"]*"/, '"name": 7'),
    /line [1-9]\d*.*name.*must be a string/,
  ],
  ['with a field too many', text => text.replace('{', '{ "colour": "red",'), /line 1.*colour/],
  ['of a newer release', text => text.replace('"format": 1', '"format": 2'), /format 2; this release reads format 1/],
];

/** An edit of each file, and one that has nothing to do with it. */
const EDITS: Readonly<Record<string, Record<'own' | 'other', [tool: string, args: object]>>> = {
  [MODULE]: { own: ['deleteTest', { moduleCode: 'm1', testCode: 't1' }], other: ['editProject', { name: 'B' }] },
  'project.json': { own: ['editProject', { name: 'B' }], other: ['createModule', { name: 'B' }] },
  [ENVIRONMENTS]: { own: ['createEnvironment', { name: 'B' }], other: ['createModule', { name: 'B' }] },
};

describe.each(Object.entries(EDITS))('a damaged %s', (path, { own, other }) => {
  it.each(DAMAGES)(
    'a damaged file (%s) is shown from its backup, and it alone cannot be edited',
    { tags: 'full' },
    async (...row) => {
      const [_what, change, reason] = row;
      await using shop = await closedShop(furnish);
      const whole = await readFile(join(shop.folder, path), 'utf8');
      const damaged = await damage(shop, path, change);
      await using open = await shop.open();
      const { author } = open;
      const { damaged: shown, readOnly } = await project(author);
      expect(readOnly).toBeUndefined();
      expect(shown).toMatchObject([{ file: path, message: expect.stringMatching(reason) }]);
      expect(shown?.[0]?.backup).toContain('backups');
      expect((await author.tests()).map(({ name }) => name)).toContain('One');
      expect((await author.environments()).map(({ name }) => name)).toContain('staging');
      const refusal = await author.refusal(...own);
      expect(refusal).toMatch(/^read-only: /);
      expect(refusal).toMatch(reason);
      await author.do(...other);
      expect(await readFile(join(shop.folder, path), 'utf8')).toBe(damaged);

      await writeFile(join(shop.folder, path), whole);
      await author.do(...own);
      expect((await project(author)).damaged).toBeUndefined();
    },
  );
});

describe('a project', () => {
  it('a project shows its other files when a damaged one has no backup, and reuses none of its codes', async () => {
    await using shop = await closedShop(async author => {
      await author.module('A');
      await author.module('B');
      await author.module('C');
    });
    await damage(shop, 'versions/main/modules/m3.json', text => text.slice(0, -3).replace('[]', '[{"testCode": "t7"}'));
    await damage(shop, MODULE, () => 'nothing');
    await using open = await shop.open();
    expect((await open.author.modules()).map(({ name }) => name)).toEqual(['B']);
    expect((await project(open.author)).damaged?.map(({ file, line }) => [file, line])).toEqual([
      [MODULE, 1],
      ['versions/main/modules/m3.json', expect.any(Number)],
    ]);
    expect((await open.author.module('D')).moduleCode).toBe('m4');
    expect((await open.author.test('m2', 'New')).testCode).toBe('t8');
  });

  it('a version without its version.json is not overwritten by a new version of the same name', async () => {
    await using shop = await closedShop(async author => {
      await author.module('A');
      await author.do('createVersion', { name: 'Next' });
    });
    await rm(join(shop.folder, 'versions/next/version.json'));
    await using open = await shop.open();
    expect(await open.author.refusal('createVersion', { name: 'Next' })).toMatch(
      /^read-only: .*versions\/next\/version\.json is missing/,
    );
    expect((await open.author.module('B')).moduleCode).toBe('m2');
  });

  it('a project is not opened when project.json and its folder have different names', async () => {
    await using shop = await closedShop(furnish);
    await damage(shop, 'project.json', text => text.replace('"projectId": "shop"', '"projectId": "other"'));
    await using open = await shop.open();
    expect(open.closedBecause).toBe('project.json says "other", but its folder is "shop"; they must agree.');
  });

  it('a project with a damaged token file lets those read whom its newest backup knows', async () => {
    await using shop = await closedShop(furnish);
    const damaged = await damage(shop, '.steploom/tokens.json', text => text.slice(0, -20));
    await using open = await shop.open();
    expect(open.closedBecause).toBeUndefined();
    await open.author.modules();
    expect(await open.author.refusal('createModule', { name: 'B' })).toMatch(/^forbidden/);
    expect(await readFile(join(shop.folder, '.steploom/tokens.json'), 'utf8')).toBe(damaged);
  });

  it.each(['secrets', 'marks'])('a project is read-only while its %s cannot be read', async name => {
    await using shop = await closedShop(async author => {
      await furnish(author);
      await author.do('deleteTest', { moduleCode: 'm1', testCode: 't2' });
      await author.do('deleteEnvironment', { environmentCode: 'e2' });
    });
    const path = `.steploom/${name}.json`;
    const whole = await readFile(join(shop.folder, path), 'utf8');
    const damaged = await damage(shop, path, text => text.slice(0, -20));
    await using open = await shop.open();
    const refused = new RegExp(`^read-only: .*\\.steploom/${name}\\.json`);
    expect(await open.author.refusal('createModule', { name: 'B' })).toMatch(refused);
    expect((await project(open.author)).readOnly).toContain(path);
    expect((await open.author.environments())[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
    expect(await readFile(join(shop.folder, path), 'utf8')).toBe(damaged);
    await writeFile(join(shop.folder, path), whole);
    expect((await open.author.module('B')).moduleCode).toBe('m2');
    expect((await open.author.test('m2', 'Three')).testCode).toBe('t3');
  });
});
