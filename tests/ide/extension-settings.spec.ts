import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { EXTENSION_PROTOCOL } from '../../model/protocol/channel/extension.ts';
import { connectExtension } from '../support/connect-extension.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const PATH = '/p/shop/main/settings/extension';

const shop = useApp({ isAnew: true });

async function codeIn(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Get a (?:new )?code$/ }).click();
  return await page.getByLabel('Pairing code', { exact: true }).innerText();
}

it('the extension is loaded, paired by a code, and revoked', async () => {
  const page = await showIde(shop.app, PATH);
  await page.getByText('Load unpacked').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Extension');
  const code = await codeIn(page);
  await page.getByText(/Waiting for the extension/).waitFor();
  const paired = connectExtension(shop.app.service, code);
  const row = page.getByRole('listitem').filter({ hasText: 'Chrome 140 on Linux' });
  await row.getByText('Connected', { exact: true }).waitFor();
  await page.getByText(/No tab is lent/).waitFor();
  await expectAccessibleInThemes(page);
  paired.socket.close();
  await row.getByText(/Not connected, last used/).waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Load unpacked').waitFor();
});

it('the page says that the extension is of another release', { tags: 'full' }, async () => {
  const page = await showIde(shop.app, PATH);
  const { hello } = connectExtension(shop.app.service, await codeIn(page), { protocol: EXTENSION_PROTOCOL + 1 });
  await hello;
  await page.getByText(/The extension is of release 0\.0\.9/).waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Get a code' }).waitFor();
});
