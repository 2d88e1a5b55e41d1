/** A project of Cypress: own commands, page objects and fixtures are in other files than the tests. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const Reply = z.object({
  tests: z.array(
    z.object({ moduleCode: z.string(), testCode: z.string(), name: z.string(), notes: z.array(z.string()) }),
  ),
});

async function importedFiles(files: Record<string, string>) {
  await using shop = await openShop();
  const { tests } = await shop.author.client.call(
    'importTests',
    { format: 'cypress', files: Object.entries(files).map(([path, text]) => ({ path, text })) },
    Reply,
  );
  return await Promise.all(
    tests.map(async ({ name, notes, ...at }) => ({ name, notes, actions: await shop.author.actions(at) })),
  );
}

test('own commands, page objects and fixtures of other files are followed, other tests are not', async () => {
  const made = await importedFiles({
    'cypress/support/commands.ts': `
      Cypress.Commands.add('login', (name: string) => {
        cy.visit('/login');
        cy.get('#name').type(name);
      });`,
    'cypress/support/pages/basket-page.ts': `
      export class BasketPage {
        elements = { total: () => cy.get('#total') };
        open() { cy.visit('/basket'); return this; }
        shows(sum: string) { this.elements.total().should('have.text', sum); }
      }`,
    'cypress/fixtures/user.json': `{ "name": "Ann", "sum": "12.00" }`,
    'cypress/e2e/basket.cy.ts': `
      import { BasketPage } from '../support/pages/basket-page';
      const TITLE = 'Basket';
      describe('Basket', () => {
        it('shows the sum', () => {
          cy.fixture('user').then(user => {
            cy.login(user.name);
            const basket = new BasketPage();
            basket.open().shows(user.sum);
          });
          cy.title().should('eq', TITLE);
        });
      });`,
    'cypress/e2e/home.cy.ts': `
      const TITLE = 'Home';
      it('has a title', () => { cy.title().should('eq', TITLE); });`,
  });
  expect(made).toMatchObject([
    {
      name: 'Basket › shows the sum',
      notes: [],
      actions: [
        { type: 'visit', url: '/login' },
        { type: 'fill', locator: "locator('#name')", value: 'Ann' },
        { type: 'visit', url: '/basket' },
        { type: 'assert', matcher: 'toHaveText', locator: "locator('#total')", expected: '12.00' },
        { type: 'assert', matcher: 'toHaveTitle', expected: 'Basket' },
      ],
    },
    { name: 'has a title', notes: [], actions: [{ type: 'assert', matcher: 'toHaveTitle', expected: 'Home' }] },
  ]);
});

test('each file keeps its own names, and page objects are taken as objects, by any name and through an index', async () => {
  const made = await importedFiles({
    'cypress/support/e2e.js': `import './commands'; beforeEach(() => { cy.visit(START); }); const START = '/start';`,
    'cypress/support/commands.js': `const ROOT = '#command'; Cypress.Commands.add('openMenu', () => { cy.get(ROOT).click(); });`,
    'cypress/support/broken.js': `Cypress.Commands.add('broken', ((`,
    'cypress/pages/login-page.js': `
      import { press } from '../helpers';
      const ROOT = '#login';
      class LoginPage {
        elements = { name: () => cy.get(ROOT + ' input'), send: () => cy.get('#send').click() };
        signIn(name) { this.elements.name().type(name); this.elements.send(); press('Enter'); }
      }
      export default new LoginPage();`,
    'cypress/pages/menu.js': `
      const ROOT = '#menu';
      export const menu = { help: 'Help', openHelp() { cy.get(ROOT).contains(this.help).click(); } };`,
    'cypress/pages/old.js': `class Old { go() { cy.go('back'); } } module.exports = new Old();`,
    'cypress/pages/index.js': `export { default as login } from './login-page'; export * from './menu';`,
    'cypress/helpers.js': `export const press = key => { cy.get('body').type('{' + key.toLowerCase() + '}'); };`,
    'cypress/e2e/login.cy.js': `
      import { login as signIn, menu } from '../pages';
      const old = require('../pages/old');
      const ROOT = '#test';
      it('signs in', () => {
        cy.openMenu();
        signIn.signIn('Ann');
        menu.openHelp();
        old.go();
        cy.get(ROOT).click();
        function last() { cy.reload(); }
        last();
      });`,
    'unit/sum.spec.js': `it('adds', () => { expect(1 + 1).toBe(2); });`,
  });
  expect(made).toMatchObject([
    {
      name: 'signs in',
      notes: [expect.stringContaining('unit/sum.spec.js')],
      actions: [
        { type: 'visit', url: '/start' },
        { type: 'click', locator: "locator('#command')" },
        { type: 'fill', locator: "locator('#login input')", value: 'Ann' },
        { type: 'click', locator: "locator('#send')" },
        { type: 'press', key: 'Enter' },
        { type: 'click', locator: expect.stringContaining("locator('#menu')") },
        { type: 'goBack' },
        { type: 'click', locator: "locator('#test')" },
        { type: 'reload' },
      ],
    },
  ]);
});

test('a project of many files that are long or nested without end is answered within bounds', {
  tags: 'full',
}, async () => {
  const helper = `export const list = [${'{ name: 1 },'.repeat(50_000)}]; export const one = '#one';`;
  const tests = Array.from({ length: 100 }, (_, at) => [
    `cypress/e2e/t${at}.cy.js`,
    `import { list, one } from '../helper'; it('t${at}', () => { cy.get(one).click(); });`,
  ]);
  const commands = `Cypress.Commands.add('again', () => { cy.again(); }); ${'if (x) {'.repeat(5_000)}${'}'.repeat(5_000)}`;
  const made = await importedFiles({
    ...Object.fromEntries(tests),
    'cypress/helper.js': helper,
    'cypress/support/commands.js': commands,
    'cypress/support/e2e.js': `import './e2e'; import './commands'; before(() => { ${'('.repeat(50_000)} });`,
  });
  expect(made).toHaveLength(100);
  expect(made[7]?.actions).toMatchObject([{ type: 'click', locator: "locator('#one')" }]);
});
