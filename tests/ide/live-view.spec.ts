import type { Request } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectFocus, focused } from './focused.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <h1 style="position: absolute; top: 500px">idle</h1>
  <input aria-label="Name" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px"
    oninput="document.querySelector('h1').textContent = this.value">
  <select aria-label="Colour" style="position: absolute; left: 100px; top: 200px; width: 400px; height: 60px"
    onchange="document.querySelector('h1').textContent = this.value"><option>red</option><option>green</option></select>
  <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px"
    onclick="document.querySelector('h1').textContent = prompt('Your name?', 'Ann') ?? 'nobody'">Ask</button>
  <button style="position: absolute; left: 100px; top: 600px; width: 400px; height: 60px"
    onclick="setTimeout(() => confirm('Still there?'), 1000)">Ask later</button>
  <input type="file" aria-label="Photo" style="position: absolute; left: 100px; top: 400px; width: 400px; height: 60px"
    onchange="document.querySelector('h1').textContent = this.files[0].name">`;

const Files = z.object({ files: z.array(z.object({ path: z.string() })) });
const Elements = z.object({ elements: z.array(z.object({ name: z.string() })) });

const isUpload = (request: Request): boolean => request.url().includes('/api/files');

describe('the live view of the page', () => {
  const shop = useApp({ withIde: true, pages: { '/': PAGE } });

  const heading = async (): Promise<string | undefined> => {
    const query = { role: 'heading', interactiveOnly: false };
    return (await shop.app.client.call('getPageElements', query, Elements)).elements[0]?.name;
  };

  it('the live view takes mouse and keyboard input, and draws select lists and dialogs', { tags: 'full' }, async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    await clickAt(page, 300, 130);
    await page.keyboard.type('Ann ');
    await page.locator('canvas').dispatchEvent('keydown', { key: 'ö' });
    await expect.poll(heading, { timeout: 20_000 }).toBe('Ann ö');
    await clickAt(page, 300, 230);
    await page.getByRole('option', { name: 'green' }).click();
    await expect.poll(heading, { timeout: 20_000 }).toBe('green');
    await clickAt(page, 300, 330);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Your name?').waitFor();
    await dialog.getByLabel('Answer').fill('Berta');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.poll(heading, { timeout: 20_000 }).toBe('Berta');
    await dialog.waitFor({ state: 'detached' });
  });

  it('a question of the app takes the keys that would go to the app, and gives them back', {
    tags: 'full',
  }, async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    await clickAt(page, 300, 330);
    await expectFocus(page, 'Answer');
    // As browsers do it, what is there is typed over.
    await page.keyboard.type('Berta');
    await page.keyboard.press('Enter');
    await expect.poll(heading, { timeout: 20_000 }).toBe('Berta');
    await expectFocus(page, /^The app shows /);
    await clickAt(page, 300, 330);
    await expectFocus(page, 'Answer');
    await page.keyboard.press('Escape');
    await expect.poll(heading, { timeout: 20_000 }).toBe('nobody');
    await expectFocus(page, /^The app shows /);
    await clickAt(page, 300, 230);
    await expectFocus(page, 'red');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(heading, { timeout: 20_000 }).toBe('green');
    await expectFocus(page, /^The app shows /);
    await clickAt(page, 150, 430);
    await expectFocus(page, 'Choose…');
    await page.keyboard.press('Escape');
    await expectFocus(page, /^The app shows /);
  });

  it('a question of the app leaves the focus to whoever types elsewhere', { tags: 'full' }, async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    await page.locator('canvas').waitFor();
    await clickAt(page, 300, 630);
    await page
      .getByRole('textbox', { name: /^Filter/ })
      .first()
      .focus();
    const here = await focused(page);
    await page.getByRole('alertdialog').waitFor();
    await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))');
    expect(await focused(page)).toBe(here);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('a file that the page asks for is kept in the project, and given to the page', { tags: 'full' }, async () => {
    const paths = async () => (await shop.app.client.call('getFiles', {}, Files)).files.map(({ path }) => path);
    const before = await paths();
    await shop.author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    await clickAt(page, 150, 430);
    const dialog = page.getByRole('alertdialog', { name: 'The page asks for files' });
    await dialog.waitFor();
    await expectAccessible(page);
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose…' }).click();
    await (await chosen).setFiles({ name: 'cat.txt', mimeType: 'text/plain', buffer: Buffer.from('meow') });
    await expect.poll(heading, { timeout: 20_000 }).toBe('cat.txt');
    await dialog.waitFor({ state: 'detached' });
    expect((await paths()).filter(path => !before.includes(path))).toEqual(['uploads/cat.txt']);
  });

  it('a file that is on its way when the question is cancelled answers no other question', {
    tags: 'full',
  }, async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, '/p/shop/main/modules');
    const dialog = page.getByRole('alertdialog', { name: 'The page asks for files' });
    await clickAt(page, 150, 430);
    let letThrough = () => {};
    const isLetThrough = new Promise<void>(resolve => {
      letThrough = resolve;
    });
    const stored = page.waitForRequest(/\/api\/files/);
    await page.route(/\/api\/files/, async route => {
      await isLetThrough;
      await route.continue().catch(() => {});
    });
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose…' }).click();
    await (await chosen).setFiles({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') });
    await stored;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await clickAt(page, 150, 430);
    await dialog.waitFor();
    const ended = page.waitForEvent('requestfinished', { predicate: isUpload, timeout: 3_000 }).catch(() => {});
    letThrough();
    await ended;
    expect(await dialog.count()).toBe(1);
    expect(await heading()).toBe('idle');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
