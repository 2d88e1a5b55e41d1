import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const Listed = z.object({
  modules: z.array(z.looseObject({ moduleCode: z.string(), name: z.string() })),
  total: z.number(),
  nextCursor: z.string().optional(),
});

/** Modules as people see them: each with its depth, in tree order. */
async function tree(author: Author): Promise<string[]> {
  const modules = await author.modules();
  const depthOf = (code: string | undefined): number => {
    const module = modules.find(({ moduleCode }) => moduleCode === code);
    return module === undefined ? 0 : 1 + depthOf(module.parentModule);
  };
  return modules.map(({ name, parentModule }) => `${'-'.repeat(depthOf(parentModule))}${name}`);
}

describe('modules', () => {
  it('a new module gets a code of its own, shown as moduleCode and moduleId', async () => {
    await using shop = await openShop();
    const module = await shop.author.module('Sign in', { comment: 'Doors' });
    expect(module).toMatchObject({ moduleCode: 'm1', moduleId: 'm1', comment: 'Doors', order: 0, testCount: 0 });
    expect(await shop.author.module('Sign in')).toMatchObject({ moduleCode: 'm2', order: 1 });
    expect(await shop.author.modules()).toEqual([module, expect.objectContaining({ moduleCode: 'm2' })]);
  });

  it('modules can be nested, and are listed in the order of their tree', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['A', 'B', 'C']) await author.module(name);
    await author.module('A1', { parentModule: 'm1' });
    await author.module('A2', { parentModule: 'm1' });
    await author.module('A1a', { parentModule: 'm4' });
    expect(await tree(author)).toEqual(['A', '-A1', '--A1a', '-A2', 'B', 'C']);
    await author.do('editModule', { moduleCode: 'm4', parentModule: 'm3' });
    expect(await tree(author)).toEqual(['A', '-A2', 'B', 'C', '-A1', '--A1a']);
    await author.do('editModule', { moduleCode: 'm4', parentModule: null, order: 0 });
    expect(await tree(author)).toEqual(['A1', '-A1a', 'A', '-A2', 'B', 'C']);
  });

  it('a module can be moved to any position among its siblings', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['A', 'B', 'C', 'D']) await author.module(name);
    await author.do('editModule', { moduleCode: 'm4', order: 0 });
    expect(await tree(author)).toEqual(['D', 'A', 'B', 'C']);
    await author.do('editModule', { moduleCode: 'm4', order: 2 });
    expect(await tree(author)).toEqual(['A', 'B', 'D', 'C']);
    await author.do('editModule', { moduleCode: 'm1', order: 99 });
    expect(await tree(author)).toEqual(['B', 'D', 'C', 'A']);
  });

  it('modules keep their order however often one is moved between the same two', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['A', 'B', 'C']) await author.module(name);
    for (let round = 0; round < 60; round++) {
      const [, , last] = await author.modules();
      await author.do('editModule', { moduleCode: last?.moduleCode, order: 1 });
      expect(await tree(author)).toEqual(round % 2 === 0 ? ['A', 'C', 'B'] : ['A', 'B', 'C']);
    }
  });

  it('a module cannot be placed below itself, below its own child or below a missing module', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('A1', { parentModule: 'm1' });
    expect(await author.refusal('editModule', { moduleCode: 'm1', parentModule: 'm1' })).toMatch(/^invalid-project/);
    expect(await author.refusal('editModule', { moduleCode: 'm1', parentModule: 'm2' })).toMatch(
      /^invalid-project: Module m1 cannot be below itself/,
    );
    expect(await author.refusal('editModule', { moduleCode: 'm1', parentModule: 'm9' })).toMatch(
      /^not-found: No module m9.*m1 A/,
    );
    expect(await author.refusal('createModule', { name: 'B', parentModule: 'm9' })).toMatch(/^not-found/);
    expect(await tree(author)).toEqual(['A', '-A1']);
  });

  it('a module takes values and tests to run before and after its own, and null removes them', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'Prepare');
    const data = { currency: 'EUR', rate: 1.2, vip: true };
    await author.do('editModule', { moduleCode: 'm1', comment: 'c', data, before: 'm1.t1', after: 't1' });
    expect((await author.modules())[0]).toMatchObject({ comment: 'c', data, before: 't1', after: 't1' });
    expect(await author.refusal('editModule', { moduleCode: 'm1', before: 't9' })).toMatch(/^not-found: No test t9/);
    expect(await author.refusal('editModule', { moduleCode: 'm1', data: { 'two words': 1 } })).toMatch(
      /^invalid-params: .*two words/,
    );
    await author.do('editModule', { moduleCode: 'm1', comment: null, data: null, before: null, after: null });
    expect(Object.keys((await author.modules())[0] ?? {}).sort()).toEqual(
      ['moduleCode', 'moduleId', 'name', 'order', 'revision', 'testCount'].sort(),
    );
  });

  it('a module is deleted with its tests and the modules below it', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('A1', { parentModule: 'm1' });
    await author.module('B');
    await author.test('m2', 'Inner');
    const reply = await author.client.call('deleteModule', { moduleCode: 'm1' }, z.unknown());
    expect(reply).toEqual({ deleted: ['m1', 'm2', 't1'] });
    expect(await tree(author)).toEqual(['B']);
    expect(await author.refusal('deleteModule', { moduleCode: 'm1' })).toMatch(/^not-found: No module m1\./);
  });

  it('a dry run of deleteModule lists what would be deleted and deletes nothing', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('A1', { parentModule: 'm1' });
    await author.test('m2', 'Inner');
    const asked = { moduleCode: 'm1', dryRun: true };
    const would = { deleted: ['m1', 'm2', 't1'] };
    expect(await author.client.call('deleteModule', asked, z.unknown())).toEqual(would);
    await author.module('B');
    await author.test('m3', 'Buy', { actions: [{ type: 'plugTest', test: 't1' }] });
    expect(await author.refusal('deleteModule', asked)).toContain('m3.t2 action 0 uses t1');
    expect(await author.client.call('deleteModule', { ...asked, force: true }, z.unknown())).toEqual(would);
    expect(await tree(author)).toEqual(['A', '-A1', 'B']);
  });

  it('a module whose tests are used elsewhere is deleted only with force', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    await author.test('m1', 'Log in');
    await author.test('m2', 'Buy', { actions: [{ type: 'plugTest', test: 'm1.t1' }] });
    await author.do('editModule', { moduleCode: 'm2', before: 't1' });
    const { message, data } = await author.client.failure('deleteModule', { moduleCode: 'm1' });
    expect(message).toContain('m2.t2 action 0 uses t1');
    expect(data).toMatchObject({ reason: 'in-use', field: 'force', places: ['module m2 "before"', 'm2.t2 action 0'] });
    await author.do('deleteModule', { moduleCode: 'm1', force: true });
    const place = { moduleCode: 'm2', testCode: 't2' };
    const broken = await author.client.call('getActions', place, z.object({ problems: z.array(z.looseObject({})) }));
    expect(broken.problems).toEqual([
      { testCode: 't2', message: 'belongs to m2, whose "before" names t1, which does not exist' },
      { testCode: 't2', actionIndex: 0, message: 'plugs t1, which does not exist' },
    ]);
  });

  it('getModules lists modules in pages, filtered by name or code', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['Basket', 'Payment', 'Basket again', 'Search', 'My baskets']) await author.module(name);
    const page = (args: object) => author.client.call('getModules', args, Listed);
    const first = await page({ filter: 'BASKET', limit: 2 });
    expect(first).toMatchObject({ total: 3, nextCursor: '2' });
    const second = await page({ filter: 'BASKET', limit: 2, cursor: first.nextCursor });
    expect([...first.modules, ...second.modules].map(({ name }) => name)).toEqual([
      'Basket',
      'Basket again',
      'My baskets',
    ]);
    expect(second.nextCursor).toBeUndefined();
    expect((await page({ filter: 'm4' })).modules.map(({ name }) => name)).toEqual(['Search']);
    expect(await page({ cursor: '99' })).toMatchObject({ modules: [], total: 5 });
    for (const cursor of ['', 'x', '-1', '1.5', '1e3'])
      expect(await author.refusal('getModules', { cursor })).toMatch(/^invalid-params: "cursor"/);
    for (const limit of [0, 1001, 1.5, '5'])
      expect(await author.refusal('getModules', { limit })).toMatch(/^invalid-params: "limit"/);
  });

  it('getModules shows the tests of a module only when asked', async () => {
    await using shop = await openShop();
    await shop.author.module('A');
    await shop.author.test('m1', 'One', { actions: [{ type: 'visit', url: '/' }] });
    const [module] = await shop.author.modules({ includeTests: true });
    expect(module?.tests).toEqual([expect.objectContaining({ testCode: 't1', moduleId: 'm1', actionCount: 1 })]);
    expect(module?.tests?.[0]).not.toHaveProperty('actions');
    expect((await shop.author.modules())[0]).not.toHaveProperty('tests');
  });

  it('an edit of a module with an outdated revision is refused and names who changed it', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const { revision } = await author.module('A');
    const colleague = await shop.colleague();
    await colleague.test('m1', 'Theirs');
    for (const call of ['editModule', 'deleteModule']) {
      const { message, data } = await author.client.failure(call, { moduleCode: 'm1', ifRevision: revision });
      expect(message).toMatch(/^Module m1 was changed since you read it, last by write 2 \(createTest t1\)/);
      const current = (await author.modules())[0]?.revision;
      expect(data).toMatchObject({ reason: 'conflict', field: 'ifRevision', revision: current });
    }
    const [{ revision: fresh } = { revision: '' }] = await author.modules();
    await author.do('editModule', { moduleCode: 'm1', name: 'A2', ifRevision: fresh });
  });

  it.each([
    ['createModule', {}, /"name" is missing/],
    ['createModule', { name: '' }, /"name" must be at least 1 character/],
    ['createModule', { name: '  ' }, /"name"/],
    ['createModule', { name: 'x'.repeat(201) }, /"name" must be at most 200/],
    ['createModule', { name: 'two\nlines' }, /"name"/],
    ['createModule', { name: 7 }, /"name" must be a string, not 7/],
    ['createModule', { name: 'A', parent: 'm1' }, /Unknown parameter "parent".*Did you mean "parentModule"/],
    ['createModule', { name: 'A', comment: null }, /"comment"/],
    ['editModule', { name: 'A' }, /"moduleCode" is missing/],
    ['editModule', { moduleCode: 'M1' }, /"moduleCode".*a module code/],
    ['editModule', { moduleCode: 'm1', order: -1 }, /"order"/],
    ['getModules', { includeTests: 'yes' }, /"includeTests" must be a boolean, not "yes"/],
    ['getModules', { versionId: '../x' }, /"versionId"/],
  ])('%s refuses %j', async (tool, args, message) => {
    await using shop = await openShop();
    const failure = await shop.author.client.failure(tool, args);
    expect(failure.code).toBe(-32602);
    expect(failure.message).toMatch(message);
  });
});
