/** The windows of a test of several people in the live view. */
import { expect, test } from 'vitest';
import { servePages } from '../support/serve-pages.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

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
