import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const Info = z.object({ url: z.string(), viewport: z.object({ width: z.number(), height: z.number() }) });

describe('the address bar of the app window', () => {
  let loads = 0;
  let letThrough = () => {};
  const isLetThrough = new Promise<void>(resolve => {
    letThrough = resolve;
  });
  const shop = useApp({
    withIde: true,
    pages: {
      '/': '<!doctype html><title>One</title>',
      '/slow': async () => {
        await isLetThrough;
        return '<!doctype html><title>Slow</title>';
      },
      '/keeps':
        '<!doctype html><script>localStorage.visits = Number(localStorage.visits ?? 0) + 1; document.title = "Visit " + localStorage.visits</script>',
      '/two': () => {
        loads += 1;
        return '<!doctype html><title>Two</title>';
      },
    },
  });

  const info = () => shop.app.client.call('getPageInfo', {}, Info);
  const shows = (path: string) =>
    expect.poll(async () => (await info()).url, { timeout: 20_000 }).toBe(`${shop.app.appUrl}${path}`);

  it('the address bar moves back and forward, reloads, and disables Back when there is no earlier page', {
    tags: 'full',
  }, async () => {
    await shop.author.do('navigateUrl', { url: '/', role: 'none' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    const [back, forward, reload] = ['Back', 'Forward', 'Reload the page'].map(name =>
      page.getByRole('button', { name, exact: true }),
    );
    await page.getByRole('button', { name: 'Back', exact: true, disabled: true }).waitFor();
    await back?.hover();
    await page.getByText('There is no page before this one').waitFor();
    const address = page.getByLabel('Address of the app');
    await address.fill('/two');
    await address.press('Enter');
    await shows('/two');
    await page.getByRole('button', { name: 'Back', exact: true, disabled: false }).waitFor();
    await back?.click();
    await shows('/');
    await page.getByRole('button', { name: 'Forward', exact: true, disabled: false }).waitFor();
    await forward?.click();
    await shows('/two');
    const before = loads;
    await reload?.click();
    await expect.poll(() => loads, { timeout: 20_000 }).toBe(before + 1);
  });

  it('an address that is typed while another one loads stays', { tags: 'full' }, async () => {
    await shop.author.do('navigateUrl', { url: '/', role: 'none' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    const address = page.getByLabel('Address of the app');
    await address.fill('/slow');
    await address.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    await address.fill('/two');
    letThrough();
    await page.locator('button[data-loading]').waitFor({ state: 'detached' });
    await shows('/slow');
    expect(await address.inputValue()).toBe('/two');
  });

  it('the menu of the window clears what the site has stored', { tags: 'full' }, async () => {
    await shop.author.do('navigateUrl', { url: '/keeps', role: 'none' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    await page.getByRole('button', { name: 'More about the window' }).click();
    await page.getByRole('menuitem', { name: 'Clear site data' }).click();
    await page.getByText(`Cookies, storage and service workers of ${shop.app.appUrl} are gone`).waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    const title = () => shop.app.client.call('getPageInfo', {}, z.object({ title: z.string() }));
    await expect.poll(title, { timeout: 20_000 }).toEqual({ title: 'Visit 1' });
  });

  it('the page takes one of the suggested sizes or one that is typed, within limits', { tags: ['full'] }, async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    const choice = page.getByRole('button', { name: 'Page size' });
    await page.getByRole('button', { name: 'Page size: 1280 × 720' }).click();
    // While it comes in, its colours are faint.
    await page.getByRole('dialog', { name: 'Page size: 1280 × 720' }).waitFor();
    expect(await choice.getAttribute('aria-expanded')).toBe('true');
    const opacity = () => page.evaluate("getComputedStyle(document.querySelector('[role=dialog]')).opacity");
    await expect.poll(opacity, { timeout: 20_000 }).toBe('1');
    // So is the tooltip of the button.
    await page.mouse.move(1, 1);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Phone 390 × 844' }).click();
    const viewport = () => info().then(told => told.viewport);
    await expect.poll(viewport, { timeout: 20_000 }).toEqual({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Page size: 390 × 844' }).waitFor();
    await choice.click();
    await page.getByLabel('Width').fill('30');
    await page.getByText('Width 200 to 7680').waitFor();
    expect(await page.getByRole('button', { name: 'Resize' }).isDisabled()).toBe(true);
    await page.getByLabel('Width').fill('800');
    await page.getByLabel('Height').fill('600');
    await page.getByLabel('Height').press('Enter');
    await expect.poll(viewport, { timeout: 20_000 }).toEqual({ width: 800, height: 600 });
    await page.getByRole('button', { name: 'Page size: 800 × 600' }).waitFor();
    await choice.click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Width').waitFor({ state: 'detached' });
  });

  it('the address bar is disabled and says why while a run uses the window', { tags: 'full' }, async () => {
    await shop.author.do('createModule', { name: 'Slow' });
    const actions = [{ type: 'wait', until: 'time', value: '90000', timeoutMs: 100_000 }];
    await shop.author.do('createTest', { moduleCode: 'm1', name: 'Slow', actions });
    await shop.author.do('navigateUrl', { url: '/', role: 'none' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    await shop.author.do('runTest', { testId: 't1' });
    for (const name of ['Back', 'Forward', 'Reload the page', /^Page size/])
      await page.getByRole('button', { name, disabled: true }).first().waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).hover();
    await page.getByText('A run is using the window: pause or stop it first').waitFor();
    await shop.author.do('stopTest', {});
    await page.getByRole('button', { name: 'Reload the page', disabled: false }).waitFor();
  });
});
