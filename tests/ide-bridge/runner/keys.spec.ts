import { expect, test } from 'vitest';
import { KEY_NAMES, keyFault } from '../../../model/values/key.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': '<title>Keys</title><input autofocus aria-label="Note"><output></output><script>addEventListener("keydown", event => document.querySelector("output").append(event.code + " "))</script>',
  '/code':
    '<title>Code</title><input maxlength=1 aria-label="Digit 1"><input maxlength=1 aria-label="Digit 2"><script>const [first, second] = document.querySelectorAll("input"); first.addEventListener("input", () => second.focus())</script>',
});

const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const press = (key: string) => ({ type: 'press', key });

test('the browser accepts every key that an action may name', { tags: 'full' }, async () => {
  const keys = [...KEY_NAMES, ...CHARACTERS, '\n', 'Control+A', 'Shift++', '+'];
  expect(keys.map(keyFault).filter(fault => fault !== undefined)).toEqual([]);
  const { actions } = await runner.passes([{ type: 'visit', url: '/' }, ...keys.map(press)], { screenshots: 'off' });
  expect(actions).toHaveLength(keys.length + 1);
});

test('a chord presses its keys in order', async () => {
  await runner.passes([
    { type: 'visit', url: '/' },
    press('Control+Shift+KeyB'),
    { type: 'assert', matcher: 'toHaveText', locator: 'output', expected: 'ControlLeft ShiftLeft KeyB' },
  ]);
});

test('after the first key of several, the others go wherever the page has put the focus', async () => {
  await runner.passes([
    { type: 'visit', url: '/code' },
    { ...press('4 2'), locator: "getByLabel('Digit 1')" },
    { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('Digit 2')", expected: '2' },
  ]);
});

test('an unknown key that appears only at run time fails the action with a suggestion', async () => {
  const { error } = await runner.fails([{ type: 'visit', url: '/' }, press('Shift+{{ "Entr" }}')]);
  expect(error.message).toMatch(/^There is no key “Entr”\. Did you mean "Enter"\?/);
});
