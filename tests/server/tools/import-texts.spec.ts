/** Texts of other tools that patterns are made of, or that look like one. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { side, variable } from '../../support/selenium-side.ts';
import { openShop } from '../../support/shop.ts';

const CODE = `import { test, expect } from '@playwright/test';
const id = \`n\${Date.now()}\`;
test('finds', async ({ page }) => {
  const row = page.getByRole('row');
  expect(page.url()).toContain('a{2}');
  expect(await page.title()).toContain('{{ x }}');
  expect(page.url()).toContain(\`/o{1}/\${id}\`);
  expect(await row.textContent()).toMatch('1.5 {2}');
  expect(await row.textContent()).toBe('/s/');
  await expect(row).toHaveText('/total/');
  await expect(page).toHaveURL('/basket/');
  await expect(row).toHaveText(/a{2}/);
});
`;

test('texts of Playwright that are looked for or look like a pattern are found as they are', async () => {
  await using shop = await openShop();
  const [made] = await imported(shop.author, 'playwright-codegen', CODE);
  expect(made?.actions).toMatchObject([
    { type: 'script', into: 'id' },
    { matcher: 'toHaveURL', expected: '/a\\{2\\}/' },
    { matcher: 'toHaveTitle', expected: '/\\{\\{ x \\}\\}/' },
    { matcher: 'toHaveURL', expected: '/\\/o\\{1\\}\\/{{ id }}/' },
    { matcher: 'toHaveText', expected: '/1\\.5 \\{2\\}/' },
    { matcher: 'toHaveText', expected: '/^\\/s\\/$/' },
    { matcher: 'toHaveText', expected: '/^\\/total\\/$/' },
    { matcher: 'toHaveURL', expected: '/^[^\\/]+:\\/\\/[^\\/]+\\/basket\\/$/' },
    { matcher: 'toHaveText', expected: '/a{2}/' },
  ]);
});

test('patterns of Selenium IDE compute their variables and find all else as it is', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['assertText', 'css=p', `glob:${variable('id')} {2} * o?`],
      ['assertText', 'css=p', `regexp:^${variable('id')}/\\d{2}$`],
      ['assertText', 'css=p', '/total {2}/'],
      ['assertText', 'css=p', '{{ x }}\\n1.5'],
    ),
  );
  expect(made?.actions).toMatchObject([
    { expected: '/^{{ id }} \\{2\\} .* o.$/s' },
    { expected: '/^{{ id }}\\/\\d{2}$/' },
    { expected: '/^\\/total \\{2\\}\\/$/' },
    { expected: '/^\\s*\\{\\{\\s+x\\s+\\}\\}\\s*1\\.5\\s*$/' },
  ]);
});
