import { describe, expect, test } from 'vitest';
import { states, useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': `<title>The Page</title><h1 class="big title" style="color: rgb(255, 0, 0)" data-state="open">Good  morning</h1>
    <p hidden>Secret</p><button>Save</button><button disabled>Delete</button><input aria-label="Name" value="Ann">
    <input aria-label="Fixed" value="x" readonly><label><input type="checkbox" checked> News</label>
    <label><input type="checkbox"> Terms</label><ul><li>One</li><li>Two</li></ul>
    <div style="height: 3000px"></div><p id="far">Far</p><script>document.querySelector('input').focus()</script>`,
});

const visit = { type: 'visit', url: '/' };
const name = "getByLabel('Name')";
const box = (label: string) => `getByRole('checkbox', { name: '${label}' })`;
const button = (label: string) => `getByRole('button', { name: '${label}' })`;

interface Fields {
  matcher: string;
  [field: string]: unknown;
}

/** Assertions that hold, each with one change that makes it false, and what is told then. */
const CASES: readonly { holds: Fields; fails: object; message: RegExp; expected?: string; actual?: string }[] = [
  {
    holds: { matcher: 'toBeVisible', locator: 'h1' },
    fails: { locator: '[hidden]' },
    message:
      /^Paragraph “Secret” is there, but hidden .*\. Expected \[hidden\] to be visible, but it is not visible\.$/,
    expected: 'visible',
    actual: 'not visible',
  },
  {
    holds: { matcher: 'toBeHidden', locator: '[hidden]' },
    fails: { locator: 'h1' },
    message: /^Expected h1 to be hidden, but it is visible\.$/,
  },
  {
    holds: { matcher: 'toBeEnabled', locator: button('Save') },
    fails: { locator: button('Delete') },
    message: /^Expected button “Delete” to be enabled, but it is disabled\.$/,
  },
  {
    holds: { matcher: 'toBeDisabled', locator: button('Delete') },
    fails: { locator: button('Save') },
    message: /^Expected button “Save” to be disabled, but it is enabled\.$/,
  },
  {
    holds: { matcher: 'toBeChecked', locator: box('News') },
    fails: { locator: box('Terms') },
    message: /^Expected checkbox “Terms” to be ticked, but it is not ticked\.$/,
  },
  {
    holds: { matcher: 'toBeEditable', locator: name },
    fails: { locator: "getByLabel('Fixed')" },
    message: /^Expected field “Fixed” to be editable, but it is read-only\.$/,
  },
  {
    holds: { matcher: 'toBeFocused', locator: name },
    fails: { locator: button('Save') },
    message: /^Expected button “Save” to be focused, but it is not focused\.$/,
  },
  {
    holds: { matcher: 'toBeInViewport', locator: 'h1' },
    fails: { locator: '#far' },
    message: /^Expected #far to be in the viewport, but it is outside the viewport\.$/,
  },
  {
    holds: { matcher: 'toHaveText', locator: 'h1', expected: 'Good morning' },
    fails: { expected: 'Good' },
    message: /^Expected h1 to have the text “Good”, but it is “Good\s+morning”\.$/,
    expected: 'Good',
  },
  {
    holds: { matcher: 'toHaveText', locator: 'h1', expected: '/^good\\s+m/i' },
    fails: { expected: '/evening$/' },
    message: /^Expected h1 to have the text \/evening\$\/, but it is “Good\s+morning”\.$/,
    expected: '/evening$/',
  },
  {
    holds: { matcher: 'toContainText', locator: 'h1', expected: 'MORN', ignoreCase: true },
    fails: { ignoreCase: false },
    message: /^Expected h1 to contain the text “MORN”, but it is “Good\s+morning”\.$/,
  },
  {
    holds: { matcher: 'toHaveValue', locator: name, expected: 'Ann' },
    fails: { expected: '' },
    message: /^Expected field “Name” to have the value “”, but it is “Ann”\.$/,
    actual: 'Ann',
  },
  {
    holds: { matcher: 'toHaveValue', locator: name, expected: 'ANN', ignoreCase: true },
    fails: { expected: 'A.N' },
    message: /to have the value “A\.N”, but it is “Ann”\.$/,
  },
  {
    holds: { matcher: 'toHaveCount', locator: 'li', expected: 2 },
    fails: { expected: 3 },
    message: /^Expected 3 elements for li, but there are 2\.$/,
    expected: '3',
    actual: '2',
  },
  {
    holds: { matcher: 'toHaveAttribute', locator: 'h1', attribute: 'data-state', expected: 'open' },
    fails: { expected: 'shut' },
    message: /^Expected h1 to have the attribute data-state “shut”, but it is “open”\.$/,
  },
  {
    holds: { matcher: 'toHaveAttribute', locator: 'h1', attribute: 'class' },
    fails: { attribute: 'lang' },
    message: /^Expected h1 to have the attribute lang, but it is not set\.$/,
    actual: 'not set',
  },
  {
    holds: { matcher: 'toHaveClass', locator: 'h1', expected: 'big title' },
    fails: { expected: 'small' },
    message: /^Expected h1 to have the class “small”, but it is “big title”\.$/,
  },
  {
    holds: { matcher: 'toHaveCSS', locator: 'h1', attribute: 'color', expected: 'rgb(255, 0, 0)' },
    fails: { expected: 'red' },
    message: /^Expected h1 to have the style color “red”, but it is “rgb\(255, 0, 0\)”\.$/,
  },
  {
    holds: { matcher: 'toHaveURL', expected: '/' },
    fails: { expected: '/shop/basket' },
    message: /^Expected the page to have the address “\/shop\/basket”, but it is “http:\/\/127\.0\.0\.1:\d+\/”\.$/,
  },
  {
    holds: { matcher: 'toHaveTitle', expected: '/Page$/' },
    fails: { expected: '/a/\\d+/' },
    message: /but it is “The Page”\. What was expected was read as text: write a slash inside .* as \\\/\.$/,
  },
  {
    holds: { matcher: 'toHaveTitle', expected: 'THE PAGE', ignoreCase: true },
    fails: { ignoreCase: false },
    message:
      /^The title differs only in upper and lower case\. Expected the page to have the title “THE PAGE”, but it is “The Page”\. `ignoreCase` /,
  },
  {
    holds: { matcher: 'toHaveAccessibleName', locator: 'input >> nth=0', expected: 'Name' },
    fails: { expected: 'Surname' },
    message: /to have the accessible name “Surname”, but it is “Name”\.$/,
  },
  {
    holds: { matcher: 'toPassScript', expected: 'document.title === "The Page"' },
    fails: { expected: 'document.title.length > 100' },
    message: /^The script did not become truthy within 0\.1 s; last it gave false\.$/,
    actual: 'false',
  },
];

const assertion = (fields: object) => ({ type: 'assert', onFailure: 'continue', ...fields });

describe('assertions', () => {
  test('every matcher passes on a page that fulfils it', async () => {
    const results = await runner.run([visit, ...CASES.map(({ holds }) => assertion(holds))]);
    expect(results.actions.filter(({ state }) => state !== 'passed')).toEqual([]);
  });

  test('a failed assertion says what was expected and what is there', async () => {
    const changed = CASES.map(({ holds, fails }) => assertion({ ...holds, timeoutMs: 60, ...fails }));
    const { actions, outcome } = await runner.run([visit, ...changed], { screenshots: 'off' });
    expect(outcome).toBe('failed');
    expect(states(actions.slice(1))).toEqual(CASES.map(() => 'failed'));
    for (const [index, { message, expected, actual }] of CASES.entries()) {
      const error = actions[index + 1]?.error;
      expect(error?.message).toMatch(message);
      if (expected !== undefined) expect(error?.expected).toBe(expected);
      if (actual !== undefined) expect(error?.actual).toBe(actual);
    }
  });

  test('a negated assertion passes when its matcher does not hold, and fails when it does', {
    tags: ['full'],
  }, async () => {
    const wrong = CASES.map(({ holds, fails }) => assertion({ ...holds, ...fails, not: true }));
    const held = await runner.run([visit, ...wrong]);
    expect(held.actions.filter(({ state }) => state !== 'passed')).toEqual([]);

    const right = CASES.map(({ holds }) => assertion({ ...holds, not: true, timeoutMs: 60 }));
    const { actions } = await runner.run([visit, ...right], { screenshots: 'off' });
    expect(states(actions.slice(1))).toEqual(CASES.map(() => 'failed'));
    const told = actions.map(({ error }) => error?.message);
    expect(told).toContain('Expected h1 not to be visible, but it is visible.');
    expect(told).toContain('Expected any number of elements except 2 for li, but there are 2.');
    expect(told).toContain('Expected h1 not to have the class “big title”, but it is “big title”.');
    expect(told).toContain('Expected h1 not to have the attribute class, but it is set.');
  });

  test('an assertion that cannot be evaluated ends in an error, not in a failure', async () => {
    const cases: readonly [object, RegExp][] = [
      [
        { matcher: 'toHaveText', locator: 'li', expected: 'One' },
        /^2 elements match li on http.*; exactly one is needed\.$/,
      ],
      [{ matcher: 'toBeVisible', locator: 'h1:unheard-of' }, /^The locator h1:unheard-of cannot be read: /],
      [{ matcher: 'toHaveValue', locator: 'h1', expected: 'x' }, /^h1 on http.* has no value: /],
      [{ matcher: 'toBeChecked', locator: 'h1' }, /^h1 on http.* is not a checkbox or radio button\.$/],
      [{ matcher: 'toHaveText', locator: 'h1', expected: '{{ "/(/" }}' }, /is not a regular expression/],
      [{ matcher: 'toPassScript', expected: '{{ "if (" }}' }, /^The JavaScript does not parse: /],
    ];
    const actions = cases.map(([fields]) => assertion({ ...fields, timeoutMs: 500 }));
    const results = await runner.run([visit, ...actions], { screenshots: 'off' });
    for (const [index, [, message]] of cases.entries())
      expect(results.actions[index + 1]).toMatchObject({
        state: 'error',
        error: { message: expect.stringMatching(message) },
      });
    expect(results.actions[1]?.error?.candidates).toEqual(["getByText('One')", "getByText('Two')"]);
    expect(results.outcome).toBe('error');
  });

  test('an assertion on a missing element names elements that come close', async () => {
    const { error, state } = await runner.fails([
      visit,
      { type: 'assert', matcher: 'toBeVisible', locator: button('Safe'), timeoutMs: 300 },
    ]);
    expect(state).toBe('failed');
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Button “Save” is there; .*\. No element matches button “Safe” on http.*\/\.$/),
      expected: 'visible',
      actual: 'no such element',
      candidates: [button('Save')],
    });
  });
});
