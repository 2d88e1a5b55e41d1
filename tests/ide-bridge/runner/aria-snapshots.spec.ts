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
  test('holds when the page has what it says, among other things', async () => {
    await runner.passes([
      visit,
      matches('- heading "Orders of today" [level=1]\n- button "Save" [pressed]'),
      matches('- list:\n  - listitem: /^T/'),
      matches('- list:\n  - /children: equal\n  - listitem: One\n  - listitem: Two', { locator: 'ul' }),
      matches('- button "Delete" [disabled]'),
      matches('- heading "Bye"', { not: true }),
    ]);
  });

  test('is filled with values', async () => {
    await runner.passes([
      visit,
      { type: 'extract', from: 'text', locator: 'b', into: 'day' },
      matches('- heading "Orders of {{ var.day }}"'),
    ]);
  });

  test('is waited for', async () => {
    await runner.passes([{ type: 'visit', url: '/late' }, matches('- heading "Ready"')]);
  });

  test('looks into a frame', async () => {
    const inside = "frameLocator('iframe').locator('body')";
    await runner.passes([{ type: 'visit', url: '/frame' }, matches('- heading "Inside"', { locator: inside })]);
  });

  test('chooses the branch of an if', async () => {
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

  test('tells the line that is missing and the closest one', async () => {
    const { state, title, error } = await runner.fails([
      visit,
      matches('- heading "Orders of yesterday"\n- button "Save"', { timeoutMs: 200 }),
    ]);
    expect(state).toBe('failed');
    expect(title).toBe('the page matches the aria snapshot “- heading "Orders of yesterday"…”');
    expect(error.message).toBe(
      'Expected the page to match the aria snapshot, but it has no heading "Orders of yesterday"; close to it is heading "Orders of today" [level=1].',
    );
    expect(error.expected).toBe('- heading "Orders of yesterday"\n- button "Save"');
    expect(error.actual).toContain('- listitem: One');
  });

  test('tells lines that are there in another order', async () => {
    const { error } = await runner.fails([visit, matches('- button "Save"\n- heading', { timeoutMs: 200 })]);
    expect(error.message).toBe(
      'Expected the page to match the aria snapshot, but its lines are there in another order or nesting, or with others between them.',
    );
  });

  test('fails for not when the page does match', async () => {
    const { error } = await runner.fails([visit, matches('- list', { not: true, timeoutMs: 200 })]);
    expect(error.message).toBe('Expected the page not to match the aria snapshot, but it does.');
  });

  test('tells an element that is missing, and several that fit', async () => {
    const missing = await runner.fails([visit, matches('- list', { locator: '#gone', timeoutMs: 200 })]);
    expect(missing.error.message).toMatch(/^No element fits #gone on http/);
    const several = await runner.fails([visit, matches('- button', { locator: 'button', timeoutMs: 200 })]);
    expect(several.error.message).toMatch(/^3 elements fit button on http.*; exactly one is needed\.$/);
    expect(several.error.candidates?.length).toBe(3);
  });

  test('that only its values make unreadable is told', async () => {
    const { state, error } = await runner.fails([
      visit,
      { type: 'extract', from: 'script', code: "return 'a\" [b'", into: 'part' },
      matches('- button "{{ var.part }}]'),
    ]);
    expect(state).toBe('error');
    expect(error.message).toMatch(/^“expected” is no aria snapshot: Unsupported attribute \[b\]\.$/);
  });

  test('ends at once when the run is stopped', async () => {
    const testId = await runner.write([visit, matches('- heading "Never"', { timeoutMs: 60_000 })]);
    await runner.call('runTest', { testId });
    await runner.until(({ action }) => action?.type === 'assert');
    await runner.call('stopTest');
    await runner.until(({ state }) => state === 'stopped');
    expect(states((await runner.results()).actions)).toEqual(['passed', 'stopped']);
  });

  test('that cannot be read is refused when it is written', async () => {
    const storing = runner.write([matches('button "Save"')]);
    await expect(storing).rejects.toThrow(/"actions\[0\]\.expected": an aria snapshot is a list of lines/);
  });
});
