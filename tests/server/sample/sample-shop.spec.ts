import { once } from 'node:events';
import { connect } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OpenServer } from '../../../server/process/open-server.ts';
import { startSampleShop } from '../../../server/sample/shop/sample-shop.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { expect, visitShop } from './shop-visitor.ts';

let browser: Browser;
let shop: OpenServer;

beforeAll(async () => {
  browser = await sharedBrowser();
  shop = await startSampleShop();
});

afterAll(() => shop.dispose());

const visit = (path: string) => visitShop(browser, shop.url + path);

describe('visitors', () => {
  it('what a browser asks for beside a page begins no session that would replace the one of the visitor', async () => {
    for (const path of ['/favicon.ico', '/assets/shop.js', '/products/enamel-mug/reviews']) {
      const response = await fetch(shop.url + path);
      expect(response.ok, path).toBe(true);
      expect(response.headers.get('set-cookie'), path).toBeNull();
    }
  });
});

describe('product list', () => {
  it('the product list shows twelve of the 48 products and pages through them by address', {
    tags: 'full',
  }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await expect(page.getByTestId('product-count')).toHaveText('48 products');
    await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(12);
    await page.getByRole('link', { name: 'Page 4' }).click();
    await expect(page).toHaveURL(`${shop.url}/?page=4`);
    await expect(page.getByRole('link', { name: 'Page 4' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
  });

  it('the product list filters by category and sorts, and keeps both in the address', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    const filter = page.getByRole('navigation', { name: 'Filter by category' });
    await filter.getByRole('link', { name: 'Footwear' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Footwear');
    await page.getByLabel('Sort by').selectOption('Price: low to high');
    await expect(page).toHaveURL(`${shop.url}/?category=Footwear&sort=price-up`);
    await expect(page.getByTestId('product-count')).toHaveText('12 products');
    await expect(page.getByTestId('price').first()).toHaveText('€12.00');
  });

  it('the search finds products and shows strange input as text', {
    tags: 'full',
  }, async () => {
    await using visitor = await visit('/?category=Clothing');
    const { page } = visitor;
    await page.getByLabel('Search products').fill('mug');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “mug”');
    await expect(page.getByTestId('product-count')).toHaveText('3 products');
    await page.getByLabel('Search products').fill('<img src=x>');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “<img src=x>”');
    await expect(page.getByTestId('product-count')).toHaveText('No products');
  });

  it('the menu of a right click adds a product to the wish list', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    const mug = page.getByTestId('product-card').filter({ hasText: 'Enamel mug' });
    await mug.click({ button: 'right' });
    await page.getByRole('button', { name: 'Add to wish list' }).click();
    await expect(page.getByTestId('wish-count')).toHaveText('1');
    await expect(page.getByRole('button', { name: 'Wish for Enamel mug', pressed: true })).toBeVisible();
    await page.getByRole('link', { name: 'Wish list' }).click();
    await expect(page.getByTestId('product-card').getByRole('heading')).toHaveText(['Enamel mug']);
    await page.getByRole('button', { name: 'Wish for Enamel mug' }).click();
    await expect(page.getByTestId('product-count')).toHaveText('No products');
  });

  it('a card that is dropped on the basket link puts its product into the basket', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await page.getByTestId('product-card').filter({ hasText: 'Enamel mug' }).dragTo(page.getByTestId('basket-link'));
    await expect(page.getByTestId('notice')).toHaveText('Added Enamel mug to your basket.');
    await expect(page.getByTestId('basket-count')).toHaveText('1');
    await expect(page).toHaveURL(`${shop.url}/`);
  });

  it('the prices of all products can be downloaded', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Price list' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('price-list.csv');
    const lines = (await (await fetch(`${shop.url}/price-list.csv`)).text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(49);
    expect(lines).toContain('enamel-mug,Enamel mug,Camp and kitchen,14.00');
  });
});

describe('product page', () => {
  it('the product page shows the reviews in a shadow root once they arrive', async () => {
    await using visitor = await visit('/products/tarn-rain-jacket');
    const { page } = visitor;
    await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')).toHaveCount(3);
    expect(await page.locator('shop-reviews').evaluate(reviews => reviews.shadowRoot?.childElementCount)).toBe(2);
  });

  it('a tooltip explains returns on hover', { tags: 'full' }, async () => {
    await using visitor = await visit('/products/enamel-mug');
    const { page } = visitor;
    await expect(page.getByRole('tooltip')).toBeHidden();
    await page.getByRole('button', { name: 'Free returns' }).hover();
    await expect(page.getByRole('tooltip')).toContainText('100 days');
  });

  it('a gift carries its message and the name of its picture into the basket', { tags: 'full' }, async () => {
    await using visitor = await visit('/products/enamel-mug');
    const { page } = visitor;
    await expect(page.getByLabel('Gift message')).toBeHidden();
    await page.getByLabel('This is a gift').check();
    await page.getByLabel('Gift message').fill('<b>Walk well</b>');
    await page
      .getByLabel('Gift picture')
      .setInputFiles({ name: 'hill.png', mimeType: 'image/png', buffer: Buffer.from('hill') });
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByTestId('basket-link').click();
    await expect(page.getByTestId('line-gift')).toHaveText('Gift: “<b>Walk well</b>” with hill.png');
  });

  it('the shop sells no more of a product than it has in stock', { tags: 'full' }, async () => {
    await using visitor = await visit('/products/family-tent-for-four');
    const { page } = visitor;
    await expect(page.getByTestId('stock')).toHaveText('Only 2 left');
    await page.getByLabel('Quantity').fill('5');
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await expect(page.getByTestId('notice')).toHaveText(
      'Your basket holds 2 of Family tent for four; there are no more.',
    );
    await page.goto('/products/ridge-zip-off-trousers');
    await expect(page.getByRole('button', { name: 'Add to basket' })).toBeDisabled();
  });
});

describe('styles, scripts and pictures', () => {
  it('all files that the pages name are there, with their types, and may be kept for ten minutes', async () => {
    const paths = ['/', '/?page=2', '/?page=3', '/?page=4', '/products/enamel-mug', '/assets/card.html'];
    const pages = await Promise.all(paths.map(async path => (await fetch(shop.url + path)).text()));
    const names = new Set(pages.flatMap(page => page.match(/\/(assets|images)\/[\w.-]+/g) ?? []));
    const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
    for (const name of names) {
      const response = await fetch(shop.url + name);
      expect(response.status, name).toBe(200);
      const type = Object.entries(types).find(([ending]) => name.endsWith(`.${ending}`))?.[1];
      expect(response.headers.get('content-type'), name).toBe(`${type}; charset=utf-8`);
      expect(response.headers.get('cache-control'), name).toBe('private, max-age=600');
      expect(response.headers.get('set-cookie'), name).toBeNull();
    }
    expect([...names].filter(name => name.startsWith('/images/'))).toHaveLength(48);
  });

  it('the files of the shop are reached by their names alone', async () => {
    for (const path of ['/assets', '/assets/', '/images/..%2f..%2fsession.ts', '/shop.json'])
      expect((await fetch(shop.url + path)).status, path).toBe(404);
  });
});

describe('errors', () => {
  it('an unknown path shows a page of its own under a policy that allows no inline script', async () => {
    const response = await fetch(`${shop.url}/no/such/path`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<h1>Page not found</h1>');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('a form that is too large is refused with a page that says so', async () => {
    const response = await fetch(`${shop.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ user: 'x'.repeat(100_000) }),
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('too large');
  });
});

it('a stopped shop frees its port, even with open connections', { tags: ['full'] }, async () => {
  const other = await startSampleShop();
  await using visitor = await visitShop(browser, `${other.url}/products/enamel-mug`);
  await expect(visitor.page.getByTestId('product')).toBeVisible();
  await Promise.all([other.dispose(), other.dispose()]);
  const port = Number(new URL(other.url).port);
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});
