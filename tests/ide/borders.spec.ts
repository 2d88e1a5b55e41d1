// @module-tag full
import { expect, it } from 'vitest';
import { showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

it('a double click on a border gives the app 62 % of the width, another one its usual share, and a reload keeps it', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules', { viewport: { width: 1280, height: 800 } });
  const width = async () => (await page.getByRole('region', { name: 'Application' }).boundingBox())?.width ?? 0;
  const border = page.getByRole('separator', { name: 'Border between the panes' }).last();
  const isAbout = (percent: number) =>
    expect.poll(async () => Math.round(((await width()) / 1280) * 100), eventually).toBe(percent);
  await isAbout(44);
  await border.dblclick();
  await isAbout(62);
  await page.reload();
  await isAbout(62);
  await border.dblclick();
  await isAbout(44);
  const box = await border.boundingBox();
  if (box === null) throw new Error('The border has no place.');
  await page.mouse.move(box.x, 400);
  await page.mouse.down();
  await page.mouse.move(640, 400, { steps: 3 });
  await page.mouse.up();
  await isAbout(50);
});
