import { expect } from '@playwright/test';
import { createBdd } from 'playwright-bdd';
import { stepsOf } from './work.mjs';

const { Step } = createBdd();

// A step is called with as many arguments as it names.
for (const { pattern, takesRemark, perform } of stepsOf(expect))
  Step(pattern, takesRemark ? ({ page }, remark) => perform(page, remark) : ({ page }) => perform(page));
