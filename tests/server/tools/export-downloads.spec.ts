import { expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });
const LINK = { type: 'click', locator: "getByRole('link')" };

test('exported code of Playwright checks the texts of downloads that it can read, and says which it cannot', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  await author.module('A');
  const { testCode } = await author.test('m1', 'Files', {
    actions: [
      { type: 'download', name: 'orders.csv', expectText: 'Ann 3' },
      LINK,
      { type: 'download', expectText: 'Total * EUR', expectFile: 'sizeBytes > 10' },
      LINK,
      { type: 'download', name: '*.pdf', expectText: 'Invoice' },
      LINK,
    ],
  });
  const { text, notes } = await author.client.call('exportTest', { testCode, format: 'playwright-test' }, Exported);
  expect(text).toContain("import { readFile } from 'node:fs/promises';");
  const read = (name: string) => `(await readFile(await (await ${name}).path(), 'utf8')).replace(/\\s+/g, ' ')`;
  expect(text).toContain(`expect(${read('download')}).toContain('Ann 3');`);
  expect(text).toContain(`expect(${read('download2')}).toMatch(/Total .* EUR/);`);
  expect(text).not.toContain('Invoice');
  expect(notes).toEqual([
    'Conditions on what a download holds (expectFile) are missing.',
    'Texts in PDF and XLSX files (expectText) are not checked.',
  ]);
});
