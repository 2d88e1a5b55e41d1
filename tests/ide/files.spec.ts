import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectFocus } from './focused.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

test('files are uploaded, looked at, deleted with a way back, and chosen in actions', { tags: 'full' }, async () => {
  const upload = { type: 'upload', locator: "getByLabel('Photo')", files: ['cat.txt'] };
  await shop.author.do('putFile', { path: 'cat.txt', text: 'miaow' });
  const { path } = await shop.newTest([upload]);
  const page = await showIde(shop.app, path);
  await page.getByRole('button', { name: 'More about the project' }).click();
  await page.getByRole('menuitem', { name: 'Files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files' });
  await dialog.getByText('miaow').waitFor();
  await dialog.getByRole('list', { name: 'Used in' }).getByText('Valid user, action 1').waitFor();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
  await page.getByText('“dot.png” uploaded').waitFor();
  const picture = dialog.getByRole('img', { name: 'dot.png' });
  await expect.poll(() => picture.evaluate(image => Reflect.get(image, 'naturalWidth')), eventually).toBe(10);
  expect(new URL(page.url()).search).toBe('?dialog=files&file=dot.png');
  await expectAccessibleInThemes(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“dot.png” deleted').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await dialog.getByRole('button', { name: /^dot.png/ }).waitFor();
  // One that a test needs goes only when that is said twice.
  await dialog.getByRole('button', { name: /^cat.txt/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('One place uses this file: without it they fail.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: 'Upload' }).press('Enter');
  // The list of files is loaded with the first form that asks for one.
  await page
    .getByRole('form')
    .getByLabel(/^Files/)
    .and(page.locator('input[aria-haspopup=listbox]'))
    .click();
  await page.getByRole('option', { name: 'dot.png' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('dot.png').first().waitFor();
});

test('a file goes into the folder that is looked at, and one that is not there is refused at its field', {
  tags: 'full',
}, async () => {
  await shop.author.do('putFile', { path: 'photos/cat.txt', text: 'miaow' });
  const upload = { type: 'upload', locator: "getByLabel('Photo')", files: ['photos/cat.txt'] };
  const place = await shop.newTest([upload]);
  const page = await showIde(shop.app, `${place.path}?dialog=files&file=photos%2Fcat.txt`);
  const dialog = page.getByRole('dialog', { name: 'Files' });
  await expect.poll(() => dialog.getByLabel('Folder').inputValue(), eventually).toBe('photos/');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'dog.txt', mimeType: 'text/plain', buffer: Buffer.from('woof') });
  await dialog.getByRole('button', { name: /^photos\/dog.txt/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: 'Upload' }).press('Enter');
  const form = page.getByRole('form', { name: 'Upload: fields' });
  const field = form.getByLabel(/^Files/).and(page.locator('input[aria-haspopup=listbox]'));
  await field.fill('nowhere.txt');
  await page.keyboard.press('Enter');
  await form.getByText('The project has no file “nowhere.txt”.').waitFor();
  // The list of files covers the button.
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => field.getAttribute('aria-invalid'), eventually).toBe('true');
  expect((await shop.author.actions(place))[0]).toMatchObject(upload);
  await field.press('Backspace');
  await field.press('Backspace');
  await field.fill('photos/dog.txt');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await shop.author.actions(place))[0]).toMatchObject({ files: ['photos/dog.txt'] });
});

/** What the page asks of files waits until it is let through. */
async function holdFiles(page: Page, method: string) {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>(resolve => {
    letThrough = resolve;
  });
  await page.route(/\/api\/files/, async route => {
    if (route.request().method() === method) await isLetThrough;
    await route.continue();
  });
  return letThrough;
}

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('an upload that ends when its dialog is closed leaves the page where it is', async () => {
  const { path } = await shop.newTest([{ type: 'comment', text: 'one' }]);
  const page = await showIde(shop.app, `${path}?dialog=files`);
  const dialog = page.getByRole('dialog', { name: 'Files' });
  await dialog.getByRole('button', { name: 'Upload files' }).waitFor();
  const letThrough = await holdFiles(page, 'POST');
  await dialog.locator('input[type=file]').setInputFiles(textFile('late.txt', 'late'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  letThrough();
  await page.getByText('“late.txt” uploaded').waitFor();
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/runs');
  expect(await dialog.count()).toBe(0);
});

test('the way back from an upload shows the file that it had replaced', { tags: 'full' }, async () => {
  await shop.author.do('putFile', { path: 'note.txt', text: 'first words' });
  const { path } = await shop.newTest([{ type: 'comment', text: 'one' }]);
  const page = await showIde(shop.app, `${path}?dialog=files&file=note.txt`);
  const dialog = page.getByRole('dialog', { name: 'Files' });
  await dialog.getByText('first words').waitFor();
  await dialog.locator('input[type=file]').setInputFiles(textFile('note.txt', 'other text'));
  await dialog.getByText('other text').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await dialog.getByText('first words').waitFor();
});

test('a file is deleted once, however often that is asked for, and the focus goes to the next', {
  tags: 'full',
}, async () => {
  await shop.author.do('putFile', { path: 'aa.txt', text: 'aa' });
  await shop.author.do('putFile', { path: 'ab.txt', text: 'ab' });
  const { path } = await shop.newTest([{ type: 'comment', text: 'one' }]);
  const page = await showIde(shop.app, `${path}?dialog=files&file=aa.txt`);
  const dialog = page.getByRole('dialog', { name: 'Files' });
  await dialog.getByRole('region', { name: 'File aa.txt' }).getByText('aa', { exact: true }).waitFor();
  const letThrough = await holdFiles(page, 'GET');
  const remove = dialog.getByRole('button', { name: 'Delete' });
  await remove.press('Enter');
  await remove.press('Enter');
  letThrough();
  await page.getByText('“aa.txt” deleted').waitFor();
  await dialog.getByRole('region', { name: 'File ab.txt' }).waitFor();
  expect(await page.getByText('Could not run').count()).toBe(0);
  await expectFocus(page, /^ab.txt/);
});
