import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ActionId, TestCode } from '../../../model/names/codes.ts';
import { startService } from '../../../server/main.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const View = z.looseObject({
  breakpointId: z.string(),
  testId: z.string(),
  actionId: z.string(),
  actionIndex: z.number(),
});
const One = z.object({ breakpoint: View });
const All = z.object({ breakpoints: z.array(View) });

const set = async ({ app }: Shop, args: object) => (await app.client.call('setBreakpoint', args, One)).breakpoint;
const all = async ({ app }: Shop) => (await app.client.call('getBreakpoints', {}, All)).breakpoints;
const ids = async (shop: Shop) => (await all(shop)).map(({ breakpointId }) => breakpointId);
const clear = async ({ app }: Shop, args: object) =>
  (await app.client.call('clearBreakpoints', args, z.object({ deleted: z.array(z.string()) }))).deleted;
const place = { moduleCode: 'm1', testCode: 't1' };

async function shopWithTest(): Promise<Shop> {
  const shop = await openShop();
  await shop.author.module('A');
  await shop.author.test('m1', 'One', { actions: [{ type: 'reload' }, { type: 'goBack' }, { type: 'goForward' }] });
  return shop;
}

describe('a breakpoint', () => {
  test('a breakpoint is set at an action by its position or id, and every token of the project sees it', async () => {
    await using shop = await shopWithTest();
    const made = await set(shop, { testId: 't1', actionIndex: 1, condition: 'round > 2', hitCount: 3 });
    expect(made).toEqual({
      breakpointId: 'b1',
      moduleId: 'm1',
      testId: 't1',
      actionIndex: 1,
      actionId: 'a2',
      condition: 'round > 2',
      hitCount: 3,
      enabled: true,
    });
    await set(shop, { testId: 'm1.t1', actionId: 'a3' });
    const reader = await shop.app.clientWith('read');
    expect((await reader.call('getBreakpoints', {}, All)).breakpoints.map(({ actionId }) => actionId)).toEqual([
      'a2',
      'a3',
    ]);
  });

  test('setting a breakpoint again changes it, and null removes a field', async () => {
    await using shop = await shopWithTest();
    await set(shop, { testId: 't1', actionIndex: 1, condition: 'true', hitCount: 2 });
    expect(await set(shop, { testId: 't1', actionIndex: 1, enabled: false })).toMatchObject({
      breakpointId: 'b1',
      condition: 'true',
      hitCount: 2,
      enabled: false,
    });
    const plain = await set(shop, { testId: 't1', actionIndex: 1, condition: null, hitCount: null, enabled: true });
    expect(Object.keys(plain)).not.toContain('condition');
    expect(Object.keys(plain)).not.toContain('hitCount');
  });

  test('a breakpoint stays with its action when the action or its test moves', async () => {
    await using shop = await shopWithTest();
    await set(shop, { testId: 't1', actionId: 'a1' });
    await shop.author.do('moveAction', { ...place, actionIndex: 0, to: 2 });
    await shop.author.module('B');
    await shop.author.do('editTest', { ...place, newModuleCode: 'm2' });
    expect(await all(shop)).toMatchObject([{ moduleId: 'm2', testId: 't1', actionId: 'a1', actionIndex: 2 }]);
  });

  test('a breakpoint is removed with its action or test, and undo brings it back', async () => {
    await using shop = await shopWithTest();
    await set(shop, { testId: 't1', actionId: 'a2' });
    await shop.author.do('deleteAction', { ...place, actionId: 'a2' });
    expect(await all(shop)).toEqual([]);
    await shop.author.do('undo', {});
    expect(await ids(shop)).toEqual(['b1']);
    await shop.author.do('deleteTest', place);
    expect(await all(shop)).toEqual([]);
    await shop.author.do('undo', {});
    expect(await ids(shop)).toEqual(['b1']);
  });

  test('setBreakpoint uses the test and action selected in the IDE when the call names none', async () => {
    await using shop = await shopWithTest();
    const { ide } = shop.app;
    ide?.report({ selection: { testId: TestCode.parse('t1'), actionId: ActionId.parse('a2') } });
    await vi.waitFor(async () => expect(await set(shop, {})).toMatchObject({ testId: 't1', actionId: 'a2' }), 20_000);
    expect(await set(shop, { actionIndex: 2 })).toMatchObject({ actionId: 'a3' });
  });

  test('a breakpoint belongs to one version', async () => {
    await using shop = await shopWithTest();
    await set(shop, { testId: 't1', actionId: 'a1' });
    await shop.author.do('createVersion', { name: 'Next' });
    const args = { versionId: 'next' };
    expect((await shop.app.client.call('getBreakpoints', args, All)).breakpoints).toEqual([]);
    await set(shop, { ...args, testId: 't1', actionId: 'a1' });
    await shop.author.do('clearBreakpoints', {});
    expect((await shop.app.client.call('getBreakpoints', args, All)).breakpoints).toHaveLength(1);
  });

  test.each([
    ['no test', { actionIndex: 0 }, 'testId'],
    ['no action', { testId: 't1' }, 'actionIndex'],
    ['a condition that cannot be read', { testId: 't1', actionIndex: 0, condition: '1 +' }, 'condition'],
    ['a condition that reads a secret', { testId: 't1', actionIndex: 0, condition: 'secret.KEY = 1' }, 'condition'],
    ['no hit', { testId: 't1', actionIndex: 0, hitCount: 0 }, 'hitCount'],
    ['an action that is not there', { testId: 't1', actionIndex: 3 }, 'actionIndex'],
  ])('setBreakpoint with %s is refused', async (_what, args, field) => {
    await using shop = await shopWithTest();
    const { data } = await shop.app.client.failure('setBreakpoint', args);
    expect(data.field).toBe(field);
    expect(await all(shop)).toEqual([]);
  });

  test('setBreakpoint refuses an action at which no run would ever pause', async () => {
    await using shop = await shopWithTest();
    await shop.author.test('m1', 'Blocks', { actions: [{ type: 'group', title: 'G' }, { type: 'end' }] });
    await shop.author.test('m1', 'Suite', { type: 'suite', actions: [{ type: 'plugTest', test: 't1' }] });
    for (const args of [
      { testId: 't2', actionIndex: 1 },
      { testId: 't3', actionIndex: 0 },
    ]) {
      const { data, message } = await shop.app.client.failure('setBreakpoint', args);
      expect([data.reason, message]).toEqual(['conflict', expect.stringMatching(/^No run pauses at action/)]);
    }
  });
});

describe('clearBreakpoints', () => {
  test('clearBreakpoints removes one, those of a test, or all, and their ids are never used again', async () => {
    await using shop = await shopWithTest();
    await shop.author.test('m1', 'Two', { actions: [{ type: 'reload' }] });
    for (const args of [{ actionId: 'a1' }, { actionId: 'a2' }]) await set(shop, { testId: 't1', ...args });
    await set(shop, { testId: 't2', actionIndex: 0 });
    expect(await clear(shop, { breakpointId: 'b1' })).toEqual(['b1']);
    expect(await clear(shop, { testId: 't1' })).toEqual(['b2']);
    expect(await clear(shop, {})).toEqual(['b3']);
    expect(await clear(shop, {})).toEqual([]);
    expect(await set(shop, { testId: 't1', actionIndex: 0 })).toMatchObject({ breakpointId: 'b4' });
    const both = await shop.app.client.failure('clearBreakpoints', { breakpointId: 'b4', testId: 't1' });
    expect(both.data.reason).toBe('invalid-params');
  });
});

describe('breakpoints', () => {
  test('breakpoints are kept in a private file and survive a restart, except those of deleted actions', async () => {
    await using folder = await temporaryDirectory();
    const workspace = { workspaceFolder: folder.path };
    let file: string;
    {
      await using shop = await openShop(workspace);
      await shop.author.module('A');
      await shop.author.test('m1', 'One', { actions: [{ type: 'reload' }, { type: 'goBack' }] });
      await set(shop, { testId: 't1', actionIndex: 0 });
      await set(shop, { testId: 't1', actionIndex: 1, condition: 'true' });
      await shop.author.do('deleteAction', { ...place, actionIndex: 0 });
      file = join(shop.app.folder, '.steploom/breakpoints.json');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    const service = await startService({ ...workspace, port: 0, logLevel: 'silent' });
    const breakpoints = service.workspace.project('shop')?.breakpoints;
    const [version] = service.workspace.project('shop')?.store.content.versions.values() ?? [];
    const id = version?.version.versionId;
    expect(id === undefined ? [] : breakpoints?.of(id)).toMatchObject([{ breakpointId: 'b2', condition: 'true' }]);
    await service.dispose();
  });

  test('an edited breakpoints file is reloaded, while a damaged one blocks only changes to breakpoints', async () => {
    await using shop = await shopWithTest();
    await set(shop, { testId: 't1', actionIndex: 0 });
    const file = join(shop.app.folder, '.steploom/breakpoints.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, '{');
    const { data } = await shop.app.client.failure('setBreakpoint', { testId: 't1', actionIndex: 1 });
    expect(data.reason).toBe('read-only');
    expect(await ids(shop)).toEqual(['b1']);
    await shop.author.module('B');
    await writeFile(file, text.replace('"enabled": true', '"enabled": false'));
    await set(shop, { testId: 't1', actionIndex: 1 });
    expect(await all(shop)).toMatchObject([{ enabled: false }, { breakpointId: 'b2' }]);
  });
});
