import { expect, onTestFinished, test } from 'vitest';
import { servePages } from '../support/serve-pages.ts';
import { expectAccessibleInThemes, openIde, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp();
const run = (testId: string): Promise<string> => shop.author.run(testId);

test('a red test shows why it failed, after other runs and a reload too, and takes what was found', {
  tags: 'full',
}, async () => {
  let heading = '1 notes';
  await using pages = await servePages({ '/': () => `<h1>${heading}</h1><button>Add a note</button>` });
  const { author } = shop;
  await author.do('editProject', { appUrl: pages.url, settings: { evidence: { screenshots: 'each' } } });
  const place = await shop.newTest(
    [
      { type: 'visit', url: '/' },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '1 notes', timeoutMs: 300 },
      { type: 'click', locator: "getByRole('button', { name: 'Add note' })", timeoutMs: 300 },
    ],
    'Notes',
  );
  const { testCode: other } = await author.test(place.moduleCode, 'Other', { actions: [] });
  const page = await showIde(shop.app, place.path);
  const desk = page.getByRole('region', { name: 'Last failure' });
  const causes = desk.getByRole('list', { name: 'Likely causes' });
  await run(place.testCode);
  await desk.getByText(/^No element matches button “Add note”/).waitFor();
  await causes.getByText(/^The element moved or has another name/).waitFor();
  await desk.getByRole('button', { name: 'Use this element' }).click();
  await page.getByRole('alert').getByText("The action now uses getByRole('button', { name: 'Add a note' })").waitFor();
  await desk.getByText('the test was edited since').waitFor();
  await page.getByRole('link', { name: /before the edit/ }).waitFor();

  heading = '2 notes';
  const failed = await run(place.testCode);
  await causes.getByText('The text changed to “2 notes”.').waitFor();
  const later = await run(other);
  await page.reload();
  await desk.getByText(/to have the text “1 notes”, but it is “2 notes”/).waitFor();
  await desk.getByRole('link', { name: `Run ${failed}`, exact: true }).waitFor();
  expect(await desk.getByRole('definition').allInnerTexts()).toEqual(['1 notes', '2 notes']);
  expect(await desk.locator('ins').allInnerTexts()).toEqual(['2']);
  await desk.getByRole('img', { name: /^The page when it passed/ }).waitFor();
  await desk.getByText(/% differs$/).waitFor();
  await page
    .getByRole('toolbar', { name: 'Run', exact: true })
    .getByRole('link', { name: /^failed/ })
    .waitFor();
  await expectAccessibleInThemes(page);

  await desk.getByRole('button', { name: 'Accept the new text' }).click();
  await page.getByRole('alert').getByText('The action now expects “2 notes”').waitFor();
  const expected = async () => (await author.actions(place))[1]?.expected;
  expect(await expected()).toBe('2 notes');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(expected, eventually).toBe('1 notes');
  await desk.getByRole('button', { name: 'Run from here' }).click();
  const next = `r${Number(later.slice(1)) + 1}`;
  await desk.getByRole('link', { name: `Run ${next}`, exact: true }).waitFor();
  heading = '1 notes';
  await run(place.testCode);
  await desk.waitFor({ state: 'detached' });
});

test('the words of two texts are marked where they differ, unless the texts have hardly any in common', {
  tags: 'full',
}, async () => {
  await using pages = await servePages({ '/': '<h1>Your order is on its way</h1><p>Sold out</p>' });
  await shop.author.do('editProject', { appUrl: pages.url });
  const failing = async (locator: string, expected: string) => {
    const place = await shop.newTest([
      { type: 'visit', url: '/' },
      { type: 'assert', matcher: 'toHaveText', locator, expected, timeoutMs: 300 },
    ]);
    const page = await showIde(shop.app, place.path);
    await run(place.testCode);
    const desk = page.getByRole('region', { name: 'Last failure' });
    await desk.getByRole('definition').first().waitFor();
    return desk;
  };
  const alike = await failing('h1', 'Your order is on the way');
  expect(await alike.locator('del, ins').allInnerTexts()).toEqual(['the', 'its']);
  const other = await failing('p', 'There are 12 lanterns left, which are sent tomorrow');
  expect(await other.getByRole('definition').allInnerTexts()).toEqual([
    'There are 12 lanterns left, which are sent tomorrow',
    'Sold out',
  ]);
  expect(await other.locator('del, ins').count()).toBe(0);
});

test('the marks of two pictures go when the next ones differ in size', { tags: 'full' }, async () => {
  let heading = '1 notes';
  await using pages = await servePages({ '/': () => `<h1>${heading}</h1>` });
  const setViewport = (width: number) =>
    shop.author.do('editProject', {
      appUrl: pages.url,
      settings: { evidence: { screenshots: 'each' }, browser: { viewport: { width, height: 400 } } },
    });
  await setViewport(600);
  const { path, testCode } = await shop.newTest([
    { type: 'visit', url: '/' },
    { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '1 notes', timeoutMs: 300 },
  ]);
  const { page, gate } = await showGated(shop.app, path);
  const desk = page.getByRole('region', { name: 'Last failure' });
  await run(testCode);
  heading = '2 notes';
  await run(testCode);
  await desk.getByText(/differs$/).waitFor();
  const marked = () =>
    page.evaluate(`(() => {
      const canvas = document.querySelector('figure canvas');
      return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(value => value > 0);
    })()`);
  expect(await marked()).toBe(true);
  await setViewport(700);
  // Programs run tests only while a page is open.
  await showIde(shop.app, '/p/shop/main/modules');
  await gate.cut();
  const wider = await run(testCode);
  await gate.restoreNow();
  await desk.getByRole('img', { name: `The page when it failed, in run ${wider}` }).waitFor();
  await desk.getByText(/differs$/).waitFor({ state: 'detached' });
  expect(await marked()).toBe(false);
});

/** The desk of a test whose click has sent a request that failed. */
async function openFailedRequest() {
  const pages = await servePages({
    '/': `<h1>Notes</h1><button onclick="fetch('/api/notes')">Load</button>`,
  });
  await shop.author.do('editProject', { appUrl: pages.url });
  const { path, testCode } = await shop.newTest(
    [
      { type: 'visit', url: '/' },
      { type: 'click', locator: 'button' },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '2 notes', timeoutMs: 1_000 },
    ],
    'Load notes',
  );
  const page = await showIde(shop.app, path);
  await run(testCode);
  const desk = page.getByRole('region', { name: 'Last failure' });
  await desk.getByRole('listitem').filter({ hasText: 'GET /api/notes was answered with 404.' }).waitFor();
  return {
    page,
    testCode,
    desk,
    show: desk.getByRole('button', { name: 'Show the request' }),
    [Symbol.asyncDispose]: () => pages[Symbol.asyncDispose](),
  };
}

test('a request that failed is checked from the desk, behind the action that sends it', { tags: 'full' }, async () => {
  await using opened = await openFailedRequest();
  const { page, desk, testCode } = opened;
  const check = desk.getByRole('button', { name: 'Check this request' });
  await check.hover();
  await page.getByRole('tooltip', { name: /^Adds an action behind the one that sends it/ }).waitFor();
  await check.click();
  await page.getByText('Check added as action 3').waitFor();
  await run(testCode);
  await desk
    .getByText(/GET \S*\/api\/notes was answered with 404/)
    .first()
    .waitFor();
  await page.getByRole('row', { name: /Check that the request/, selected: true }).waitFor();
  await expectAccessibleInThemes(page);
});

test('what the failed action sent is checked from the desk where no cause names it', { tags: 'full' }, async () => {
  await using pages = await servePages({
    '/': `<h1>Notes</h1><button onclick="setInterval(() => fetch('/api/news'), 200)">Load</button>`,
    '/api/news': '[]',
  });
  await shop.author.do('editProject', { appUrl: pages.url });
  const place = await shop.newTest(
    [
      { type: 'visit', url: '/' },
      { type: 'click', locator: 'button' },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '2 notes', timeoutMs: 1_500 },
    ],
    'Load notes',
  );
  const page = await showIde(shop.app, place.path);
  await run(place.testCode);
  const desk = page.getByRole('region', { name: 'Last failure' });
  const check = desk.getByRole('button', { name: 'Check this request' });
  await check.hover();
  await page.getByRole('tooltip', { name: /GET \/api\/news, answered with 200$/ }).waitFor();
  await check.click();
  await page.getByText('Check added as action 3').waitFor();
  expect((await shop.author.actions(place))[2]).toMatchObject({
    ...{ type: 'expectRequest', url: '**/api/news', method: 'GET', status: '200' },
  });
});

test('a cause leads to the request that it is about, in the row that sent it', { tags: 'full' }, async () => {
  await using opened = await openFailedRequest();
  const { page, show } = opened;
  await show.click();
  await page.getByRole('row', { selected: true }).filter({ hasText: 'Click' }).waitFor();
  await page
    .getByRole('region', { name: 'Requests of this action' })
    .getByText(/^Status 404/)
    .waitFor();
});

test('whoever has gone elsewhere while the request was looked for is not brought back', { tags: 'full' }, async () => {
  await using opened = await openFailedRequest();
  const { page, show } = opened;
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  let asked = 0;
  await page.route('**/api/moments/**', async route => {
    asked += 1;
    await held;
    await route.continue().catch(() => undefined);
  });
  await show.click();
  await expect.poll(() => asked, eventually).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: 'Runs' }).click();
  await page.waitForURL(/\/runs/);
  const answered = page.waitForResponse(/\/api\/moments\//);
  release();
  await (await answered).finished();
  await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))');
  expect(page.url()).toMatch(/\/runs/);
});

test('the reason of a failure stays with its test when another one has run', { tags: 'full' }, async () => {
  const failing = { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop', timeoutMs: 100 };
  const { testCode, moduleCode, path } = await shop.newTest([failing], 'Title');
  const { testCode: other } = await shop.author.test(moduleCode, 'Other', { actions: [] });
  await using opened = await openIde(shop.app, path);
  await run(testCode);
  await run(other);
  const desk = opened.page.getByRole('region', { name: 'Last failure' });
  await desk.getByText(/to have the title “Shop”, but it is empty/).waitFor();
  await desk.getByRole('button', { name: 'Copy as a bug report' }).waitFor();
  const shown = opened.page.getByRole('toolbar', { name: 'Run', exact: true }).getByRole('link');
  expect(await shown.innerText()).toMatch(/^failed/);
});

test('a run takes away the marks of the one before, and the header never tells of another test', {
  tags: ['full'],
}, async () => {
  const { author } = shop;
  // So that the first action is over as soon as the run has begun.
  await author.do('editProject', { appUrl: null, settings: { evidence: { screenshots: 'off' } } });
  const { testCode, moduleCode, path } = await shop.newTest(
    [{ type: 'comment', text: 'one' }, { type: 'pause' }, { type: 'comment', text: 'two' }],
    'Marked',
  );
  const { testCode: other } = await author.test(moduleCode, 'Other', { actions: [] });
  const page = await showIde(shop.app, path);
  // Where it failed, the run is still paused.
  onTestFinished(() => author.do('stopTest').catch(() => {}));
  const toolbar = page.getByRole('toolbar', { name: 'Run', exact: true });
  const ticks = page.getByRole('grid', { name: 'Actions' }).getByRole('img', { name: 'passed' });
  for (let round = 0; round < 2; round++) {
    await page.keyboard.press('Control+Enter');
    await toolbar.getByRole('link', { name: /^paused/ }).waitFor();
    await expect.poll(() => ticks.count(), eventually).toBe(1);
    await page.keyboard.press('F8');
    await toolbar.getByRole('link', { name: /^passed/ }).waitFor();
    await expect.poll(() => ticks.count(), eventually).toBe(3);
  }
  await page.goto(new URL(path.replace(testCode, other), page.url()).href);
  await page.getByText('No actions yet').waitFor();
  expect(await toolbar.getByRole('link').count()).toBe(0);
});
