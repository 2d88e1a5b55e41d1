import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type SampleShop, startSampleShop } from '../../../server/sample/shop/sample-shop.ts';
import { launchBrowser } from '../../support/browser.ts';
import { expect, visitShop } from './shop-visitor.ts';

let browser: Browser;
let shop: SampleShop;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await startSampleShop({ slowMs: 0 });
});

afterAll(async () => {
  await browser.close();
  await shop.dispose();
});

/** A visitor on the wish list, with these products on it. */
async function visitWishList(products: readonly string[]) {
  const visitor = await visitShop(browser, `${shop.url}/health`);
  for (const product of products) await visitor.page.request.post('/wish-list', { form: { product } });
  await visitor.page.goto('/wish-list');
  return visitor;
}

const wishes = (page: Page) => page.getByTestId('wish-item').getByRole('link');
const notice = (page: Page) => page.getByTestId('notice');

describe('wish list', () => {
  it('a dragged product takes the place of the one that it is dropped on', { tags: 'full' }, async () => {
    await using visitor = await visitWishList(['enamel-mug', 'storm-lantern', 'path-trail-shoe']);
    const { page } = visitor;
    const item = (name: string) => page.getByTestId('wish-item').filter({ hasText: name });
    await item('Path trail shoe').dragTo(item('Enamel mug'));
    await expect(notice(page)).toHaveText('Path trail shoe is now 1 of 3.');
    await expect(wishes(page)).toHaveText(['Path trail shoe', 'Enamel mug', 'Storm lantern']);
    await item('Path trail shoe').dragTo(item('Storm lantern'));
    await expect(notice(page)).toHaveText('Path trail shoe is now 3 of 3.');
    await page.reload();
    await expect(wishes(page)).toHaveText(['Enamel mug', 'Storm lantern', 'Path trail shoe']);
  });

  it('the wish list is sorted by keyboard, and the focus stays with the product', { tags: 'full' }, async () => {
    await using visitor = await visitWishList(['enamel-mug', 'storm-lantern', 'path-trail-shoe']);
    const { page } = visitor;
    const down = page.getByRole('button', { name: 'Move Enamel mug down' });
    await down.press('Enter');
    await expect(notice(page)).toHaveText('Enamel mug is now 2 of 3.');
    await expect(down).toBeFocused();
    await down.press('Enter');
    await expect(notice(page)).toHaveText('Enamel mug is now 3 of 3.');
    await expect(down).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Move Enamel mug up' })).toBeFocused();
    await expect(wishes(page)).toHaveText(['Storm lantern', 'Path trail shoe', 'Enamel mug']);
  });

  it('a wish list with a single product has no buttons to move it', { tags: 'full' }, async () => {
    await using visitor = await visitWishList(['enamel-mug']);
    await expect(wishes(visitor.page)).toHaveText(['Enamel mug']);
    await expect(visitor.page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
  });

  it('the wish list is sorted without scripts', { tags: 'full' }, async () => {
    await using visitor = await visitWishList(['enamel-mug', 'storm-lantern']);
    const answer = await visitor.page.request.post('/wish-list/move', {
      form: { product: 'storm-lantern', place: '1' },
      headers: { accept: 'text/html' },
    });
    expect(new URL(answer.url()).pathname).toBe('/wish-list');
    expect(await answer.text()).toContain('Storm lantern is now 1 of 2.');
  });

  it('the wish list stays as it is when the place is invalid or the product is not on it', {
    tags: 'full',
  }, async () => {
    await using visitor = await visitWishList(['enamel-mug', 'storm-lantern']);
    const { page } = visitor;
    const moves = [
      { product: 'storm-lantern', place: '0' },
      { product: 'storm-lantern', place: 'first' },
      { product: 'hut-sock', place: '1' },
      { product: 'no-such-product', place: '1' },
    ];
    for (const form of moves) await page.request.post('/wish-list/move', { form });
    await page.reload();
    await expect(wishes(page)).toHaveText(['Enamel mug', 'Storm lantern']);
  });

  it('the wish list says so when it could not be sorted', { tags: 'full' }, async () => {
    await using visitor = await visitWishList(['enamel-mug', 'storm-lantern']);
    const { page } = visitor;
    await page.route('**/wish-list/move', route => route.abort());
    await page.getByRole('button', { name: 'Move Enamel mug down' }).click();
    await expect(notice(page)).toHaveText('The wish list could not be sorted.');
    await expect(wishes(page)).toHaveText(['Enamel mug', 'Storm lantern']);
  });
});
