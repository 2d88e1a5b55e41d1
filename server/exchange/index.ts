/** The formats of other tools: a line for each. */
import { importChromeRecorder } from '../../model/exchange/import-chrome-recorder.ts';
import type { Importer } from '../../model/exchange/test-drafts.ts';
import { importCypress } from './cypress/cypress-code.ts';
import { exportChromeRecorder } from './export-chrome-recorder.ts';
import type { Exporter } from './exported-test.ts';
import {
  importPlaywrightCsharp,
  importPlaywrightJava,
  importPlaywrightPython,
} from './languages/playwright-languages.ts';
import { exportOwn, importOwn } from './own-json.ts';
import { importPlaywrightCodegen } from './playwright-codegen.ts';
import { exportPlaywrightBdd, exportPlaywrightTest } from './playwright-test.ts';
import { importPuppeteer } from './puppeteer-code.ts';
import { importSeleniumSide } from './selenium-side.ts';
import { orTold } from './told-importers.ts';

const formats = (): string[] => Object.keys(IMPORTERS);

export const IMPORTERS = {
  'chrome-recorder': importChromeRecorder,
  'selenium-side': importSeleniumSide,
  'playwright-codegen': orTold('playwright-codegen', importPlaywrightCodegen, formats),
  cypress: orTold('cypress', importCypress, formats),
  puppeteer: orTold('puppeteer', importPuppeteer, formats),
  'playwright-python': orTold('playwright-python', importPlaywrightPython, formats),
  'playwright-java': orTold('playwright-java', importPlaywrightJava, formats),
  'playwright-csharp': orTold('playwright-csharp', importPlaywrightCsharp, formats),
  json: importOwn,
} as const satisfies Record<string, Importer>;

export const EXPORTERS = {
  'playwright-test': exportPlaywrightTest,
  'playwright-bdd': exportPlaywrightBdd,
  'chrome-recorder': exportChromeRecorder,
  json: exportOwn,
} as const satisfies Record<string, Exporter>;
