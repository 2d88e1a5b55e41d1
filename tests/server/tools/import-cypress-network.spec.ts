/** What tests of Cypress say about requests, the clock, what is stored, and accessibility. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { imported } from '../../support/imported-tests.ts';
import { openShop, type Shop } from '../../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ withIde: false });
});
afterAll(() => shop[Symbol.asyncDispose]());

async function testOf(body: string) {
  const [made] = await imported(shop.author, 'cypress', `it('works', () => {\n${body}\n});`);
  return made;
}

const actionsOf = async (body: string) => (await testOf(body))?.actions;

const left = (reason: string) => ({ type: 'comment', disabled: true, comment: expect.stringContaining(reason) });

test('answers of a test become mocks, whichever way they are written', async () => {
  const made = await testOf(`
    const users = [{ name: 'Ann' }];
    cy.intercept('GET', '/api/users', users);
    cy.intercept('/api/items*', { statusCode: 201, body: { id: 3 }, headers: { 'X-Count': '1' }, delay: 300 }).as('items');
    cy.intercept({ method: 'POST', url: '**/orders', times: 1 }, { statusCode: 500 });
    cy.intercept({ pathname: '/search', hostname: 'find.example' }, 'nothing found');
    cy.intercept(/\\/api\\/(a|b)$/, { forceNetworkError: true });
    cy.intercept('GET', '/basket', { fixture: 'basket' });
    cy.intercept('https://other.example/x', req => { req.reply({ statusCode: 404 }); });
    cy.intercept('/teapot', req => req.reply(418, { tea: true }));
    cy.intercept('/broken', req => req.destroy());
    cy.intercept('/slow', req => { req.on('response', res => { res.setDelay(1000); }); });
    cy.intercept('/passed', req => { req.continue(); });
    cy.intercept('/changed', req => {
      req.continue(res => {
        res.body.items.push({ id: 3 });
        res.statusCode = 201;
      });
    });
    cy.intercept('/empty', {});
    cy.route('GET', '/old', 'fixture:old.json');
    cy.route({ url: '/older', status: 503, response: {} });`);
  expect(made?.actions).toMatchObject([
    { type: 'mock', url: '*://*/api/users', method: 'GET', body: '[{"name":"Ann"}]' },
    {
      type: 'mock',
      url: '*://*/api/items*',
      status: '201',
      body: '{"id":3}',
      headers: { 'X-Count': '1' },
      delayMs: 300,
    },
    { type: 'mock', url: '**/orders', method: 'POST', status: '500', times: '1' },
    { type: 'mock', url: '*://find.example{,:*}/search{,?**}', body: 'nothing found' },
    { type: 'mock', url: '/\\/api\\/(a|b)$/', abort: 'failed' },
    { type: 'mock', url: '*://*/basket', file: 'basket.json' },
    { type: 'mock', url: 'https://other.example/x', status: '404' },
    { type: 'mock', url: '*://*/teapot', status: '418', body: '{"tea":true}' },
    { type: 'mock', url: '*://*/broken', abort: 'failed' },
    { type: 'mock', url: '*://*/slow', delayMs: 1_000 },
    { type: 'mock', url: '*://*/changed', status: '201', change: 'body ~> |$|{"items": $append(items, [{"id":3}])}|' },
    { type: 'mock', url: '*://*/empty', status: '200' },
    { type: 'mock', url: '*://*/old', file: 'old.json' },
    { type: 'mock', url: '*://*/older', status: '503', body: '{}' },
  ]);
  expect(made?.actions).toHaveLength(14);
  expect(made?.notes).toContainEqual(expect.stringContaining('put the fixture basket.json into the files'));
});

test('what a mock cannot do is left out with its reason, and its name stays known', async () => {
  const actions = await actionsOf(`
    cy.intercept('/api/users', req => { req.body.name = 'Bob'; req.continue(); }).as('users');
    cy.intercept({ url: '/a', query: { q: 'x' } }, { statusCode: 500 });
    cy.intercept('/b/[ab]', { statusCode: 500 });
    cy.intercept('/c', { statusCode: status() });
    cy.get('#load').click();
    cy.wait('@users');
    cy.wait('@nobody');`);
  expect(actions).toMatchObject([
    left('program'),
    left('“query”'),
    left('pattern'),
    left('computed'),
    { type: 'click' },
    { type: 'expectRequest', url: '*://*/api/users' },
    { type: 'wait', until: 'idle' },
  ]);
});

test('waits for requests check them, with what is compared of request and answer', async () => {
  const made = await testOf(`
    cy.intercept('POST', '/api/orders').as('order');
    cy.intercept('/api/items').as('items');
    cy.get('#pay').click();
    cy.wait('@order', { timeout: 20000 }).its('response.statusCode').should('eq', 201);
    cy.wait(['@order', '@items']);
    cy.wait('@items').then(({ request, response }) => {
      expect(request.headers).to.have.property('x-shop');
      expect(response?.body.items.length).to.eq(2);
      expect(response.body.items[0]).to.deep.include({ name: 'Tea', price: 3 });
      expect(response.body).to.be.an('object');
    });
    cy.wait('@order').should(interception => {
      assert.isNotNull(interception.response.body.id);
      expect(interception.response.statusCode).to.be.oneOf([200, 201]);
      cy.visit('/orders/' + interception.response.body.id);
    });
    cy.get('@order').its('request.body.total').should('be.gte', 3);`);
  const check = { type: 'expectRequest' };
  const order = { ...check, url: '*://*/api/orders', method: 'POST' };
  expect(made?.actions).toMatchObject([
    { type: 'click' },
    { ...order, status: '201', timeoutMs: 20_000 },
    order,
    { ...check, url: '*://*/api/items' },
    {
      ...check,
      expression: [
        '$exists(request.headers.`x-shop`)',
        '$count(response.body.items) = 2',
        'response.body.items[0].name = "Tea" and response.body.items[0].price = 3',
        '$type(response.body) = "object"',
      ].join(' and '),
    },
    {
      ...{ ...order, status: '200, 201', into: 'interception' },
      expression: '$not(response.body.id = null) and request.body.total >= 3',
    },
    { type: 'visit', url: '/orders/{{ interception.response.body.id }}' },
  ]);
});

test('requests are counted where one action can have sent them', async () => {
  const actions = await actionsOf(`
    cy.intercept('/api/items').as('items');
    cy.get('@items').should('not.exist');
    cy.get('#load').click();
    cy.get('@items.all').should('have.length', 2);
    cy.get('#load').click();
    cy.get('@items.all').should('have.length', 4);`);
  expect(actions).toMatchObject([
    { type: 'expectRequest', url: '*://*/api/items', not: true },
    { type: 'click' },
    { type: 'expectRequest', url: '*://*/api/items', count: 2 },
    { type: 'click' },
    left('since the test began'),
  ]);
});

test('the clock, cookies and stored items are set and checked', async () => {
  const actions = await actionsOf(`
    cy.clock(Date.UTC(2030, 0, 1), ['Date']);
    cy.clock().then(clock => { clock.tick(1000); });
    cy.window().then(win => { win.localStorage.setItem('early', '1'); });
    cy.visit('/');
    cy.tick(500).invoke('restore');
    cy.window().then(win => {
      win.localStorage.setItem('theme', 'dark');
      expect(win.localStorage.getItem('theme')).to.eq('dark');
      expect(win.sessionStorage.getItem('seen')).to.be.null;
    });
    cy.window().its('localStorage.theme').should('exist');
    cy.window().its('localStorage').invoke('removeItem', 'theme');
    cy.getCookie('token').should('have.property', 'value', 'abc');
    cy.getCookie('old').should('not.exist');
    cy.getCookie('token').its('value').should('match', /^a/);`);
  const stored = { type: 'storage', operation: 'check' };
  expect(actions).toMatchObject([
    left('computed'),
    { type: 'clock', do: 'pause', time: '1970-01-01T00:00:00Z' },
    { type: 'clock', do: 'run', by: '1 s' },
    left('behind the first “visit”'),
    { type: 'visit' },
    { type: 'clock', do: 'run', by: '500' },
    { type: 'clock', do: 'resume' },
    { type: 'storage', of: 'localStorage', operation: 'set', name: 'theme', value: 'dark' },
    { ...stored, of: 'localStorage', name: 'theme', expected: 'dark' },
    { ...stored, of: 'sessionStorage', name: 'seen', not: true },
    { ...stored, of: 'localStorage', name: 'theme' },
    { type: 'storage', of: 'localStorage', operation: 'remove', name: 'theme' },
    { ...stored, of: 'cookie', name: 'token', expected: 'abc' },
    { ...stored, of: 'cookie', name: 'old', not: true },
    { ...stored, of: 'cookie', name: 'token', expected: '/^a/' },
  ]);
});

test('checks by axe-core become checks of accessibility, and what they cannot hold is told', async () => {
  const actions = await actionsOf(`
    cy.injectAxe();
    cy.checkA11y();
    cy.checkA11y('#nav', { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa'] }, includedImpacts: ['critical', 'serious'] });
    cy.checkA11y({ include: ['main'], exclude: ['.ad', ['#frame', '.x']] }, { rules: { 'color-contrast': { enabled: false } } });
    cy.checkA11y(null, { runOnly: { type: 'rule', values: ['label'] } });
    cy.checkA11y(null, null, null, true);`);
  const check = { type: 'checkAccessibility' };
  expect(actions).toMatchObject([
    { ...check, standard: 'best-practice' },
    { ...check, standard: 'wcag2aa', locator: "locator('#nav')", leastImpact: 'serious' },
    {
      ...{ ...check, locator: "locator('main')", disabledRules: ['color-contrast'] },
      exclude: ["locator('.ad')", "locator('#frame').contentFrame().locator('.x')"],
    },
    left('single rules'),
    left('only writes down'),
  ]);
});

test('a fixture that comes along is written into the mock', async () => {
  const files = [
    { path: 'e2e/users.cy.js', text: "it('works', () => { cy.intercept('/users', { fixture: 'users.json' }); });" },
    { path: 'fixtures/users.json', text: '[{ "name": "Ann" }]' },
  ];
  const Imported = z.object({ tests: z.array(z.object({ moduleCode: z.string(), testCode: z.string() })) });
  const { tests } = await shop.author.client.call('importTests', { format: 'cypress', files }, Imported);
  const [made] = tests;
  const actions = made && (await shop.author.actions(made));
  expect(actions).toMatchObject([{ type: 'mock', url: '*://*/users', body: '[{"name":"Ann"}]' }]);
});
