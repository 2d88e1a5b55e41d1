import { describe, expect, test } from 'vitest';
import { states, useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': `<h1>Orders of <b>today</b></h1><ul><li>One</li><li>Two</li></ul>
    <button aria-pressed="true">Save</button><button>Delete</button><button disabled>Delete</button>`,
  '/late': `<h1>Wait</h1><script>setTimeout(() => { document.querySelector('h1').textContent = 'Ready'; }, 300)</script>`,
  '/frame': '<iframe srcdoc="<h2>Inside</h2>"></iframe>',
});

const visit = { type: 'visit', url: '/' };
const matches = (expected: string, fields: object = {}) => ({
  type: 'assert',
  matcher: 'toMatchAriaSnapshot',
  expected,
  ...fields,
});

describe('an aria snapshot', () => {
  test('an aria snapshot matches when the page contains its lines among others', async () => {
    await runner.passes([
      visit,
      matches('- heading "Orders of today" [level=1]\n- button "Save" [pressed]'),
      matches('- list:\n  - listitem: /^T/'),
      matches('- list:\n  - /children: equal\n  - listitem: One\n  - listitem: Two', { locator: 'ul' }),
      matches('- button "Delete" [disabled]'),
      matches('- heading "Bye"', { not: true }),
    ]);
  });

  test('an aria snapshot may contain values of the test', async () => {
    await runner.passes([
      visit,
      { type: 'extract', from: 'text', locator: 'b', into: 'day' },
      matches('- heading "Orders of {{ var.day }}"'),
    ]);
  });

  test('an assertion waits until the page matches the aria snapshot', async () => {
    await runner.passes([{ type: 'visit', url: '/late' }, matches('- heading "Ready"')]);
  });

  test('an aria snapshot matches the content of a frame', async () => {
    const inside = "frameLocator('iframe').locator('body')";
    await runner.passes([{ type: 'visit', url: '/frame' }, matches('- heading "Inside"', { locator: inside })]);
  });

  test('an aria snapshot decides which branch of an if runs', async () => {
    const { actions } = await runner.passes([
      visit,
      { ...matches('- heading "Bye"'), type: 'if' },
      { type: 'comment', text: 'no' },
      { type: 'else' },
      { type: 'comment', text: 'yes' },
      { type: 'end' },
    ]);
    expect(actions.map(({ branch }) => branch)).toContain('else');
  });

  test('a failed aria snapshot names the missing line and the closest one', async () => {
    const { state, title, error } = await runner.fails([
      visit,
      matches('- heading "Orders of yesterday"\n- button "Save"', { timeoutMs: 200 }),
    ]);
    expect(state).toBe('failed');
    expect(title).toBe('Check that the page matches the aria snapshot “- heading "Orders of yesterday"…”');
    expect(error.message).toBe(
      'Expected the page to match the aria snapshot, but it has no heading "Orders of yesterday"; the closest is heading "Orders of today" [level=1].',
    );
    expect(error.expected).toBe('- heading "Orders of yesterday"\n- button "Save"');
    expect(error.actual).toContain('- listitem: One');
  });

  test('a failed aria snapshot says when its lines are there in another order', async () => {
    const { error } = await runner.fails([visit, matches('- button "Save"\n- heading', { timeoutMs: 200 })]);
    expect(error.message).toBe(
      'Expected the page to match the aria snapshot, but its lines are there in another order or nesting, or with others between them.',
    );
  });

  test('a negated aria snapshot fails when the page does match', async () => {
    const { error } = await runner.fails([visit, matches('- list', { not: true, timeoutMs: 200 })]);
    expect(error.message).toBe('Expected the page not to match the aria snapshot, but it does.');
  });

  test('an aria snapshot fails when its element is missing or several elements fit', { tags: ['full'] }, async () => {
    const missing = await runner.fails([visit, matches('- list', { locator: '#gone', timeoutMs: 200 })]);
    expect(missing.error.message).toMatch(/^No element matches #gone on http/);
    const several = await runner.fails([visit, matches('- button', { locator: 'button', timeoutMs: 200 })]);
    expect(several.error.message).toMatch(/^3 elements match button on http.*; exactly one is needed\.$/);
    expect(several.error.candidates?.length).toBe(3);
  });

  test('an aria snapshot that becomes unreadable through its values ends in an error that says why', async () => {
    const { state, error } = await runner.fails([
      visit,
      { type: 'extract', from: 'script', code: "return 'a\" [b'", into: 'part' },
      matches('- button "{{ var.part }}]'),
    ]);
    expect(state).toBe('error');
    expect(error.message).toMatch(/^“expected” is not an aria snapshot: Unsupported attribute \[b\]\.$/);
  });

  test('stopping the run ends the wait for an aria snapshot at once', async () => {
    const testId = await runner.write([visit, matches('- heading "Never"', { timeoutMs: 60_000 })]);
    await runner.call('runTest', { testId });
    await runner.until(({ action }) => action?.type === 'assert');
    await runner.call('stopTest');
    await runner.until(({ state }) => state === 'stopped');
    expect(states((await runner.results()).actions)).toEqual(['passed', 'stopped']);
  });

  test('an aria snapshot that cannot be read is refused when the test is stored', async () => {
    const storing = runner.write([matches('button "Save"')]);
    await expect(storing).rejects.toThrow(/"actions\[0\]\.expected": an aria snapshot is a list of lines/);
  });
});
