/** Tests that come from other tools and go to them. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { CHROMIUM } from '../../support/browser.ts';
import { imported } from '../../support/imported-tests.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const Exported = z.object({ fileName: z.string(), text: z.string(), notes: z.array(z.string()) });

const exported = (author: Author, testCode: string, format: string) =>
  author.client.call('exportTest', { testCode, format }, Exported);

const RECORDING = {
  title: 'Sign in',
  steps: [
    { type: 'setViewport', width: 1280, height: 720 },
    { type: 'navigate', url: 'https://shop.example/sign-in' },
    {
      type: 'change',
      value: 'ann',
      target: 'main',
      selectors: [['#user'], ['aria/User name'], ['xpath///*[@id="user"]']],
    },
    { type: 'change', value: 'de', selectors: ['select#country'] },
    { type: 'keyDown', key: 'Control' },
    { type: 'keyDown', key: 'a' },
    { type: 'keyUp', key: 'a' },
    { type: 'keyUp', key: 'Control' },
    { type: 'click', selectors: [['aria/Sign in[role="button"]'], ['form > button']], offsetX: 3, offsetY: 4 },
    { type: 'click', button: 'secondary', selectors: ['#row'], frame: [0] },
    { type: 'waitForElement', selectors: ['#welcome'], timeout: 5_000 },
    { type: 'waitForElement', selectors: ['.item'], operator: '==', count: 3 },
    { type: 'waitForExpression', expression: 'window.ready' },
    { type: 'customStep', name: 'ours' },
  ],
};

test('a recording of Chrome becomes a test with lasting locators and their fallbacks', async () => {
  await using shop = await openShop();
  const [made] = await imported(shop.author, 'chrome-recorder', RECORDING);
  expect(made).toMatchObject({
    name: 'Sign in',
    notes: [expect.stringContaining('in their middle'), expect.stringContaining('customStep')],
  });
  expect(made?.actions).toMatchObject([
    { type: 'visit', url: 'https://shop.example/sign-in' },
    { type: 'fill', locator: "locator('#user')", value: 'ann' },
    { type: 'select', locator: "locator('select#country')", values: ['de'] },
    { type: 'press', key: 'Control+a' },
    {
      type: 'click',
      locator: "getByRole('button', { name: 'Sign in', exact: true })",
      fallbacks: ["locator('form > button')"],
    },
    { type: 'rightClick', locator: "locator('iframe').nth(0).contentFrame().locator('#row')" },
    { type: 'wait', until: 'visible', locator: "locator('#welcome')" },
    { type: 'assert', matcher: 'toHaveCount', expected: '3' },
    { type: 'wait', until: 'script', value: 'window.ready' },
    { type: 'comment', disabled: true, comment: expect.stringContaining('customStep') },
  ]);
});

const CODE = `import { test, expect } from '@playwright/test';
const USER: string = 'ann';
test.describe('Sign in', () => {
  test.beforeEach(async ({ page }) => { await page.goto('/sign-in'); });
  test('works', async ({ page }) => {
    const form = page.getByRole('form', { name: /sign/i });
    await form.getByLabel('User').fill(USER);
    await page.getByLabel('Password').fill(process.env.PASSWORD!);
    await page.getByLabel('City').pressSequentially('Rom');
    await page.keyboard.type('e !');
    page.once('dialog', dialog => { dialog.dismiss().catch(() => {}); });
    await page.getByRole('button', { name: 'Sign in' }).click({ modifiers: ['Shift'] });
    const page1Promise = page.waitForEvent('popup');
    await page.getByText('Help').click();
    const page1 = await page1Promise;
    await expect(page1.getByRole('heading')).toHaveText(/Help \\d/);
    await test.step('back', async () => { await expect(page).not.toHaveURL('/sign-in'); });
    await page.locator('iframe').contentFrame().getByLabel('Size').selectOption(['L']);
    for (const x of list()) console.log(x);
  });
});
`;

test('code of Playwright is read, with hooks, tabs, dialogs and steps, and never run', async () => {
  await using shop = await openShop();
  const [made] = await imported(shop.author, 'playwright-codegen', CODE);
  expect(made).toMatchObject({ name: 'Sign in › works', notes: [expect.stringContaining('for (const x')] });
  expect(made?.actions).toMatchObject([
    { type: 'visit', url: '/sign-in' },
    { type: 'fill', locator: "getByRole('form', { name: /sign/i }).getByLabel('User')", value: 'ann' },
    { type: 'fill', locator: "getByLabel('Password')", value: '{{ env.PASSWORD }}' },
    { type: 'fill', locator: "getByLabel('City')", value: 'Rom', keyByKey: true },
    { type: 'press', key: 'e Space !' },
    { type: 'dialog', accept: false },
    { type: 'click', modifiers: ['Shift'] },
    { type: 'click', locator: "getByText('Help')" },
    { type: 'assert', matcher: 'toHaveText', expected: '/Help \\d/' },
    { type: 'group', title: 'back' },
    { type: 'switchTab', tab: '0' },
    { type: 'assert', matcher: 'toHaveURL', expected: '/sign-in', not: true },
    { type: 'end' },
    { type: 'select', locator: "locator('iframe').contentFrame().getByLabel('Size')", values: ['L'] },
    { type: 'comment', disabled: true },
  ]);
});

test('what is no file of the format is refused, and nothing is made', async () => {
  await using shop = await openShop();
  for (const [format, text] of [
    ['chrome-recorder', '{"title":'],
    ['selenium-side', '{"tests":[]}'],
    ['playwright-codegen', 'test("a", async ({ page }) => {'],
    ['playwright-codegen', 'export const x = 1;'],
    ['json', '{"name":"x"}'],
  ])
    expect(await shop.author.client.failure('importTests', { format, text })).toMatchObject({
      data: { reason: 'invalid-params', field: 'text' },
    });
  expect(await shop.author.modules()).toEqual([]);
});

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <label>User <input id=user></label><label>Size <select><option>S<option>L</select></label>
  <label><input type=checkbox> Terms</label><button onclick="document.querySelector('output').textContent = 'Hello ' + user.value">Greet</button>
  <output></output><button onclick="confirm('Sure?') && (document.title = 'Sure')">Ask</button><a href=/other target=_blank>Other</a>`;
const OTHER = '<!doctype html><title>Other</title><h1>Other page</h1>';

const ACTIONS = [
  { type: 'visit', url: '/' },
  { type: 'fill', locator: "getByLabel('User')", value: '{{ user }}' },
  { type: 'select', locator: "getByLabel('Size')", values: ['L'] },
  { type: 'check', locator: "getByRole('checkbox', { name: 'Terms' })" },
  { type: 'click', locator: "getByRole('button', { name: 'Greet' })" },
  { type: 'assert', matcher: 'toHaveText', locator: "locator('output')", expected: 'Hello {{ user }}' },
  {
    type: 'assert',
    matcher: 'toHaveText',
    locator: "locator('output')",
    expected: '/^hello {{ $uppercase(user) }}$/i',
  },
  { type: 'extract', from: 'text', locator: "locator('output')", into: 'greeting', pattern: '(\\w+)$' },
  { type: 'if', condition: 'greeting = "ann"' },
  { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('User')", expected: '{{ greeting }}' },
  { type: 'else' },
  { type: 'assert', matcher: 'toHaveTitle', expected: 'Never' },
  { type: 'end' },
  { type: 'loop', rows: [{ size: 'S' }, { size: 'L' }] },
  { type: 'select', locator: "getByLabel('Size')", values: ['{{ size }}'] },
  { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('Size')", expected: '{{ size }}' },
  { type: 'end' },
  { type: 'dialog', accept: true },
  { type: 'click', locator: "getByRole('button', { name: 'Ask' })" },
  { type: 'assert', matcher: 'toHaveTitle', expected: 'Sure' },
  { type: 'group', title: 'In another tab' },
  { type: 'click', locator: "getByRole('link', { name: 'Other' })" },
  { type: 'assert', matcher: 'toHaveText', locator: "getByRole('heading')", expected: 'Other page' },
  { type: 'end' },
  { type: 'switchTab', tab: '0' },
  { type: 'assert', matcher: 'toHaveTitle', expected: 'Sure' },
  { type: 'newTab', url: '/other' },
  { type: 'switchTab', tab: '0' },
  { type: 'switchTab', tab: '2' },
  { type: 'closeTab' },
  { type: 'assert', matcher: 'toHaveTitle', expected: 'Sure' },
  { type: 'plugTest', test: 't1', parameters: { name: '{{ greeting }}' } },
  {
    type: 'fill',
    locator: "getByLabel('User')",
    value:
      '{{ $randomText(3, "x") & $randomFrom(["y"]) & $randomInteger(2, 2) & $randomDate("2026-01-02", "2026-01-02") }}',
  },
  { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('User')", expected: 'xxxy22026-01-02' },
  { type: 'fill', locator: "getByLabel('User')", value: '{{ secret.PASSWORD }}', disabled: true },
];

const run = promisify(execFile);

/** Code with the real Playwright Test, as in a project of its own. */
async function playwrightProject(fileName: string, text: string) {
  const folder = await temporaryDirectory();
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  const own = join(folder.path, 'node_modules/@playwright/test');
  const files: Record<string, string> = {
    [join(own, 'package.json')]: JSON.stringify({ name: '@playwright/test', main: 'index.js' }),
    [join(own, 'index.js')]: `module.exports = require(${JSON.stringify(join(modules, 'playwright/test.js'))});`,
    [join(folder.path, 'node_modules/jsonata/index.js')]:
      `module.exports = require(${JSON.stringify(join(modules, 'jsonata'))});`,
    [join(folder.path, 'playwright.config.js')]:
      "module.exports = { reporter: 'line', use: { launchOptions: " +
      JSON.stringify({ executablePath: CHROMIUM, args: ['--no-sandbox'] }) +
      ' } };',
    [join(folder.path, fileName)]: text,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const cli = join(modules, 'playwright/cli.js');
  return {
    run: (baseUrl: string, ...options: string[]) =>
      run(process.execPath, [cli, 'test', '--workers=1', ...options], {
        cwd: folder.path,
        env: { ...process.env, BASE_URL: baseUrl },
      }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }) => `failed: ${stdout}${stderr}\n${text}`,
      ),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('exported code passes when the real Playwright Test runs it, and fails when the app is another', {
  tags: 'full',
}, async () => {
  const pages = { '/': PAGE, '/other': OTHER };
  await using app = await servePages(pages);
  await using shop = await openShop();
  const { author } = shop;
  await author.do('editProject', { appUrl: app.url });
  await author.module('A');
  await author.test('m1', 'Greet somebody', {
    parameters: [{ name: 'name', default: 'x' }],
    actions: [
      { type: 'fill', locator: "getByLabel('User')", value: '{{ name }} & co' },
      { type: 'click', locator: "getByRole('button', { name: 'Greet' })" },
      { type: 'assert', matcher: 'toContainText', locator: "locator('output')", expected: '& co' },
    ],
  });
  await author.test('m1', 'Shop', { data: { rows: [{ user: 'ann' }] }, tags: ['@smoke'], actions: ACTIONS });
  const { fileName, text } = await exported(author, 't2', 'playwright-test');
  expect(fileName).toBe('t2.spec.ts');
  expect(text).not.toContain('{{');
  await using project = await playwrightProject(fileName, text);
  expect(await project.run(app.url)).toContain('1 passed');
  await using other = await servePages({ '/': PAGE.replace('Hello', 'Good bye') });
  expect(await project.run(other.url)).toMatch(/^failed: [\s\S]*Good bye ann/);
});

const picture = (clock: string, more = '') => ({
  '/': `<!doctype html><style>body { margin: 0 } div { position: absolute; width: 100px; height: 100px }</style>
    <div id=box style="left: 40px; top: 1500px; background: green"></div>
    <div style="left: 60px; top: 1530px; width: 20px; height: 10px; background: ${clock}"></div>
    <div style="top: 0; background: ${clock}"></div>${more}`,
});
const LOOK = { type: 'assert', matcher: 'toHaveScreenshot' };
const BOX = { ...LOOK, locator: "locator('#box')", expected: 'box', masks: [{ x: 20, y: 30, width: 20, height: 10 }] };
const WHOLE = { ...LOOK, expected: 'page', masks: [{ x: 0, y: 0, width: 100, height: 100 }], tolerance: 5 };

test('code masks the same areas of pictures as the action and tolerates as much, in conditions too', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  await author.module('A');
  const actions = [WHOLE, { ...BOX, type: 'if' }, { type: 'reload' }, { type: 'end' }];
  await author.test('m1', 'Shop', { actions });
  const { text } = await exported(author, 't1', 'playwright-test');
  const ofPage = '[await covers(page, [{ x: 0, y: 0, width: 100, height: 100 }])]';
  expect(text).toContain(`toHaveScreenshot('page.png', { maxDiffPixelRatio: 0.05, mask: ${ofPage} });`);
  const ofBox = "[await covers(page, [{ x: 20, y: 30, width: 20, height: 10 }], page.locator('#box'))]";
  expect(text).toContain(`toHaveScreenshot('box.png', { mask: ${ofBox}, timeout: 500 }).then(`);
});

test('the real Playwright Test compares pictures but for what the code masks', { tags: 'full' }, async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const box = '<div style="left: 200px; top: 200px; width: 400px; height: 400px; background: black"></div>';
  await using red = await servePages(picture('red'));
  await using blue = await servePages(picture('blue'));
  await using changed = await servePages(picture('red', box));
  await author.do('editProject', { appUrl: red.url });
  await author.module('A');
  await author.test('m1', 'Shop', { actions: [{ type: 'visit', url: '/' }, WHOLE, BOX] });
  const { fileName, text } = await exported(author, 't1', 'playwright-test');
  await using project = await playwrightProject(fileName, text);
  expect(await project.run(red.url, '--update-snapshots')).toContain('1 passed');
  expect(await project.run(blue.url)).toContain('1 passed');
  expect(await project.run(changed.url)).toMatch(/^failed: [\s\S]*page\.png/);
});

test('code ignores case where the action does, also for what Playwright itself compares to the letter', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const anyCase = { type: 'assert', ignoreCase: true };
  await author.module('A');
  await author.test('m1', 'Shop', {
    actions: [
      { ...anyCase, matcher: 'toHaveTitle', expected: 'Shop (beta)' },
      { ...anyCase, matcher: 'toHaveTitle', expected: '/^Shop/' },
      { ...anyCase, matcher: 'toHaveTitle', expected: '/^Shop/i' },
      { ...anyCase, matcher: 'toHaveTitle', expected: 'Shop of {{ user }}' },
      { ...anyCase, matcher: 'toHaveCSS', locator: '#a', attribute: 'color', expected: 'Red' },
      { ...anyCase, matcher: 'toHaveValue', locator: '#a', expected: 'Ann' },
      { ...anyCase, matcher: 'toHaveClass', locator: '#a', expected: 'Big' },
      { ...anyCase, matcher: 'toHaveText', locator: '#a', expected: 'Ann' },
      { type: 'clipboard', expected: 'Ann', ignoreCase: true },
    ],
  });
  const { text } = await exported(author, 't1', 'playwright-test');
  expect([...text.matchAll(/\.(to\w+\(.*\));$/gm)].map(([, call]) => call)).toEqual([
    'toHaveTitle(/^Shop \\(beta\\)$/i)',
    'toHaveTitle(/^Shop/i)',
    'toHaveTitle(/^Shop/i)',
    `toHaveTitle(new RegExp(\`^Shop of \${env.user}$\`, 'i'))`,
    "toHaveCSS('color', /^Red$/i)",
    'toHaveValue(/^Ann$/i)',
    'toHaveClass(/^Big$/i)',
    "toHaveText('Ann', { ignoreCase: true })",
    'toMatch(/^Ann$/i)',
  ]);
});

test('code types key by key where the action does', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A');
  const typed = { type: 'fill', locator: '#city', value: 'Rom' };
  await author.test('m1', 'Shop', { actions: [typed, { ...typed, keyByKey: true, timeoutMs: 9 }] });
  const { text } = await exported(author, 't1', 'playwright-test');
  expect(text).toContain(".fill('Rom');");
  expect(text).toContain(".pressSequentially('Rom', { timeout: 9 });");
});

test('a recording holds what plugged tests do, with what their parameters are given', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A');
  await author.test('m1', 'Sign in', {
    parameters: [{ name: 'user', default: 'bob' }],
    actions: [{ type: 'fill', locator: '#user', value: '{{ user }}' }, { type: 'goBack' }],
  });
  await author.test('m1', 'Shop', {
    actions: [
      { type: 'plugTest', test: 't1', parameters: { user: 'ann' } },
      { type: 'plugTest', test: 't1' },
      { type: 'closeTab' },
    ],
  });
  const { text, notes } = await exported(author, 't2', 'chrome-recorder');
  expect(JSON.parse(text).steps.slice(1)).toMatchObject([
    { type: 'change', value: 'ann' },
    { type: 'change', value: 'bob' },
    { type: 'close' },
  ]);
  expect(notes).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^t1, action 2 \(.*\) is missing/)));
});

test('steps, recordings and own files of a test say what they cannot hold, and come back as they were', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A');
  await author.test('m1', 'Greet somebody', { actions: [{ type: 'visit', url: '/' }] });
  await author.test('m1', 'Shop', { actions: ACTIONS });
  await author.do('linkStep', { text: 'I greet "<who>"', testCode: 't1' }).catch(() => undefined);
  const own = await exported(author, 't2', 'json');
  const [again] = await imported(author, 'json', own.text);
  const [before, after] = await Promise.all(
    ['t2', again?.testCode ?? ''].map(testCode => exported(author, testCode, 'json')),
  );
  expect(after?.text).toBe(before?.text);
  const recording = await exported(author, 't2', 'chrome-recorder');
  expect(recording.notes).toContainEqual(expect.stringMatching(/is missing: a recording has nothing like it/));
  const [recorded] = await imported(author, 'chrome-recorder', recording.text);
  expect(recorded?.actions.map(({ type }) => type).slice(0, 5)).toEqual([
    ...['visit', 'fill', 'select', 'click', 'click'],
  ]);
  const steps = await exported(author, 't1', 'playwright-bdd');
  expect(steps.text).toContain("import { createBdd } from 'playwright-bdd';");
  expect(steps.text).toContain('Given(');
  expect(await author.client.failure('exportTest', { testCode: 't99', format: 'json' })).toMatchObject({
    data: { reason: 'not-found' },
  });
});
