import { After, AfterAll, Before, BeforeAll, defineStep, setDefaultTimeout } from '@cucumber/cucumber';
import { chromium, expect } from '@playwright/test';
import { launchOptions, stepsOf } from './work.mjs';

setDefaultTimeout(30_000);

let browser;

BeforeAll(async () => {
  browser = await chromium.launch(launchOptions);
});

AfterAll(() => browser.close());

Before(async function open() {
  this.context = await browser.newContext();
  this.page = await this.context.newPage();
});

After(async function close() {
  await this.context.close();
});

for (const { pattern, takesRemark, perform } of stepsOf(expect))
  defineStep(
    pattern,
    takesRemark
      ? function withRemark(remark) {
          return perform(this.page, remark);
        }
      : function step() {
          return perform(this.page);
        },
  );
