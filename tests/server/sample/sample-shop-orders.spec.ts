import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OpenServer } from '../../../server/process/open-server.ts';
import { startSampleShop } from '../../../server/sample/shop/sample-shop.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { addMug, expect, fillDelivery, signIn, visitShop } from './shop-visitor.ts';

let browser: Browser;
let shop: OpenServer;

beforeAll(async () => {
  browser = await sharedBrowser();
  shop = await startSampleShop();
});

afterAll(() => shop.dispose());

const visit = (path: string) => visitShop(browser, shop.url + path);

describe('basket', () => {
  it('the basket takes products from the list, changes quantities and removes lines', { tags: 'full' }, async () => {
    await using visitor = await visit('/?q=mug');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add to basket: Enamel mug' }).click();
    await page.getByRole('button', { name: 'Add to basket: Titanium mug' }).click();
    await expect(page.getByTestId('basket-count')).toHaveText('2');
    await page.getByTestId('basket-link').click();
    await page.getByLabel('Quantity of Enamel mug').fill('3');
    await page.getByRole('button', { name: 'Update Enamel mug' }).click();
    await expect(page.getByTestId('goods-total')).toHaveText('€76.00');
    await page.getByRole('button', { name: 'Remove Titanium mug' }).click();
    await expect(page.getByTestId('total')).toHaveText('€46.90');
    await expect(page.getByTestId('basket-count')).toHaveText('3');
  });

  it('the basket is emptied only after a question is confirmed', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await addMug(page);
    await page.goto('/basket');
    const questions: string[] = [];
    page.on('dialog', async dialog => {
      questions.push(dialog.message());
      await (questions.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await page.getByRole('button', { name: 'Empty basket' }).click();
    await expect(page.getByTestId('basket-line')).toHaveCount(1);
    await page.getByRole('button', { name: 'Empty basket' }).click();
    await expect(page.getByText('Your basket is empty.')).toBeVisible();
    expect(questions).toEqual(Array(2).fill('Remove everything from your basket?'));
  });

  it('the basket is not shared between two browser contexts', { tags: 'full' }, async () => {
    await using one = await visit('/');
    await using other = await visit('/');
    await addMug(one.page);
    await other.page.goto('/basket');
    await expect(other.page.getByTestId('basket-count')).toHaveText('0');
    await one.page.goto('/basket');
    await expect(one.page.getByTestId('basket-count')).toHaveText('1');
  });
});

describe('checkout', () => {
  it('an order is placed once the card is good and the form is whole', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await addMug(page);
    await page.goto('/basket');
    const card = page.frameLocator('iframe[title="Card payment"]');
    const pay = card.getByRole('button', { name: 'Pay' });
    await card.getByLabel('Card number').fill('4242 4242 4242 0002');
    await pay.click();
    await expect(card.getByLabel('Expiry')).toBeFocused();
    await card.getByLabel('Expiry').fill('12/39');
    await card.getByLabel('Security code').fill('123');
    await pay.click();
    await expect(card.getByRole('alert')).toHaveText('The card was declined. Try another one.');
    await card.getByLabel('Card number').fill('4242 4242 4242 4242');
    await pay.click();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await fillDelivery(page);
    await page.getByRole('radio', { name: 'Express' }).check();
    await expect(page.getByTestId('total')).toHaveText('€26.90');
    await pay.click();
    await expect(page).toHaveURL(`${shop.url}/basket?order=1001`);
    await expect(page.getByTestId('order-number')).toHaveText('Order 1001');
    await expect(page.getByRole('main')).toContainText('€26.90');
    await expect(page.getByTestId('basket-count')).toHaveText('0');
  });

  it('the order summary opens a product in a new tab', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await addMug(page);
    await page.goto('/basket');
    const summary = page.getByRole('complementary', { name: 'Your order' });
    const [product] = await Promise.all([
      page.waitForEvent('popup'),
      summary.getByRole('link', { name: 'Enamel mug' }).click(),
    ]);
    await expect(product.getByRole('heading', { level: 1 })).toHaveText('Enamel mug');
  });

  it('an order that is not whole is no order, whoever sends it', async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await addMug(page);
    const answer = await page.request.post('/orders', { form: { name: 'Ann' } });
    expect(await answer.text()).toContain('Something is missing in your order.');
    await page.goto('/basket?order=1001');
    await expect(page.getByTestId('basket-line')).toHaveCount(1);
  });
});

describe('accounts', () => {
  it('a customer signs in after a wrong password, sees the orders and signs out', { tags: 'full' }, async () => {
    await using visitor = await visit('/account');
    const { page } = visitor;
    await signIn(page, 'ann', 'autumn-17');
    await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
    await signIn(page, 'ann', 'spring-42');
    await expect(page).toHaveURL(`${shop.url}/account`);
    await expect(page.getByTestId('account-name')).toHaveText('Ann Becker');
    await expect(page.getByTestId('order-row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.goto('/account');
    await expect(page.getByTestId('order-row')).toHaveCount(0);
  });

  it('a form leads back to its page, and to no other site', async () => {
    const locationAfter = async (referer: string) => {
      const body = new URLSearchParams({ product: 'enamel-mug' });
      const sent = { method: 'POST', redirect: 'manual', body, headers: { referer } } as const;
      return (await fetch(`${shop.url}/basket`, sent)).headers.get('location');
    };
    expect(await locationAfter(`${shop.url}/?page=2`)).toBe('/?page=2');
    expect(await locationAfter('http://elsewhere.example/')).toBe('/');
    expect(await locationAfter(`${shop.url}//elsewhere.example/`)).toBe('/');
  });
});
