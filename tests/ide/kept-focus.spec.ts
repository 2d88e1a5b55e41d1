import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverSettings } from '../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../support/sample-tm/start-sample-tm.ts';
import { expectFocus } from './focused.ts';
import { openIde } from './open-page.ts';
import { useApp } from './shared-app.ts';
import { gateOf, type SocketGate } from './socket-gate.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('treeitem', { name });

describe('the focus', () => {
  const shop = useApp();
  let tm: SampleTm;
  beforeAll(async () => {
    tm = await startSampleTm();
    await shop.author.do('createFeature', { text: 'Feature: Basket\n\n  Scenario: One\n    Given it\n' });
  });
  afterAll(async () => {
    await tm.dispose();
  });

  it('the focus moves to the text when the button Discard or Save has nothing more to do', {
    tags: 'full',
  }, async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1?view=text');
    const { page, faults } = opened;
    const text = page.getByRole('textbox', { name: 'Text of' });
    await text.press('Control+End');
    await page.keyboard.type('# mine');
    await button(page, 'Discard').press('Enter');
    await expectFocus(page, /^Text of /);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# mine');
    await button(page, 'Save').press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectFocus(page, /^Text of /);
    expect(faults).toEqual([]);
  });

  it('the focus returns to a button once it is no longer busy', { tags: 'full' }, async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/settings/integrations');
    const { page, faults } = opened;
    await page.getByLabel('Type', { exact: true }).selectOption('Xray server (on-premise)');
    await page.getByLabel('File list URL').fill(serverSettings(tm).fileListUrl);
    await page.getByLabel('Token', { exact: true }).fill(serverSettings(tm).token);
    await button(page, 'Check').press('Enter');
    await page.getByText(/^checked .*, not saved$/).waitFor();
    await expectFocus(page, 'Check');
    await button(page, 'Done').press('Enter');
    await page.getByText('Feature file server saved', { exact: true }).waitFor();
    await expectFocus(page, 'Done');
    await button(page, 'Replace Token').press('Enter');
    await expectFocus(page, 'Token');
    await button(page, 'Keep the saved one').press('Enter');
    await expectFocus(page, 'Replace Token');
    expect(faults).toEqual([]);
  });

  it('the focus returns to the button Check when the check is cancelled', { tags: 'full' }, async () => {
    await using slow = await startSampleTm({ faults: ['hang'] });
    await using opened = await openIde(shop.app, '/p/shop/main/settings/integrations');
    const { page, faults } = opened;
    await page.getByLabel('Type', { exact: true }).selectOption('Xray server (on-premise)');
    await page.getByLabel('File list URL').fill(serverSettings(slow).fileListUrl);
    await button(page, 'Check').press('Enter');
    await button(page, 'Cancel check').press('Enter');
    await page.getByText('The check was cancelled. Nothing was changed.').waitFor();
    await expectFocus(page, 'Check');
    await button(page, 'Cancel').press('Enter');
    expect(faults).toEqual([]);
  });

  it('the focus returns to where it was when a dialog, menu or message closes', { tags: 'full' }, async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
    const { page, faults } = opened;
    await button(page, 'New feature').press('Enter');
    await expectFocus(page, 'Name');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'New feature');
    await item(page, 'Feature Basket').press('F2');
    await expectFocus(page, 'Name');
    await page.keyboard.press('Escape');
    await expectFocus(page, /^Feature Basket/);
    await button(page, 'More about the features').press('Enter');
    await expectFocus(page, 'Import features…');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Sync from server');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'More about the features');
    const { featureCode } = await madeFeature();
    await item(page, 'Feature Wishes').press('Delete');
    // The row before it, as it was the last.
    await expectFocus(page, /^Scenario One/);
    // That of the message: the header has one as well.
    await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await item(page, 'Feature Wishes').waitFor();
    await expectFocus(page, /^Scenario One/);
    await shop.author.do('deleteFeature', { feature: featureCode });
    expect(faults).toEqual([]);
  });

  it('the focus returns to its place in the page when the connection is restored', { tags: 'full' }, async () => {
    const gates: SocketGate[] = [];
    const prepare = async (page: Page) => {
      gates.push(await gateOf(page));
    };
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1', { prepare });
    const { page, faults } = opened;
    await item(page, 'Feature Basket').focus();
    await gates[0]?.cut();
    await button(page, 'Retry now').focus();
    await gates[0]?.restore();
    await page.keyboard.press('Enter');
    await button(page, 'Retry now').waitFor({ state: 'detached' });
    await expectFocus(page, /^Feature Basket/);
    expect(faults.filter(fault => !fault.includes('WebSocket'))).toEqual([]);
  });

  it('Escape closes a menu that has not taken the focus yet', { tags: 'full' }, async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
    const { page, faults } = opened;
    const opener = button(page, 'More about the features');
    await opener.press('Enter');
    await opener.dispatchEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    await expectFocus(page, 'More about the features');
    expect(faults).toEqual([]);
  });

  it('a click outside of any control releases the focus', { tags: ['full'] }, async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
    const { page } = opened;
    await page.getByLabel('Filter features and scenarios').click();
    await page.getByText('0 of 1 steps linked').first().click();
    await button(page, 'New feature').hover();
    await expectFocus(page, 'nothing');
  });

  async function madeFeature(): Promise<{ featureCode: string }> {
    await shop.author.do('createFeature', { text: 'Feature: Wishes\n\n  Scenario: One\n    Given it\n' });
    return { featureCode: 'f2' };
  }
});
