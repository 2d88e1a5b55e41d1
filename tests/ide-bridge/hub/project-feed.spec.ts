import { expect, test } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { PAGE_REQUESTS, SERVICE_NOTICES } from '../../../model/protocol/channel/channel.ts';
import type { IdePage } from '../../support/ide-page.ts';
import { startTestApp } from '../../support/test-app.ts';

const Anything = z.unknown();
const { result: Opened } = PAGE_REQUESTS['project/open'];
const Patched = SERVICE_NOTICES['project/patched'];

const patchesOf = (ide: IdePage | undefined) =>
  (ide?.notices ?? []).filter(({ method }) => method === 'project/patched').map(({ params }) => Patched.parse(params));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 10));
}

test('a page that follows a project receives each edit with its number and its author', async () => {
  await using app = await startTestApp();
  const { ide } = app;
  const opened = Opened.parse(await ide?.request('project/open', { projectId: 'shop' }));
  expect(opened.snapshot).toMatchObject({ sequence: 0, modules: {}, tests: {} });
  await app.client.call('createModule', { name: 'Basket' }, Anything);
  await app.client.call('createTest', { moduleCode: 'm1', name: 'Add' }, Anything);
  await app.client.call('createAction', { moduleCode: 'm1', testCode: 't1', type: 'visit', url: '/' }, Anything);
  await until(() => patchesOf(ide).length === 3);
  const patches = patchesOf(ide);
  expect(patches.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect(patches[0]).toMatchObject({ by: 'write 1', title: 'createModule m1' });
  expect(patches[1]?.patches).toMatchObject([
    { op: 'set', path: ['modules', 'm1'], value: { tests: ['t1'] } },
    { op: 'set', path: ['tests', 't1'], value: { name: 'Add', actionCount: 0 } },
  ]);
  // Actions of a test that the page has not open are none of its business.
  expect(patches[2]?.patches).toMatchObject([{ op: 'set', path: ['tests', 't1'], value: { actionCount: 1 } }]);
});

test('a page receives features and links one by one, without the text of the files', async () => {
  await using app = await startTestApp();
  const { ide } = app;
  const text = 'Feature: Basket\n\n  Scenario: Empty\n    Given the shop is open\n';
  await app.client.call('createModule', { name: 'Basket' }, Anything);
  await app.client.call('createTest', { moduleCode: 'm1', name: 'Open' }, Anything);
  await ide?.request('project/open', { projectId: 'shop' });
  await app.client.call('createFeature', { text }, Anything);
  const link = { text: 'the shop is open', moduleCode: 'm1', testCode: 't1' };
  await app.client.call('linkStep', link, Anything);
  await app.client.call('unlinkStep', { text: link.text }, Anything);
  await until(() => patchesOf(ide).length === 3);
  const [made, linked, unlinked] = patchesOf(ide).map(({ patches }) => patches);
  const path = ['features', 'Basket.feature'];
  const value = { revision: expect.any(String), featureCode: 'f1', source: 'local' };
  expect(made?.at(-1)).toEqual({ op: 'set', path, value });
  expect(linked).toEqual([{ op: 'set', path: ['links', link.text], value: { testCode: 't1' } }]);
  expect(unlinked).toEqual([{ op: 'remove', path: ['links', link.text] }]);
  const again = Opened.parse(await ide?.request('project/open', { projectId: 'shop' }));
  expect(again.snapshot).toMatchObject({ features: { 'Basket.feature': value }, links: {} });
  await app.client.call('deleteFeature', { feature: 'f1' }, Anything);
  await until(() => patchesOf(ide).length === 4);
  expect(patchesOf(ide).at(-1)?.patches).toContainEqual({ op: 'remove', path });
});

test('an edit of an open test reaches the page as a splice of the changed actions only', async () => {
  await using app = await startTestApp();
  const { ide, client } = app;
  await client.call('createModule', { name: 'Basket' }, Anything);
  const actions = ['one', 'two', 'three'].map(text => ({ type: 'comment', text }));
  await client.call('createTest', { moduleCode: 'm1', name: 'Add', actions }, Anything);
  await ide?.request('project/open', { projectId: 'shop' });
  const open = PAGE_REQUESTS['test/open'].result.parse(await ide?.request('test/open', { testCode: 't1' }));
  expect(open.test.actions).toHaveLength(3);
  await client.call(
    'editAction',
    { moduleCode: 'm1', testCode: 't1', actionIndex: 1, text: 'two and a half' },
    Anything,
  );
  await until(() => patchesOf(ide).length === 1);
  const [splice, revision] = patchesOf(ide)[0]?.patches ?? [];
  expect(splice).toMatchObject({
    op: 'splice',
    path: ['open', 't1', 'actions'],
    start: 1,
    removed: 1,
    added: [{ text: 'two and a half' }],
  });
  expect(revision).toMatchObject({ op: 'set', path: ['open', 't1', 'revision'] });
  await client.call('deleteTest', { moduleCode: 'm1', testCode: 't1' }, Anything);
  await until(() => patchesOf(ide).length === 2);
  expect(patchesOf(ide)[1]?.patches.map(({ op, path }) => [op, path.join('.')])).toEqual([
    ['remove', 'tests.t1'],
    ['remove', 'open.t1'],
    ['set', 'modules.m1'],
  ]);
});

test('an edit in a page runs through the same tools as the API, with the same errors', async () => {
  await using app = await startTestApp();
  const { ide } = app;
  await ide?.request('project/open', { projectId: 'shop' });
  await ide?.request('tools/call', { name: 'createModule', arguments: { projectId: 'shop', name: 'Basket' } });
  const modules = await app.client.call(
    'getModules',
    {},
    z.object({ modules: z.array(z.object({ name: z.string() })) }),
  );
  expect(modules.modules).toMatchObject([{ name: 'Basket' }]);
  await until(() => patchesOf(ide).length === 1);
  expect(patchesOf(ide)[0]).toMatchObject({ ideId: ide?.ideId, title: 'createModule m1' });
  const call = ide?.request('tools/call', { name: 'createModule', arguments: { projectId: 'shop' } });
  await expect(call).rejects.toThrow('"name"');
  await expect(ide?.request('no/such', {})).rejects.toThrow('No method');
});

test('pages are notified when somebody sets or clears breakpoints', async () => {
  await using app = await startTestApp();
  const { ide, client } = app;
  await client.call('createModule', { name: 'Basket' }, Anything);
  await client.call('createTest', { moduleCode: 'm1', name: 'Add', actions: [{ type: 'reload' }] }, Anything);
  await ide?.request('project/open', { projectId: 'shop' });
  const told = () => (ide?.notices ?? []).filter(({ method }) => method === 'breakpoints/changed').length;
  await client.call('setBreakpoint', { testId: 't1', actionIndex: 0 }, Anything);
  await until(() => told() === 1);
  await client.call('clearBreakpoints', {}, Anything);
  await until(() => told() === 2);
});

test('a page is notified of new and deleted projects, and separately when the one it follows is deleted', async () => {
  await using app = await startTestApp();
  const { ide, service } = app;
  await service.workspace.create({ projectId: ProjectId.parse('other'), name: 'Other' });
  const told = (name: string) =>
    (ide?.notices ?? []).filter(({ method }) => method === name).map(({ params }) => params);
  await until(() => told('projects/changed').length > 0);
  expect(told('projects/changed').at(-1)).toMatchObject({ projects: [{ name: 'Other' }, { name: 'Shop' }] });
  await ide?.request('project/open', { projectId: 'other' });
  await ide?.request('tools/call', { name: 'deleteProject', arguments: { projectId: 'other', name: 'Other' } });
  await until(() => told('project/closed').length > 0);
  expect(told('project/closed')).toMatchObject([{ projectId: 'other' }]);
  expect(told('projects/changed').at(-1)).toMatchObject({ projects: [{ name: 'Shop' }] });
  const before = told('projects/changed').length;
  await service.workspace.create({ projectId: ProjectId.parse('third'), name: 'Third' });
  await until(() => told('projects/changed').length > before);
  expect(told('project/closed')).toHaveLength(1);
});
