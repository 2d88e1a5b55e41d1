import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { expectAccessible, openIde } from './open-page.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <h1 style="position: absolute; top: 500px">idle</h1>
  <input aria-label="Name" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px"
    oninput="document.querySelector('h1').textContent = this.value">
  <select aria-label="Colour" style="position: absolute; left: 100px; top: 200px; width: 400px; height: 60px"
    onchange="document.querySelector('h1').textContent = this.value"><option>red</option><option>green</option></select>
  <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px"
    onclick="document.querySelector('h1').textContent = prompt('Your name?', 'Ann') ?? 'nobody'">Ask</button>`;

const Elements = z.object({ elements: z.array(z.object({ name: z.string() })) });

describe('the live view of the page', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ pages: { '/': PAGE } });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  const heading = async (): Promise<string | undefined> => {
    const query = { role: 'heading', interactiveOnly: false };
    return (await app.client.call('getPageElements', query, Elements)).elements[0]?.name;
  };

  it('the live view takes mouse and keyboard input, and draws select lists and dialogs', { tags: 'full' }, async () => {
    await app.client.call('navigateUrl', { url: '/' }, z.unknown());
    await using opened = await openIde(app, '/p/shop/main/modules');
    const { page, faults } = opened;
    const canvas = page.locator('canvas');
    await canvas.waitFor();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('The picture has no place.');
    const at = (x: number, y: number) => ({ position: { x: (x * box.width) / 1280, y: (y * box.height) / 720 } });
    await canvas.click(at(300, 130));
    await page.keyboard.type('Ann ');
    await canvas.dispatchEvent('keydown', { key: 'ö' });
    await expect.poll(heading, { timeout: 20_000 }).toBe('Ann ö');
    await canvas.click(at(300, 230));
    await page.getByRole('option', { name: 'green' }).click();
    await expect.poll(heading, { timeout: 20_000 }).toBe('green');
    await canvas.click(at(300, 330));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Your name?').waitFor();
    await dialog.getByLabel('Answer').fill('Berta');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.poll(heading, { timeout: 20_000 }).toBe('Berta');
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
