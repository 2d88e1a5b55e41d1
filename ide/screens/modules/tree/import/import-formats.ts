import type { TestFormat } from '../../../../../model/exchange/files-to-import.ts';
import { formatOfFile } from '../../../../../model/exchange/format-of-file.ts';

export const IMPORT_FORMATS: readonly { value: TestFormat; label: string }[] = [
  { value: 'playwright-codegen', label: 'Playwright code (TypeScript or JavaScript)' },
  { value: 'playwright-python', label: 'Playwright code (Python)' },
  { value: 'playwright-java', label: 'Playwright code (Java)' },
  { value: 'playwright-csharp', label: 'Playwright code (C#)' },
  { value: 'cypress', label: 'Cypress code (TypeScript or JavaScript)' },
  { value: 'puppeteer', label: 'Puppeteer code (TypeScript or JavaScript)' },
  { value: 'chrome-recorder', label: 'Chrome Recorder (JSON)' },
  { value: 'selenium-side', label: 'Selenium IDE (.side)' },
  { value: 'json', label: 'Test exported as JSON' },
];

export function formatOfText(text: string, fileName: string): TestFormat {
  const told = formatOfFile(fileName, text) ?? formatOfFile('', text);
  return told === undefined || told === 'feature' ? 'playwright-codegen' : told;
}
