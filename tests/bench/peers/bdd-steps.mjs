import { expect } from '@playwright/test';
import { createBdd } from 'playwright-bdd';
import { stepsOf } from './work.mjs';

const { Step } = createBdd();

for (const { pattern, perform } of stepsOf(expect)) Step(pattern, ({ page }, remark) => perform(page, remark));
