/** `raw-scenario.mjs URL WORK`: one scenario as a Playwright script has it, in a process of its own, which says when it has passed. */
import { chromium } from 'playwright';

const [, , url, text] = process.argv;
const { executablePath, args, chromiumSandbox } = JSON.parse(process.env.BENCH_BROWSER);

const exactly = value => new RegExp(`^${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

const perform = {
  fill: (element, value) => element.fill(value),
  click: element => element.click(),
  assert: (element, value) => element.filter({ hasText: exactly(value) }).waitFor(),
};

const browser = await chromium.launch({ executablePath, args, chromiumSandbox });
const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
const page = await context.newPage();
await page.goto(url);
for (const { kind, target, value } of JSON.parse(text)) await perform[kind](page.getByTestId(target), value);
process.stdout.write('passed\n');
await context.close();
await browser.close();
