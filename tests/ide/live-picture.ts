/** The picture of the app that the page shows, pointed at by the pixels of the app. */
import type { Locator, Page } from 'playwright';

/** Windows beside the one that is in front have small ones. */
const pictureIn = (page: Page): Locator => page.getByRole('application');

const APP = { width: 1280, height: 720 };

export async function spotIn(page: Page, x: number, y: number) {
  const canvas = pictureIn(page);
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The picture has no place.');
  return { position: { x: (x * box.width) / APP.width, y: (y * box.height) / APP.height } };
}

export const clickAt = async (page: Page, x: number, y: number, options: Parameters<Locator['click']>[0] = {}) =>
  pictureIn(page).click({ ...(await spotIn(page, x, y)), ...options });
