import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const PATH = '/p/shop/main/settings';

const shop = useApp({ isAnew: true });

const Project = z.object({ project: z.looseObject({ name: z.string(), settings: z.unknown() }) });
const Auth = z.object({ authentication: z.unknown() });

const project = async () => (await shop.author.client.call('getProject', {}, Project)).project;
const authentication = async () => (await shop.author.client.call('getAuthConfig', {}, Auth)).authentication;
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Save' }).click();

describe('settings of the project', () => {
  it('name, address and limits are changed, a refused one is told at its field, and the password is saved', {
    tags: ['full'],
  }, async () => {
    const page = await showIde(shop.app, `${PATH}/general`);
    const general = form(page, 'Project');
    await general.getByLabel('Name').fill('My shop');
    await general.getByLabel('App address').fill('nowhere');
    await general.getByLabel('A run').fill('1 h');
    await general.getByLabel('Name').press('Enter');
    await general.getByText('Enter a whole number').waitFor();
    await general.getByLabel('A run').fill('60000');
    await save(page, 'Project');
    await general.getByText(/^Must be an http or https address/).waitFor();
    await page.reload();
    expect(await general.getByLabel('A run').inputValue()).toBe('60000');
    await general.getByLabel('App address').fill('http://localhost:3000');
    await general.getByLabel('Test id attribute').fill('data-qa');
    await save(page, 'Project');
    await page.getByText('Settings saved').waitFor();
    expect(await project()).toMatchObject({
      name: 'My shop',
      appUrl: 'http://localhost:3000',
      settings: { timeouts: { runMs: 60_000 }, browser: { testIdAttribute: 'data-qa' } },
    });
    await form(page, 'Project password').getByLabel('Password', { exact: true }).fill('long grass by the river');
    await save(page, 'Project password');
    await form(page, 'Project password').getByRole('button', { name: 'Replace Password' }).waitFor();
    await expectAccessibleInThemes(page);
  });

  it('the browser that was found is named, and viewport and language are stored beside the test id attribute', {
    tags: 'full',
  }, async () => {
    await shop.author.do('editProject', { settings: { browser: { testIdAttribute: 'data-qa' } } });
    const page = await showIde(shop.app, `${PATH}/browser`);
    await page.getByRole('button', { name: 'Copy path of the browser' }).waitFor();
    const browser = form(page, 'Browser');
    await browser.getByLabel('Viewport width').fill('800');
    await save(page, 'Browser');
    await browser.getByText('Enter a whole number').waitFor();
    await browser.getByLabel('Viewport height').fill('100');
    await save(page, 'Browser');
    await browser.getByText('Must be at least 200, not 100.', { exact: true }).waitFor();
    await browser.getByLabel('Viewport height').fill('600');
    await browser.getByLabel('Language').fill('de-DE');
    await page.keyboard.press('Escape');
    await browser.getByLabel('Slow motion').fill('250');
    await save(page, 'Browser');
    await page.getByText('Settings saved').waitFor();
    expect((await project()).settings).toMatchObject({
      browser: { viewport: { width: 800, height: 600 }, locale: 'de-DE', testIdAttribute: 'data-qa' },
      slowMoMs: 250,
    });
    await expectAccessibleInThemes(page);
  });

  it('a role is added, its password never comes back, and trying it tells why nobody is signed in', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, `${PATH}/authentication`);
    const auth = form(page, 'Authentication');
    await auth.getByText('Tests start signed out.').waitFor();
    await auth.getByLabel('Method').selectOption('Form');
    await auth.getByRole('button', { name: 'Add role' }).click();
    await page.keyboard.type('customer');
    await auth.getByLabel('User name').fill('ann');
    await auth.getByLabel('Password', { exact: true }).fill('canary-of-a-secret');
    await save(page, 'Authentication');
    await auth.getByRole('button', { name: 'Replace Password' }).waitFor();
    expect(await authentication()).toMatchObject({
      method: 'form',
      roles: [{ role: 'customer', username: 'ann', password: { set: true } }],
    });
    expect(await page.content()).not.toContain('canary-of-a-secret');
    await expectAccessibleInThemes(page);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('status').getByText(/sign/i).first().waitFor();
    await auth.getByLabel('Method').selectOption('Header');
    await auth.getByRole('button', { name: 'Add header' }).click();
    await page.keyboard.type('X-Key');
    await auth.getByLabel('Value', { exact: true }).fill('canary-of-a-key');
    await save(page, 'Authentication');
    await expect
      .poll(authentication, eventually)
      .toMatchObject({ method: 'header', headers: { 'X-Key': { set: true } }, roles: [{ role: 'customer' }] });
  });
});
