import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { ValidatedActions } from './validated-actions.ts';

const PAGE = `<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form><label>User <input id="user"></label><label>Password <input type="password" id="pw"></label>
<label>Code <input readonly value="7"></label>
<label>Country <select><option value="de">Germany</option><option value="fr">France</option></select></label>
<label><input type="checkbox"> Remember me</label>
<button type="button">Sign in</button><button type="button" disabled>Send</button></form>
<ul><li>One <button>Delete</button></li><li>Two <button>Delete</button></li></ul>
<p id="gone" style="display:none">Hidden text</p>
<div style="position:relative;height:30px;width:90px"><button id="under">Under</button>
<div id="veil" style="position:absolute;inset:0"></div></div>
<iframe srcdoc="<button>Inside</button>" title="Help"></iframe>`;

const button = (name: string) => `getByRole('button', { name: '${name}' })`;

describe('validateActions', () => {
  let pages: ServedPages;
  let shop: Shop;
  const validate = async (actions: unknown[], args: object = {}) =>
    shop.author.client.call('validateActions', { actions, ...args }, ValidatedActions);
  const one = async (action: unknown, args: object = {}) => (await validate([action], args)).actions[0];

  beforeAll(async () => {
    pages = await servePages({ '/': PAGE, '/other': '<title>Other</title>' });
    shop = await openShop({ appUrl: pages.url });
    const { author } = shop;
    await author.module('A');
    await author.do('editModule', { moduleCode: 'm1', data: { city: 'Sign' } });
    await author.environment('staging', [
      { name: 'LABEL', value: 'User' },
      { name: 'PIN', kind: 'secret', value: 'Remember me' },
    ]);
    const parameters = [{ name: 'field', default: 'Password' }, { name: 'empty' }];
    await author.test('m1', 'One', { parameters, data: { rows: [{ what: 'Country' }] } });
    await author.do('navigateUrl', { url: '/' });
  });

  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await pages[Symbol.asyncDispose]();
  });

  it('validateActions reports what each locator finds', async () => {
    const { actions, url, hint } = await validate([
      { type: 'click', locator: button('Sign in') },
      { type: 'fill', locator: "getByLabel('User')", value: 'ann' },
      { type: 'assert', matcher: 'toHaveText', locator: "getByRole('heading')", expected: 'Sign in' },
      { type: 'assert', matcher: 'toHaveCount', locator: button('Delete'), expected: 2 },
      { type: 'assert', matcher: 'toBeHidden', locator: button('Nowhere') },
      { type: 'click', locator: `frameLocator('iframe').${button('Inside')}` },
      { type: 'select', locator: "getByLabel('Country')", values: ['France'] },
      { type: 'check', locator: "getByLabel('Remember me')" },
      { type: 'reload' },
    ]);
    expect(actions.map(({ matches, error }) => [matches, error?.message])).toEqual([
      [1, undefined],
      [1, undefined],
      [1, undefined],
      [2, undefined],
      [0, undefined],
      [1, undefined],
      [1, undefined],
      [1, undefined],
      [undefined, undefined],
    ]);
    expect(actions[0]).toEqual({
      actionIndex: 0,
      type: 'click',
      matches: 1,
      element: { role: 'button', name: 'Sign in', tag: 'button', text: 'Sign in' },
    });
    expect(actions[5]?.element).toMatchObject({ role: 'button', name: 'Inside' });
    expect([url, hint]).toEqual([`${pages.url}/`, undefined]);
  });

  it.each([
    [{ type: 'click', locator: "getByText('Hidden text')" }, /is there, but not visible\.$/],
    [{ type: 'click', locator: button('Send') }, /is disabled\.$/],
    [{ type: 'click', locator: button('Under') }, /is covered by <div id="veil">\.$/],
    [{ type: 'fill', locator: "getByLabel('Code')", value: 'x' }, /is read-only\.$/],
    [{ type: 'fill', locator: button('Sign in'), value: 'x' }, /is not a field to type into \(<button>\)\.$/],
    [{ type: 'fill', locator: "getByLabel('Remember me')", value: 'x' }, /type into \(<input type="checkbox">\)\.$/],
    [
      { type: 'select', locator: "getByLabel('User')", values: ['x'] },
      /not a list to choose from \(<input type="text">\)/,
    ],
    [
      { type: 'select', locator: "getByLabel('Country')", values: ['Spain'] },
      /has no option “Spain”; it has “Germany”, “France”\.$/,
    ],
    [{ type: 'select', locator: "getByLabel('Country')", values: ['de', 'fr'] }, /takes only one option\.$/],
    [{ type: 'check', locator: "getByLabel('User')" }, /cannot be ticked \(<input type="text">\)\.$/],
  ])('validateActions says why %j cannot be done', async (action, message) => {
    expect(await one(action)).toMatchObject({ matches: 1, error: { message: expect.stringMatching(message) } });
  });

  it('validateActions suggests a similar element when a locator finds nothing', async () => {
    const missing = await one({ type: 'click', locator: button('Sing in') });
    expect(missing).toMatchObject({ matches: 0, error: { field: 'locator', candidates: [button('Sign in')] } });
    expect(missing?.error?.message).toMatch(/^No element matches button “Sing in” on http/);
    const frame = await one({ type: 'click', locator: `frameLocator('#nope').${button('Inside')}` });
    expect(frame?.error?.message).toMatch(/No frame matches/);
  });

  it('validateActions offers a better locator for one that is ambiguous or brittle', async () => {
    const many = await one({ type: 'click', locator: button('Delete') });
    expect(many).toMatchObject({
      matches: 2,
      error: { message: expect.stringMatching(/^2 elements match button “Delete”/) },
    });
    expect(many?.error?.candidates).toHaveLength(2);
    const chosen = await one({ type: 'click', locator: many?.better ?? '' });
    expect(chosen).toMatchObject({ matches: 1, element: { name: 'Delete' } });
    expect(chosen).not.toHaveProperty('error');
    const brittle = await one({ type: 'fill', locator: 'form > label:nth-child(1) > input', value: 'ann' });
    expect(brittle).toMatchObject({ matches: 1, better: expect.stringMatching(/User/) });
    expect(brittle).not.toHaveProperty('error');
  });

  it('validateActions fills values of the test and its surroundings into locators', async () => {
    const at = { moduleCode: 'm1', testCode: 't1' };
    for (const name of ['{{ field }}', '{{ what }}', '{{ env.LABEL }}', '{{ city & " in" }}', '{{ secret.PIN }}']) {
      const locator = name.includes('city') ? button(name) : `getByLabel('${name}')`;
      const looked = await one({ type: 'hover', locator }, at);
      expect([looked?.matches, looked?.error, looked?.notChecked], name).toEqual([1, undefined, undefined]);
    }
    const unknown = await one({ type: 'hover', locator: button('{{ empty }}') }, at);
    expect(unknown?.notChecked).toMatch(/No value is called empty/);
    const stored = await validate(
      [
        { type: 'extract', from: 'title', into: 'heading' },
        { type: 'hover', locator: button('{{ var.heading }}') },
      ],
      at,
    );
    expect(stored.actions[1]?.notChecked).toBe('Its locator uses var.heading, which has a value only in a run.');
  });

  it('validateActions reports names in values that do not exist', async () => {
    const at = { moduleCode: 'm1', testCode: 't1' };
    const fill = (value: string) => ({ type: 'fill', locator: "getByLabel('User')", value });
    for (const [value, message] of [
      ['{{ env.LABLE }}', 'No value is called env.LABLE; “staging” has LABEL.'],
      ['{{ secret.pin }}', 'No value is called secret.pin; “staging” has PIN.'],
      ['{{ feild }}', /^No value is called feild; there are field/],
      ['{{ var.late }}', /^No value is called var.late/],
    ] as const) {
      const { error, matches } = (await one(fill(value), at)) ?? {};
      expect(error?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
      expect([error?.field, matches]).toEqual(['value', 1]);
    }
    expect(await one(fill('{{ feild }}'))).not.toHaveProperty('error');
    const call = { type: 'request', method: 'GET', url: '/', expectBody: 'total > 3', repeatUntil: 'state = "done"' };
    expect(await one(call, at)).not.toHaveProperty('error');
    expect((await one({ ...call, repeatUntil: 'total = env.LABLE' }, at))?.error?.field).toBe('repeatUntil');
    expect((await one(fill('{{ env.LABLE }}')))?.error?.field).toBe('value');
  });

  it('validateActions reports every bad action instead of failing', async () => {
    const bad = [
      null,
      'click',
      [],
      {},
      { type: 'clik', locator: 'x' },
      { type: 'click' },
      { type: 'click', locator: "getByRole('button'" },
      { type: 'click', locator: 'x', colour: 'red' },
      { type: 'click', locator: 'div[[' },
      { type: 'fill', locator: '#user', value: '{{ a + }}' },
      { type: 'plugTest', test: 't9' },
      { type: 'plugTest', test: 't1', parameters: { nope: '1' } },
      { type: 'end' },
      { type: 'if', condition: 'true' },
    ];
    const { actions } = await validate(bad);
    expect(actions.map(({ error }) => error?.message.slice(0, 40))).toEqual(bad.map(() => expect.any(String)));
    expect(actions[4]?.error?.message).toMatch(/Did you mean "click"/);
    expect(actions[12]?.error?.message).toMatch(/"end" without an open block/);
    expect(actions[13]?.error?.message).toMatch(/"if" without "end"/);
    const inTest = await validate([{ type: 'plugTest', test: 't1' }], { moduleCode: 'm1', testCode: 't1' });
    expect(inTest.actions[0]?.error?.message).toMatch(/plug itself/);
    expect(await shop.author.refusal('validateActions', { actions: [{}], testCode: 't9' })).toMatch(/^not-found/);
    expect(await shop.author.refusal('validateActions', { actions: [] })).toMatch(/^invalid-params/);
  });

  it('validateActions does not check actions against pages that are not open yet', async () => {
    const { actions } = await validate([
      { type: 'visit', url: '/' },
      { type: 'fill', locator: '#user', value: 'ann' },
      { type: 'click', locator: button('Sign in') },
      { type: 'assert', matcher: 'toHaveText', locator: "getByRole('heading', { name: 'Welcome' })", expected: 'W' },
      { type: 'hover', locator: button('Sign in') },
      { type: 'visit', url: '/other' },
      { type: 'click', locator: button('Sign in') },
      { type: 'visit', url: `${pages.url}/#top` },
      { type: 'click', locator: button('Nowhere') },
      { type: 'click', locator: button('Nowhere'), disabled: true },
    ]);
    expect(actions[1]?.matches).toBe(1);
    expect(actions[3]).toMatchObject({
      matches: 0,
      notChecked: expect.stringMatching(/different after Action 3 \(Click/),
    });
    expect(actions[3]).not.toHaveProperty('error');
    expect(actions[4]?.matches).toBe(1);
    expect(actions[6]?.notChecked).toMatch(/^Action 6 \(.*\) leads to another page/);
    expect(actions[6]).not.toHaveProperty('matches');
    expect(actions[8]?.error?.message).toMatch(/^No element matches/);
    expect(actions[9]?.notChecked).toBe('It is disabled.');
  });

  it('validateActions changes neither the page nor the project', async () => {
    const before = await shop.author.modules({ includeTests: true });
    await validate([
      { type: 'fill', locator: '#user', value: 'changed' },
      { type: 'check', locator: "getByLabel('Remember me')" },
      { type: 'visit', url: '/other' },
    ]);
    const Elements = z.object({ elements: z.array(z.looseObject({ value: z.string().optional() })) });
    const { elements } = await shop.author.client.call('getPageElements', { filter: 'User' }, Elements);
    expect(elements.every(({ value = '' }) => value === '')).toBe(true);
    expect(await shop.author.modules({ includeTests: true })).toEqual(before);
  });

  it('validateActions checks what it can while no window is open', async () => {
    await using other = await openShop();
    const actions = [{ type: 'click', locator: '#a' }, { type: 'click' }];
    const reply = await other.author.client.call('validateActions', { actions }, ValidatedActions);
    expect(reply.hint).toMatch(/^The app window is not open, .*navigateUrl/);
    expect(reply.actions[0]).toEqual({ actionIndex: 0, type: 'click' });
    expect(reply.actions[1]?.error?.field).toBe('locator');
  });

  it('validateActions answers in time for very many actions and on a page that hangs', { tags: ['full'] }, async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const many = await validate(Array.from({ length: 1_000 }, () => ({ type: 'comment', text: 'x' })));
    expect(many.actions.length).toBeGreaterThan(300);
    await using other = await servePages({
      '/': '<title>Busy</title><script>onload = () => setTimeout(() => { for (;;) {} }, 300)</script>',
    });
    await using busy = await openShop({ appUrl: other.url, ownBrowser: true });
    await busy.author.do('navigateUrl', { url: '/' }).catch(() => undefined);
    const actions = [{ type: 'click', locator: '#a' }];
    const [stuck] = (await busy.author.client.call('validateActions', { actions }, ValidatedActions)).actions;
    expect(stuck?.notChecked ?? stuck?.error?.message).toMatch(/did not answer within|No element matches/);
  });
});
