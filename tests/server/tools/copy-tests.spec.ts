import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const Reply = z.object({
  copied: z.array(z.looseObject({ from: z.string(), testCode: z.string(), moduleCode: z.string(), state: z.string() })),
});
const next = { versionId: 'next' };
const reload = { type: 'reload' };

async function copy(author: Author, args: object) {
  const { copied } = await author.client.call('copyTests', { from: 'next', to: 'main', ...args }, Reply);
  return copied.map(({ from, testCode, moduleCode, state, neededBy }) => ({
    copy: `${from} → ${moduleCode}.${testCode} ${state}`,
    ...(neededBy === undefined ? {} : { neededBy }),
  }));
}

/** A module with one test in the versions main and next. */
async function branch(author: Author): Promise<void> {
  await author.module('A');
  await author.test('m1', 'One', { actions: [reload] });
  await author.do('createVersion', { name: 'Next' });
}

const testsIn = async (author: Author, args: object = {}) =>
  (await author.tests(args)).map(({ testCode, moduleCode, name }) => `${moduleCode}.${testCode} ${name}`);

describe('copyTests', () => {
  it('copyTests adds a new test under its own code and replaces a changed test in place', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await branch(author);
    await author.test('m1', 'Two', { ...next, actions: [reload, reload] });
    await author.do('editTest', { ...next, moduleCode: 'm1', testCode: 't1', name: 'Uno' });
    expect(await copy(author, { tests: ['t1', 'm1.t2', 't1'] })).toEqual([
      { copy: 't1 → m1.t1 replaced' },
      { copy: 't2 → m1.t2 added' },
    ]);
    expect(await testsIn(author)).toEqual(['m1.t1 Uno', 'm1.t2 Two']);
    expect((await author.actions({ moduleCode: 'm1', testCode: 't2' })).map(({ actionId }) => actionId)).toEqual([
      'a2',
      'a3',
    ]);
    expect(await copy(author, { tests: ['t1', 't2'] })).toEqual([
      { copy: 't1 → m1.t1 same' },
      { copy: 't2 → m1.t2 same' },
    ]);
    await author.do('undo');
    expect(await testsIn(author)).toEqual(['m1.t1 One']);
    expect(await testsIn(author, next)).toEqual(['m1.t1 Uno', 'm1.t2 Two']);
  });

  it('copyTests gives a test new codes where the target version uses its codes for another test', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await branch(author);
    await author.test('m1', 'Ours', { actions: [{ type: 'goBack' }, { type: 'goBack' }] });
    await author.test('m1', 'Theirs', { ...next, actions: [reload, { type: 'wait', until: 'load' }] });
    expect(await copy(author, { tests: ['t2'] })).toEqual([{ copy: 't2 → m1.t3 added' }]);
    expect(await testsIn(author)).toEqual(['m1.t1 One', 'm1.t2 Ours', 'm1.t3 Theirs']);
    const all = (await author.tests({ includeActions: true })).flatMap(({ actions = [] }) => actions);
    expect(all.map(({ actionId, type }) => `${actionId} ${type}`)).toEqual([
      'a1 reload',
      'a2 goBack',
      'a3 goBack',
      'a4 reload',
      'a5 wait',
    ]);
    expect((await author.test('m1', 'Later')).testCode).toBe('t4');
  });

  it('copyTests also copies the plugged-in tests that the target version lacks', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await branch(author);
    await author.test('m1', 'Ours');
    await author.module('B', next);
    await author.test('m2', 'Inner', next);
    await author.test('m2', 'Outer', {
      ...next,
      actions: [
        { type: 'plugTest', test: 't2' },
        { type: 'plugTest', test: 't1' },
      ],
    });
    expect(await copy(author, { tests: ['t3'] })).toEqual([
      { copy: 't3 → m2.t3 added' },
      { copy: 't2 → m2.t4 added', neededBy: 'test t3 plugs it in' },
    ]);
    const plugged = await author.actions({ moduleCode: 'm2', testCode: 't3' });
    expect(plugged.map(({ test }) => test)).toEqual(['t4', 't1']);
    await author.do('undo');
    expect((await author.modules()).map(({ name }) => name)).toEqual(['A']);
  });

  it('copyTests creates missing modules together with their parent modules and the tests they run', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await branch(author);
    await author.module('Ours');
    await author.module('Outer', next);
    await author.module('Inner', { ...next, parentModule: 'm2', comment: 'c' });
    await author.test('m3', 'Set up', next);
    await author.test('m3', 'Case', next);
    await author.do('editModule', { ...next, moduleCode: 'm3', before: 't2', data: { vat: 7 } });
    expect(await copy(author, { tests: ['t3'] })).toEqual([
      { copy: 't3 → m3.t3 added' },
      { copy: 't2 → m3.t2 added', neededBy: 'module m3 runs it before or after its tests' },
    ]);
    const modules = await author.modules();
    expect(modules.map(({ moduleCode, name, parentModule }) => [moduleCode, name, parentModule])).toEqual([
      ['m1', 'A', undefined],
      ['m2', 'Ours', undefined],
      ['m4', 'Outer', undefined],
      ['m3', 'Inner', 'm4'],
    ]);
    expect(modules[3]).toMatchObject({ comment: 'c', data: { vat: 7 }, before: 't2' });
  });

  it('copyTests refuses a test that already exists, or adds a second one, as "existing" demands', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await branch(author);
    const refuse = { from: 'next', to: 'main', tests: ['t1'], existing: 'refuse' };
    expect(await author.refusal('copyTests', refuse)).toMatch(/^conflict: Version main has test t1 "One" already\./);
    expect(await copy(author, { tests: ['t1'], existing: 'add' })).toEqual([{ copy: 't1 → m1.t2 added' }]);
    expect((await author.actions({ moduleCode: 'm1', testCode: 't2' }))[0]?.actionId).toBe('a2');
  });

  it('copyTests changes nothing when one of the tests cannot be copied', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await branch(author);
    await author.test('m1', 'Two', { ...next, actions: [{ type: 'plugTest', test: 't1' }] });
    await author.test('m1', 'Three', next);
    await author.do('deleteTest', { ...next, moduleCode: 'm1', testCode: 't1', force: true });
    for (const [args, message] of [
      [{ tests: ['t3', 't9'] }, /^not-found: No test t9/],
      [{ tests: ['t3', 't2'] }, /^invalid-project: Test t1 is missing where the tests come from: test t2 plugs it in/],
      [{ tests: ['t3'], to: 'gone' }, /^not-found: No version "gone"/],
      [{ tests: ['t3'], from: 'gone' }, /^not-found: No version "gone"/],
      [{ tests: ['t3'], to: 'next' }, /^invalid-params: "to" is "next" as well/],
    ] as const)
      expect(await author.refusal('copyTests', { from: 'next', to: 'main', ...args })).toMatch(message);
    expect(await testsIn(author)).toEqual(['m1.t1 One']);
  });
});
