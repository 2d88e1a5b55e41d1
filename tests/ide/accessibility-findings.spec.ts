import { expect, test } from 'vitest';
import { servePages } from '../support/serve-pages.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

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
