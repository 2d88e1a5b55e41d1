/** Tests of Cypress as people write them. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const read = async (code: string) => {
  await using shop = await openShop();
  return await imported(shop.author, 'cypress', code);
};

async function testOf(body: string, before = '') {
  const [made] = await read(`${before}\ndescribe('Shop', () => { it('works', function () {\n${body}\n}); });`);
  return made;
}

const actionsOf = async (body: string, before = '') => (await testOf(body, before))?.actions;

test('suites, hooks, lists of cases and skipped tests become tests with their titles', async () => {
  const made = await read(`
    describe('Login', { tags: '@smoke' }, () => {
      beforeEach(() => { cy.visit('/login'); });
      context('form', () => {
        [{ user: 'ann', right: true }, { user: 'bob', right: false }].forEach(({ user }) => {
          it(\`lets \${user} in\`, () => { cy.get('#user').type(user); });
        });
      });
      it.skip('is slow', () => { cy.contains('Never').click(); });
      afterEach(() => cy.reload());
    });`);
  expect(made.map(({ name }) => name)).toEqual([
    ...['Login › form › lets ann in', 'Login › form › lets bob in', 'Login › is slow'],
  ]);
  expect(made[1]?.actions).toMatchObject([
    { type: 'visit', url: '/login' },
    { type: 'fill', locator: "locator('#user')", value: 'bob', keyByKey: true },
    { type: 'reload' },
  ]);
  expect(made[2]?.notes).toContainEqual(expect.stringContaining('was skipped'));
});

test('elements are found as Cypress finds them, also around others and in jQuery’s words', async () => {
  const actions = await actionsOf(`
    cy.get('[data-id=7]').find('td').eq(2).click();
    cy.contains('Add (new)').click();
    cy.contains('button', /save/i).click();
    cy.get('button').contains('Save').click();
    cy.get('li:first').next().dblclick();
    cy.get('.row').closest('table').within(() => { cy.get('input').clear(); });
    cy.get('.row').filter(':contains("Ann")').not('.old').rightclick();
    cy.get('input:selected').click();
    cy.findByRole('button', { name: 'Pay' }).click();
    cy.get('.done');`);
  expect(actions).toMatchObject([
    { type: 'click', locator: `locator('[data-id="7"]').locator('td').nth(2)` },
    { type: 'click', locator: 'getByText(/Add\\s+\\(new\\)/).first()' },
    { type: 'click', locator: "locator('button').filter({ hasText: /save/i }).first()" },
    {
      type: 'click',
      locator: "locator('button').getByText(/Save/).or(locator('button').and(getByText(/Save/))).first()",
    },
    { type: 'dblclick', locator: "locator('li').first().locator('xpath=following-sibling::*[1]')" },
    { type: 'fill', value: '' },
    { type: 'rightClick', locator: "locator('.row').filter({ hasText: /Ann/ }).and(locator(':not(.old)'))" },
    { type: 'comment', disabled: true, comment: expect.stringContaining('jQuery') },
    { type: 'click', locator: "getByRole('button', { name: 'Pay', exact: true })" },
    { type: 'assert', matcher: 'toHaveCount', locator: "locator('.done')", expected: '0', not: true },
  ]);
});

test('typed keys are presses of their own, and what selects all replaces', async () => {
  const actions = await actionsOf(`
    cy.get('#q').type('shoes{enter}');
    cy.get('#q').type('{selectall}{backspace}boots{downArrow}');
    cy.get('#q').type('{ctrl+a}a{{}b}', { delay: 0 });
    cy.get('body').type('{esc}');
    cy.get('#day').type('2026-12-31');
    cy.get('#q').type('{ctrl+unknown}');`);
  expect(actions).toMatchObject([
    { type: 'fill', value: 'shoes', keyByKey: true },
    { type: 'press', key: 'Enter', locator: "locator('#q')" },
    { type: 'fill', value: 'boots' },
    { type: 'press', key: 'ArrowDown' },
    { type: 'press', key: 'Control+a' },
    { type: 'fill', value: 'a{b}', keyByKey: true },
    { type: 'press', key: 'Escape' },
    { type: 'fill', value: '2026-12-31' },
    { type: 'comment', disabled: true },
  ]);
  expect(actions?.[2]).not.toHaveProperty('keyByKey');
});

test('checks keep their meaning, chained or in a function', async () => {
  const actions = await actionsOf(`
    cy.get('h1').should('be.visible').and('have.text', 'Shop');
    cy.get('#total').should('contain', '12.00 €').and('not.have.class', 'old');
    cy.get('.item').should('contain.text', 'Shoe');
    cy.get('.item').should('have.length', 3).and('have.length.gt', 2);
    cy.get('#link').should('have.attr', 'href').and('include', '/help');
    cy.get('#gone').should('not.exist');
    cy.url().should('include', '/basket');
    cy.location('pathname').should('eq', '/basket');
    cy.title().should('eq', 'Basket');
    cy.get('#name').invoke('val').should('eq', 'Ann');
    cy.get('.item').should($items => {
      expect($items).to.have.length(3);
      expect($items.eq(0).text()).to.contain('x');
    });
    cy.get('h1').should('be.odd');`);
  expect(actions).toMatchObject([
    { matcher: 'toBeVisible', locator: "locator('h1')" },
    { matcher: 'toHaveText', expected: 'Shop' },
    { matcher: 'toContainText', expected: '12.00 €' },
    { matcher: 'toHaveClass', not: true, expected: '/(?:^|\\s)old(?:\\s|$)/' },
    { matcher: 'toHaveCount', locator: "locator('.item').filter({ hasText: /Shoe/ })", expected: '0', not: true },
    { matcher: 'toHaveCount', expected: '3' },
    { matcher: 'toHaveCount', locator: "locator('.item').nth(2)", expected: '0', not: true },
    { matcher: 'toHaveAttribute', attribute: 'href' },
    { matcher: 'toHaveAttribute', attribute: 'href', expected: '/\\/help/' },
    { matcher: 'toHaveCount', expected: '0' },
    { matcher: 'toHaveURL', expected: '/\\/basket/' },
    { matcher: 'toHaveURL', expected: '/^[^\\/]+:\\/\\/[^\\/]+\\/basket(?:[?#].*)?$/' },
    { matcher: 'toHaveTitle', expected: 'Basket' },
    { matcher: 'toHaveValue', expected: 'Ann' },
    { matcher: 'toHaveCount' },
    { matcher: 'toHaveCount', expected: '3' },
    { type: 'comment', disabled: true },
    { type: 'comment', disabled: true, comment: expect.stringContaining('“odd”') },
  ]);
});

test('commands of the file, page objects, values of the environment and aliases are followed', async () => {
  const before = `
    Cypress.Commands.add('login', (name, password = 'pw') => {
      cy.get('#user').clear().type(name);
      cy.get('#password').type(password);
    });
    Cypress.Commands.add('getBySel', (selector, ...args) => cy.get(\`[data-test=\${selector}]\`, ...args));
    class Basket { elements = { total: () => cy.get('#total') }; open() { cy.visit('/basket'); return this; } }
    const basket = new Basket();
    const menu = { help: '#help', openHelp() { cy.get(this.help).click(); } };`;
  const actions = await actionsOf(
    `
    cy.login(Cypress.env('USER'));
    cy.getBySel('pay').click();
    basket.open();
    basket.elements.total().should('be.visible');
    menu.openHelp();
    cy.get('#row').as('row');
    cy.get('@row').click();`,
    before,
  );
  expect(actions).toMatchObject([
    { type: 'fill', value: '' },
    { type: 'fill', value: '{{ env.USER }}' },
    { type: 'fill', locator: "locator('#password')", value: 'pw' },
    { type: 'click', locator: "locator('[data-test=pay]')" },
    { type: 'visit', url: '/basket' },
    { matcher: 'toBeVisible', locator: "locator('#total')" },
    { type: 'click', locator: "locator('#help')" },
    { matcher: 'toHaveCount' },
    { type: 'click', locator: "locator('#row')" },
  ]);
});

test('requests keep what is expected of their answer, and dialogs their answer', async () => {
  const made = await testOf(`
    cy.request({ method: 'POST', url: '/api/users', body: { name: 'Ann', age: 3 }, failOnStatusCode: false }).then(response => {
      expect(response.status).to.eq(201);
      expect(response.body).to.have.property('name', 'Ann');
    });
    cy.on('window:confirm', () => false);
    cy.get('#delete').click({ force: true });
    cy.fixture('user').then(user => { cy.get('#name').type(user.name); });
    cy.get('a').invoke('removeAttr', 'target').click();
    cy.get('.item').each($item => { cy.wrap($item).click(); });
    cy.get('#x').click({ multiple: true });
    cy.viewport(300, 600);
    cy.frobnicate();`);
  expect(made?.actions).toMatchObject([
    {
      type: 'request',
      method: 'POST',
      url: '/api/users',
      body: '{"name": "Ann", "age": 3}',
      expectStatus: '201',
      expectBody: 'body.name = "Ann"',
    },
    { type: 'dialog', accept: false },
    { type: 'click', locator: "locator('#delete')", comment: 'Was: { force: true }' },
    { type: 'comment', disabled: true, comment: expect.stringContaining('fixture') },
    { type: 'comment', disabled: true },
    { type: 'click', locator: "locator('a')" },
    { type: 'comment', disabled: true },
    { type: 'comment', disabled: true, comment: expect.stringContaining('multiple') },
    { type: 'emulate', width: 300, height: 600 },
    { type: 'comment', disabled: true, comment: expect.stringContaining('“frobnicate”') },
  ]);
  expect(made?.notes).toContainEqual(expect.stringContaining('“force” is not taken over'));
});

test('page objects that return themselves are followed, and what is overwritten or made while the code runs is told', async () => {
  const [made] = await read(`
    Cypress.Commands.overwrite('visit', (original, url) => original(url + '?x'));
    class Login {
      open() { cy.get('#open').click(); return this; }
      name(text) { cy.get('#name').type(text); return this; }
    }
    describe('Login', () => {
      beforeEach(() => { cy.get('#second').click(); });
      before(() => { cy.get('#first').click(); });
      it('works', () => { new Login().open().name('Ann'); cy.visit('/'); });
      Cypress._.times(3, index => { it('again ' + index, () => { cy.reload(); }); });
    });`);
  expect(made?.actions).toMatchObject([
    { locator: "locator('#first')" },
    { locator: "locator('#second')" },
    { locator: "locator('#open')" },
    { locator: "locator('#name')", value: 'Ann' },
    { type: 'comment', disabled: true, comment: expect.stringContaining('another meaning') },
  ]);
  expect(made?.notes).toContainEqual(expect.stringContaining('they are missing'));
});

test('text that is no test of Cypress, or nested without end, is refused', async () => {
  await using shop = await openShop();
  const texts = [
    'const x = 1;',
    "it('a', () => { cy.get('x",
    `it('a', () => { ${'('.repeat(200_000)} });`,
    `it('a', () => { cy${".get('a')".repeat(50_000)}; });`,
    `it('a', () => { ${'if (x) {'.repeat(5_000)} cy.go('back') ${'}'.repeat(5_000)} });`,
  ];
  for (const text of texts) {
    const answer = await imported(shop.author, 'cypress', text).catch(error => error);
    if (!Array.isArray(answer)) expect(answer).toMatchObject({ data: { reason: 'invalid-params', field: 'text' } });
  }
});
