/** Visitors of the sample shop in a real browser. */
import type { Browser, Page } from 'playwright';
import { test } from 'playwright/test';

/** Patient, for machines that have much else to do. */
export const expect = test.expect.configure({ timeout: 20_000 });

export interface Visitor extends AsyncDisposable {
  page: Page;
}

/** Opens an address in a context of its own: a visitor who was never there. */
export async function visitShop(browser: Browser, address: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: new URL(address).origin,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(address);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

export async function signIn(page: Page, user: string, password: string) {
  await page.getByLabel('User name').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** From any page of the shop; one mug costs 14 euros, and 18.90 with standard delivery. */
export async function addMug(page: Page) {
  await page.goto('/products/enamel-mug');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByTestId('notice').getByText('Added Enamel mug').waitFor();
}

export async function fillDelivery(page: Page) {
  await page.getByLabel('Full name').fill('Ann Becker');
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Street and number').fill('Hill 1');
  await page.getByLabel('Postcode').fill('24103');
  await page.getByLabel('City').fill('Seahaven');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByRole('checkbox', { name: 'I accept the terms of sale' }).check();
}
