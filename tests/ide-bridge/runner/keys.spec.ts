import { expect, test } from 'vitest';
import { KEY_NAMES, keyFault } from '../../../model/values/key.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': '<title>Keys</title><input autofocus aria-label="Note"><output></output><script>addEventListener("keydown", event => document.querySelector("output").append(event.code + " "))</script>',
  '/code':
    '<title>Code</title><input maxlength=1 aria-label="Digit 1"><input maxlength=1 aria-label="Digit 2"><script>const [first, second] = document.querySelectorAll("input"); first.addEventListener("input", () => second.focus())</script>',
  '/filled': `<title>Filled</title><input aria-label="Search" value="an"><p contenteditable aria-label="Note">an</p><div contenteditable><p>one</p><p title="Second">an</p></div>
    <textarea aria-label="Terminal" style="position: absolute; opacity: 0; height: 1px"></textarea><output></output>
    <div aria-label="Picture" role="img">picture</div>
    <script>addEventListener("keydown", event => document.querySelector("output").append(event.key))</script>`,
  '/late': `<title>Late</title><input aria-label="Name" disabled><input aria-label="Never" disabled>
    <script>setTimeout(() => { document.querySelector("input").disabled = false }, 300)</script>`,
});

const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const press = (key: string) => ({ type: 'press', key });
const typeKeys = (locator: string, value: string) => ({ type: 'fill', locator, value, keyByKey: true });

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

test.each([
  ['a field', "getByLabel('Search')", 'toHaveValue'],
  ['an editable part', "getByLabel('Note')", 'toHaveText'],
  ['a paragraph of an editable part', "getByTitle('Second')", 'toHaveText'],
])('text typed key by key is added to what %s holds, and the page hears each key', async (_what, locator, matcher) => {
  await runner.passes([
    { type: 'visit', url: '/filled' },
    typeKeys(locator, 'ä b'),
    { type: 'assert', matcher, locator, expected: 'anä b' },
    { type: 'assert', matcher: 'toHaveText', locator: 'output', expected: ' b' },
  ]);
});

test('text is typed key by key into a field that nobody sees, a line at a time', async () => {
  await runner.passes([
    { type: 'visit', url: '/filled' },
    typeKeys("getByLabel('Terminal')", 'ls {{ "-la" }}\npwd'),
    { type: 'assert', matcher: 'toHaveText', locator: 'output', expected: 'ls -laEnterpwd' },
  ]);
});

test('typing key by key waits until the field is enabled', async () => {
  await runner.passes([
    { type: 'visit', url: '/late' },
    typeKeys("getByLabel('Name')", 'Ann'),
    { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('Name')", expected: 'Ann' },
  ]);
  const never = { ...typeKeys("getByLabel('Never')", 'Ann'), timeoutMs: 1_500 };
  const { error } = await runner.fails([{ type: 'visit', url: '/late' }, never]);
  expect(error.message).toContain('disabled');
});

test('what cannot have the focus takes no keys, which is said', async () => {
  const { error } = await runner.fails([
    { type: 'visit', url: '/filled' },
    typeKeys("getByRole('img', { name: 'Picture' })", 'x'),
  ]);
  expect(error.message).toContain('cannot have the focus');
});

test('an unknown key that appears only at run time fails the action with a suggestion', async () => {
  const { error } = await runner.fails([{ type: 'visit', url: '/' }, press('Shift+{{ "Entr" }}')]);
  expect(error.message).toMatch(/^There is no key “Entr”\. Did you mean "Enter"\?/);
});
