/** Tests of Playwright as people write them. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const invalid = { data: { reason: 'invalid-params', field: 'text' } };

const read = async (code: string) => {
  await using shop = await openShop();
  return await imported(shop.author, 'playwright-codegen', code);
};

/** The actions of a test whose body is this. */
async function actionsOf(body: string, before = '') {
  const [made] = await read(`${before}\ntest('works', async ({ page, request }) => {\n${body}\n});`);
  return made?.actions;
}

test('tests that a loop makes of a list are all read, each with its values and its title', async () => {
  const made = await read(`
    const USERS = [{ name: 'Ann', pages: ['Posts', 'Users'] }, { name: 'Bob', pages: [] }] as const;
    for (const { name, pages } of USERS)
      test(\`\${name} sees pages\`, async ({ page }) => {
        await page.goto(\`/login?user=\${name}\`);
        for (const one of pages) await expect(page.getByRole('link', { name: one })).toBeVisible();
        await expect(page.getByRole('link')).toHaveCount(pages.length + 1);
      });
    ['en', 'de'].forEach((locale, at) => {
      test.describe(locale, () => {
        test('has a title', async ({ page }) => { await page.goto(\`/\${locale}/\${at}\`); });
      });
    });
    for (const [path, title] of Object.entries({ '/about': 'About' }))
      test(path, async ({ page }) => { await page.goto(path); await expect(page).toHaveTitle(title); });`);
  expect(made.map(({ name }) => name)).toEqual([
    ...['Ann sees pages', 'Bob sees pages', 'en › has a title', 'de › has a title', '/about'],
  ]);
  expect(made.map(({ actions }) => actions)).toMatchObject([
    [
      { type: 'visit', url: '/login?user=Ann' },
      { matcher: 'toBeVisible', locator: "getByRole('link', { name: 'Posts' })" },
      { matcher: 'toBeVisible', locator: "getByRole('link', { name: 'Users' })" },
      { matcher: 'toHaveCount', expected: '3' },
    ],
    [{ url: '/login?user=Bob' }, { matcher: 'toHaveCount', expected: '1' }],
    [{ url: '/en/0' }],
    [{ url: '/de/1' }],
    [{ url: '/about' }, { matcher: 'toHaveTitle', expected: 'About' }],
  ]);
});

test('loops that count are written out, unless they end early, and parameters are taken apart', async () => {
  const body = `
    await signIn(page, { user: 'ann', 'pass-word': 'x' });
    for (let i = 1; i <= 2; i++) await page.getByRole('textbox').nth(i - 1).fill(\`Row \${i + 1}\`);
    for (let time = 0; time < 5; time++) await page.getByText('More').click();
    for (const one of ['a', 'b']) { if (await page.getByText(one).isVisible()) break; }`;
  const helper = `async function signIn(page, { user, 'pass-word': password, city = 'Rome' }) {
    for (const [label, value] of Object.entries({ User: user, Password: password, City: city }))
      await page.getByLabel(label).fill(value);
  }`;
  expect(await actionsOf(body, helper)).toMatchObject([
    { type: 'fill', locator: "getByLabel('User')", value: 'ann' },
    { type: 'fill', locator: "getByLabel('Password')", value: 'x' },
    { type: 'fill', locator: "getByLabel('City')", value: 'Rome' },
    { type: 'fill', locator: "getByRole('textbox').nth(0)", value: 'Row 2' },
    { type: 'fill', locator: "getByRole('textbox').nth(1)", value: 'Row 3' },
    { type: 'loop', times: '5' },
    { type: 'click', locator: "getByText('More')" },
    { type: 'end' },
    { type: 'comment', disabled: true },
  ]);
});

test('options that turn a check around, count clicks or feed a script are heeded, and polls are checks', async () => {
  const body = `
    await expect(page.getByText('Gone')).toBeVisible({ visible: false });
    await expect(page.getByText('Gone')).not.toBeChecked({ checked: false });
    await page.getByText('Word').click({ clickCount: 2 });
    await page.getByText('Word').click({ button: 'middle' });
    testInfo.setTimeout(60_000);
    await page.getByLabel('Photo').setInputFiles(path.join(__dirname, 'files', 'cat.png'));
    await page.evaluate(({ key }) => localStorage.removeItem(key), { key: 'token' });
    await expect.poll(async () => await page.getByRole('row').count(), { timeout: 9000 }).toBe(3);
    await expect.poll(() => { return page.url(); }).not.toContain('pay');`;
  expect(await actionsOf(body)).toMatchObject([
    { matcher: 'toBeVisible', not: true },
    { matcher: 'toBeChecked' },
    { type: 'dblclick' },
    { type: 'comment', disabled: true },
    { type: 'upload', files: ['cat.png'] },
    { type: 'storage', of: 'localStorage', operation: 'remove', name: 'token' },
    { matcher: 'toHaveCount', expected: '3', timeoutMs: 9000 },
    { matcher: 'toHaveURL', expected: '/pay/', not: true },
  ]);
});

test('page objects of the file are read: fields, getters, methods, objects in objects, and their parents', async () => {
  const classes = `
    class Base { constructor(protected readonly page: Page) {} async open(path = '/') { await this.page.goto(path); } }
    class Menu { items = this.page.getByRole('menuitem'); constructor(public page: Page) {} }
    class Shop extends Base {
      readonly search: Locator;
      menu: Menu;
      last = 'none';
      constructor(page: Page) {
        super(page);
        this.search = page.getByRole('searchbox');
        this.menu = new Menu(page);
      }
      get total() { return this.page.getByTestId('total'); }
      row(name: string) { return this.page.getByRole('row').filter({ hasText: name }); }
      async add(name: string, count = 1) {
        await this.search.fill(name);
        for (let i = 0; i < count; i++) await this.row(name).getByText(\`Add \${i}\`).click();
        this.last = name;
      }
    }
    class Odd { constructor(page) { page.goto('/odd'); } }
    class Endless { own = new Endless(); one = this.two; two = this.one; }
    let shop: Shop;
    test.beforeEach(async ({ page }) => { shop = new Shop(page); await shop.open('/shop'); });`;
  const body = `
    await shop.add('Lamp', 2);
    await expect(shop.total).toHaveText('2');
    await expect(shop.menu.items).toHaveCount(3);
    await shop.row('Lamp').click();
    await page.getByText(shop.last).click();
    const odd = new Odd(page);
    const endless = new Endless();
    await page.getByText(endless.one).click();`;
  expect(await actionsOf(body, classes.replaceAll('\\', ''))).toMatchObject([
    { type: 'visit', url: '/shop' },
    { type: 'fill', locator: "getByRole('searchbox')", value: 'Lamp' },
    { type: 'click', locator: "getByRole('row').filter({ hasText: 'Lamp' }).getByText('Add 0')" },
    { type: 'click', locator: "getByRole('row').filter({ hasText: 'Lamp' }).getByText('Add 1')" },
    { matcher: 'toHaveText', locator: "getByTestId('total')" },
    { matcher: 'toHaveCount', locator: "getByRole('menuitem')" },
    { type: 'click', locator: "getByRole('row').filter({ hasText: 'Lamp' })" },
    { type: 'click', locator: "getByText('Lamp')" },
    { type: 'comment', disabled: true, text: expect.stringContaining('new Odd') },
    { type: 'comment', disabled: true, text: expect.stringContaining('endless.one') },
  ]);
});

test('code whose names refer to each other without end, or that loops without end, is refused', async () => {
  await using shop = await openShop();
  const many = `for (const one of [${'1,'.repeat(100)}])\n`.repeat(4);
  for (const text of [
    `const b = \`\${b}\`; test('x', async ({ page }) => { const b = \`\${b}\`; await page.goto(b); });`,
    `test('x', async ({ page }) => { ${many} page.url(); });`,
    `${many} test('x', async ({ page }) => {});`,
  ])
    expect(await shop.author.client.failure('importTests', { format: 'playwright-codegen', text })).toMatchObject(
      invalid,
    );
});
