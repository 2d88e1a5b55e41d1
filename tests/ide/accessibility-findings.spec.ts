import type { FrameLocator, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { servePages } from '../support/serve-pages.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

test('a failed check of accessibility shows each problem with its explanation and its element', {
  tags: 'full',
}, async () => {
  const buttons = '<button style="width: 40px; height: 40px"></button>'.repeat(6);
  await using pages = await servePages({
    '/': `<html lang="en"><title>Shop</title><main><h1>Shop</h1><img src="/logo.png">${buttons}</main></html>`,
  });
  await shop.author.do('editProject', { appUrl: pages.url });
  const place = await shop.newTest([{ type: 'visit', url: '/' }, { type: 'checkAccessibility' }], 'Accessible');
  const page = await showIde(shop.app, place.path);
  const runId = await shop.author.run(place.testCode);
  const desk = page.getByRole('region', { name: 'Last failure' });
  await desk.getByText(/has 7 accessibility problems \(WCAG 2\.2 A and AA\)\.$/).waitFor();
  const problems = desk.getByRole('list', { name: 'Accessibility problems' }).getByRole('listitem');
  expect(await problems.count()).toBe(5);
  await desk.getByRole('button', { name: 'Show 2 more' }).click();
  expect(await problems.count()).toBe(7);
  const image = problems.filter({ hasText: 'alternative text' }).first();
  const help = image.getByRole('link', { name: 'Help for the rule image-alt' });
  expect(await help.getAttribute('href')).toMatch(/^https:\/\/dequeuniversity\.com\/rules\/axe\/.*\/image-alt/);
  expect(await image.getByRole('code').innerText()).toContain('img');
  await expectAccessibleInThemes(page);
  await desk.getByRole('link', { name: `Run ${runId}`, exact: true }).click();
  const details = page.getByRole('region', { name: 'Failure' });
  await details.getByRole('link', { name: 'Help for the rule button-name' }).first().waitFor();
});

interface Box {
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
}

/** Where the element and the frame are in the document that both are in. */
const boxOf = (element: Box) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};

/** The page that the run kept has the frame around the element, with a little room. */
async function expectFramed(page: Page, element: (kept: FrameLocator) => Locator) {
  const kept = page.frameLocator('iframe[title^="The page after"]');
  await kept.locator('steploom-frame').waitFor();
  await expect
    .poll(async () => {
      const { x, y, width, height } = await element(kept).evaluate(boxOf);
      const frame = await kept.locator('steploom-frame').evaluate(boxOf);
      return [x - frame.x, y - frame.y, frame.width - width, frame.height - height];
    }, eventually)
    .toEqual([4, 4, 8, 8]);
}

test('a click on a problem of accessibility frames its element in the page that the run kept', {
  tags: 'full',
}, async () => {
  await using pages = await servePages({
    '/': `<html lang="en"><title>Shop</title><main><h1>Shop</h1><p style="height: 3000px">Far</p>
      <div id="shadow"></div><button style="width: 60px; height: 40px"></button>
      <script>document.querySelector('#shadow').attachShadow({ mode: 'open' }).innerHTML =
        '<p>In it</p><img src="/logo.png" width="50" height="50">';</script></main></html>`,
  });
  await shop.author.do('editProject', { appUrl: pages.url });
  const place = await shop.newTest([{ type: 'visit', url: '/' }, { type: 'checkAccessibility' }], 'Framed');
  const page = await showIde(shop.app, place.path);
  const runId = await shop.author.run(place.testCode);
  const desk = page.getByRole('region', { name: 'Last failure' });
  const problem = (around: Locator, words: string) =>
    around.getByRole('list', { name: 'Accessibility problems' }).getByRole('listitem').filter({ hasText: words });
  const framed = (around: Locator, words: string) => problem(around, words).locator('button[aria-pressed]');
  await framed(desk, 'alternative text').click();
  await expectFramed(page, kept => kept.locator('img'));
  await framed(desk, 'discernible text').click();
  await expectFramed(page, kept => kept.locator('button'));
  expect(await framed(desk, 'alternative text').getAttribute('aria-pressed')).toBe('false');
  await expectAccessibleInThemes(page);
  await framed(desk, 'discernible text').press('Enter');
  const kept = page.frameLocator('iframe[title^="The page after"]');
  await kept.locator('steploom-frame').waitFor({ state: 'detached' });

  await desk.getByRole('link', { name: `Run ${runId}`, exact: true }).click();
  const details = page.getByRole('region', { name: 'Details' });
  await framed(details, 'alternative text').click();
  await expectFramed(page, frame => frame.locator('img'));
  expect(await details.locator('iframe[title]').isVisible()).toBe(true);
});

test('where the run kept no page, a problem of accessibility is plain text', { tags: 'full' }, async () => {
  await using pages = await servePages({
    '/': '<html lang="en"><title>Shop</title><main><h1>Shop</h1><img src="/logo.png"></main></html>',
  });
  await shop.author.do('editProject', { appUrl: pages.url });
  const place = await shop.newTest([{ type: 'visit', url: '/' }, { type: 'checkAccessibility' }], 'Plain');
  const page = await showIde(shop.app, place.path);
  await shop.author.do('runTest', { testId: place.testCode, trace: 'off', wait: 25 });
  const problems = page.getByRole('list', { name: 'Accessibility problems' });
  await problems.getByText('img').first().waitFor();
  expect(await problems.locator('button[aria-pressed]').count()).toBe(0);
});
