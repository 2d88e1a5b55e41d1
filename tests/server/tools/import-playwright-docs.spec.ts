/** Code in the way of Playwright's own documentation: what of it comes across, and as what. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop, type Shop } from '../../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ withIde: false });
});
afterAll(() => shop[Symbol.asyncDispose]());

async function testOf(body: string, before = '') {
  const text = `import { test, expect, devices } from '@playwright/test';
    import AxeBuilder from '@axe-core/playwright';
    ${before}
    test('works', async ({ page, context, request }) => {${body}});`;
  const [made] = await imported(shop.author, 'playwright-codegen', text);
  return made;
}

const actionsOf = async (body: string, before = '') => (await testOf(body, before))?.actions;

test.each([
  [
    'a value that the handler names',
    `await page.route('*/**/api/v1/fruits', async route => {
      const json = [{ name: 'Strawberry', id: 21 }];
      await route.fulfill({ json });
    });`,
    { url: '*/**/api/v1/fruits', body: '[{"name":"Strawberry","id":21}]' },
  ],
  [
    'an item that is added to the real answer',
    `await page.route('*/**/api/v1/fruits', async route => {
      const response = await route.fetch();
      const json = await response.json();
      json.push({ name: 'Loquat', id: 100 });
      await route.fulfill({ response, json });
    });`,
    { change: '$append(body, [{"name":"Loquat","id":100}])' },
  ],
  [
    'fields of the real answer that are set, added and removed',
    `await page.route('**/api/user', async route => {
      const response = await route.fetch();
      const body = await response.json();
      body.name = 'Ann';
      body.address.city = 'Wien';
      body.items[0].tags.push('new');
      delete body.address.zip;
      await route.fulfill({ response, body: JSON.stringify(body) });
    });`,
    {
      change: [
        '$merge([body, {"name": "Ann"}])',
        '|address|{"city": "Wien"}|',
        '|items[0]|{"tags": $append(tags, ["new"])}|',
        '|address|{}, ["zip"]|',
      ].join(' ~> '),
    },
  ],
  [
    'the real answer with a field more',
    `await page.route('**/api/user', async route => {
      const response = await route.fetch();
      const json = await response.json();
      await route.fulfill({ response, json: { ...json, isAdmin: true } });
    });`,
    { change: '$merge([body, {"isAdmin": true}])' },
  ],
  [
    'a method that the handler names',
    `await page.route('**/api/user', async route => {
      const method = route.request().method();
      if (method !== 'PUT') { await route.continue(); return; }
      await route.fulfill({ status: 204 });
    });`,
    { method: 'PUT', status: '204' },
  ],
])('a route gives %s', async (_what, code, mock) => {
  expect(await actionsOf(code)).toMatchObject([{ type: 'mock', ...mock }]);
});

test('listeners that only write to the console need no action, and errors that are collected fail the test', async () => {
  const made = await testOf(`
    const errors: string[] = [];
    page.on('request', request => console.log('>>', request.method(), request.url()));
    page.on('pageerror', error => errors.push(error.message));
    page.on('console', msg => { if (msg.type() === 'error') errors.push(msg.text()); });
    await page.goto('/');
    expect(errors).toEqual([]);`);
  expect(made?.actions).toMatchObject([{ type: 'visit', url: '/' }]);
  expect(made?.failOn).toMatchObject({ uncaughtErrors: true, consoleErrors: true });
});

test('requests that are collected are counted, where one action can have sent them', async () => {
  const actions = await actionsOf(`
    const sent: string[] = [];
    let saved = 0;
    page.on('request', request => { if (request.url().includes('/api/items')) sent.push(request.url()); });
    page.on('response', response => { if (response.url().endsWith('/save') && response.ok()) saved++; });
    await page.goto('/');
    expect(sent).toHaveLength(1);
    expect(saved).toBe(0);
    await page.getByRole('button').click();
    expect(sent.length).toBe(2);`);
  expect(actions).toMatchObject([
    { type: 'visit' },
    { type: 'expectRequest', url: '**/api/items**', count: 1 },
    { type: 'expectRequest', url: '**/save', status: '2xx', not: true },
    { type: 'click' },
    { type: 'comment', disabled: true, comment: expect.stringContaining('several actions') },
  ]);
});

test('waits for requests and answers keep what is expected of both', async () => {
  const actions = await actionsOf(`
    const requestPromise = page.waitForRequest(request => request.url().endsWith('/login') && request.method() === 'POST');
    const responsePromise = page.waitForResponse('**/api/orders');
    await page.getByText('Update').click();
    const sent = await requestPromise;
    expect(sent.postDataJSON()).toEqual({ name: 'Ann' });
    expect(sent.url()).toContain('/login');
    const response = await responsePromise;
    expect(response.status()).toBe(200);
    expect(await response.json()).toEqual(expect.objectContaining({ id: expect.any(Number), name: expect.stringContaining('A') }));`);
  const [, login, orders] = actions ?? [];
  expect(login).toMatchObject({ url: '**/login', method: 'POST' });
  expect(login?.expression).toContain('request.body = {"name":"Ann"} and ');
  expect(login?.expression).toContain('$contains(request.url, "/login")');
  expect(orders).toMatchObject({
    ...{ url: '**/api/orders', status: '200' },
    expression: '$type(response.body.id) = "number" and $contains(response.body.name, "A")',
  });
});

test('an interface is tested as the documentation does it', async () => {
  const actions = await actionsOf(
    `
    const newIssue = await request.post(\`/repos/\${USER}/issues\`, { data: { title: '[Bug] 1' } });
    expect(newIssue.ok()).toBeTruthy();
    await expect(newIssue).toBeOK();
    const issues = await request.get('/issues');
    expect(await issues.json()).toContainEqual(expect.objectContaining({ title: '[Bug] 1', body: 'Text' }));`,
    "const USER = 'ann';",
  );
  expect(actions).toMatchObject([
    { type: 'request', method: 'POST', url: '/repos/ann/issues', body: '{"title":"[Bug] 1"}', expectStatus: '2xx' },
    { type: 'request', method: 'GET', expectBody: '$exists(body[title = "[Bug] 1" and body = "Text"])' },
  ]);
});

test('what the browser is, and the clock, come across', async () => {
  const made = await testOf(
    `
    await page.clock.install({ time: new Date('2024-02-02T08:00:00') });
    await page.goto('/');
    await page.clock.pauseAt(new Date('2024-02-02T10:00:00'));
    await page.clock.fastForward('30:00');
    await page.clock.runFor(2000);
    await page.clock.resume();
    await context.setGeolocation({ latitude: 48.2, longitude: 16.3 });
    await page.emulateMedia({ colorScheme: 'dark' });`,
    "test.use({ ...devices['iPhone 13'], locale: 'de-DE', timezoneId: 'Europe/Berlin' });",
  );
  expect(made?.browser).toMatchObject({ device: 'iPhone 13', locale: 'de-DE', timezone: 'Europe/Berlin' });
  expect(made?.actions).toMatchObject([
    { type: 'clock', do: 'set' },
    { type: 'visit' },
    { type: 'clock', do: 'pause' },
    { type: 'clock', do: 'skip', by: '30 min' },
    { type: 'clock', do: 'run', by: '2 s' },
    { type: 'clock', do: 'resume' },
    { type: 'emulate', latitude: 48.2 },
    { type: 'emulate', colorScheme: 'dark' },
  ]);
});

test('cookies and stored items are checked by what the page has', async () => {
  const actions = await actionsOf(`
    await page.goto('/');
    const cookies = await context.cookies();
    const session = cookies.find(cookie => cookie.name === 'session');
    expect(session).toBeDefined();
    expect(session?.value).toMatch(/^a/);
    expect(cookies.find(({ name }) => name === 'old')).toBeUndefined();
    expect(cookies.some(c => c.name === 'theme')).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(await page.evaluate(() => window.sessionStorage.getItem('seen'))).toBeNull();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cart')), { timeout: 500 }).toContain('tea');`);
  const check = { type: 'storage', operation: 'check' };
  expect(actions).toMatchObject([
    { type: 'visit' },
    { ...check, of: 'cookie', name: 'session' },
    { ...check, of: 'cookie', name: 'session', expected: '/^a/' },
    { ...check, of: 'cookie', name: 'old', not: true },
    { ...check, of: 'cookie', name: 'theme' },
    { ...check, of: 'localStorage', name: 'theme', expected: 'dark' },
    { ...check, of: 'sessionStorage', name: 'seen', not: true },
    { ...check, of: 'localStorage', name: 'cart', expected: '/tea/', timeoutMs: 500 },
  ]);
});

const FIXTURE = `
  const axeTest = test.extend<{ makeAxeBuilder: () => AxeBuilder }>({
    makeAxeBuilder: async ({ page }, use) => {
      const makeAxeBuilder = () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).exclude('#known-issue');
      await use(makeAxeBuilder);
    },
  });
  async function scan(page, selector) {
    const results = await new AxeBuilder({ page }).include(selector).analyze();
    return results.violations;
  }
  axeTest('checks', async ({ page, makeAxeBuilder }) => {
    await page.goto('/');
    const results = await makeAxeBuilder().include('#element').analyze();
    expect(results.violations).toEqual([]);
    const builder = makeAxeBuilder();
    builder.disableRules('region');
    expect((await builder.analyze()).violations).toHaveLength(0);
    expect(await scan(page, '#nav')).toEqual([]);
    const loud = results.violations.filter(v => v.impact === 'critical' || v.impact === 'serious');
    expect(loud, 'serious ones').toHaveLength(0);
    await checkA11y(page, '#form', { axeOptions: { rules: { label: { enabled: false } } } });
  });`;

test('checks by axe-core come out of fixtures, functions and libraries, also of an impact', async () => {
  const [made] = await imported(
    shop.author,
    'playwright-codegen',
    `import { test, expect } from '@playwright/test';${FIXTURE}`,
  );
  const check = { type: 'checkAccessibility' };
  const shared = { ...check, standard: 'wcag2aa', exclude: ["locator('#known-issue')"] };
  expect(made?.actions).toMatchObject([
    { type: 'visit' },
    { ...shared, locator: "locator('#element')" },
    { ...shared, disabledRules: ['region'] },
    { ...check, standard: 'best-practice', locator: "locator('#nav')" },
    { ...shared, locator: "locator('#element')", leastImpact: 'serious' },
    { ...check, locator: "locator('#form')", disabledRules: ['label'] },
  ]);
  expect(made?.actions).toHaveLength(6);
});

test('one-time codes are computed when they are typed', async () => {
  const actions = await actionsOf(`
    const totp = new OTPAuth.TOTP({ secret: process.env.KEY, digits: 8 });
    await page.getByLabel('Code').fill(totp.generate());
    await page.getByLabel('Code').fill(authenticator.generate(process.env.KEY!));`);
  expect(actions).toMatchObject([
    { type: 'fill', value: '{{ $totp(env.KEY, {"digits": 8}) }}' },
    { type: 'fill', value: '{{ $totp(env.KEY) }}' },
  ]);
});

test('multiple roles that are tested together are actors', async () => {
  const [made] = await imported(
    shop.author,
    'playwright-codegen',
    `import { test } from '@playwright/test';
    test('admin and user', async ({ browser }) => {
      // adminContext and all pages inside, including adminPage, are signed in as "admin".
      const adminContext = await browser.newContext({ storageState: 'playwright/.auth/admin.json' });
      const adminPage = await adminContext.newPage();
      // userContext and all pages inside, including userPage, are signed in as "user".
      const userContext = await browser.newContext({ ...devices['iPhone 13'], storageState: 'playwright/.auth/user.json' });
      const userPage = await userContext.newPage();
      await adminPage.goto('/admin');
      await userPage.goto('/');
      await userContext.route('**/api', route => route.abort());
      const help = await userContext.newPage();
      await help.goto('/help');
      await expect(adminPage.getByText('1 user')).toBeVisible();
      await adminContext.close();
      await userContext.close();
    });`,
  );
  const user = { actor: 'User' };
  expect(made?.actors).toEqual([{ name: 'Admin' }, { name: 'User', device: 'iPhone 13' }]);
  expect(made?.actions.filter(({ type }) => type !== 'comment')).toEqual([
    { type: 'visit', url: '/admin' },
    { type: 'visit', url: '/', ...user },
    { type: 'mock', url: '**/api', abort: 'failed', ...user },
    { type: 'newTab', ...user },
    { type: 'visit', url: '/help', ...user },
    { type: 'assert', matcher: 'toBeVisible', locator: "getByText('1 user')" },
  ]);
  expect(made?.notes).toEqual([
    expect.stringContaining("admin.json' })” was left out. Nobody is signed in by stored data"),
    expect.stringContaining("user.json' })” was left out. Nobody is signed in by stored data"),
  ]);
});

const ROLES = `
  class AdminPage {
    readonly page: Page;
    constructor(page: Page) { this.page = page; this.greeting = page.locator('#greeting'); }
    async open() { await this.page.goto('/admin'); }
  }
  const roleTest = test.extend<{ adminPage: AdminPage; userPage: Page }>({
    adminPage: async ({ browser }, use) => {
      const context = await browser.newContext({ storageState: 'playwright/.auth/admin.json' });
      await use(new AdminPage(await context.newPage()));
      await context.close();
    },
    userPage: async ({ browser }, use) => {
      const context = await browser.newContext();
      const userPage = await context.newPage();
      await use(userPage);
      await context.close();
    },
  });
  roleTest('admin and user', async ({ adminPage, userPage }) => {
    await adminPage.open();
    await userPage.goto('/user');
    await expect(adminPage.greeting).toHaveText('Welcome, Admin');
  });`;

test('fixtures with contexts of their own are actors', async () => {
  const [made] = await imported(
    shop.author,
    'playwright-codegen',
    `import { test, expect } from '@playwright/test';${ROLES}`,
  );
  expect(made?.actors).toEqual([{ name: 'Admin' }, { name: 'User' }]);
  expect(made?.actions.filter(({ type }) => type !== 'comment')).toMatchObject([
    { type: 'visit', url: '/admin' },
    { type: 'visit', url: '/user', actor: 'User' },
    { type: 'assert', locator: "locator('#greeting')" },
  ]);
});

test('actors are named after variables, and the page of the test is the first of them', async () => {
  const made = await testOf(
    `const context2 = await browser.newContext();
    const page2 = await context2.newPage();
    const alice = await opened(browser, '/alice');
    const [left, right] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [leftPage, bobsTab] = await Promise.all([left.newPage(), right.newPage()]);
    await page.goto('/');
    await page2.goto('/2');
    await alice.reload();
    await Promise.all([leftPage.reload(), bobsTab.reload()]);
    const popupPromise = page2.waitForEvent('popup');
    await page2.getByText('Help').click();
    const popup = await popupPromise;
    await popup.reload();
    await page.reload();
    await page2.bringToFront();
    await page2.reload();`,
    `async function opened(browser, url) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(url);
      return page;
    }`,
  );
  const [alice, second] = [{ actor: 'Alice' }, { actor: 'User 2' }];
  expect(made?.actors).toEqual(['User 1', 'User 2', 'Alice', 'Left', 'Right'].map(name => ({ name })));
  expect(made?.notes).toEqual([]);
  expect(made?.actions).toEqual([
    { type: 'visit', url: '/alice', ...alice },
    { type: 'visit', url: '/' },
    { type: 'visit', url: '/2', ...second },
    { type: 'reload', ...alice },
    { type: 'reload', actor: 'Left' },
    { type: 'reload', actor: 'Right' },
    { type: 'click', locator: "getByText('Help')", ...second },
    { type: 'reload', ...second },
    { type: 'reload' },
    { type: 'switchTab', tab: '0', ...second },
    { type: 'reload', ...second },
  ]);
});

test('a context that is the only one is the browser of the test', async () => {
  const made = await testOf(`
    const own = await browser.newContext({ locale: 'de-DE', viewport: { width: 400, height: 300 } });
    const tab = await own.newPage();
    await tab.goto('/');
    const other = await own.newPage();
    await other.reload();`);
  expect(made?.actors).toBeUndefined();
  expect(made?.browser).toEqual({ locale: 'de-DE', viewport: { width: 400, height: 300 } });
  expect(made?.actions).toEqual([{ type: 'visit', url: '/' }, { type: 'newTab' }, { type: 'reload' }]);
});
