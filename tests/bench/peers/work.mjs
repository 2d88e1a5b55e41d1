/** What the steps of the feature do, as a script for Playwright has it. */
import { STEPS } from '../support/stock-feature.mjs';

const { BENCH_URL: url, BENCH_BROWSER: browser } = process.env;

export const launchOptions = JSON.parse(browser);

/** The patterns of all steps, each with what it does on a page. `expect` is that of Playwright Test. */
export const stepsOf = expect =>
  STEPS.map(([text, work]) => {
    const words = text.replace(/^\w+ /, '');
    return {
      pattern: new RegExp(`^${words.replace('"<remark>"', '"([^"]*)"')}$`),
      takesRemark: words.includes('"<remark>"'),
      perform: (page, remark = '') => perform(page, work, { remark, expect }),
    };
  });

async function perform(page, work, { remark, expect }) {
  if (work === undefined) return void (await page.goto(url));
  const element = page.getByTestId(work.target);
  const value = work.value?.replace('<remark>', remark);
  if (work.kind === 'fill') return void (await element.fill(value));
  if (work.kind === 'click') return void (await element.click());
  await expect(element).toHaveText(value);
}
