import { expect, test } from 'vitest';
import { breakableDisk } from '../support/breakable-disk.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const disk = breakableDisk();
const shop = useApp({ fileSystem: disk, settling: { lookEveryMs: 100 } });

test('the page says that a full disk makes the project read-only, and forgets it once there is space', {
  tags: ['full'],
}, async () => {
  const page = await showIde(shop.app, '/p/shop');
  disk.failure = 'ENOSPC';
  expect(await shop.author.refusal('createModule', { name: 'B' })).toMatch(/^disk-full/);
  const banner = page.getByRole('region', { name: 'Read-only' });
  await banner.getByText('No space left to write').waitFor();
  await banner.getByRole('alert').filter({ hasText: 'The project is read-only.' }).waitFor();
  await expectAccessible(page);
  disk.failure = undefined;
  await banner.waitFor({ state: 'detached' });
  await shop.author.module('C');
  await page.getByText('C', { exact: true }).waitFor();
});
