import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type SampleShop, startSampleShop } from '../../../server/sample/shop/sample-shop.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { addMug, expect, fillDelivery, signIn, visitShop } from './shop-visitor.ts';

let browser: Browser;
let shop: SampleShop;

beforeAll(async () => {
  browser = await sharedBrowser();
  shop = await startSampleShop({ slowMs: 0 });
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
  it('the checkout shows each error at the field that has it', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await addMug(page);
    await page.goto('/checkout');
    await page.getByLabel('Email').fill('ann');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('alert')).toContainText('7 fields need your attention.');
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Enter your full name.');
    await expect(page.getByLabel('Full name')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('ann');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/such as ann@example.org/);
    await fillDelivery(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(`${shop.url}/checkout/payment`);
  });

  it('the checkout takes the payment in a frame and confirms the order by number', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    await addMug(page);
    await page.goto('/checkout');
    await fillDelivery(page);
    await page.getByRole('radio', { name: 'Express' }).check();
    await expect(page.getByLabel('Gift message')).toBeHidden();
    await page.getByLabel('This is a gift').check();
    await page.getByLabel('Gift message').fill('Walk well');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    const card = page.frameLocator('iframe[title="Card payment"]');
    await card.getByRole('button', { name: 'Pay €26.90' }).click();
    await expect(card.getByLabel('Card number')).toHaveAccessibleDescription('Enter the 16 digits of your card.');
    await card.getByLabel('Card number').fill('4242 4242 4242 0002');
    await card.getByLabel('Expiry').fill('12/39');
    await card.getByLabel('Security code').fill('123');
    await card.getByRole('button', { name: 'Pay' }).click();
    await expect(card.getByRole('alert')).toHaveText('The card was declined. Try another one.');
    await card.getByLabel('Card number').fill('4242 4242 4242 4242');
    await card.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByTestId('order-number')).toHaveText('Order 1001');
    await expect(page.getByTestId('gift-message')).toContainText('Walk well');
    await expect(page.getByTestId('basket-count')).toHaveText('0');
  });

  it('the terms of sale open in a new tab', { tags: 'full' }, async () => {
    await using visitor = await visit('/');
    const { page } = visitor;
    const [terms] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Terms of sale' }).click(),
    ]);
    await expect(terms.getByRole('heading', { level: 1 })).toHaveText('Terms of sale');
  });
});

describe('accounts', () => {
  it('a customer signs in after a wrong password and reaches the requested page', { tags: 'full' }, async () => {
    await using visitor = await visit('/my-orders');
    const { page } = visitor;
    await signIn(page, 'ann', 'autumn-17');
    await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
    await signIn(page, 'ann', 'spring-42');
    await expect(page).toHaveURL(`${shop.url}/my-orders`);
    await expect(page.getByTestId('account-name')).toHaveText('Ann Becker');
    await expect(page.getByTestId('order-row')).toHaveCount(2);
    const refused = await page.goto('/admin/orders');
    expect(refused?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it('a customer downloads the receipts of own orders and of no others', { tags: 'full' }, async () => {
    await using visitor = await visit('/my-orders');
    const { page } = visitor;
    await signIn(page, 'ann', 'spring-42');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the receipt of order 998' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('receipt-998.txt');
    const lines = (await (await page.request.get('/my-orders/998/receipt')).text()).split('\n');
    expect(lines.map(line => line.replace(/ {2,}/, ' '))).toEqual([
      'Larchway, receipt of order 998',
      'Placed on 2026-03-17 by Ann Becker',
      '',
      '1 × Path trail shoe €124.00',
      '2 × Hut sock €38.00',
      'Delivery €0.00',
      'Total €162.00',
      '',
    ]);
    for (const other of ['1000', '12'])
      expect((await page.request.get(`/my-orders/${other}/receipt`)).status()).toBe(404);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    const anonymous = await page.request.get('/my-orders/998/receipt', { maxRedirects: 0 });
    expect(anonymous.headers().location).toBe('/sign-in?next=%2Fmy-orders%2F998%2Freceipt');
  });

  it('an admin filters the orders and marks one as shipped', { tags: 'full' }, async () => {
    await using visitor = await visit('/admin/orders');
    const { page } = visitor;
    await signIn(page, 'max', 'autumn-17');
    await expect(page.getByTestId('order-count')).toHaveText('8 orders');
    await page.getByLabel('Status').selectOption('Packed');
    await expect(page).toHaveURL(`${shop.url}/admin/orders?status=Packed`);
    await expect(page.getByTestId('order-count')).toHaveText('2 orders');
    await page.getByRole('button', { name: 'Mark as shipped: order 998' }).click();
    await expect(page.getByTestId('order-count')).toHaveText('1 order');
  });

  it('an admin changes the stock after a double click', { tags: 'full' }, async () => {
    await using visitor = await visit('/admin/stock');
    const { page } = visitor;
    await signIn(page, 'max', 'autumn-17');
    const cell = page.getByRole('row', { name: 'Enamel mug' }).getByTestId('stock-cell');
    await cell.dblclick();
    await page.getByLabel('Stock of Enamel mug').fill('7');
    await page.getByLabel('Stock of Enamel mug').press('Escape');
    await expect(cell).toHaveText('80');
    await cell.dblclick();
    await page.getByLabel('Stock of Enamel mug').fill('0');
    await page.getByLabel('Stock of Enamel mug').press('Enter');
    await expect(page.getByTestId('notice')).toHaveText('Stock of Enamel mug is now 0.');
    await page.goto('/products/enamel-mug');
    await expect(page.getByTestId('stock')).toHaveText('Sold out');
  });

  it('signing in leads to no other site', async () => {
    const response = await fetch(`${shop.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ user: 'ann', password: 'spring-42', next: '//elsewhere.example/' }),
    });
    expect(response.headers.get('location')).toBe('/');
  });
});

describe('contact', () => {
  it('the contact form takes a message with an attachment', { tags: 'full' }, async () => {
    await using visitor = await visit('/contact');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByLabel('Message')).toHaveAccessibleDescription('Write a message.');
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Email').fill('ann@example.org');
    await page.getByLabel('Topic').selectOption('A repair');
    await page.getByLabel('Message').fill('A strap came off.');
    await page
      .getByLabel('Attachment')
      .setInputFiles({ name: 'strap.txt', mimeType: 'text/plain', buffer: Buffer.from('torn') });
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByTestId('sent-attachment')).toHaveText('Attachment: strap.txt (4 bytes)');
  });

  it('a contact form that cannot be read is answered with a page that says so', async () => {
    const bodies = [
      new URLSearchParams({ name: 'Ann' }),
      new Blob(['torn'], { type: 'multipart/form-data; boundary=x' }),
    ];
    for (const body of bodies) {
      const response = await fetch(`${shop.url}/contact`, { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('<h1>That request cannot be read</h1>');
    }
  });
});
