import { expect, test } from 'vitest';
import { z } from 'zod';
import { openIdePage, signIn } from '../../support/ide-page.ts';
import { linkOf, startTestApp } from '../../support/test-app.ts';

const State = z.object({
  open: z.boolean(),
  ides: z.array(z.object({ ideId: z.string(), url: z.string(), selection: z.record(z.string(), z.string()) })),
  elsewhere: z.number(),
});
const Anything = z.unknown();
const Module = z.object({ module: z.object({ moduleCode: z.string() }) });
const Test = z.object({
  test: z.object({ testCode: z.string(), actions: z.array(z.object({ actionId: z.string() })) }),
});

test('without an IDE the IDE tools say how to open one, and the other tools work', async () => {
  await using app = await startTestApp({ withIde: false });
  const failure = await app.client.failure('getPageInfo', {});
  expect(failure.data).toMatchObject({ reason: 'ide-not-open', next: 'openIDE', url: `${app.service.url}/p/shop` });
  expect(failure.message).toContain('Call openIDE');
  const state = await app.client.call('getIDEState', {}, State);
  expect(state).toMatchObject({ open: false, ides: [], elsewhere: 0 });
  await app.client.call('createModule', { name: 'Basket' }, Module);
  expect(await app.client.call('getIDEUrl', {}, Anything)).toEqual({ url: `${app.service.url}/p/shop` });
  await app.client.failure('navigateTo', { moduleId: 'm1' });
});

test('an IDE on another project counts as logged in to another project', async () => {
  await using app = await startTestApp({ withIde: false });
  await using _other = await openIdePage({ link: linkOf(app.service), projectId: 'other' });
  const failure = await app.client.failure('getTestStatus', {});
  expect(failure.message).toContain('logged in to another project');
  expect(await app.client.call('getIDEState', {}, State)).toMatchObject({ open: false, elsewhere: 1 });
});

test('navigateTo answers with what the page shows afterwards, not with what was asked for', async () => {
  await using app = await startTestApp();
  const { module } = await app.client.call('createModule', { name: 'Basket' }, Module);
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'comment', text: 'here' },
  ];
  const made = await app.client.call('createTest', { moduleCode: module.moduleCode, name: 'Add', actions }, Test);
  const { testCode } = made.test;
  const shown = await app.client.call(
    'navigateTo',
    { moduleId: module.moduleCode, testId: testCode, actionIndex: 1 },
    Anything,
  );
  expect(shown).toMatchObject({
    tab: 'modules',
    selection: { moduleId: module.moduleCode, testId: testCode, actionId: made.test.actions[1]?.actionId },
  });
  const failure = await app.client.failure('navigateTo', { moduleId: 'm9' });
  expect(failure.data).toMatchObject({ reason: 'not-found', field: 'moduleId' });
  if (app.ide === undefined) throw new Error('there is no IDE');
  app.ide.onNavigate = () => ({ selection: {} });
  expect(await app.client.call('navigateTo', { moduleId: module.moduleCode }, Anything)).toMatchObject({
    selection: {},
  });
});

test('navigateTo opens features and their scenarios, and refuses a feature together with a test', async () => {
  await using app = await startTestApp();
  const text = (name: string) =>
    `Feature: ${name}\n  Scenario: One\n  Scenario Outline: Many\n    * a <b>\n    Examples:\n      |b|\n      |1|\n`;
  for (const name of ['Basket', 'Orders']) await app.client.call('createFeature', { text: text(name) }, Anything);
  const go = (place: object) => app.client.call('navigateTo', place, Anything);
  expect(await go({ feature: 'basket' })).toMatchObject({ tab: 'features', selection: { feature: 'f1' } });
  expect(await go({ projectId: 'shop', feature: 'f1' })).toMatchObject({
    tab: 'features',
    selection: { feature: 'f1' },
  });
  const outline = { tab: 'features', selection: { feature: 'f2', scenario: 'f2.s2' } };
  expect(await go({ scenario: 'f2.s2.r0' })).toMatchObject(outline);
  expect(await go({ feature: 'f2', scenario: 'f2.s2' })).toMatchObject(outline);
  const refused = async (place: object) => (await app.client.failure('navigateTo', place)).message;
  expect(await refused({ feature: 'Baskt' })).toMatch(/^No feature "Baskt"\. Similar: "Basket"/);
  expect(await refused({ scenario: 'f1.s9' })).toMatch(/^No scenario "f1\.s9"/);
  expect(await refused({ feature: 'f1', scenario: 'f2.s1' })).toBe('Scenario f2.s1 is one of f2, not of f1.');
  expect(await refused({ feature: 'f1', testId: 't1' })).toBe('Name either a test, or a feature, to go to.');
  expect(await refused({})).toBe('Name a module, a test, a feature or a scenario to go to.');
});

test('setIDEUrl accepts only IDE addresses of its own project', async () => {
  await using app = await startTestApp();
  const { url } = app.service;
  const set = await app.client.call('setIDEUrl', { url: '/p/shop/main/modules/m1' }, Anything);
  expect(set).toMatchObject({ url: `${url}/p/shop/main/modules/m1` });
  expect(await app.client.call('getIDEUrl', {}, Anything)).toMatchObject({ url: `${url}/p/shop/main/modules/m1` });
  for (const foreign of [
    'https://example.org/',
    `${url}.evil.test/p/shop`,
    'javascript:alert(1)',
    '//evil.test/p/shop',
  ])
    expect((await app.client.failure('setIDEUrl', { url: foreign })).code).toBe(-32602);
  const other = await app.client.failure('setIDEUrl', { url: '/p/other' });
  expect(other.data.reason).toBe('forbidden');
});

test('a call that waits for an IDE page fails with the reason when the page closes', async () => {
  await using app = await startTestApp();
  const { module } = await app.client.call('createModule', { name: 'Basket' }, Module);
  const { ide } = app;
  if (ide === undefined) throw new Error('there is no IDE');
  ide.onNavigate = async () => {
    await ide[Symbol.asyncDispose]();
    return {};
  };
  const failure = await app.client.failure('navigateTo', { moduleId: module.moduleCode });
  expect(failure.data.reason).toBe('ide-not-open');
  expect(await app.client.call('getIDEState', {}, State)).toMatchObject({ open: false });
});

test('several IDEs each have their own id, and the one used last is listed first', async () => {
  await using app = await startTestApp();
  const { ide } = app;
  if (ide === undefined) throw new Error('there is no IDE');
  await using second = await openIdePage({ link: linkOf(app.service), projectId: 'shop' });
  const ids = async () => (await app.client.call('getIDEState', {}, State)).ides.map(({ ideId }) => ideId);
  expect(await ids()).toEqual(['ide2', 'ide1']);
  ide.report({ isFocused: true });
  await ide.request('project/close', {});
  expect(await ids()).toEqual(['ide1', 'ide2']);
  second.report({ url: '/p/shop/main/modules/m7' });
  await second.request('project/close', {});
  expect(await app.client.call('getPageInfo', { ideId: 'ide3' }, Anything).catch(error => error.data)).toMatchObject({
    reason: 'ide-not-open',
    field: 'ideId',
  });
});

test('a sign-in code works only once', async () => {
  await using app = await startTestApp({ withIde: false });
  const link = linkOf(app.service);
  expect(await signIn(link)).toMatch(/^[\w-]{43}$/);
  await expect(signIn(link)).rejects.toThrow('401');
});
