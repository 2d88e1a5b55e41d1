import { expect, test } from '@playwright/test';
import { remarkOf } from '../support/stock-feature.mjs';
import { stepsOf } from './work.mjs';

const steps = stepsOf(expect);

for (let row = 0; row < Number(process.env.BENCH_COUNT); row += 1)
  test(`Remarks ${row}`, async ({ page }) => {
    for (const { perform } of steps) await perform(page, remarkOf(row));
  });
