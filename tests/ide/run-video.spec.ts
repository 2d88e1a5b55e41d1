import { expect, it } from 'vitest';
import { HAS_FFMPEG } from '../support/has-ffmpeg.ts';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually } from './shared-app.ts';

const shop = useBasketShop();

it.skipIf(!HAS_FFMPEG)('the video of a test is played where its results are', { tags: 'full' }, async () => {
  const { author, app, look } = shop;
  const { testCode } = await author.test(look.moduleCode, 'Filmed', { actions: [{ type: 'visit', url: '/' }] });
  const page = await showIde(app, '/p/shop/main/runs');
  const runId = await shop.run('runTest', { moduleId: look.moduleCode, testId: testCode, video: 'on' });
  await page.goto(new URL(`/p/shop/main/runs/${runId}?step=1`, page.url()).href);
  await page.getByRole('button', { name: 'Play the video' }).click();
  const video = page.getByLabel('Video of Filmed');
  await expect
    .poll(() => video.evaluate(({ videoWidth }: { videoWidth: number }) => videoWidth), eventually)
    .toBeGreaterThan(100);
  await expectAccessibleInThemes(page);
});
