import { expect, test } from 'vitest';
import { openApp, opening, within } from './app-fixture.ts';

test('only a crash of the current tab counts as a loss, and an earlier tab takes its place', {
  tags: 'full',
}, async () => {
  await using app = openApp();
  await app.session.openFresh(opening());
  const losses: string[] = [];
  app.session.loss.listen(({ message }) => losses.push(message));
  const openTab = async () => {
    const tab = await app.session.context?.newPage();
    return { crash: () => void tab?.goto('chrome://crash').catch(() => {}) };
  };
  const behind = await openTab();
  const current = await openTab();
  behind.crash();
  await expect.poll(() => app.session.tabs.all.length, { timeout: 20_000 }).toBe(2);
  expect(losses).toEqual([]);
  current.crash();
  await expect.poll(() => losses, { timeout: 20_000 }).toEqual(['The browser was lost: the page crashed.']);
  expect(await app.app.info(within())).toMatchObject({ url: 'about:blank' });
});
