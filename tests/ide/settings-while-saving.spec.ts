/** Forms of the settings stay open to typing while the service takes its time to save. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { eventually, useApp } from './shared-app.ts';
import { type SocketGate, showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });

interface SlowSave {
  section: string;
  form: string;
  /** What is filled in before Save is pressed, by label. */
  before: readonly [string, string];
  /** What is typed while it is on its way. */
  meanwhile: readonly [string, string];
}

const openSettings = () => showGated(shop.app, '/p/shop/main/settings/general');

/** Fills one field, saves, fills another one before the service has heard of it, and lets it through. */
async function saveSlowly(page: Page, gate: SocketGate, { section, form, before, meanwhile }: SlowSave): Promise<void> {
  await page.goto(`${shop.app.service.url}/p/shop/main/settings/${section}`);
  const fields = page.getByRole('form', { name: form, exact: true });
  const field = (name: string) => fields.getByLabel(name, { exact: true });
  await field(before[0]).fill(before[1]);
  gate.hold('tools/call');
  await fields.getByRole('button', { name: 'Save' }).click();
  await field(meanwhile[0]).fill(meanwhile[1]);
  gate.release();
  await page.getByText(/saved$/).waitFor();
  await fields.locator('button[type=submit]:not([data-loading])').waitFor();
  expect(await field(meanwhile[0]).inputValue()).toBe(meanwhile[1]);
  await fields.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => field(meanwhile[0]).inputValue(), eventually).not.toBe(meanwhile[1]);
  expect(await field(before[0]).inputValue()).toBe(before[1]);
}

it('what is typed while the settings of the project are saved stays, and the rest is saved', {
  tags: 'full',
}, async () => {
  const { page, gate } = await openSettings();
  await saveSlowly(page, gate, {
    section: 'general',
    form: 'Project',
    before: ['Name', 'My shop'],
    meanwhile: ['A run', '60000'],
  });
});

it('so does what is typed while an environment and the password are saved', {
  tags: 'full',
}, async () => {
  await shop.author.do('createEnvironment', { name: 'local', items: [{ name: 'user', value: 'bob' }] });
  const { page, gate } = await openSettings();
  await saveSlowly(page, gate, {
    section: 'environments',
    form: 'Environment local',
    before: ['Value of user', 'eve'],
    meanwhile: ['Value of user', 'mallory'],
  });
  const password = page.getByRole('form', { name: 'Project password' });
  await page.goto(`${shop.app.service.url}/p/shop/main/settings/general`);
  await password.getByLabel('Password', { exact: true }).fill('long grass by the river');
  gate.hold('tools/call');
  await password.getByRole('button', { name: 'Save' }).click();
  await password.getByLabel('Password', { exact: true }).press('End');
  await page.keyboard.type(' bank');
  gate.release();
  await page.getByText('Project password saved').waitFor();
  expect(await password.getByLabel('Password', { exact: true }).inputValue()).toBe('long grass by the river bank');
  expect(await page.evaluate('document.activeElement.type')).toBe('password');
});
