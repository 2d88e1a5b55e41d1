import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const gone = { moduleCode: 'm1', testCode: 't9' };
const elsewhere = { moduleCode: 'm2', testCode: 't1' };
const plug = (test: string) => ({ type: 'plugTest', test });
const reload = { type: 'reload' };

/** Calls with one thing wrong, and the parameter that it was given in. */
const WRONG: readonly (readonly [tool: string, args: object, field: string])[] = [
  ['getModules', { versionId: 'gone' }, 'versionId'],
  ['createModule', { name: 'A', parentModule: 'm9' }, 'parentModule'],
  ['editModule', { moduleCode: 'm9' }, 'moduleCode'],
  ['editModule', { moduleCode: 'm1', parentModule: 'm9' }, 'parentModule'],
  ['editModule', { moduleCode: 'm1', parentModule: 'm1' }, 'parentModule'],
  ['editModule', { moduleCode: 'm1', before: 't9' }, 'before'],
  ['editModule', { moduleCode: 'm1', after: 't9' }, 'after'],
  ['editModule', { moduleCode: 'm1', after: 'm9.t1' }, 'after'],
  ['editModule', { moduleCode: 'm1', before: 'm2.t1' }, 'before'],
  ['deleteModule', { moduleCode: 'm9' }, 'moduleCode'],
  ['getTests', { moduleCode: 'm9' }, 'moduleCode'],
  ['createTest', { moduleCode: 'm9', name: 'A' }, 'moduleCode'],
  ['createTest', { moduleCode: 'm1', name: 'A', actions: [reload, plug('t9')] }, 'actions[1].test'],
  ['createTest', { moduleCode: 'm1', name: 'A', actions: [plug('t1'), plug('t3')] }, 'actions[1].test'],
  ['editTest', gone, 'testCode'],
  ['editTest', elsewhere, 'moduleCode'],
  ['editTest', { moduleCode: 'm1', testCode: 'm2.t1' }, 'testCode'],
  ['editTest', { ...place, newModuleCode: 'm9' }, 'newModuleCode'],
  ['editTest', { ...place, actions: [reload, plug('t9')] }, 'actions[1].test'],
  ['editTest', { ...place, actions: [reload, plug('t2')] }, 'actions[1].test'],
  ['deleteTest', gone, 'testCode'],
  ['getActions', gone, 'testCode'],
  ['createAction', { ...gone, ...reload }, 'testCode'],
  ['createAction', { ...place, ...reload, actionIndex: 9 }, 'actionIndex'],
  ['createAction', { ...place, ...plug('t9') }, 'test'],
  ['createAction', { ...place, ...plug('t2'), actionIndex: 1 }, 'test'],
  ['createActions', { ...place, actions: [reload], actionIndex: 9 }, 'actionIndex'],
  ['createActions', { ...place, actions: [reload, plug('t9')] }, 'actions[1].test'],
  ['createActions', { ...place, actions: [reload, plug('t2')], actionIndex: 1 }, 'actions[1].test'],
  ['editAction', { ...place, actionIndex: 9, comment: 'x' }, 'actionIndex'],
  ['editAction', { ...place, actionId: 'a9', comment: 'x' }, 'actionId'],
  ['editAction', { ...place, actionIndex: 1, ...plug('t9') }, 'test'],
  ['editAction', { ...place, actionIndex: 1, ...plug('t2') }, 'test'],
  ['moveAction', { ...place, actionIndex: 0, to: 9 }, 'to'],
  ['deleteAction', { ...place, actionIndex: 9 }, 'actionIndex'],
  ['editActions', { ...place, edits: [{ actionIndex: 9 }] }, 'edits[0]'],
  ['editActions', { ...place, edits: [{ actionIndex: 1 }, { actionIndex: 0, ...plug('t9') }] }, 'edits[1].test'],
  ['editActions', { ...place, edits: [{ actionIndex: 1, ...plug('t2') }] }, 'edits[0].test'],
  ['moveActions', { ...place, actionIndexes: [0, 1], to: 1 }, 'to'],
  ['moveActions', { ...place, actionIds: ['a9'], to: 0 }, 'actionIds[0]'],
  ['deleteActions', { ...place, actionIndexes: [0, 9] }, 'actionIndexes[1]'],
  ['editEnvironment', { environmentCode: 'e9' }, 'environmentCode'],
  ['deleteEnvironment', { environmentCode: 'e9' }, 'environmentCode'],
  ['editProject', { defaultVersion: 'gone' }, 'defaultVersion'],
  ['editProject', { defaultEnvironment: 'gone' }, 'defaultEnvironment'],
  ['createVersion', { name: 'B', from: 'gone' }, 'from'],
  ['createVersion', { name: 'B', versionId: 'gone' }, 'versionId'],
  ['editVersion', { versionId: 'gone', name: 'B' }, 'versionId'],
  ['deleteVersion', { versionId: 'gone' }, 'versionId'],
  ['validateActions', { actions: [{}], testCode: 't9' }, 'testCode'],
  ['validateActions', { actions: [{}], moduleCode: 'm9' }, 'moduleCode'],
  ['validateActions', { actions: [{}], environment: 'gone' }, 'environment'],
  ['duplicateTest', { testCode: 't9' }, 'testCode'],
  ['duplicateTest', { testCode: 't1', newModuleCode: 'm9' }, 'newModuleCode'],
  ['copyTests', { from: 'gone', to: 'main', tests: ['t1'] }, 'from'],
  ['copyTests', { from: 'main', to: 'gone', tests: ['t1'] }, 'to'],
  ['compareVersions', { from: 'gone', to: 'main' }, 'from'],
  ['compareVersions', { from: 'main', to: 'gone' }, 'to'],
  ['configureAuth', { signInTest: 't9' }, 'signInTest'],
  ['configureAuth', { signOutTest: 'm9.t1' }, 'signOutTest'],
  ['runTest', { testId: 't9' }, 'testId'],
  ['runTest', { testId: 't9', moduleId: 'm1' }, 'testId'],
  ['runTest', { testId: 't1', moduleId: 'm2' }, 'moduleId'],
  ['runTest', { testId: 't1', moduleId: 'm9' }, 'moduleId'],
  ['runTest', { testId: 'm2.t1' }, 'testId'],
  ['runTest', { testId: 't1', environment: 'gone' }, 'environment'],
  ['runTest', { testId: 't1', toAction: 9 }, 'toAction'],
  ['runTest', { testId: 't1', parameters: { user: 'x' } }, 'parameters.user'],
  ['getRun', { runId: 'r9' }, 'runId'],
  ['getTestResults', { runId: 'r9' }, 'runId'],
];

describe('an error names the parameter that was given', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    await author.test('m1', 'One', { actions: [reload, reload] });
    await author.test('m1', 'Two', { actions: [plug('t1')] });
  });

  afterAll(() => shop[Symbol.asyncDispose]());

  const registry = createToolRegistry();

  it.each(WRONG)('%s with %j is refused and names %s', async (tool, args, field) => {
    const { data, message } = await shop.author.client.failure(tool, args);
    expect([data.field, message]).toEqual([field, expect.any(String)]);
    const parameter = field.replace(/[.[].*$/, '');
    expect(Object.keys(registry.get(tool)?.input.shape ?? {})).toContain(parameter);
    expect(args).toHaveProperty([parameter]);
  });

  it('an unknown name inside an object is refused with its path and the names known there', async () => {
    const { author } = shop;
    for (const [tool, args, field, message] of [
      [
        'createTest',
        { moduleCode: 'm1', name: 'A', parameters: [{ name: 'x', defualt: 'y' }] },
        'parameters[0].defualt',
        'Unknown parameter "parameters[0].defualt". Did you mean "default"? Known: name, default, comment.',
      ],
      [
        'editTest',
        { ...place, data: { rowz: [] } },
        'data.rowz',
        'Unknown parameter "data.rowz". Did you mean "rows"? Known: rows, file.',
      ],
      [
        'createAction',
        { ...place, type: 'click', locator: 'a', position: { x: 1, y: 2, z: 3 } },
        'position.z',
        'Unknown parameter "position.z". Known: x, y.',
      ],
      [
        'createEnvironment',
        { name: 'x', items: [{ name: 'a', val: 'b' }] },
        'items[0].val',
        'Unknown parameter "items[0].val". Did you mean "value"? Known: name, value, kind.',
      ],
      [
        'editProject',
        { settings: { browser: { viewprot: {} } } },
        'settings.browser.viewprot',
        expect.stringContaining('Did you mean "viewport"? Known: device, viewport, locale'),
      ],
    ] as const) {
      const failure = await author.client.failure(tool, args);
      expect([failure.code, failure.data.field, failure.message]).toEqual([-32602, field, message]);
    }
    const { data, message } = await author.client.failure('createTest', {
      moduleCode: 'm1',
      name: 'A',
      actions: [{ type: 'click', locater: 'a' }],
    });
    expect(data.field).toBe('actions[0].locater');
    expect(message).toMatch(/^"click" has no field "locater"\. Did you mean "locator"\? It takes locator, /);
  });

  it('getPageElements names "within" when its locator finds nothing or cannot be read', { tags: 'full' }, async () => {
    const { author } = shop;
    await using pages = await servePages({ '/': '<h1>Basket</h1>' });
    await author.do('navigateUrl', { url: pages.url });
    const failure = await author.client.failure('getPageElements', { within: '#nowhere' });
    expect(failure.data).toMatchObject({ reason: 'locator-not-found', field: 'within' });
    expect((await author.client.failure('getPageElements', { within: 'getByRole(' })).data.field).toBe('within');
  });
});
