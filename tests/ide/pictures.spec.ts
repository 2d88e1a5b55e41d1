import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawPicture, FIRST, KEPT, putBytes, putPictureRun } from '../support/picture-run.ts';
import { expectAccessible, showIde, THEMES } from './open-page.ts';
import { details } from './run-page.ts';
import { eventually, type Place, useApp } from './shared-app.ts';

const SIZE = { width: 240, height: 100 };
const OLD = drawPicture({ red: 220, ...SIZE, tail: 'as it came' });
const NEW = drawPicture({ red: 220, ...SIZE, square: { x: 40, y: 20, size: 48 } });

describe('pictures that differ', () => {
  const shop = useApp();
  let place: Place;

  beforeAll(async () => {
    const look = { type: 'assert', matcher: 'toHaveScreenshot' };
    place = await shop.newTest([look, { ...look, expected: 'first' }], 'Basket');
  });
  beforeEach(async () => {
    await rm(join(shop.app.folder, 'files'), { recursive: true, force: true });
    await putBytes(join(shop.app.folder, KEPT), OLD);
    await putPictureRun({ folder: shop.app.folder, kept: OLD, taken: NEW });
  });

  const isKept = (path: string, bytes: Buffer) =>
    expect
      .poll(
        async () => (await readFile(join(shop.app.folder, path)).catch(() => Buffer.of())).equals(bytes),
        eventually,
      )
      .toBe(true);
  const isGone = (path: string) => expect.poll(() => existsSync(join(shop.app.folder, path)), eventually).toBe(false);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const current = (page: Page, words: string) =>
    page.locator('[aria-current=true]').filter({ hasText: words }).waitFor();

  it('the first picture of an action is kept where its result is shown, and taken back, and what is open is counted', async () => {
    const page = await showIde(shop.app, '/p/shop/main/runs/r1?step=1.2');
    const toDecideOn = page.getByText(/^\d pictures? to decide on/);
    const count = expect.poll(async () => (await toDecideOn.allInnerTexts()).map(text => text[0]), eventually);
    await count.toEqual(['2']);
    await press(page, 'Keep this picture');
    await isKept(FIRST, NEW);
    await details(page).getByText('Accepted: the next runs compare with it.').waitFor();
    await count.toEqual(['1']);
    await press(page, 'Undo accept');
    await isGone(FIRST);
    await count.toEqual(['2']);
    await shop.author.do('acceptPictures', { runId: 'r1' });
    await count.toEqual([]);
  });

  it('tolerance and masks change the verdict at once and are saved into the action', async () => {
    const page = await showIde(shop.app, '/p/shop/main/runs/r1?step=1.1');
    const says = (words: string) => details(page).getByText(words, { exact: true }).waitFor();
    await says('Fails: 2304 of 24000 pixels (9.6 %) differ');
    await page.getByLabel('Tolerance (%)').fill('10');
    await says('Passes: 2304 of 24000 pixels (9.6 %) differ');
    await page.getByRole('switch', { name: 'Draw masks' }).focus();
    await page.keyboard.press('Space');
    const box = await details(page).getByAltText('The picture of the run').boundingBox();
    if (box === null) throw new Error('The picture is not shown.');
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2);
    await page.mouse.up();
    await says('Passes: no pixel differs');
    for (const view of ['Slider', 'Blink']) {
      await page.getByText(view, { exact: true }).click();
      await says('Passes: no pixel differs');
    }
    await press(page, 'Save into the action');
    await expect
      .poll(async () => (await shop.author.actions(place))[0], eventually)
      .toMatchObject({ tolerance: 10, masks: [expect.objectContaining({ x: expect.any(Number) })] });
  });

  it.each(THEMES)('all pictures of a run are reviewed by keyboard in the %s theme', { tags: 'full' }, async theme => {
    const page = await showIde(shop.app, '/p/shop/main/runs/r1', { colorScheme: theme });
    await page.getByText('2 pictures to decide on').waitFor();
    await page.getByRole('link', { name: 'Review', exact: true }).click();
    await current(page, 'Look 1');
    await expectAccessible(page);
    await page.keyboard.press('a');
    await isKept(KEPT, NEW);
    await current(page, 'Look 2');
    await page.keyboard.press('k');
    await current(page, 'Look 1');
    await page.keyboard.press('u');
    await isKept(KEPT, OLD);
    await page.keyboard.press('ArrowDown');
    await current(page, 'Look 2');
    await press(page, 'Accept all 2');
    await isKept(FIRST, NEW);
    await isKept(KEPT, NEW);
    await press(page, 'Undo all 2');
    await isKept(KEPT, OLD);
    await isGone(FIRST);
  });
});
