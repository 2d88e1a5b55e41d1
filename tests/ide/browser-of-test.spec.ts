/** What the page says of the browser that tests run in, and of what fails them. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({
  isAnew: true,
  pages: { '/': `<!doctype html><title>Shop</title><script>console.error('Out of stock')</script>` },
});

const Project = z.object({ project: z.looseObject({ settings: z.looseObject({}).optional() }) });
const settings = async () => (await shop.author.client.call('getProject', {}, Project)).project.settings;

test('a test, an environment and the project say what their browser is like, a wrong device at its field', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('hello'));
  await shop.author.do('createEnvironment', { name: 'staging' });
  const page = await showIde(shop.app, place.path);
  await page.getByRole('button', { name: 'Browser', exact: true }).click();
  const form = page.getByRole('form', { name: 'Browser' });
  await form.getByLabel('Device').fill('iPhone 155');
  await form.getByLabel('Colour scheme').selectOption('Dark');
  await form.getByLabel('Latitude').fill('52.5');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter a number').waitFor();
  await form.getByLabel('Longitude').fill('-13.25');
  await form.getByLabel('Permissions').fill('geolocation, camera');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('did you mean “iPhone 15”?').waitFor();
  await expectAccessibleInThemes(page);
  await form.getByLabel('Device').fill('iPhone 15');
  await page.keyboard.press('Enter');
  const stored = async () =>
    (await shop.author.tests({ moduleCode: place.moduleCode })).find(each => each.testCode === place.testCode);
  await expect.poll(stored, eventually).toMatchObject({
    browser: {
      ...{ device: 'iPhone 15', colorScheme: 'dark', permissions: ['geolocation', 'camera'] },
      geolocation: { latitude: 52.5, longitude: -13.25 },
    },
  });
  await page.getByRole('button', { name: 'Browser iPhone 15' }).waitFor();

  await page.goto(`${shop.app.service.url}/p/shop/main/settings/environments`);
  const card = page.getByRole('region', { name: 'staging' });
  await card.getByText('Browser of its tests').click();
  await card.getByLabel('Language').fill('de-DE');
  await card.getByRole('button', { name: 'Save' }).click();
  const Environments = z.object({ environments: z.array(z.looseObject({ browser: z.unknown() })) });
  await expect
    .poll(
      async () => (await shop.author.client.call('getEnvironments', {}, Environments)).environments[0]?.browser,
      eventually,
    )
    .toEqual({ locale: 'de-DE' });

  await page.goto(`${shop.app.service.url}/p/shop/main/settings/browser`);
  const ofProject = page.getByRole('form', { name: 'Browser' });
  await ofProject.getByLabel('JavaScript').selectOption('Off');
  await ofProject.getByRole('button', { name: 'Save' }).click();
  await expect.poll(settings, eventually).toMatchObject({ browser: { javaScriptEnabled: false } });
});

test('what happens in pages is shown on the health page, fails tests once it is switched on, and is allowed there', {
  tags: 'full',
}, async () => {
  const { testCode } = await shop.newTest([{ type: 'visit', url: '/' }]);
  const run = () =>
    shop.author.client.call('runTest', { testId: testCode, wait: 25 }, z.looseObject({ state: z.string() }));
  const page = await showIde(shop.app, '/p/shop/main/health');
  expect((await run()).state).toBe('passed');
  const happened = page.getByRole('list', { name: 'Errors in pages' });
  await happened.getByText('The page wrote an error to the console: Out of stock.').waitFor();
  await happened.getByText('would fail 1 test').waitFor();
  await expectAccessibleInThemes(page);
  await page.goto(`${shop.app.service.url}/p/shop/main/settings/general`);
  const form = page.getByRole('form', { name: 'What fails a test' });
  await form.getByLabel('Errors on the console').selectOption('Fail the test');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(settings, eventually).toMatchObject({ failOn: { consoleErrors: true } });
  expect((await run()).state).toBe('failed');
  await page.goto(`${shop.app.service.url}/p/shop/main/health`);
  await happened.getByText('fails 1 test').waitFor();
  await happened.getByRole('button', { name: 'Allow this' }).click();
  await expect.poll(settings, eventually).toMatchObject({ failOn: { consoleErrors: true, allowed: ['Out of stock'] } });
  await happened.waitFor({ state: 'detached' });
  expect((await run()).state).toBe('passed');
});

test('a test says where it differs from the project in what fails it, a wrong line at its field, until it is cleared', {
  tags: 'full',
}, async () => {
  const ofProject = { consoleErrors: true, allowed: ['GET https://statistics.example/*'] };
  await shop.author.do('editProject', { settings: { failOn: ofProject } });
  const { moduleCode, testCode, path } = await shop.newTest([{ type: 'visit', url: '/' }]);
  const ends = async () => {
    const ended = z.looseObject({ state: z.string() });
    return (await shop.author.client.call('runTest', { testId: testCode, wait: 25 }, ended)).state;
  };
  const stored = async () =>
    (await shop.author.tests({ moduleCode })).find(each => each.testCode === testCode)?.failOn ?? 'as the project';
  const page = await showIde(shop.app, path);
  await page.getByRole('button', { name: 'What fails it', exact: true }).click();
  const form = page.getByRole('form', { name: 'What fails it' });
  const chosen = (label: string) => form.getByLabel(label).locator('option:checked').innerText();
  await expect.poll(() => chosen('Errors on the console'), eventually).toBe('As the project: fail it');
  expect(await chosen('Answers from 400 on')).toBe('As the project: ignored');
  expect(await form.getByRole('list', { name: 'Allowed by the project' }).innerText()).toBe(ofProject.allowed[0]);
  expect(await form.getByRole('button').count()).toBe(0);
  expect(await ends()).toBe('failed');

  const allowed = form.getByLabel('Allowed all the same');
  await allowed.fill(`Out of stock\n${'x'.repeat(2_001)}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => allowed.getAttribute('aria-invalid'), eventually).toBe('true');
  await form.getByText(/^Must be at most 2000 characters/).waitFor();
  expect(await stored()).toBe('as the project');
  await expectAccessibleInThemes(page);
  await allowed.fill('Out of st*\n');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored, eventually).toEqual({ allowed: ['Out of st*'] });
  await page.getByRole('button', { name: 'What fails it •' }).waitFor();
  expect(await ends()).toBe('passed');

  await allowed.fill('');
  await form.getByLabel('Errors on the console').selectOption('Ignored');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored, eventually).toEqual({ consoleErrors: false });
  expect(await ends()).toBe('passed');

  await form.getByRole('button', { name: 'As the project' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored, eventually).toBe('as the project');
  expect(await ends()).toBe('failed');
});

test('a run on several devices is chosen in the menu of the run button', { tags: 'full' }, async () => {
  const place = await shop.newTest(comments('hello'));
  const page = await showIde(shop.app, place.path);
  await page.getByRole('button', { name: 'How to run' }).click();
  const menu = page.getByRole('dialog', { name: 'How to run' });
  for (const device of ['iPhone 15', 'Pixel 8']) {
    await menu.getByRole('combobox', { name: 'Devices' }).fill(device);
    await page.getByRole('option', { name: device, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'How to run' }).innerText(), eventually).toBe('2 devices');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const Runs = z.object({ runs: z.array(z.object({ state: z.string(), items: z.number() })) });
  await expect
    .poll(async () => (await shop.author.client.call('getRuns', { limit: 1 }, Runs)).runs, eventually)
    .toEqual([{ state: 'passed', items: 2 }]);
});
