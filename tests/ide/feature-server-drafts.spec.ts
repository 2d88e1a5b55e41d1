import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const PATH = '/p/shop/main/settings/integrations';
const URL_TYPED = 'https://tm.example.org/api/v2/export/cucumber?filter=7';
const SECRET = 'canary-of-a-secret';
const Settings = z.object({ featureServer: z.looseObject({ type: z.string() }) });

const shop = useApp();

beforeEach(async () => {
  await shop.author.do('configureFeatureServer', { type: 'none' });
});

const form = (page: Page) => page.getByRole('form', { name: 'Feature file server' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true });
const status = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true });
const textIn = (page: Page, name: string) => field(page, name).inputValue();
const lost = (page: Page) => form(page).getByText('Secrets are not kept over a reload: type them again.');
const stored = async () => (await shop.author.client.call('getFeatureServer', {}, Settings)).featureServer;

async function fill(page: Page): Promise<void> {
  await field(page, 'Type').selectOption('Xray cloud');
  await field(page, 'File list URL').fill(URL_TYPED);
  await field(page, 'Client ID').fill('me');
  await field(page, 'Client secret').fill(SECRET);
}

const isAsked = async (page: Page): Promise<string> => {
  const asked = page.waitForEvent('dialog');
  const leaving = page.evaluate('location.reload()').catch(() => undefined);
  const question = await asked;
  await question.accept();
  await leaving;
  return question.type();
};

describe('settings of the feature server that are not saved', () => {
  it('unsaved settings are still there after a visit to other views, and Cancel drops them', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, PATH);
    await fill(page);
    await status(page, 'not saved').first().waitFor();
    await page.getByRole('link', { name: 'Integrations not saved' }).waitFor();
    await page.getByRole('link', { name: 'Modules' }).click();
    await page.getByRole('button', { name: 'Settings: unsaved changes' }).click();
    await form(page).waitFor();
    expect(await textIn(page, 'File list URL')).toBe(URL_TYPED);
    expect(await textIn(page, 'Client secret')).toBe(SECRET);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    await page.goBack();
    await expect.poll(() => textIn(page, 'Client ID'), eventually).toBe('me');
    await expectAccessibleInThemes(page);
    await button(page, 'Cancel').click();
    await status(page, 'not set').waitFor();
    expect(await page.getByText('not saved').count()).toBe(0);
    await page.getByRole('link', { name: 'Modules' }).click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Integrations' }).click();
    await status(page, 'not set').waitFor();
    expect(await textIn(page, 'Type')).toBe('none');
  });

  it('unsaved settings survive a reload except for the secret, which is stored nowhere, and are saved and removed', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, PATH);
    await fill(page);
    expect(await isAsked(page)).toBe('beforeunload');
    await lost(page).waitFor();
    expect(await textIn(page, 'File list URL')).toBe(URL_TYPED);
    expect(await textIn(page, 'Client ID')).toBe('me');
    expect(await textIn(page, 'Client secret')).toBe('');
    const kept = String(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'),
    );
    expect(kept).toContain('tm.example.org');
    expect(kept).not.toContain(SECRET);
    await expectAccessibleInThemes(page);
    await field(page, 'Client secret').fill(SECRET);
    await expect.poll(() => lost(page).count(), eventually).toBe(0);
    await button(page, 'Done').click();
    await page.getByText('Feature file server saved, not checked').waitFor();
    expect(await stored()).toMatchObject({ fileListUrl: URL_TYPED, clientId: 'me', clientSecret: { set: true } });
    await page.reload();
    await status(page, 'not checked').waitFor();
    expect(await page.getByText('not saved').count()).toBe(0);
    await field(page, 'Type').selectOption('None');
    await button(page, 'Done').click();
    await page.getByText('Feature file server removed').waitFor();
    expect(await stored()).toEqual({ type: 'none' });
  });

  it('a saved secret stays in place when a typed replacement is lost in a reload', { tags: 'full' }, async () => {
    await shop.author.do('configureFeatureServer', { type: 'xray-cloud', fileListUrl: URL_TYPED, clientSecret: 'old' });
    const page = await showIde(shop.app, PATH);
    await button(page, 'Replace Client secret').click();
    await field(page, 'Client secret').fill(SECRET);
    expect(await isAsked(page)).toBe('beforeunload');
    await lost(page).waitFor();
    await form(page).getByRole('group', { name: 'Client secret' }).getByText('saved', { exact: true }).waitFor();
    await button(page, 'Cancel').click();
    await expect.poll(() => lost(page).count(), eventually).toBe(0);
    expect(await stored()).toMatchObject({ clientSecret: { set: true } });
  });
});
