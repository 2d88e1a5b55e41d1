import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectFocus } from './focused.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, expectRows, type Place, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const PAGE = `<!doctype html><title>Shop</title><style>* { margin: 0; font: 20px sans-serif }
    body > * { position: absolute; left: 100px; width: 400px; height: 60px; box-sizing: border-box }</style>
  <h1 style="top: 20px" data-testid="title">Basket of Ann</h1>
  <input aria-label="Name" style="top: 100px">
  <select aria-label="Size" style="top: 180px"><option value="s">Small</option><option value="l">Large</option></select>
  <input type="checkbox" aria-label="Gift" style="top: 260px">
  <button style="top: 340px" onclick="document.querySelector('h1').textContent = 'Bought'">Buy</button>
  <button style="top: 420px" onclick="this.remove()" class="row">Edit</button>
  <button style="top: 500px" class="row">Edit</button>
  <input type="password" aria-label="Password" style="top: 580px">
  <h2 style="top: 660px">Orders</h2>`;

const FIELDS = `<!doctype html><title>Fields</title><style>* { margin: 0; font: 20px sans-serif }
    input { position: absolute; left: 100px; width: 400px; height: 60px; box-sizing: border-box }</style>
  <input type="date" aria-label="Day" min="2026-01-01" max="2026-12-31" value="2026-03-01" style="top: 20px">
  <input type="datetime-local" aria-label="Moment" style="top: 100px">
  <input type="color" aria-label="Paint" value="#0000ff" style="top: 180px">
  <input type="range" aria-label="Volume" min="0" max="10" step="2" value="4" style="top: 260px">
  <input type="number" aria-label="Count" step="5" style="top: 340px">
  <input type="file" aria-label="Photo" style="top: 420px">
  <select aria-label="Country" style="position: absolute; left: 100px; top: 500px; width: 400px; height: 60px">
    <option value="">Choose a country</option><option>Norway</option><option>Peru</option><option>Poland</option></select>`;

const shop = useApp({ withIde: true, pages: { '/': PAGE, '/fields': FIELDS } });

const bubble = (page: Page) => page.getByRole('dialog', { name: 'What to do with the element' });
const choice = (page: Page, name: string) => bubble(page).getByRole('button', { name, exact: true });

/** The live view of a test, in which each click asks what to do. */
async function openPointing(place: Place, url = '/') {
  await shop.author.do('navigateUrl', { url });
  const page = await showIde(shop.app, place.path);
  await startPointing(page);
  return page;
}

async function startPointing(page: Page): Promise<void> {
  await page.locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Point and do' }).click();
  await page.getByText('Click an element · Esc to leave').waitFor();
}

async function pointAt(page: Page, y: number) {
  await clickAt(page, 200, y);
  await bubble(page)
    .getByRole('button', { name: /^Locator / })
    .waitFor();
}

/** Escape in the very frame in which the mode is on. */
const ESCAPE_AT_ONCE = `(async () => {
  const button = document.querySelector('[aria-label="Point and do"]');
  button.click();
  while (button.ariaPressed !== 'true') await new Promise(requestAnimationFrame);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
})()`;

test('what is chosen for an element in the live view happens at once and becomes a row, by mouse and by keyboard', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([]);
  const page = await openPointing(place);
  await pointAt(page, 360);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  // The test begins where it is done.
  await expectRows(page, [/Go to \//, /Click/]);
  await bubble(page).waitFor({ state: 'detached' });
  await pointAt(page, 130);
  await page.keyboard.press('Enter');
  await bubble(page).getByRole('textbox', { name: 'Text to type' }).waitFor();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await expectRows(page, [/Go to/, /Click/, /Type/]);
  await bubble(page).waitFor({ state: 'detached' });
  await pointAt(page, 40);
  await choice(page, 'Check text').click();
  await expectRows(page, [/Go to/, /Click/, /Type/, /Bought/]);
  await bubble(page).waitFor({ state: 'detached' });
  const [, , fill, check] = await shop.author.actions(place);
  expect(fill).toMatchObject({ type: 'fill', locator: "getByRole('textbox', { name: 'Name' })", value: 'Ann' });
  expect(check).toMatchObject({ matcher: 'toHaveText', expected: 'Bought', locator: "getByTestId('title')" });
  await page.getByText('Click an element · Esc to leave').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Point and do', pressed: false }).waitFor();
  // Escape leaves as soon as it is offered, before the service has heard that an element is to be picked.
  await page.evaluate(ESCAPE_AT_ONCE);
  await page.getByRole('button', { name: 'Point and do', pressed: false }).waitFor();
});

test('arrows lead from choice to choice and from option to option, and Tab to each choice', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([{ type: 'visit', url: '/' }]);
  const page = await openPointing(place);
  await pointAt(page, 200);
  const names = await bubble(page).getByRole('group', { name: 'What to do' }).getByRole('button').allInnerTexts();
  const [first = '', second = '', third = '', fourth = ''] = names;
  await expectFocus(page, first);
  const keys = {
    ArrowRight: second,
    ArrowDown: fourth,
    ArrowLeft: third,
    ArrowUp: first,
    Tab: second,
    'Shift+Tab': first,
  };
  for (const [key, name] of Object.entries(keys)) {
    await page.keyboard.press(key);
    await expectFocus(page, name);
  }
  await choice(page, first).press('Enter');
  await expectFocus(page, 'Small');
  for (const [key, name] of Object.entries({ ArrowDown: 'Large', Home: 'Small', ArrowUp: 'Small', End: 'Large' })) {
    await page.keyboard.press(key);
    await expectFocus(page, name);
  }
  await page.keyboard.press('Enter');
  await expectRows(page, [/Go to/, /Large/]);
});

test('a heading whose text is checked is found by its level, and other ways are offered with what each finds', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([{ type: 'visit', url: '/' }]);
  const page = await openPointing(place);
  await pointAt(page, 680);
  await choice(page, 'Check text').focus();
  await bubble(page).getByRole('button', { name: 'Locator getByRole' }).click();
  const others = await bubble(page).getByRole('list', { name: 'Other locators' }).getByRole('listitem').allInnerTexts();
  expect(others.map(text => text.replace(/\s+/g, ' '))).toContain("getByRole('heading', { name: 'Orders' }) 1 match");
  await choice(page, 'Check text').click();
  await expectRows(page, [/Go to/, /Orders/]);
  // It is shown before it is stored.
  await bubble(page).waitFor({ state: 'detached' });
  const [, check] = await shop.author.actions(place);
  expect(check).toMatchObject({
    matcher: 'toHaveText',
    expected: 'Orders',
    locator: "getByRole('heading', { level: 2 })",
  });
});

test('a field for a date, a color or a number is filled by an input of its kind, within the same limits', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([{ type: 'visit', url: '/fields' }]);
  const page = await openPointing(place, '/fields');
  const limits = async (label: string) => {
    const input = bubble(page).getByLabel(label);
    return await Promise.all(['type', 'min', 'max', 'step'].map(name => input.getAttribute(name)));
  };
  const enter = async (y: number, label: string, value: string) => {
    await pointAt(page, y);
    await page.keyboard.press('Enter');
    await bubble(page).getByLabel(label).waitFor();
    const told = await limits(label);
    await bubble(page).getByLabel(label).fill(value);
    await bubble(page).getByRole('button', { name: 'Type', exact: true }).click();
    await bubble(page).waitFor({ state: 'detached' });
    return told;
  };
  await pointAt(page, 50);
  await page.keyboard.press('Enter');
  expect(await bubble(page).getByLabel('Date').inputValue()).toBe('2026-03-01');
  await expectAccessible(page);
  await bubble(page).getByRole('button', { name: 'Close' }).click();
  expect(await enter(50, 'Date', '2026-12-24')).toEqual(['date', '2026-01-01', '2026-12-31', null]);
  expect(await enter(130, 'Date and time', '2026-12-24T18:30')).toEqual([
    'datetime-local',
    null,
    '9999-12-31T23:59',
    null,
  ]);
  expect(await enter(210, 'Color', '#ff0000')).toEqual(['color', null, null, null]);
  expect(await enter(290, 'Number: 4', '8')).toEqual(['range', '0', '10', '2']);
  expect(await enter(370, 'Number', '15')).toEqual(['number', null, null, '5']);
  const [, ...fills] = await shop.author.actions(place);
  expect(fills.map(({ value }) => value)).toEqual(['2026-12-24', '2026-12-24T18:30', '#ff0000', '8', '15']);
});

test('a file is uploaded first of all, and letters lead to an option of a list, which begins behind its placeholder', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([{ type: 'visit', url: '/fields' }]);
  const page = await openPointing(place, '/fields');
  await pointAt(page, 450);
  await expectFocus(page, 'Upload…');
  await page.keyboard.press('Enter');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    bubble(page).getByRole('button', { name: 'From this computer…' }).click(),
  ]);
  await chooser.setFiles([{ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') }]);
  await bubble(page).getByText('uploads/me.txt').first().waitFor();
  await expectAccessible(page);
  await bubble(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await bubble(page).waitFor({ state: 'detached' });
  await pointAt(page, 530);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Norway');
  await page.keyboard.type('po');
  await expectFocus(page, 'Poland');
  await page.keyboard.press('Enter');
  await bubble(page).waitFor({ state: 'detached' });
  const [, upload, select] = await shop.author.actions(place);
  expect(upload).toMatchObject({ type: 'upload', files: ['uploads/me.txt'] });
  expect(select).toMatchObject({ type: 'select', values: ['Poland'] });
});

test('what is done in the app becomes a row of the test it was chosen for, also when another one is open by then', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([]);
  const { testCode: other } = await shop.author.test(place.moduleCode, 'Other', { actions: [] });
  await shop.author.do('navigateUrl', { url: '/' });
  const { page, gate } = await showGated(shop.app, place.path);
  await startPointing(page);
  await pointAt(page, 360);
  gate.hold('tools/call');
  await choice(page, 'Click').click();
  await page.getByRole('button', { name: 'Show or hide the tree' }).click();
  await page.getByRole('treeitem', { name: /^Test Other\b/ }).click();
  await page.getByRole('heading', { name: /Other$/ }).waitFor();
  gate.release();
  await expect
    .poll(async () => (await shop.author.actions(place)).map(({ type }) => type), eventually)
    .toEqual(['visit', 'click']);
  expect(await shop.author.actions({ ...place, testCode: other })).toEqual([]);
});

test('the focus stays where another locator was chosen', { tags: 'full' }, async () => {
  const place = await shop.newTest([{ type: 'visit', url: '/' }]);
  const page = await openPointing(place);
  await pointAt(page, 680);
  const locator = bubble(page).getByRole('button', { name: /^Locator / });
  await locator.press('Enter');
  await bubble(page).getByRole('button', { name: /^Use / }).first().press('Enter');
  expect(await locator.evaluate(one => one.matches(':focus'))).toBe(true);
});
