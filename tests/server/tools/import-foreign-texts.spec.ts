/** Texts that are given as another format than they are. */
import { expect, test } from 'vitest';
import { formatOfFile } from '../../../model/exchange/format-of-file.ts';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const FOREIGN: readonly (readonly [string, string, string])[] = [
  [
    'playwright-codegen',
    'from playwright.sync_api import Page\ndef test_a(page: Page):\n    page.goto("/")\n',
    'playwright-python',
  ],
  ['playwright-codegen', 'using Microsoft.Playwright;\nawait page.GotoAsync("/");', 'playwright-csharp'],
  ['playwright-codegen', "describe('a', () => { it('b', () => { cy.visit('/'); }); });", 'cypress'],
  ['cypress', "import { test } from '@playwright/test';\ntest('a', async ({ page }) => {});", 'playwright-codegen'],
  ['cypress', "require 'capybara'\ndescribe 'a' do\n  it 'b' do\n    visit '/'\n  end\nend", 'Ruby'],
  ['playwright-python', '*** Test Cases ***\nA\n    Open Browser    /\n', 'Robot Framework'],
  ['playwright-codegen', 'Feature: A\n  Scenario: B\n    Given c\n', 'Gherkin'],
  ['playwright-java', 'class A {\n  fun opens() {\n    page.navigate("/")\n  }\n}', 'Kotlin'],
  ['playwright-codegen', '<!doctype html><html><body>a</body></html>', 'HTML'],
  ['playwright-codegen', "describe('a', () => { it('b', async () => { await browser.url('/'); }); });", 'WebdriverIO'],
  [
    'playwright-codegen',
    "import { Selector } from 'testcafe';\nfixture('a');\ntest('b', async t => { await t.click('#c'); });",
    'TestCafe',
  ],
];

test('a text of another format or language is refused with what it looks like', async () => {
  await using shop = await openShop();
  for (const [format, text, look] of FOREIGN) {
    const message = expect.stringMatching(new RegExp(`This looks like .*${look}.*The formats are .*cypress`, 's'));
    await expect(imported(shop.author, format, text)).rejects.toMatchObject({
      message,
      data: { reason: 'invalid-params', field: 'text' },
    });
  }
});

test('a file is told by its name, and by its content where the name says little', () => {
  const told = [
    ['shop.cy.ts', ''],
    ['cypress/e2e/shop.js', ''],
    ['shop.js', "import puppeteer from 'puppeteer';"],
    ['shop.spec.ts', "import { test } from '@playwright/test';"],
    ['test_shop.py', ''],
    ['ShopTest.java', ''],
    ['Shop.cs', ''],
    ['shop.side', '{}'],
    ['recording.json', '{ "title": "a", "steps": [] }'],
    ['', 'from playwright.sync_api import Page'],
    ['notes.txt', "cy.visit('/')"],
  ].map(([name = '', text = '']) => formatOfFile(name, text));
  expect(told).toEqual([
    ...['cypress', 'cypress', 'puppeteer', 'playwright-codegen', 'playwright-python', 'playwright-java'],
    ...['playwright-csharp', 'selenium-side', 'chrome-recorder', 'playwright-python', undefined],
  ]);
});
