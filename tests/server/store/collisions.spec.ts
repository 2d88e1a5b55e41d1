import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { editFile } from '../../support/outside-edit.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const LONG = { timeout: 60_000, interval: 50 };
const M1 = 'versions/main/modules/m1.json';
const M2 = 'versions/main/modules/m2.json';
const Shown = z.looseObject({
  problems: z.array(z.strictObject({ code: z.string(), message: z.string() })).optional(),
});

const problemsIn = async ({ client }: Author, tool: string, args: object = {}) =>
  (await client.call(tool, args, Shown)).problems;

/** Two branches that gave the same codes, merged. */
async function openMerged(): Promise<Shop> {
  const shop = await openShop();
  const { author } = shop;
  await author.module('Basket');
  await author.module('Payment');
  await author.test('m1', 'Add one', { actions: [{ type: 'reload' }] });
  await author.test('m2', 'Pay', { actions: [{ type: 'goBack' }] });
  await editFile(shop.app.folder, M2, text => text.replace('"t2"', '"t1"').replace('"a2"', '"a1"'));
  await vi.waitFor(async () => expect(await problemsIn(author, 'getTests')).toHaveLength(2), LONG);
  return shop;
}

describe('codes that two branches gave', () => {
  it('a code used twice is reported by every list, and both tests can still be read and edited', async () => {
    await using shop = await openMerged();
    const { author } = shop;
    const problems = [
      {
        code: 't1',
        message:
          '2 tests have the code t1: "Add one" in module m1, "Pay" in module m2. Next: "steploom verify --repair" gives all but the first of them codes of their own.',
      },
      {
        code: 'a1',
        message:
          '2 actions have the code a1: m1.t1 action 0, m2.t1 action 0. Next: "steploom verify --repair" gives all but the first of them codes of their own.',
      },
    ];
    for (const tool of ['getModules', 'getTests', 'getEnvironments'])
      expect(await problemsIn(author, tool)).toEqual(problems);
    const { project } = await author.client.call('getProject', {}, z.object({ project: Shown }));
    expect(project.problems).toEqual(problems);

    expect((await author.tests()).map(({ name }) => name)).toEqual(['Add one', 'Pay']);
    const types = async (moduleCode: string) =>
      (await author.actions({ moduleCode, testCode: 't1' })).map(({ type }) => type);
    await author.action({ moduleCode: 'm2', testCode: 't1' }, { type: 'goForward' });
    expect([await types('m1'), await types('m2')]).toEqual([['reload'], ['goBack', 'goForward']]);
    for (const [tool, more] of [
      ['createAction', { type: 'reload' }],
      ['editTest', { name: 'Which?' }],
      ['deleteTest', {}],
    ] as const)
      expect(await author.refusal(tool, { testCode: 't1', ...more })).toMatch(/^conflict: .*m1 or m2/);
    const Reply = z.object({ test: z.looseObject({ name: z.string(), moduleCode: z.string() }) });
    const edit = { moduleCode: 'm2', testCode: 't1', name: 'Pay now' };
    expect((await author.client.call('editTest', edit, Reply)).test).toMatchObject({
      name: 'Pay now',
      moduleCode: 'm2',
    });
    expect((await author.tests()).map(({ name }) => name)).toEqual(['Add one', 'Pay now']);
    expect((await author.test('m1', 'New')).testCode).toBe('t3');
  });

  it('the collision is resolved once one of the tests is deleted or gets its own code', async () => {
    await using shop = await openMerged();
    const { author } = shop;
    await author.do('deleteTest', { moduleCode: 'm2', testCode: 't1' });
    expect(await problemsIn(author, 'getTests')).toBeUndefined();
    expect((await author.tests()).map(({ name }) => name)).toEqual(['Add one']);
    await author.do('undo');
    expect(await problemsIn(author, 'getTests')).toHaveLength(2);
    await editFile(shop.app.folder, M2, text => text.replace('"t1"', '"t9"').replace('"a1"', '"a9"'));
    await vi.waitFor(async () => expect(await problemsIn(author, 'getTests')).toBeUndefined(), LONG);
    expect((await author.test('m1', 'New')).testCode).toBe('t10');
  });

  it('an edit is refused when two tests of its module have the same code, and both tests stay', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('Basket');
    await author.test('m1', 'Add one');
    await author.test('m1', 'Add two');
    await editFile(shop.app.folder, M1, text => text.replace('"t2"', '"t1"'));
    await vi.waitFor(async () => expect(await problemsIn(author, 'getModules')).toHaveLength(1), LONG);
    for (const [tool, args] of [
      ['deleteTest', {}],
      ['editTest', { name: 'Other' }],
      ['createAction', { type: 'reload' }],
    ] as const)
      expect(await author.refusal(tool, { moduleCode: 'm1', testCode: 't1', ...args })).toBe(
        'conflict: Two tests of module m1 have the code t1: "Add one" and "Add two". "steploom verify --repair" gives one of them another.',
      );
    await author.do('editModule', { moduleCode: 'm1', comment: 'Both stay' });
    expect((await author.tests()).map(({ name }) => name)).toEqual(['Add one', 'Add two']);
    expect(await readFile(join(shop.app.folder, M1), 'utf8')).toContain('Both stay');
    await author.do('undo');
    expect((await author.tests()).map(({ name }) => name)).toEqual(['Add one', 'Add two']);
    expect(await readFile(join(shop.app.folder, M1), 'utf8')).not.toContain('Both stay');
  });

  it('a code used twice by environments is reported, in other versions too', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging');
    await author.environment('live');
    await author.do('createVersion', { name: 'Next' });
    const path = 'versions/next/environments.json';
    await editFile(shop.app.folder, path, text => text.replace('"e2"', '"e1"'));
    const next = { versionId: 'next' };
    await vi.waitFor(async () => expect(await problemsIn(author, 'getEnvironments', next)).toHaveLength(1), LONG);
    expect((await problemsIn(author, 'getEnvironments', next))?.[0]?.message).toBe(
      '2 environments have the code e1: "staging", "live". Next: "steploom verify --repair" gives all but the first of them codes of their own.',
    );
    expect(await problemsIn(author, 'getEnvironments')).toBeUndefined();
    for (const tool of ['editEnvironment', 'deleteEnvironment'])
      expect(await author.refusal(tool, { ...next, environmentCode: 'live' })).toBe(
        'conflict: Two environments have the code e1: "staging" and "live". "steploom verify --repair" gives one of them another.',
      );
  });

  it('two environments with the same name are reported until one of them is renamed', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging');
    await author.environment('live');
    await editFile(shop.app.folder, 'versions/main/environments.json', text => text.replace('"live"', '"Staging"'));
    await vi.waitFor(async () => expect(await problemsIn(author, 'getEnvironments')).toHaveLength(1), LONG);
    expect(await problemsIn(author, 'getEnvironments')).toEqual([
      { code: 'e2', message: 'Environments e1 and e2 have the same name "Staging". Give one of them another.' },
    ]);
    await author.do('editEnvironment', { environmentCode: 'e2', name: 'live' });
    expect(await problemsIn(author, 'getEnvironments')).toBeUndefined();
  });

  it('two actions with the same id in one test can still be edited by position', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('Basket');
    await author.test('m1', 'Add one', { actions: [{ type: 'reload' }, { type: 'goBack' }] });
    const place = { moduleCode: 'm1', testCode: 't1' };
    await editFile(shop.app.folder, M1, text => text.replace('"a2"', '"a1"'));
    await vi.waitFor(async () => expect(await problemsIn(author, 'getTests')).toHaveLength(1), LONG);
    expect(await author.refusal('deleteAction', { ...place, actionId: 'a1' })).toBe(
      'conflict: Actions 0 and 1 both have the id a1; give "actionIndex".',
    );
    const Reply = z.object({ action: z.looseObject({ type: z.string(), actionIndex: z.number() }) });
    const edit = { ...place, actionIndex: 1, type: 'goForward' };
    expect((await author.client.call('editAction', edit, Reply)).action).toMatchObject({
      type: 'goForward',
      actionIndex: 1,
    });
    await author.do('deleteAction', { ...place, actionId: 'a1', actionIndex: 0 });
    expect((await author.actions(place)).map(({ type }) => type)).toEqual(['goForward']);
    expect(await problemsIn(author, 'getTests')).toBeUndefined();
  });

  it('a module file whose name differs from its code is reported as damaged and left alone', async () => {
    await using shop = await openShop();
    await shop.author.module('Basket');
    const text = await readFile(join(shop.app.folder, M1), 'utf8');
    await writeFile(join(shop.app.folder, M2), text);
    const Damaged = z.looseObject({ damaged: z.array(z.looseObject({ message: z.string() })).optional() });
    const damage = async () => (await shop.author.client.call('getModules', {}, Damaged)).damaged?.[0]?.message;
    await vi.waitFor(
      async () => expect(await damage()).toBe(`${M2} says it is module m1; name and code must agree.`),
      LONG,
    );
    expect((await shop.author.module('Payment')).moduleCode).toBe('m3');
    expect(await readFile(join(shop.app.folder, M2), 'utf8')).toBe(text);
  });
});
