import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../ide/screens/settings/api/call-api.ts';
import { snippetsFor } from '../../ide/screens/settings/api/snippets.ts';
import { ownerOf } from '../support/owner.ts';
import { expectFocus } from './focused.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const PATH = '/p/shop/main/settings/api';

const shop = useApp({ isAnew: true });

const toolApi = (page: Page) => page.getByRole('switch', { name: 'Enable MCP API (LLM access)', exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'API tokens' });

/** The value of a token that is made in the page. */
async function generate(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('radio', { name: 'Write' }).check();
  await page.getByRole('button', { name: 'Generate' }).click();
  return await page.getByRole('dialog').getByLabel('Token', { exact: true }).innerText();
}

const call = async (page: Page, token: string) => {
  const response = await fetch(new URL('/api/mcp', page.url()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProject', params: {} }),
  });
  return response.status;
};

describe('the API in the settings', () => {
  it('a token is made, shown once, used, watched and revoked', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, PATH);
    await toolApi(page).waitFor();
    expect(await page.title()).toMatch(/^API – Settings – /);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['API']);
    const value = await generate(page, 'my agent');
    expect(value).toMatch(/^svcmcp_\w{36}$/);
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText(/The API answers: HTTP 200/).waitFor();
    await dialog.getByRole('tab', { name: 'Cursor' }).click();
    await dialog.getByText(/env:STEPLOOM_TOKEN/).waitFor();
    await expectAccessibleInThemes(page);
    await dialog.getByLabel('I have stored it').check();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = table(page).getByRole('row', { name: /my agent/ });
    await row.getByText(`svcmcp_…${value.slice(-4)}`).waitFor();
    expect(await row.innerText()).toContain('write');
    expect(await page.content()).not.toContain(value);
    await page
      .getByRole('table', { name: 'Recent calls' })
      .getByRole('row', { name: /my agent getProject ok/ })
      .waitFor();
    // What the page itself asks for is no program's call.
    expect(
      await page
        .getByRole('table', { name: 'Recent calls' })
        .getByRole('row', { name: /getTokens/ })
        .count(),
    ).toBe(0);
    expect(await call(page, value)).toBe(200);
    await expectAccessibleInThemes(page);
    await row.getByRole('button', { name: 'Revoke my agent' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await call(page, value)).toBe(401);
  });

  it('a token that is made while the API is off turns it on where it is shown', { tags: ['full'] }, async () => {
    const page = await showIde(shop.app, PATH);
    await toolApi(page).uncheck();
    const value = await generate(page, 'my agent');
    expect(await call(page, value)).not.toBe(200);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The API is off').waitFor();
    await dialog.getByRole('button', { name: 'Turn the API on' }).click();
    await dialog.getByText('The API is off').waitFor({ state: 'detached' });
    expect(await call(page, value)).toBe(200);
    expect(await dialog.getByLabel('Token', { exact: true }).innerText()).toBe(value);
  });

  it('a browser that lets no page copy has the token copied by hand', async () => {
    const prepare = async (one: Page) => {
      await one.addInitScript('delete Navigator.prototype.clipboard');
    };
    const page = await showIde(shop.app, PATH, { prepare });
    await generate(page, 'by hand');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy token' }).click();
    await page
      .getByRole('alert')
      .getByText('The browser did not let this page copy: select the token and copy it')
      .waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
  });

  it('a browser that refuses to copy is told of at whatever button copies', { tags: ['full'] }, async () => {
    const prepare = async (one: Page) => {
      await one.addInitScript(`if ('clipboard' in navigator)
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));`);
    };
    const page = await showIde(shop.app, PATH, { prepare });
    const address = new URL('/api/mcp', page.url()).href;
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('alert').getByText(`The browser did not let this page copy: ${address}`).waitFor();
    expect(await page.getByText('Copied', { exact: true }).count()).toBe(0);
    await generate(page, 'by hand');
    await page.getByRole('dialog').getByRole('tab', { name: 'Cursor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy snippet for Cursor' }).click();
    // Too long for a message.
    await page.getByRole('alert').getByText('copy: allow it in the settings of the browser').waitFor();
  });

  it('the focus goes to the next token when one is revoked, and then to the button for a new one', async () => {
    const owner = await ownerOf(dirname(shop.app.folder));
    for (const name of ['one', 'two']) await owner.do('createToken', { name, access: 'read' });
    const page = await showIde(shop.app, PATH);
    await table(page).waitFor();
    const names = (await table(page).locator('tbody td:first-child').allInnerTexts()).toSorted();
    const revoke = async (name: string) => {
      await table(page)
        .getByRole('button', { name: `Revoke ${name}`, exact: true })
        .press('Enter');
      // The focus that the dialog sets would come between that of the spec and its key.
      await expectFocus(page, 'Cancel');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
      await page.getByText(`Token “${name}” revoked`).waitFor();
      await expect.poll(() => table(page).getByRole('row', { name }).count(), eventually).toBe(0);
    };
    await revoke('one');
    await expectFocus(page, /^Revoke /);
    for (const name of names.filter(other => other !== 'one')) await revoke(name);
    await expectFocus(page, 'New token');
  });

  it('the calls of programs are shown however much is edited in the page', { tags: ['full'] }, async () => {
    const owner = await ownerOf(dirname(shop.app.folder));
    await shop.author.do('getFeatures');
    for (let count = 0; count < 11; count++)
      await Promise.all(Array.from({ length: 100 }, () => owner.do('getModules', { projectId: 'shop' })));
    const page = await showIde(shop.app, PATH);
    await page
      .getByRole('table', { name: 'Recent calls' })
      .getByRole('row', { name: /getFeatures ok/ })
      .waitFor();
  });

  it('the switch says how many tokens stop, a taken name is told at its field, and what is typed survives a reload', {
    tags: ['full'],
  }, async () => {
    const page = await showIde(shop.app, PATH);
    await page.getByText(/^When you turn it off, \d tokens? stops? working at once\.$/).waitFor();
    await toolApi(page).uncheck();
    await page.getByText(/^It is off: \d tokens? do(es)? not work\.$/).waitFor();
    await page.getByText(/API off: \d tokens? stopped working/).waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText(/^Error -32000: no access/).waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    const [known = ''] = await table(page).locator('tbody td:first-child').allInnerTexts();
    await page.getByLabel('Name').fill(known);
    await page.keyboard.press('Enter');
    await page.getByText(`There is a token "${known}" already`).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Name').inputValue(), eventually).toBe(known);
    await page.getByRole('link', { name: 'API not saved' }).waitFor();
  });
});

it('answers of the API are told in words', () => {
  const refused = (code: number, reason?: string) =>
    answerOf(200, JSON.stringify({ error: { code, message: 'as it came', data: { reason } } }), 5).words;
  expect(refused(-32601)).toBe('Error -32601: there is no such tool (HTTP 200).');
  expect(refused(-32000, 'rate-limited')).toContain('too many calls');
  expect(refused(-32000, 'no-run')).toContain('as it came');
  expect(answerOf(200, '{"result":{}}', 5)).toMatchObject({ ok: true, words: 'The API answers: HTTP 200 in 5 ms.' });
  expect(answerOf(502, '<html>', 5)).toMatchObject({ ok: false, words: 'HTTP 502, and what came is not JSON-RPC.' });
});

it('no snippet has a token in it, and each names the address', () => {
  const url = 'http://127.0.0.1:4620/api/mcp';
  for (const { text } of snippetsFor(url)) {
    expect(text).toContain(url);
    expect(text).toMatch(/\$TOKEN|\$\{(input|env):/);
  }
});
