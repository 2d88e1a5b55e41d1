import fc from 'fast-check';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toPlaywrightLocator } from '../../../ide-bridge/browser/session/playwright-locator.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { ARIA_ROLES } from '../../../model/names/aria-roles.ts';
import { arbitraryLocator } from '../../model/locator/locator-arbitrary.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { FORM_PAGE } from './form-page.ts';

type PlaywrightLocator = ReturnType<Page['locator']>;

let page: Page;

beforeAll(async () => {
  page = await (await (await sharedBrowser()).newContext()).newPage();
  await page.setContent(FORM_PAGE);
  await page.frameLocator('#outer').frameLocator('#inner').getByRole('button', { name: 'Pay now' }).waitFor();
});

afterAll(() => page.context().close());

const find = (text: string) => toPlaywrightLocator(page, parseLocator(text));

/** Marks every element of every frame, open shadow roots included, and gives a locator of each mark. */
async function markElements(): Promise<{ mark: string; selector: string }[]> {
  const frames = [
    '',
    "locator('#outer').contentFrame().",
    "locator('#outer').contentFrame().locator('#inner').contentFrame().",
  ];
  const found = [];
  for (const [index, frame] of frames.entries()) {
    const body = find(`${frame}locator('body')`);
    const count = await body.evaluate((root, prefix) => {
      let next = 0;
      const mark = (parent: typeof root | NonNullable<typeof root.shadowRoot>): void => {
        for (const element of parent.querySelectorAll('*')) {
          element.setAttribute('data-mark', `${prefix}-${next++}`);
          if (element.shadowRoot) mark(element.shadowRoot);
        }
      };
      mark(root);
      return next;
    }, index);
    for (let next = 0; next < count; next++)
      found.push({ mark: `${index}-${next}`, selector: `${frame}locator('[data-mark="${index}-${next}"]')` });
  }
  return found;
}

const marksOf = (locator: PlaywrightLocator): Promise<(string | null)[]> =>
  locator.evaluateAll(all => all.map(each => each.getAttribute('data-mark')));

it("Steploom parses, writes and resolves Playwright's own locator of every element of a form", {
  tags: 'full',
}, async () => {
  const elements = await markElements();
  expect(elements.length).toBeGreaterThan(60);
  const own = [];
  for (const { mark, selector } of elements) {
    const normalized = await find(selector).normalize();
    const written = String(normalized);
    const locator = parseLocator(written);
    expect(formatLocator(locator)).toBe(written);
    const marks = await marksOf(toPlaywrightLocator(page, locator));
    expect(marks, written).toEqual(await marksOf(normalized));
    expect(marks, written).toHaveLength(1);
    if (marks[0] === mark) own.push(mark);
  }
  // The rest are parts for which Playwright names the control around them: options and what is in a button.
  expect(own.length).toBeGreaterThan(elements.length * 0.9);
});

it("every locator is written as Playwright's own String(locator) writes it", { tags: 'full' }, () => {
  fc.assert(
    fc.property(arbitraryLocator, locator => {
      // Braces of the app are written so that they open no expression, which Playwright does not have.
      const written = String(toPlaywrightLocator(page, locator));
      fc.pre(!written.includes('{{'));
      expect(formatLocator(locator)).toBe(written);
    }),
    { numRuns: 1_000 },
  );
});

it('every known ARIA role is one that Playwright finds', async () => {
  const roles = ARIA_ROLES.map(role => `<div role="${role}">x</div>`).join('');
  const other = await page.context().newPage();
  await other.setContent(roles);
  const counts = await Promise.all(
    ARIA_ROLES.map(async role => ({
      role,
      count: await toPlaywrightLocator(other, parseLocator(`getByRole('${role}')`)).count(),
    })),
  );
  expect(counts.filter(({ count }) => count === 0)).toEqual([]);
  await other.close();
});

it.each([
  ["getByLabel('Email').and(getByRole('textbox'))", ['email']],
  ["getByLabel('Email').or(getByLabel('Password', { exact: true }))", ['email', 'password']],
  ["getByRole('listitem').filter({ hasText: /^Tea/ }).getByRole('button')", ['remove-tea']],
  ["getByRole('listitem').filter({ hasNotText: 'Tea' }).getByRole('button')", ['remove-coffee', 'remove-milk']],
  [
    "getByRole('listitem').filter({ hasNot: getByText('sold out') }).locator('button')",
    ['remove-tea', 'remove-coffee'],
  ],
  ["getByRole('button').first().within(getByRole('listitem'))", ['remove-tea', 'remove-coffee', 'remove-milk']],
  ["getByRole('listitem').nth(1).getByRole('button')", ['remove-coffee']],
  ["locator('ul >> li >> nth=-1 >> button')", ['remove-milk']],
  ["getByTestId('secret')", ['secret']],
  ["getByTestId('secret').visible()", []],
  ["getByRole('button', { name: 'Remove', includeHidden: true }).filter({ visible: false })", []],
  ["getByRole('checkbox', { checked: true })", ['terms']],
  ["getByRole('heading', { level: 2, name: /order/i })", ['order']],
  ['#email', ['email']],
  ["//input[@id='email']", ['email']],
  ['text=Your order', ['order']],
  ["locator('shop-rating').getByRole('button', { name: 'Rate 5' })", ['rate-5']],
  ["frameLocator('#outer').frameLocator('#inner').getByRole('button')", ['pay']],
  ["frameLocator('#outer').locator('#card').or(page.frameLocator('#outer').locator('#inner'))", ['card', 'inner']],
  ["frameLocator('iframe').first().locator(getByRole('textbox'))", ['card']],
  ["frameLocator().getByRole('button', { name: 'Pay now' })", ['pay']],
  ["getByTitle('it\\'s \"quoted\" >> \\\\ fine')", ['quoted']],
  ['getByTitle(/it\'s "quoted" >> \\\\/)', ['quoted']],
])('%s finds %j', async (text, ids) => {
  expect(await find(text).evaluateAll(elements => elements.map(({ id }) => id))).toEqual(ids);
});

it('a locator looks inside the frame it is given', async () => {
  const frame = page.frame('inner');
  expect(frame && (await toPlaywrightLocator(frame, parseLocator("getByRole('button')")).textContent())).toBe(
    'Pay now',
  );
});

it.each([
  [[]],
  [[{ kind: 'nth', index: 0 }]],
  [[{ kind: 'anyFrame' }]],
  [[{ kind: 'anyFrame' }, { kind: 'anyFrame' }]],
] as const)('the steps %j are refused because the parser never produces them', steps => {
  expect(() => toPlaywrightLocator(page, { steps })).toThrow(
    expect.toSatisfy(error => isAppError(error, 'invalid-params')),
  );
});
