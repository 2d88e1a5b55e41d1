import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessibleInThemes, openIde } from './open-page.ts';
import { eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp();
const Environments = z.object({
  environments: z.array(z.looseObject({ name: z.string(), items: z.array(z.looseObject({ name: z.string() })) })),
});

test('a password typed into an action is saved as a secret, and stands nowhere in clear', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([{ type: 'fill', locator: "getByLabel('Password')", value: 'spring-42' }]);
  await using opened = await openIde(shop.app, place.path);
  const { page, faults } = opened;
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
  const { environments } = await shop.app.client.call('getEnvironments', {}, Environments);
  expect(environments).toMatchObject([{ name: 'Local', items: [{ name: 'password', kind: 'secret', set: true }] }]);
  expect(JSON.stringify(environments)).not.toContain('spring-42');
  expect(faults).toEqual([]);
});
