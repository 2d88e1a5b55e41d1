import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/fields': `<title>Fields</title><input id="name" value="Ann" maxlength="6"><textarea id="area">one</textarea>
    <input id="many" type="number"><input id="off" disabled>
    <div id="rich" contenteditable>Hi,</div><div id="boxes"><input size="1"><input size="1"><input size="1"></div>
    <p id="plain">No field</p><output id="log"></output>
    <script>
      const kinds = new Set();
      addEventListener('input', event => { kinds.add(event.inputType); log.textContent = [...kinds].join(); });
      boxes.addEventListener('paste', event => {
        event.preventDefault();
        [...event.clipboardData.getData('text')].forEach((digit, at) => { boxes.children[at].value = digit; });
      });
    </script>`,
});

const visit = { type: 'visit', url: '/fields' };
const paste = (locator: string, value: string, html?: string) => ({ type: 'paste', locator, value, html });
const value = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveValue', locator, expected });
const text = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator, expected });

describe('paste', () => {
  test('goes where the caret is, is told apart from what is typed, and keeps to the length of a field', () =>
    runner.passes([
      visit,
      paste('#name', ' Lee'),
      value('#name', 'Ann Le'),
      text('#log', 'insertFromPaste'),
      { type: 'press', locator: '#area', key: 'Home' },
      paste('#area', 'two\nlines '),
      value('#area', 'two\nlines one'),
    ]));

  test('is given to the page, which may take it for itself', () =>
    runner.passes([
      visit,
      paste('#boxes > input >> nth=0', '{{ $string(123) }}'),
      value('#boxes > input >> nth=2', '3'),
    ]));

  test('puts formats into an editor, and a plain text where there are none', () =>
    runner.passes([
      visit,
      paste('#rich', 'you', '<b>you</b>'),
      text('#rich b', 'you'),
      paste('#rich', ' two'),
      text('#rich', 'Hi,you two'),
      paste('#many', '12'),
      value('#many', '12'),
    ]));

  test('says why nothing is pasted into what takes no focus, or is disabled', async () => {
    const onText = await runner.fails([visit, { ...paste('#plain', 'a'), timeoutMs: 1_000 }]);
    expect(onText.error.message).toMatch(/cannot have the focus, so nothing is pasted into it/);
    const onDisabled = await runner.fails([visit, { ...paste('#off', 'a'), timeoutMs: 1_000 }]);
    expect(onDisabled.error.message).toMatch(/#off .* is disabled/);
  });
});
