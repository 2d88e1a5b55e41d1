/** Code of several files: page objects, fixtures and helpers are followed. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const Reply = z.object({
  tests: z.array(z.object({ moduleCode: z.string(), testCode: z.string(), name: z.string() })),
});

async function importedFiles(files: Record<string, string>) {
  await using shop = await openShop();
  const { tests } = await shop.author.client.call(
    'importTests',
    { format: 'playwright-codegen', files: Object.entries(files).map(([path, text]) => ({ path, text })) },
    Reply,
  );
  return Promise.all(tests.map(async ({ name, ...at }) => ({ name, actions: await shop.author.actions(at) })));
}

const PAGES = {
  'src/pages/base.ts': `
    const PREFIX = '/app';
    export abstract class Base {
      constructor(protected page) {}
      async open(path: string) { await this.page.goto(PREFIX + path); }
    }`,
  'src/pages/login.ts': `
    import { Base } from './base.js';
    const PREFIX = 'user-';
    export default class LoginPage extends Base {
      readonly name = this.page.getByLabel('Name');
      static who(n: string) { return PREFIX + n; }
      async signIn(name: string) { await this.open('/login'); await this.name.fill(name); return this.page.getByText(name); }
    }`,
  'src/pages/index.ts': `export { default as LoginPage } from './login'; export * from './data';`,
  'src/pages/data.ts': `import users from './users.json'; export const FIRST = users[0]; export enum Role { Admin = 'admin' }`,
  'src/pages/users.json': `[{ "name": "Ann" }]`,
};

test('page objects, data and helpers of other files are followed, each with the names of its own file', async () => {
  const made = await importedFiles({
    ...PAGES,
    'tests/login.spec.ts': `
      import { test } from '@playwright/test';
      import { LoginPage, FIRST, Role } from '../src/pages';
      import * as all from '@/pages/index';
      const { shout } = require('./helpers');
      const PREFIX = 'mine';
      test('signs in', async ({ page }) => {
        const login = new LoginPage(page);
        const shown = await login.signIn(LoginPage.who(FIRST.name));
        await shown.click();
        await page.getByLabel('Role').fill(shout(Role.Admin) + PREFIX + all.FIRST.name);
      });`,
    'tests/helpers.js': `module.exports = { shout }; function shout(text) { return text.toUpperCase() + '!'; }`,
  });
  expect(made).toMatchObject([
    {
      name: 'signs in',
      actions: [
        { type: 'visit', url: '/app/login' },
        { type: 'fill', locator: "getByLabel('Name')", value: 'user-Ann' },
        { type: 'click', locator: "getByText('user-Ann')" },
        { type: 'fill', value: 'ADMIN!mineAnn' },
      ],
    },
  ]);
});

test('fixtures that a test asks for are set up before it and cleaned up after it, the last one first', async () => {
  const made = await importedFiles({
    ...PAGES,
    'tests/fixtures.ts': `
      import { test as base, mergeTests } from '@playwright/test';
      import LoginPage from '../src/pages/login';
      const users = base.extend<{ user: string }>({ user: ['Bob', { option: true }], unused: async ({ page }, use) => { await page.goto('/never'); await use(1); } });
      const pages = base.extend({
        signedIn: async ({ login, user }, use) => { await login.signIn(user); try { await use(login); } finally { await login.open('/out'); } },
        login: async ({ page }, use) => { const login = new LoginPage(page); await use(login); await page.goto('/end'); },
        trace: [async ({ page }, use) => { await page.goto('/trace'); await use(); }, { auto: true }],
      });
      export const test = mergeTests(users, pages);`,
    'tests/in.spec.ts': `
      import { test as it } from './fixtures';
      it.beforeEach(async ({ page }) => { await page.goto('/before'); });
      it('works', async ({ signedIn, page }) => { await signedIn.name.click(); });`,
  });
  expect(made[0]?.actions).toMatchObject([
    { type: 'visit', url: '/trace' },
    { type: 'visit', url: '/before' },
    { type: 'visit', url: '/app/login' },
    { type: 'fill', value: 'Bob' },
    { type: 'click', locator: "getByLabel('Name')" },
    { type: 'visit', url: '/app/out' },
    { type: 'visit', url: '/end' },
  ]);
});

test('hostile paths are mere names, files in circles end, and one broken file leaves the others', async () => {
  const made = await importedFiles({
    '../../etc/passwd.spec.ts': `import x from '../../../../../etc/passwd'; import { b } from './b'; test('a', async ({ page }) => { await page.goto(b + x); await page.goto(b); });`,
    'etc/b.ts': `import './c'; export * from './c'; export const b = '/b';`,
    'etc/c.ts': `import { b } from './b'; export * from './b'; export const c = b;`,
    'broken.spec.ts': 'test(',
  });
  expect(made).toMatchObject([{ name: 'a', actions: [{ type: 'comment', disabled: true }, expect.anything()] }]);
  await using shop = await openShop();
  for (const given of [{}, { text: 'test()', files: [] }, { files: [{ path: 'a.ts', text: 'const a = 1;' }] }])
    expect(await shop.author.client.failure('importTests', { format: 'playwright-codegen', ...given })).toMatchObject({
      data: { reason: 'invalid-params' },
    });
});
