/** The windows of a test of several people in the live view. */
import { expect, test } from 'vitest';
import { servePages } from '../support/serve-pages.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, rowsOf, useApp } from './shared-app.ts';

const shop = useApp();

const ACTORS = [{ name: 'Buyer' }, { name: 'Seller', colour: 'green' }];

test.each(['light', 'dark'] as const)(
  'the live view lists the windows of actors, looks into one and goes elsewhere in it, in the %s theme',
  { tags: 'full' },
  async colorScheme => {
    await using pages = await servePages({
      '/room': '<h1>Room</h1>',
      '/desk': '<h1>Desk</h1>',
      '/till': '<h1>Till</h1>',
    });
    const actions = [
      { type: 'visit', url: `${pages.url}/room` },
      { type: 'visit', url: `${pages.url}/desk`, actor: 'Seller' },
    ];
    const place = await shop.newTest([]);
    await shop.author.do('editTest', {
      moduleCode: place.moduleCode,
      testCode: place.testCode,
      actors: ACTORS,
      actions,
    });
    const page = await showIde(shop.app, place.path, { colorScheme });
    await shop.author.do('runTest', { testId: place.testCode, wait: 25 });
    const windows = page.getByRole('list', { name: 'Windows of actors' });
    const seller = windows.getByRole('button', { name: /Seller.*desk/ });
    const address = page.getByRole('textbox', { name: 'Address of the app' });
    await seller.waitFor();
    await windows.getByRole('button', { name: /Buyer/ }).click();
    await expect.poll(() => address.inputValue(), eventually).toContain('/room');
    await seller.click();
    await expect.poll(() => address.inputValue(), eventually).toContain('/desk');
    await expectAccessible(page);
    await address.fill(`${pages.url}/till`);
    await address.press('Enter');
    await windows.getByRole('button', { name: /Seller.*till/ }).waitFor();
    await windows.getByRole('button', { name: /Buyer/ }).click();
    await expect.poll(() => address.inputValue(), eventually).toContain('/room');
    await page.getByRole('button', { name: 'Windows side by side' }).click();
    const [buyer, beside] = ['Buyer', 'Seller'].map(name => page.getByRole('region', { name: `Window of ${name}` }));
    await buyer?.getByRole('application').waitFor();
    await beside?.getByRole('application').click();
    await expect.poll(() => address.inputValue(), eventually).toContain('/till');
    await expectAccessible(page);
    await buyer?.getByRole('application').click();
    await expect.poll(() => address.inputValue(), eventually).toContain('/room');
    await page.getByRole('button', { name: 'Windows side by side' }).click();
    await buyer?.waitFor({ state: 'detached' });
  },
);

test('an element of a row is picked in the window of whoever acts, which comes in front', {
  tags: 'full',
}, async () => {
  const button = (name: string) =>
    `<button style="position: absolute; left: 100px; top: 100px; width: 400px; height: 200px">${name}</button>`;
  await using pages = await servePages({ '/room': button('Ask'), '/desk': button('Answer') });
  const place = await shop.newTest([]);
  const { moduleCode, testCode } = place;
  const click = (name: string) => ({
    type: 'click',
    locator: '#none',
    fallbacks: [`getByRole('button', { name: '${name}' })`],
  });
  const actions = [{ ...click('Answer'), actor: 'Seller' }, click('Ask')];
  await shop.author.do('editTest', { moduleCode, testCode, actors: [...ACTORS, { name: 'Judge' }], actions });
  const page = await showIde(shop.app, place.path);
  await shop.author.do('navigateUrl', { url: `${pages.url}/room` });
  await shop.author.do('navigateUrl', { url: `${pages.url}/desk`, actor: 'Seller' });
  const address = page.getByRole('textbox', { name: 'Address of the app' });
  const form = page.getByRole('form', { name: 'Click: fields' });
  const pick = async (row: number, name: string, url: string) => {
    await rowsOf(page).nth(row).dblclick();
    await form.getByText('1 match').waitFor();
    await form.getByRole('button', { name: 'Pick', exact: true }).click();
    await page.getByText('Click an element · Esc to cancel').waitFor();
    await expect.poll(() => address.inputValue(), eventually).toContain(url);
    await clickAt(page, 200, 200);
    await expect.poll(() => form.getByRole('textbox', { name: /^Locator/ }).inputValue(), eventually).toContain(name);
    await page.keyboard.press('Escape');
  };
  await pick(0, 'Answer', '/desk');
  await pick(1, 'Ask', '/room');
});
