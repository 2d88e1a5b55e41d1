import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

test.each(['light', 'dark'] as const)(
  'the live view lists the windows of agents, looks into one and closes it, in the %s theme',
  { tags: 'full' },
  async colorScheme => {
    const place = await shop.newTest([]);
    const page = await showIde(shop.app, place.path, { colorScheme });
    const agent = await shop.app.clientWith('write');
    await agent.call('openIDE', { window: `checkout ${colorScheme}` }, z.unknown());
    await agent.call('navigateUrl', { url: 'about:blank' }, z.unknown());
    const windows = page.getByRole('list', { name: 'App windows' });
    const own = windows.getByRole('button', { name: new RegExp(`checkout ${colorScheme}.*about:blank`) });
    await own.waitFor();
    await expectAccessible(page);
    await own.click();
    await expect.poll(() => own.getAttribute('aria-pressed'), eventually).toBe('true');
    expect(await page.getByRole('textbox', { name: 'Address of the app' }).inputValue()).toBe('about:blank');
    await windows.getByRole('button', { name: /Shared window/ }).click();
    await expect.poll(() => own.getAttribute('aria-pressed'), eventually).toBe('false');
    await windows.getByRole('button', { name: 'Close' }).click();
    await windows.waitFor({ state: 'detached' });
  },
);
