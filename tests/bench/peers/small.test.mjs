import { test } from '@playwright/test';

const { BENCH_URL: url, BENCH_COUNT: count } = process.env;

for (let row = 0; row < Number(count); row += 1)
  test(`Small ${row}`, async ({ page }) => {
    await page.goto(url);
    await page.getByTestId('note').fill(`remark ${row}`);
    await page.getByTestId('save-note').click();
    await page.getByText(`Noted: remark ${row}`).waitFor();
  });
