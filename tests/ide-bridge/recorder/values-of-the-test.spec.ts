// @module-tag full
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const PAGE = `<!doctype html><title>Shop</title>
<form onsubmit="event.preventDefault(); said.textContent = 'Welcome, ' + user.value">
<label>User <input id="user"></label><label>Password <input type="password"></label>
<label>Size <select><option>small</option><option>large</option></select></label><button>Sign in</button></form>
<a href="#tea" onclick="what.textContent = 'Tea'">Tea</a> <a href="#milk" onclick="what.textContent = 'Milk'">Milk</a>
<p id="said" role="status"></p><p id="what"></p>`;

let browser: ForeignBrowser;
let pages: Awaited<ReturnType<typeof servePages>>;
let shop: Shop;
let other: Browser;

beforeAll(async () => {
  [browser, pages] = await Promise.all([debuggedBrowser(), servePages({ '/': PAGE })]);
  other = await chromium.connectOverCDP(browser.endpoint);
});
afterAll(async () => {
  await other.close();
  for (const part of [browser, pages]) await part[Symbol.asyncDispose]();
});
beforeEach(async () => {
  shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
  await shop.author.module('Shop');
  return () => shop[Symbol.asyncDispose]();
});

const pageOfApp = (): Promise<Page> =>
  vi.waitFor(() => {
    const all = other.contexts().flatMap(context => context.pages());
    const found = all.find(each => each.url().startsWith(`${pages.url}/`));
    if (found === undefined) throw new Error('There is no page of the app.');
    return found;
  });

const Stopped = z.looseObject({
  actions: z.array(z.looseObject({ type: z.string() })),
  suggestion: z.looseObject({}).optional(),
});
const stop = () => shop.author.client.call('stopRecording', {}, Stopped);

async function signIn(page: Page, { user, password, size }: Record<'user' | 'password' | 'size', string>) {
  await page.getByLabel('User').click();
  await page.keyboard.type(user);
  await page.getByLabel('Password').click();
  await page.keyboard.type(password);
  await page.getByLabel('Size').selectOption(size);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const place = { moduleCode: 'm1', testCode: 't1' };

it('what equals a parameter or a column of the test is recorded as its name, so that the test does the same for others', async () => {
  const parameters = [{ name: 'user', default: 'ann' }, { name: 'password', default: 'sesame' }, { name: 'product' }];
  const data = { rows: [{ size: 'large' }, { size: 'small' }] };
  await shop.author.test('m1', 'Sign in', { parameters, data, actions: [] });
  await shop.author.do('startRecording', { testId: 't1', url: '/', values: { product: 'Tea' } });
  const page = await pageOfApp();
  await page.getByRole('link', { name: 'Tea' }).click();
  await signIn(page, { user: 'ann', password: 'sesame', size: 'large' });
  const { actions, suggestion } = await stop();
  expect(actions).toMatchObject([
    { type: 'visit' },
    { type: 'click', locator: "getByRole('link', { name: '{{product}}' })" },
    { type: 'fill', value: '{{user}}' },
    { type: 'fill', value: '{{password}}' },
    { type: 'select', values: ['{{size}}'] },
    { type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
  ]);
  expect(suggestion).toMatchObject({ matcher: 'toHaveText', expected: 'Welcome, {{user}}' });
  // Nothing was kept as a secret that the test is given.
  expect(await shop.author.client.call('getEnvironments', {}, z.looseObject({}))).toMatchObject({ environments: [] });
  await shop.author.do('createAction', { ...place, ...suggestion });
  await shop.author.do('createAction', {
    ...place,
    type: 'assert',
    matcher: 'toHaveText',
    locator: '#what',
    expected: 'Milk',
  });
  const others = { user: 'bob', password: 'open', product: 'Milk' };
  const changed = Object.entries(others).map(([name, text]) => ({ name, default: text }));
  await shop.author.do('editTest', { ...place, parameters: changed });
  await shop.author.do('runTest', { testId: 't1' });
  const status = () => shop.author.client.call('getTestStatus', {}, z.looseObject({ state: z.string() }));
  await expect.poll(status, { timeout: 60_000 }).toMatchObject({ state: 'passed' });
});

it('a name that the test does not have is refused, and nothing is recorded', async () => {
  await shop.author.test('m1', 'Plain', { actions: [] });
  const failure = await shop.author.client.failure('startRecording', {
    testId: 't1',
    url: '/',
    values: { user: 'ann' },
  });
  expect([failure.code, failure.data.field]).toEqual([-32602, 'values.user']);
  expect(failure.message).toBe('The test t1 has no parameter and no column "user".');
  expect(await shop.author.client.call('getRecording', {}, z.looseObject({}))).toMatchObject({ state: 'idle' });
});

it('the first password that is typed fills the secret that waits for one; the next has a name of its own', async () => {
  const items = [{ name: 'password', kind: 'secret' }];
  await shop.author.do('createEnvironment', { name: 'local', items });
  await shop.author.test('m1', 'Sign in', { actions: [] });
  await shop.author.do('startRecording', { testId: 't1', url: '/' });
  await signIn(await pageOfApp(), { user: 'ann', password: 'sesame', size: 'small' });
  const first = await stop();
  expect(first.actions.filter(({ type }) => type === 'fill')).toMatchObject([
    { value: 'ann' },
    { value: '{{secret.password}}' },
  ]);
  await shop.author.do('startRecording', { testId: 't1', url: '/' });
  await signIn(await pageOfApp(), { user: 'bob', password: 'open', size: 'small' });
  const second = await stop();
  expect(second.actions.filter(({ type }) => type === 'fill')).toMatchObject([
    { value: 'bob' },
    { value: '{{secret.password2}}' },
  ]);
});

const Environments = z.object({
  environments: z.array(z.looseObject({ items: z.array(z.looseObject({ name: z.string() })) })),
});
const itemsKept = async () =>
  (await shop.author.client.call('getEnvironments', {}, Environments)).environments.map(({ items }) => items);

/** Records a sign-in into a test of a project whose only environment has these items. */
async function recordSignIn(items: readonly object[], user: string) {
  await shop.author.do('createEnvironment', { name: 'local', items });
  await shop.author.test('m1', 'Sign in', { actions: [] });
  await shop.author.do('startRecording', { testId: 't1', url: '/' });
  await signIn(await pageOfApp(), { user, password: 'sesame', size: 'small' });
  return stop();
}

it('who signs in fills the variable that waits beside the password', async () => {
  const waiting = [
    { name: 'user', value: '' },
    { name: 'password', kind: 'secret' },
  ];
  const { actions } = await recordSignIn(waiting, 'shop\\{{ann}}');
  expect(actions.filter(({ type }) => type === 'fill')).toMatchObject([
    { value: '{{env.user}}' },
    { value: '{{secret.password}}' },
  ]);
  expect(await itemsKept()).toMatchObject([
    [
      { name: 'user', value: 'shop\\{{ann}}' },
      { name: 'password', set: true },
    ],
  ]);
});

it('of two variables that wait, none is filled by chance; one that has a value keeps it', async () => {
  const plain = [
    { name: 'user', value: '' },
    { name: 'region', value: '' },
    { name: 'tenant', value: 'north' },
  ];
  await recordSignIn([...plain, { name: 'password', kind: 'secret' }], 'ann');
  expect(await itemsKept()).toMatchObject([[...plain, { name: 'password', set: true }]]);
});
