import type { Locator, Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { servePages } from '../ide-bridge/browser/app-fixture.ts';
import { expectAccessible, openIde } from './open-page.ts';
import { details, rows } from './run-page.ts';
import { eventually, useApp } from './shared-app.ts';

const sent =
  (type: string, text: string) =>
  (_request: unknown, response: { setHeader(name: string, value: string): unknown; end(text: string): unknown }) => {
    response.setHeader('content-type', type);
    response.end(text);
  };

const PAGES = {
  '/': `<!doctype html><title>Notes</title><link rel="stylesheet" href="/style.css">
    <h1>Notes</h1><label>Title <input></label>
    <button onclick="document.querySelector('output').textContent = document.querySelector('input').value;
      fetch('/save', { method: 'POST', body: 'a note' }); for (const n of [1, 2, 3, 4, 5]) fetch('/none' + n); console.log('saved it')">Add</button><output></output>
    <img src="/none.png" onerror="window.ran = true" alt=""> <img src="/drawn.svg#part" alt="A drawing">
    <a href="javascript:window.ran = true">Hostile</a>
    <svg onload="window.ran = true"></svg>
    <script>window.ran = true</script>`,
  '/style.css': sent('text/css', 'h1 { color: rgb(1, 2, 3) } body { font-family: sans-serif }'),
  '/drawn.svg': sent(
    'image/svg+xml; charset=utf-8',
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>window.ran = true</script></svg>',
  ),
  '/save': sent('application/json', '{"saved":true}'),
};

const shared = useApp();

const TITLE = "getByLabel('Title')";
const FIELD = "getByRole('textbox', { name: 'Title' })";
const ADD = "getByRole('button', { name: 'Add' })";

/** A run of a test that adds a note, shown at one of its actions. */
async function shownRun(action: RegExp) {
  const served = await servePages(PAGES);
  const place = await shared.newTest([
    { type: 'visit', url: `${served.origin}/` },
    { type: 'fill', locator: TITLE, value: 'Buy milk' },
    { type: 'click', locator: ADD },
  ]);
  // Pages that are kept ask for what is gone with the app: such errors are theirs.
  const opened = await openIde(shared.app, place.path);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  const { page } = opened;
  const runId = await shared.author.run(place.testCode);
  // The app is gone: nothing is shown of it but what was kept.
  await served[Symbol.asyncDispose]();
  await page.goto(`${shared.app.service.url}/p/shop/main/runs/${runId}`);
  await rows(page).filter({ hasText: action }).click();
  return { page, place };
}

const choose = (page: Page, name: string) => details(page).getByRole('button', { name, exact: true });
const part = (page: Page, name: string) => details(page).getByRole('region', { name: `${name} of this action` });
const frame = (page: Page, side: string) => details(page).frameLocator(`iframe[title^="The page ${side}"]`);

/** The words of what lies under the middle of an element that lets through the pointer. */
function whatIsBelow(element: {
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  ownerDocument: { elementFromPoint(x: number, y: number): { textContent: string | null } | null };
}) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)?.textContent?.trim();
}

/** What is shown is smaller than it was, which Playwright does not see in frames. */
async function clickIn(page: Page, target: Locator) {
  const iframe = details(page).locator('iframe[title]');
  let shown = await iframe.boundingBox();
  // What else is loaded may still move it.
  await expect
    .poll(async () => {
      const before = shown;
      shown = await iframe.boundingBox();
      return shown !== null && JSON.stringify(shown) === JSON.stringify(before);
    }, eventually)
    .toBe(true);
  const whole = await iframe.evaluate(element => element.clientWidth);
  const box = await target.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  if (shown === null) throw new Error('The page is not shown.');
  const scale = shown.width / whole;
  await page.mouse.click(shown.x + box.x * scale, shown.y + box.y * scale);
}

describe('the page of an action', () => {
  it('before and after an action are shown though the app is gone, and nothing of it runs', {
    tags: 'full',
  }, async () => {
    const { page } = await shownRun(/^Click/);
    await choose(page, 'After').waitFor();
    await frame(page, 'after').locator('output').getByText('Buy milk').waitFor();
    await choose(page, 'Before').click();
    const before = frame(page, 'before');
    await before.getByRole('button', { name: 'Add' }).waitFor();
    expect(await before.locator('output').innerText()).toBe('');
    await expect.poll(() => before.getByRole('textbox').inputValue(), eventually).toBe('Buy milk');
    const color = () =>
      before
        .locator('h1')
        .evaluate(
          (heading: { ownerDocument: { defaultView: { getComputedStyle(of: object): { color: string } } } }) =>
            heading.ownerDocument.defaultView.getComputedStyle(heading).color,
        );
    expect(await color()).toBe('rgb(1, 2, 3)');
    const isRun = () => [Reflect.get(globalThis, 'ran') === true, Reflect.get(globalThis, 'origin')];
    expect(await before.locator('html').evaluate(isRun)).toEqual([false, 'null']);
    await expect.poll(() => before.getByRole('button').getAttribute('style'), eventually).toContain('outline');
    // Outlined, and still as readable as it was.
    expect(await before.getByRole('button').getAttribute('style')).not.toContain('background');
    // A ring is around where it was clicked, in nobody's way.
    await expect.poll(() => before.locator('steploom-point').evaluate(whatIsBelow), eventually).toBe('Add');
    expect(await frame(page, 'after').locator('steploom-point').count()).toBe(0);
    const drawing = before.getByRole('img', { name: 'A drawing' });
    await expect.poll(() => drawing.evaluate(image => Reflect.get(image, 'naturalWidth')), eventually).toBe(40);
    await details(page).getByRole('region', { name: 'Requests of this action' }).getByText('/save').waitFor();
    await expectAccessible(page);
  });

  it('requests of an action open to headers and bodies and can be filtered, and where there are none it says so', {
    tags: 'full',
  }, async () => {
    const { page } = await shownRun(/^Click/);
    const requests = part(page, 'Requests');
    await choose(page, 'After').waitFor();
    await expect.poll(() => requests.getByRole('listitem').count(), eventually).toBe(6);
    await part(page, 'Console').getByText('log saved it').waitFor();
    await requests.getByRole('button', { name: /^POST \/save 200 fetch/ }).click();
    await requests.getByText('a note', { exact: true }).waitFor();
    await requests.getByText('"saved": true').waitFor();
    await requests.getByText('Headers').last().click();
    await requests.getByText('content-type: application/json').waitFor();
    await expectAccessible(page);
    await requests.getByRole('button', { name: '4xx and 5xx 5' }).click();
    await expect.poll(() => requests.getByRole('listitem').count(), eventually).toBe(5);
    await requests.getByRole('textbox', { name: 'Search requests' }).fill('NONE3');
    await expect
      .poll(() => requests.getByRole('listitem').allInnerTexts(), eventually)
      .toEqual([expect.stringMatching(/GET\s+\/none3\s+404/)]);
    await requests.getByRole('textbox', { name: 'Search requests' }).fill('save');
    await requests.getByText('No request matches the filter.').waitFor();
    await rows(page).filter({ hasText: /^Type/ }).click();
    await requests.getByText('No requests were sent.').waitFor();
  });

  it('an element picked from a page that is gone gives locators that the action takes', {
    tags: ['full'],
  }, async () => {
    const { page, place } = await shownRun(/^Type/);
    await frame(page, 'after').getByRole('button', { name: 'Add' }).waitFor();
    await choose(page, 'Pick from this moment').click();
    await clickIn(page, frame(page, 'after').getByRole('button', { name: 'Add' }));
    const picked = details(page).getByRole('region', { name: 'Picked element' });
    await picked
      .getByRole('listitem')
      .filter({ hasText: `${ADD}1 match` })
      .waitFor();
    await picked.getByRole('button', { name: `Use this instead: ${ADD}` }).click();
    await expect.poll(async () => JSON.stringify(await shared.author.actions(place)), eventually).not.toContain(TITLE);
  });

  it('a page that a run no longer has is not waited for because another run goes on', { tags: ['full'] }, async () => {
    const { page } = await shownRun(/^Go to/);
    const { testCode } = await shared.newTest([{ type: 'wait', until: 'time', value: 60_000 }]);
    await shared.author.do('runTest', { testId: testCode });
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await page.route(/\/api\/moments\//, route =>
      route.fulfill({ status: 404, json: { error: 'not-found', message: 'No moment.' } }),
    );
    await page.reload();
    await details(page).getByText('The run no longer has the page of this action.').waitFor({ timeout: 20_000 });
    await shared.author.do('stopTest');
  });

  it('an element picked while another is still looked for is the one that is shown', { tags: ['full'] }, async () => {
    const { page } = await shownRun(/^Type/);
    const after = frame(page, 'after');
    await after.getByRole('button', { name: 'Add' }).waitFor();
    let letThrough = () => {};
    const isLetThrough = new Promise<void>(resolve => {
      letThrough = resolve;
    });
    let count = 0;
    await page.route(/\/api\/moments\/.*\/pick/, async route => {
      count += 1;
      if (count === 1) await isLetThrough;
      await route.continue().catch(() => {});
    });
    const pick = async (target: Locator) => {
      const asked = page.waitForRequest(/\/pick/);
      await choose(page, 'Pick from this moment').click();
      await clickIn(page, target);
      return await asked;
    };
    const first = await pick(after.getByRole('button', { name: 'Add' }));
    await pick(after.getByRole('textbox'));
    const picked = details(page).getByRole('region', { name: 'Picked element' });
    const found = (locator: string) => picked.getByRole('listitem').filter({ hasText: `${locator}1 match` });
    await found(FIELD).waitFor();
    letThrough();
    // Unless nobody waits for it any more.
    await first.response().catch(() => {});
    await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))');
    expect([await found(FIELD).count(), await found(ADD).count()]).toEqual([1, 0]);
  });

  it('a browser that blocks the window of the trace is told of', { tags: 'full' }, async () => {
    const { page } = await shownRun(/^Click/);
    await page.evaluate('window.open = () => null');
    await choose(page, 'Trace').click();
    await page.getByRole('menuitem', { name: 'Open full trace' }).click();
    await page.getByRole('alert').getByText('The browser did not let this page open a window').waitFor();
  });

  it('the whole trace opens in the viewer that the service brings', { tags: 'full' }, async () => {
    const { page } = await shownRun(/^Click/);
    await choose(page, 'Trace').click();
    const open = page.getByRole('menuitem', { name: 'Open full trace' });
    const [viewer] = await Promise.all([page.waitForEvent('popup'), open.click()]);
    await viewer
      .getByText(/Click button|3\. Click/)
      .first()
      .waitFor();
    await viewer.close();
  });
});
