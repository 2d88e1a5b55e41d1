/** The browser of a test or an environment as a form has it. */
import { TestBrowser } from '../../model/project/test-browser.ts';
import { fieldsIn, recordOf, refusedField, type SettingTexts, textsOf } from './setting-fields.ts';

export const BROWSER_FIELDS = fieldsIn(TestBrowser);

export const browserTexts = (browser: TestBrowser | undefined): SettingTexts => textsOf(BROWSER_FIELDS, browser ?? {});

/** Null where all is left blank. Errors: `invalid-params`. */
export function browserOf(texts: SettingTexts): TestBrowser | null {
  const record = recordOf(BROWSER_FIELDS, texts);
  return record === undefined ? null : asSent(record);
}

/** The service checks it, and names the field that is wrong. */
const asSent = (record: object): TestBrowser => JSON.parse(JSON.stringify(record));

export const refusedBrowserField = (field: string | undefined): string | undefined =>
  refusedField(BROWSER_FIELDS, 'browser', field);
