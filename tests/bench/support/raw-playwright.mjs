/** A Playwright script in a process of its own, started with the browser and arguments of the product. */
import { expect } from 'playwright/test';
import { launchBrowser } from './browser.mjs';
import { serveParent } from './child.mjs';

const browser = await launchBrowser();
const newPage = async () => (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();

const perform = {
  fill: (element, value) => element.fill(value),
  click: element => element.click(),
  assert: (element, value) => expect(element).toHaveText(value, { timeout: 10_000 }),
};

/** Milliseconds of each action, from the first to the last, and of the whole with opening and closing the page. */
async function run({ url, work }) {
  const openedAt = performance.now();
  const page = await newPage();
  await page.goto(url);
  const actionsMs = [];
  const startedAt = performance.now();
  for (const { kind, target, value } of work) {
    const before = performance.now();
    await perform[kind](page.getByTestId(target), value);
    actionsMs.push(performance.now() - before);
  }
  const workMs = performance.now() - startedAt;
  await page.context().close();
  return { actionsMs, workMs, wholeMs: performance.now() - openedAt };
}

/** One piece of work after the other, each in a context of its own. */
async function runEach({ url, works }) {
  for (const work of works) await run({ url, work });
  return {};
}

let page;

const answers = {
  run,
  runEach,
  async open({ url }) {
    page = await newPage();
    await page.goto(url);
    return {};
  },
  snapshot: async () => ({ text: await page.locator('body').ariaSnapshot() }),
  async screenshot() {
    const bytes = await page.screenshot({ type: 'jpeg', quality: 70 });
    return { sizeBytes: bytes.length };
  },
  async png() {
    const bytes = await page.screenshot({ type: 'png' });
    return { sizeBytes: bytes.length };
  },
  title: async () => ({ title: await page.title() }),
  async goto({ url }) {
    await page.goto(url);
    return {};
  },
  async press() {
    await page.getByRole('button', { name: 'Add one' }).click();
    return {};
  },
};

process.send({});
serveParent(async message => {
  const startedAt = performance.now();
  const answer = await answers[message.kind](message);
  return { ms: performance.now() - startedAt, ...answer };
});
process.once('SIGTERM', () => browser.close().then(() => process.exit(0)));
