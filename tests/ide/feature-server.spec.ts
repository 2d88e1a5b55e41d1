import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_CLIENT } from '../../server/sample-tm/tm-accounts.ts';
import { cloudSettings, serverSettings } from '../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../support/sample-tm/start-sample-tm.ts';
import { expectFocus } from './focused.ts';
import { expectAccessible, showIde, THEMES } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const PATH = '/p/shop/main/settings/integrations';
const Settings = z.object({ featureServer: z.looseObject({ type: z.string() }) });

const shop = useApp();
let tm: SampleTm;

beforeAll(async () => {
  tm = await startSampleTm();
  return () => tm.dispose();
});

beforeEach(async () => {
  await shop.author.do('configureFeatureServer', { type: 'none' });
});

const stored = async () => (await shop.author.client.call('getFeatureServer', {}, Settings)).featureServer;
const form = (page: Page) => page.getByRole('form', { name: 'Feature file server' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true });
const stages = (page: Page) => page.getByRole('list', { name: 'Stages of the check' }).getByRole('listitem');

const statesOf = async (page: Page) =>
  Promise.all((await stages(page).all()).map(stage => stage.getByRole('img').getAttribute('aria-label')));

const isFocused = (input: Locator) => input.evaluate(element => element.matches(':focus'));
const isInView = async (element: Locator) => {
  const box = await element.boundingBox();
  const height = element.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

async function fillCloud(page: Page, clientSecret: string = SAMPLE_CLIENT.clientSecret): Promise<void> {
  await field(page, 'Type').selectOption('Xray cloud');
  await field(page, 'File list URL').fill(cloudSettings(tm).fileListUrl);
  await field(page, 'Client ID').fill(SAMPLE_CLIENT.clientId);
  await field(page, 'Client secret').fill(clientSecret);
}

/** Each state in one theme, which are many and look alike. */
async function expectAccessibleIn(colorScheme: 'light' | 'dark', page: Page): Promise<void> {
  if (!THEMES.includes(colorScheme)) return;
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'), eventually).toBe(colorScheme);
  await expectAccessible(page);
}

describe('the feature file server in the settings', () => {
  it('a secret that is too short to be masked is told as such while it is typed', { tags: ['full'] }, async () => {
    const page = await showIde(shop.app, PATH);
    await fillCloud(page, 'abc');
    const told = form(page).getByText('It has fewer than 4 characters, too few to be masked');
    await told.waitFor();
    await field(page, 'Client secret').fill('abcd');
    await told.waitFor({ state: 'detached' });
  });

  it('the feature server is checked in stages and saved, and stays marked as checked after a reload', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, PATH);
    const main = page.getByRole('main');
    await main.getByText('not set', { exact: true }).waitFor();
    await main.getByText('npx steploom sample-tm').waitFor();
    await expectAccessibleIn('light', page);

    await fillCloud(page, 'mistyped');
    await main.getByText('Filter ID: 10001').waitFor();
    await button(page, 'Check').click();
    await main.getByText('check failed', { exact: true }).waitFor();
    expect(await statesOf(page)).toEqual(['failed', 'skipped', 'skipped', 'skipped']);
    await stages(page)
      .first()
      .getByText(/answer 401 · .*The client ID or the client secret was refused/s)
      .waitFor();
    expect(await field(page, 'Client secret').getAttribute('aria-invalid')).toBe('true');
    await expectAccessibleIn('dark', page);

    await field(page, 'Client secret').fill(SAMPLE_CLIENT.clientSecret);
    expect(await stages(page).count()).toBe(0);
    await button(page, 'Check').click();
    await main.getByText(/^checked .*, not saved$/).waitFor();
    expect(await statesOf(page)).toEqual(['passed', 'passed', 'passed', 'passed']);
    await main.getByRole('row', { name: '1_SHOP-2.feature Signing in 2' }).waitFor();
    await expectAccessibleIn('light', page);
    expect(await stored()).toEqual({ type: 'none' });

    await button(page, 'Done').press('Enter');
    await page.getByText('Feature file server saved', { exact: true }).waitFor();
    await main.getByText(/^checked [^,]*$/).waitFor();
    await expectFocus(page, 'Done');
    expect(await stored()).toMatchObject({ type: 'xray-cloud', clientSecret: { set: true } });
    await page.reload();
    await main.getByText(/^checked [^,]*$/).waitFor();
    await field(page, 'Match file').fill('x*');
    await main.getByRole('region').getByText('not saved', { exact: true }).waitFor();
    await button(page, 'Cancel').click();
    await main.getByText(/^checked [^,]*$/).waitFor();
    expect(await field(page, 'Match file').inputValue()).toBe('');
  });

  it('the form asks for what the server type needs and explains faults at their fields', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, PATH);
    const labels = async () =>
      (await form(page).locator('label:visible').allInnerTexts()).filter(label => label !== 'Type');
    await field(page, 'Type').selectOption('Folder');
    expect(await labels()).toEqual(['Folder', 'Match file']);
    await field(page, 'Type').selectOption('Xray server (on-premise)');
    expect(await labels()).toEqual(['File list URL', 'Client ID', 'Client secret', 'Token', 'Match file']);
    await field(page, 'File list URL').fill('tm.example.org');
    await page.setViewportSize({ width: 1024, height: 360 });
    await button(page, 'Check').click();
    const fault = form(page).getByText(/^File list URL must be an http or https address/);
    await fault.waitFor();
    await expect.poll(() => isFocused(field(page, 'File list URL')), eventually).toBe(true);
    await expect.poll(() => isInView(fault), eventually).toBe(true);
    expect(await field(page, 'File list URL').getAttribute('aria-invalid')).toBe('true');
    expect((await field(page, 'File list URL').getAttribute('aria-describedby'))?.split(' ')).toContain(
      await fault.getAttribute('id'),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await field(page, 'File list URL').fill('https://tm.example.org/rest');
    await form(page)
      .getByText(/^No filter ID in this address/)
      .waitFor();
    await expectAccessibleIn('light', page);
    await form(page).getByText('More', { exact: true }).click();
    await field(page, 'Execution fields').fill('{"fields":');
    await button(page, 'Done').click();
    await form(page)
      .getByText(/^This is not a JSON object/)
      .waitFor();
    await expectAccessibleIn('dark', page);
    await field(page, 'Execution fields').fill('');
    await field(page, 'File list URL').fill(serverSettings(tm).fileListUrl.replace('10001', '404'));
    await field(page, 'Token').fill(serverSettings(tm).token);
    await button(page, 'Check').click();
    await page.getByText('The check failed: nothing would be imported').waitFor();
    expect((await statesOf(page)).at(-1)).toBe('skipped');
    expect(await field(page, 'File list URL').getAttribute('aria-invalid')).toBe('true');
    expect(await stored()).toEqual({ type: 'none' });
  });

  it('a saved secret is kept until it is replaced or another host is entered', { tags: 'full' }, async () => {
    await shop.author.do('configureFeatureServer', cloudSettings(tm));
    const page = await showIde(shop.app, PATH);
    const secret = form(page).getByRole('group', { name: 'Client secret' });
    await secret.getByText('saved', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(SAMPLE_CLIENT.clientSecret);
    await secret.getByRole('button', { name: 'Replace Client secret' }).press('Enter');
    expect(await isFocused(field(page, 'Client secret'))).toBe(true);
    await form(page).getByRole('button', { name: 'Keep the saved one' }).press('Enter');
    await expectFocus(page, 'Replace Client secret');
    await field(page, 'File list URL').fill('https://other.example.org/?filter=1');
    await secret.waitFor();
    const host = new URL(tm.url).host;
    await form(page).getByText(`Saved for ${host} and never sent to another host: replace it.`).waitFor();
    await button(page, 'Done').click();
    await page.getByText('not checked. Client secret for the other host removed').waitFor();
    expect(await stored()).toMatchObject({ clientSecret: { set: false } });
  });

  it('the form takes in changes by others and asks when both changed the same field', { tags: 'full' }, async () => {
    await shop.author.do('configureFeatureServer', cloudSettings(tm));
    const page = await showIde(shop.app, PATH);
    const mine = cloudSettings(tm).fileListUrl.replace('10001', '7');
    await field(page, 'File list URL').fill(mine);
    await field(page, 'Match file').fill('mine*');
    await shop.author.do('configureFeatureServer', { clientId: 'theirs' });
    await expect.poll(() => field(page, 'Client ID').inputValue(), eventually).toBe('theirs');
    expect(await field(page, 'Match file').inputValue()).toBe('mine*');
    await shop.author.do('configureFeatureServer', { matchFile: 'theirs*' });
    await form(page).getByText('Changed elsewhere: Match file').waitFor();
    await expectAccessibleIn('light', page);
    await form(page).getByRole('button', { name: 'Take theirs' }).click();
    expect(await field(page, 'Match file').inputValue()).toBe('theirs*');
    expect(await field(page, 'File list URL').inputValue()).toBe(mine);
    expect(await form(page).getByText('Changed elsewhere').count()).toBe(0);
  });

  it('a failed sign-in leads to the file list URL that the sign-in URL is derived from', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, PATH);
    await fillCloud(page);
    await field(page, 'File list URL').fill('http://127.0.0.1:9/api/v2/export/cucumber?filter=1');
    await button(page, 'Check').click();
    await stages(page)
      .first()
      .getByText(/Nothing answers at 127\.0\.0\.1:9 \(connection refused\)/)
      .waitFor();
    await form(page).getByText('Signing in at this host failed, see below').waitFor();
    expect(await form(page).getByLabel('Sign-in URL').getAttribute('aria-invalid')).not.toBe('true');
    await page.getByRole('button', { name: 'Go to File list URL' }).click();
    await expect.poll(() => isFocused(field(page, 'File list URL')), eventually).toBe(true);
    await expectAccessibleIn('dark', page);
  });

  it('a check can be cancelled while the server does not answer', { tags: 'full' }, async () => {
    await using slow = await startSampleTm({ faults: ['hang'] });
    const page = await showIde(shop.app, PATH);
    await field(page, 'Type').selectOption('Xray server (on-premise)');
    await field(page, 'File list URL').fill(serverSettings(slow).fileListUrl);
    await field(page, 'Token').fill(serverSettings(slow).token);
    await button(page, 'Check').press('Enter');
    await expect.poll(() => statesOf(page), eventually).toEqual(['running', 'queued', 'queued']);
    await stages(page)
      .first()
      .getByText(/^[1-9]\d* s$/)
      .waitFor();
    await page.getByRole('button', { name: 'Cancel check' }).press('Enter');
    await page.getByText('The check was cancelled. Nothing was changed.').waitFor();
    await expect.poll(() => button(page, 'Check').isEnabled(), eventually).toBe(true);
    await expectFocus(page, 'Check');
  });

  it('the settings show their outline while they load, and an unknown section is reported', {
    tags: 'full',
  }, async () => {
    const { page, gate } = await showGated(shop.app, PATH, { set: held => held.hold('tools/call') });
    await page.getByText('Loading the settings').first().waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Feature file server' }).waitFor();
    gate.release();
    await form(page).waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/p/shop/main/settings/appearance');
    await page.goto(`${shop.app.service.url}/p/shop/main/settings/nowhere`);
    await page.getByText('There are no settings “nowhere”').waitFor();
  });
});
