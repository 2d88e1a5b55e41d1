import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isTestKey } from '../../../server/sample-tm/export-features.ts';

const FEATURE = resolve(import.meta.dirname, '../../../server/sample/project/versions/main/features/orders.feature');

test('the sample test management knows the issue keys of the sample project', async () => {
  const tags = (await readFile(FEATURE, 'utf8')).match(/@SHOP-\d+/g) ?? [];
  expect(tags).not.toEqual([]);
  expect(tags.filter(tag => !isTestKey(tag.slice(1)))).toEqual([]);
});
