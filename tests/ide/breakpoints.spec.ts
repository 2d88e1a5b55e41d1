import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible, showIde } from './open-page.ts';
import { comments, eventually, expectRows, type Place, useApp } from './shared-app.ts';

describe('breakpoints of the page', () => {
  const shop = useApp({ pages: { '/': '<h1>Shop</h1>' } });

  const Reply = z.object({ breakpoints: z.array(z.object({ testId: z.string(), actionIndex: z.number() })) });
  const pointsOf = async ({ testCode }: Place) => {
    const { breakpoints } = await shop.app.client.call('getBreakpoints', {}, Reply);
    return breakpoints.filter(({ testId }) => testId === testCode).map(({ actionIndex }) => actionIndex);
  };

  it('breakpoints are set and cleared by their dot or F9, and those of others appear', { tags: ['full'] }, async () => {
    const place = await shop.newTest(comments('one', 'two'));
    const page = await showIde(shop.app, place.path);
    const dot = (number: number) => page.getByRole('button', { name: `Breakpoint at action ${number}` });
    const isSet = (number: number) => dot(number).getAttribute('aria-pressed');
    await dot(1).click();
    await expect.poll(() => isSet(1), eventually).toBe('true');
    expect(await pointsOf(place)).toEqual([0]);
    await page.getByRole('row', { name: 'two' }).click();
    await page.keyboard.press('F9');
    await expect.poll(() => isSet(2), eventually).toBe('true');
    await page.keyboard.press('F9');
    await expect.poll(() => isSet(2), eventually).toBe('false');
    await dot(1).click();
    await expect.poll(() => isSet(1), eventually).toBe('false');
    expect(await pointsOf(place)).toEqual([]);
    await shop.author.do('setBreakpoint', { testId: place.testCode, actionIndex: 1 });
    await expect.poll(() => isSet(2), eventually).toBe('true');
  });

  it('breakpoints take conditions and counts, and an invalid condition is marked', { tags: 'full' }, async () => {
    const place = await shop.newTest(comments('one', 'two'));
    const page = await showIde(shop.app, place.path);
    await page.getByRole('button', { name: 'Breakpoint at action 2' }).click({ button: 'right' });
    const form = page.getByRole('form', { name: 'Breakpoint' });
    await form.getByLabel('Condition').fill('round >');
    await form.getByLabel('Hit count').fill('3');
    await form.getByRole('button', { name: 'Set' }).click();
    await expect.poll(() => form.getByLabel('Condition').getAttribute('aria-invalid'), eventually).toBe('true');
    await expectAccessible(page);
    await form.getByLabel('Condition').fill('round > 3');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Breakpoint at action 2, when round > 3, from hit 3 on' }).waitFor();
    await page.getByRole('row', { name: 'two' }).press('Shift+F9');
    expect(await form.getByLabel('Condition').inputValue()).toBe('round > 3');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'two' }).press('Shift+F9');
    await form.getByRole('switch', { name: 'Enabled' }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Breakpoint at action 2.*disabled$/ }).waitFor();
    await page.getByRole('row', { name: 'two' }).press('Shift+F9');
    await form.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Breakpoint at action 2', exact: true, pressed: false }).waitFor();
    expect(await pointsOf(place)).toEqual([]);
  });

  it('Escape closes the form of a breakpoint even before the focus is in it', { tags: 'full' }, async () => {
    const place = await shop.newTest(comments('one'));
    const page = await showIde(shop.app, place.path);
    const row = page.getByRole('row', { name: 'one' });
    await row.click();
    await row.press('Shift+F9');
    const form = page.getByRole('form', { name: 'Breakpoint' });
    await form.waitFor();
    await row.dispatchEvent('keydown', { key: 'Escape', bubbles: true });
    await form.waitFor({ state: 'detached' });
  });

  it('a breakpoint pauses a run, F10 and F8 continue it, and Ctrl+Shift+Enter stops it', { tags: 'full' }, async () => {
    const place = await shop.newTest([{ type: 'visit', url: '/' }, ...comments('one', 'two', 'three')]);
    const page = await showIde(shop.app, place.path);
    await shop.author.do('setBreakpoint', { testId: place.testCode, actionIndex: 1 });
    await expectRows(page, [/Go to/, /one/, /two/, /three/]);
    const toolbar = page.getByRole('toolbar', { name: 'Run' });
    const paused = (words: string) => page.getByRole('row', { name: words }).getByRole('img', { name: 'paused' });
    await page.getByRole('row', { name: 'one' }).click();
    await page.keyboard.press('Control+Enter');
    await paused('one').waitFor();
    await page.keyboard.press('F10');
    await paused('two').waitFor();
    await page.keyboard.press('F8');
    await toolbar.getByText('passed').waitFor();
    await page.keyboard.press('Control+Enter');
    await paused('one').waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await toolbar.getByText('stopped').waitFor();
    await page.getByRole('treeitem', { name: 'Test Valid user, stopped', selected: true }).waitFor();
  });
});
