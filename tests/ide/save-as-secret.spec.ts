import { expect, test } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp();
test('a password typed into an action is saved as a secret, and stands nowhere in clear', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([{ type: 'fill', locator: "getByLabel('Password')", value: 'spring-42' }]);
  const page = await showIde(shop.app, place.path);
  await expectRows(page, [/Type •+ into Password/]);
  await page.getByRole('row', { name: 'Password' }).press('Enter');
  const form = page.getByRole('form', { name: 'Type: fields' });
  await form.getByText('Everyone who opens the project can read this password.').waitFor();
  await expectAccessibleInThemes(page);
  await form.getByRole('button', { name: 'Save as secret' }).click();
  await page.getByText('Saved as a secret of “Local”').waitFor();
  await expect.poll(() => form.getByLabel('Value').inputValue(), eventually).toBe('{{secret.password}}');
  await form.getByRole('button', { name: 'Save as secret' }).waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect((await shop.author.actions(place))[0]).toMatchObject({ value: '{{secret.password}}' });
  const environments = await shop.author.environments();
  expect(environments).toMatchObject([{ name: 'Local', items: [{ name: 'password', kind: 'secret', set: true }] }]);
  expect(JSON.stringify(environments)).not.toContain('spring-42');
});
