import { describe, expect, test } from 'vitest';
import { flat, states, useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': `<title>Dialogs</title><p id="got"></p>
    <button onclick="got.textContent = String(confirm('Sure?'))">Confirm</button>
    <button onclick="got.textContent = String(prompt('Name?', 'Eve'))">Prompt</button>
    <button onclick="alert('Hi'); got.textContent = confirm('Sure?') + ' ' + prompt('Name?')">All</button>
    <button onclick="setTimeout(() => { got.textContent = String(confirm('Late?')); }, 300)">Later</button>
    <a href="/other" target="_blank">Another tab</a>`,
  '/other': `<title>Other</title><p id="got"></p><button onclick="got.textContent = String(confirm('Sure?'))">Confirm</button>`,
  '/unsaved': `<title>Unsaved</title><button onclick="window.addEventListener('beforeunload', event => event.preventDefault())">Edit</button>
    <a href="/">Leave</a>`,
});

const visit = (url = '/') => ({ type: 'visit', url });
const dialog = (accept: boolean, text?: string) => ({
  type: 'dialog',
  accept,
  ...(text === undefined ? {} : { text }),
});
const click = (name: string, role = 'button') => ({
  type: 'click',
  locator: `getByRole('${role}', { name: '${name}', exact: true })`,
});
const got = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: '#got', expected });
const title = (expected: string) => ({ type: 'assert', matcher: 'toHaveTitle', expected });

describe('dialog', () => {
  test('a dialog action accepts or dismisses the next dialog, and later ones are dismissed as usual', async () => {
    const { actions } = await runner.passes([
      visit(),
      dialog(true),
      click('Confirm'),
      got('true'),
      click('Confirm'),
      got('false'),
      dialog(false),
      click('Prompt'),
      got('null'),
    ]);
    expect(actions[2]?.dialogs).toEqual([{ type: 'confirm', message: 'Sure?', answer: 'accepted' }]);
    expect(actions[4]?.dialogs).toEqual([{ type: 'confirm', message: 'Sure?', answer: 'dismissed' }]);
  });

  test('a dialog action types into a prompt, which otherwise keeps its default text', () =>
    runner.passes([
      visit(),
      { type: 'script', code: '"Ann"', into: 'name' },
      dialog(true, '{{name}} B.'),
      click('Prompt'),
      got('Ann B.'),
      dialog(true),
      click('Prompt'),
      got('Eve'),
      dialog(true, ''),
      click('Prompt'),
      got(''),
    ]));

  test(
    'dialog actions answer several dialogs in order, even late ones and those of other tabs',
    { tags: ['full'] },
    () =>
      runner.passes([
        visit(),
        dialog(true),
        dialog(true),
        dialog(true, 'Ann'),
        click('All'),
        got('true Ann'),
        dialog(true),
        { type: 'comment', text: 'It takes a while.' },
        click('Later'),
        got('true'),
        dialog(true),
        click('Another tab', 'link'),
        title('Other'),
        click('Confirm'),
        got('true'),
      ]),
  );

  test('a dialog action decides whether an unsaved page is left or kept', () =>
    runner.passes([
      visit('/unsaved'),
      click('Edit'),
      dialog(false),
      click('Leave', 'link'),
      title('Unsaved'),
      dialog(false),
      { type: 'script', code: 'location.reload()' },
      dialog(true),
      click('Leave', 'link'),
      title('Dialogs'),
    ]));

  test('a dialog action fails at the end of the test when no dialog came, inside a block as well', async () => {
    const block = [{ type: 'group', title: 'Asking' }, dialog(true), { type: 'end' }];
    const { outcome, actions } = await runner.run([visit(), dialog(true), ...block, click('Confirm'), got('true')]);
    expect([outcome, states(actions), states(flat(actions))]).toEqual([
      'failed',
      ['passed', 'passed', 'failed', 'passed', 'passed'],
      ['passed', 'passed', 'failed', 'failed', 'passed', 'passed'],
    ]);
    expect(actions[2]?.actions?.[0]?.error).toMatchObject({
      message: 'No dialog opened for it to answer before the test ended.',
      errorHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test('a dialog action is not blamed when another action ended the test', { tags: ['full'] }, async () => {
    const { outcome, actions } = await runner.run([visit(), dialog(true), { ...title('Nope'), timeoutMs: 1 }]);
    expect([outcome, states(actions)]).toEqual(['failed', ['passed', 'passed', 'failed']]);
  });

  test('the error says when a dialog action comes too late to answer its dialog', { tags: 'full' }, async () => {
    const refused =
      'The confirm “Sure?” of action 2 (Click button “Confirm”) was dismissed: no dialog action came before it.';
    const late = await runner.run([visit(), click('Confirm'), dialog(true)]);
    expect(late.actions[2]?.error?.message).toBe(`No dialog opened for it to answer before the test ended. ${refused}`);
    const wrong = { ...got('true'), timeoutMs: 1 };
    const unanswered = await runner.run([visit(), click('Confirm'), dialog(true), wrong]);
    expect(unanswered.actions[3]?.error?.message).toMatch(/dismissed: no dialog action .* Expected .* the text “true”/);
    expect(unanswered.actions[3]?.error?.message.startsWith(refused)).toBe(true);
    const answered = await runner.run([visit(), dialog(false), click('Confirm'), wrong]);
    expect(answered.actions[3]?.error?.message).not.toContain('dismissed');
  });

  test('an unused dialog action answers nothing in the next test', { tags: ['full'] }, async () => {
    await runner.run([visit(), dialog(true)]);
    await runner.passes([click('Confirm'), got('false')], { context: 'live' });
  });
});

test(
  'one dialog action may answer each dialog from then on, or none, and another takes its place',
  { tags: 'full' },
  () =>
    runner.passes([
      { type: 'dialog', accept: true, every: true },
      visit(),
      click('Confirm'),
      got('true'),
      dialog(false),
      click('Confirm'),
      got('false'),
      click('All'),
      got('true '),
      { type: 'dialog', accept: false, every: true },
      click('Confirm'),
      got('false'),
      { type: 'dialog', accept: true, every: true },
    ]),
);

test('a dialog that says something else than its action expects fails the test', { tags: 'full' }, async () => {
  await runner.passes([visit(), { ...dialog(true), message: 'Su*?' }, click('Confirm'), got('true')]);
  const { actions } = await runner.run([visit(), { ...dialog(true), message: 'Sure!' }, click('Confirm'), got('true')]);
  expect(actions[1]).toMatchObject({ state: 'failed', error: { message: 'The dialog said “Sure?”, not “Sure!”.' } });
});
