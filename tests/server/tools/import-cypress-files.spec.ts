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
  return Promise.all(
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
