/** Options of Playwright's calls are taken over or told. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const read = async (code: string) => {
  await using shop = await openShop();
  return await imported(shop.author, 'playwright-codegen', code);
};

async function madeOf(body: string, before = '') {
  const [made] = await read(`${before}\ntest('works', async ({ page, context, browserName }) => {\n${body}\n});`);
  return made;
}

test('options that a call has here are taken over, also by name and out of others', async () => {
  const before = `const SLOW = { timeout: 20_000 }; const AT = { position: { x: 4, y: -2 }, ...SLOW };
    const soft = expect.configure({ soft: true, timeout: 500 });`;
  const body = `
    await page.getByText('A').click(AT);
    await page.getByText('A').click({ ...AT, timeout: 100, force: false, noWaitAfter: undefined });
    await page.goto('/a', { waitUntil: 'networkidle' });
    await expect(page.getByText('A')).toHaveText('a', { ignoreCase: true });
    await soft(page.getByText('A'), 'is there').toBeVisible(SLOW);
    await expect(page.getByText('A'), { message: 'has an id' }).toHaveId('a');
    await expect(page).toHaveScreenshot('a.png', { maxDiffPixelRatio: 0.02 });
    await page.getByText('A').waitFor({ state: 'detached' });`;
  const made = await madeOf(body, before);
  expect(made?.actions).toMatchObject([
    { type: 'click', position: { x: 4, y: -2 }, timeoutMs: 20_000 },
    { type: 'click', position: { x: 4, y: -2 }, timeoutMs: 100 },
    { type: 'visit' },
    { type: 'wait', until: 'idle' },
    { matcher: 'toHaveText', ignoreCase: true },
    { matcher: 'toBeVisible', onFailure: 'continue', timeoutMs: 20_000, comment: 'is there' },
    { matcher: 'toHaveAttribute', attribute: 'id', expected: 'a', comment: 'has an id' },
    { matcher: 'toHaveScreenshot', expected: 'a', tolerance: 2 },
    { matcher: 'toHaveCount', expected: '0' },
  ]);
  expect(made?.notes).toEqual(["“toHaveScreenshot('a.png')”: its picture is made anew by the next run."]);
});

test('an option that is not taken over is named with what happens instead, whatever it is called', async () => {
  const made = await madeOf(`
    await page.getByText('A').click({ force: true, delay: 20, surprise: [1], timeout: limit() });
    await page.getByText('A').fill('a', { unknown: 1, ...others });
    await page.locator('#a').dragTo(page.locator('#b'), { steps: 9 });
    await expect(page.getByText('A')).toBeInViewport({ ratio: 0.5 });
    await expect(page.getByText('A')).toContainText('a', { useInnerText: true });
    await expect(page.getByText('A'), { intervals: [1] }).toBeVisible({ timeout: 0 });
    await page.goto('/a', { referer: 'x', waitUntil: 'commit' });
    await page.keyboard.press('Enter', { delay: 3 });`);
  expect(made?.actions.map(({ type }) => type)).toEqual([
    'click',
    'fill',
    'drag',
    'assert',
    'assert',
    'assert',
    'visit',
    'press',
  ]);
  const notes = made?.notes.join('\n') ?? '';
  for (const name of [
    'force',
    'delay',
    'surprise',
    'timeout',
    'unknown',
    '...others',
    'steps',
    'ratio',
    'useInnerText',
    'intervals',
    'referer',
  ])
    expect(notes).toContain(`“${name}” is not taken over`.replace('“...others”', '“others”'));
  expect(notes).toContain('it waits until the page has loaded');
});

test('a call that does something else by its options is left out with its own reason, and a trial only waits', async () => {
  const made = await madeOf(`
    await page.getByText('A').click({ clickCount: 3 });
    await page.getByText('A').click({ button: 'middle' });
    await page.getByText('A').click({ button: which() });
    await expect(page.getByText('A')).toBeChecked({ indeterminate: true });
    await page.getByText('A').click({ trial: true });
    await page.getByText('A').hover({ trial: true });`);
  const [three, middle, unread, mixed, ...trials] = made?.actions ?? [];
  expect([three, middle, unread, mixed]).toMatchObject([
    { type: 'comment', disabled: true, comment: '3 clicks at once with the left button cannot be pressed here.' },
    { type: 'comment', disabled: true, comment: 'The middle button cannot be pressed here.' },
    { type: 'comment', disabled: true, comment: expect.stringContaining('“button” is known only when the code runs') },
    { type: 'comment', disabled: true, comment: expect.stringContaining('neither ticked nor unticked') },
  ]);
  expect(trials).toMatchObject([
    { type: 'wait', until: 'visible', comment: 'Was: click({ trial: true })' },
    { type: 'wait', until: 'enabled' },
    { type: 'wait', until: 'visible' },
  ]);
  expect(made?.notes.join()).toContain('nothing is done');
});

test('a handler of dialogs answers each from then on, once only the next, and what they must say is checked', async () => {
  const made = await madeOf(
    `page.on('dialog', dialog => dialog.accept());
    page.once('dialog', async d => { expect(d.message()).toBe('Sure?'); console.log(d.type()); await d.accept('x'); });
    page.once('dialog', answer);
    page.on('dialog', d => { if (d.type() === 'prompt') d.accept('Ann'); else d.accept(); });
    page.on('dialog', d => { if (d.message() === 'A') d.accept(); else d.dismiss(); });
    page.once('dialog', d => { expect(d.type()).toBe('confirm'); said = d.message(); d.accept(d.defaultValue()); });
    page.on('dialog', log);
    page.off('dialog', answer);
    page.on('console', line => lines.push(line));`,
    'async function answer(dialog) { expect(dialog.message()).toContain("Delete"); await dialog.dismiss().catch(() => {}); }',
  );
  expect(made?.actions).toMatchObject([
    { type: 'dialog', accept: true, text: '', every: true },
    { type: 'dialog', accept: true, text: 'x', message: 'Sure?' },
    { type: 'dialog', accept: false, message: '*Delete*' },
    { type: 'dialog', accept: true, text: 'Ann', every: true },
    { type: 'comment', disabled: true, comment: expect.stringContaining('depends on the dialog') },
    { type: 'comment', disabled: true, text: expect.stringContaining('d.type()') },
    { type: 'comment', disabled: true, text: expect.stringContaining('said =') },
    { type: 'dialog', accept: true },
    { type: 'comment', disabled: true, comment: expect.stringContaining('cannot be read') },
    { type: 'dialog', accept: false, every: true },
    { type: 'comment', disabled: true, comment: 'What the page reports is not listened to.' },
  ]);
});

test('the focus is given and taken without keys, and the wheel scrolls', async () => {
  const made = await madeOf(`
    await page.focus('#a');
    await page.locator('#a').blur();
    await page.mouse.wheel(0, 300);
    await page.mouse.move(1, 2);
    await page.keyboard.down('Shift');`);
  expect(made?.actions).toMatchObject([
    { type: 'fill', locator: "locator('#a')", value: '', keyByKey: true },
    { type: 'if', matcher: 'toBeFocused', locator: "locator('#a')" },
    { type: 'script', code: expect.stringContaining('blur()') },
    { type: 'end' },
    { type: 'scroll', x: 0, y: 300 },
    { type: 'comment', disabled: true, comment: expect.stringContaining('The mouse goes to elements only') },
    { type: 'comment', disabled: true, comment: expect.stringContaining('Keys are held during one action only') },
  ]);
});

test('what the browser is set up to be is left out, each by its own reason', async () => {
  const made = await madeOf(`
    await page.route('**/api', route => route.continue({ method: 'POST' }));
    await page.addInitScript(() => {});
    await context.addCookies([]);
    await page.setContent('<p>Hi</p>');
    await expect(page.locator('#a')).toHaveJSProperty('a', 1);
    await modal.close();
    test.setTimeout(5);`);
  const reasons = made?.actions.map(({ comment }) => comment) ?? [];
  expect(new Set(reasons).size).toBe(6);
  expect(made?.actions.every(({ type, disabled }) => type === 'comment' && disabled === true)).toBe(true);
  expect(made?.notes).toHaveLength(7);
});

test('options, tags and skips of files, blocks and tests come with each test', async () => {
  const made = await read(`
    test.use({ viewport: { width: 400, height: 700 }, trace: 'on' });
    test.describe('m @slow', () => {
      test.use({ locale: 'de-DE', ...devices['iPhone 13'] });
      test('uses @a', { tag: ['@smoke', '@fast'], annotation: { type: 'issue' } }, async ({ page }) => { await page.goto('/'); });
      test.skip('skipped', async ({ page }) => { await page.goto('/'); });
      test.fail('fails', async ({ page }) => { await page.goto('/'); });
    });
    test.describe('other browsers', () => {
      test.skip(({ browserName }) => browserName === 'chromium', 'not here');
      test('inner', async ({ page }) => { await page.goto('/'); });
    });
    test('runs', async ({ page, browserName }) => { test.skip(browserName === 'webkit'); test.skip(!!process.env.CI, 'why'); await page.goto('/'); });
    test('stops', async ({ page }) => { test.fixme(); await page.goto('/'); });`);
  expect(made.map(({ name }) => name)).toEqual([
    ...['m @slow › uses @a', 'm @slow › skipped', 'm @slow › fails', 'other browsers › inner', 'runs', 'stops'],
  ]);
  const [uses, skipped, fails, inner, runs, stops] = made;
  expect(uses?.actions).toMatchObject([{ type: 'visit' }]);
  expect(uses?.notes.join()).toMatch(/trace: 'on'.*annotation/);
  expect(skipped?.notes.join()).toContain('marked as skipped');
  expect(fails?.notes.join()).toContain('its failure counts');
  expect(inner?.notes.join()).toContain('“not here”');
  expect(runs?.actions.at(0)).toMatchObject({
    disabled: true,
    comment: expect.stringContaining('here it is not skipped'),
  });
  expect(stops?.notes.join()).toContain('marked as skipped');
});

test('what the browser is like comes along, of whole tests and in the midst of one', async () => {
  const [uses, plain] = await read(`
    const phone = devices['Pixel 7'];
    test.use({ colorScheme: 'dark', viewport: { width: 400, height: 700 }, hasTouch: true, deviceScaleFactor: 2 });
    test.describe('m', () => {
      test.use({ ...phone, locale: 'de-DE', timezoneId: 'Europe/Berlin', permissions: ['geolocation'],
        geolocation: { latitude: 1.5, longitude: -2, accuracy: 5 }, contextOptions: { reducedMotion: 'reduce' } });
      test('uses', async ({ page, context }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.emulateMedia({ media: 'print', colorScheme: 'light' });
        await context.setOffline(true);
        await page.context().setGeolocation({ latitude: 3, longitude: 4 });
        await context.grantPermissions(['notifications']);
        await page.emulateMedia({ colorScheme: null });
      });
    });
    test('plain', async ({ page }) => { await page.goto('/'); });`);
  expect(uses?.browser).toEqual({
    ...{ device: 'Pixel 7', colorScheme: 'dark', locale: 'de-DE', timezone: 'Europe/Berlin', reducedMotion: 'reduce' },
    permissions: ['geolocation'],
    geolocation: { latitude: 1.5, longitude: -2 },
  });
  expect(uses?.actions).toMatchObject([
    { disabled: true, text: 'test.use({ deviceScaleFactor: 2 })' },
    { type: 'emulate', width: 390, height: 844 },
    { type: 'emulate', media: 'print', colorScheme: 'light' },
    { type: 'emulate', network: 'offline' },
    { type: 'emulate', latitude: 3, longitude: 4 },
    { type: 'emulate', permissions: ['notifications'] },
    { disabled: true, comment: expect.stringContaining('taken back') },
  ]);
  expect(plain?.browser).toEqual({ colorScheme: 'dark', viewport: { width: 400, height: 700 }, touch: true });
});
