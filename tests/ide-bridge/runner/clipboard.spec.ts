import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const copying = (text: string, delayMs = 0) =>
  `onclick="setTimeout(() => navigator.clipboard.writeText('${text}'), ${delayMs})"`;

const runner = useRunner({
  '/': `<title>Clipboard</title>
    <button ${copying('Code 4711')}>Copy</button> <button ${copying('later', 400)}>Copy later</button>
    <button ${copying('one\\r\\ntwo')}>Copy lines</button><label>Text <input></label>`,
});

const visit = { type: 'visit', url: '/' };
const clipboard = (fields: object) => ({ type: 'clipboard', ...fields });
const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}', exact: true })` });
const holds = (text: string, expected: string) => [
  { type: 'fill', locator: 'input', value: text },
  { type: 'assert', matcher: 'toHaveValue', locator: 'input', expected },
];

// One after the other: all pages of a browser have the same clipboard.
describe.sequential('clipboard', () => {
  test('what a page has copied is checked and kept for later actions', async () => {
    const { actions } = await runner.passes([
      visit,
      click('Copy'),
      clipboard({ expected: 'Code 4711', into: 'copied' }),
      clipboard({ expected: '/^code \\d+$/', ignoreCase: true }),
      clipboard({ expected: 'Code', not: true }),
      ...holds('{{$substringAfter(copied, " ")}}', '4711'),
    ]);
    expect(actions.slice(2, 5).map(({ title }) => title)).toEqual([
      'Check that the clipboard has the text “Code 4711”, stored as copied',
      'Check that the clipboard has the text “/^code \\d+$/”',
      'Check that the clipboard does not have the text “Code”',
    ]);
  });

  test('a text with values in it is put on the clipboard, for pages to paste', async () => {
    const { actions } = await runner.passes([
      visit,
      { type: 'script', code: '"Ann"', into: 'name' },
      clipboard({ value: 'For {{name}}: “</script>”\n' }),
      clipboard({ into: 'copied' }),
      { type: 'press', key: 'ControlOrMeta+V', locator: 'input' },
      { type: 'assert', matcher: 'toHaveValue', locator: 'input', expected: 'For {{name}}: “</script>”' },
      ...holds('{{$length(copied)}}', '21'),
    ]);
    expect(actions[2]?.title).toBe('Put “For Ann: “</script>”\n” on the clipboard');
  });

  test('a text that is copied late is waited for, however its lines end', async () => {
    await runner.passes([
      visit,
      clipboard({ value: '' }),
      click('Copy later'),
      clipboard({ expected: 'later' }),
      click('Copy lines'),
      clipboard({ expected: 'one\ntwo' }),
    ]);
  });

  test('another text fails the check, and shows what is there', async () => {
    const put = clipboard({ value: 'apples' });
    const wrong = await runner.fails([visit, put, { ...clipboard({ expected: 'pears' }), timeoutMs: 300 }]);
    expect(wrong.error).toMatchObject({
      message: 'Expected the clipboard to have the text “pears”, but it is “apples”.',
      expected: 'pears',
      actual: 'apples',
    });
    const same = await runner.fails([visit, put, { ...clipboard({ expected: '/APP/i', not: true }), timeoutMs: 300 }]);
    expect(same.error.message).toBe('Expected the clipboard not to have the text “/APP/i”, but it is “apples”.');
  });

  test('a secret that goes by the clipboard is shown nowhere', async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'spring-Wind-4711' }];
    await runner.call('createEnvironment', { name: 'Keys', items });
    const options = { environment: 'Keys' };
    const put = clipboard({ value: '{{secret.KEY}}' });
    const { actions } = await runner.passes([visit, put, clipboard({ into: 'copied' })], options);
    expect(actions[1]?.title).toBe('Put “••••” on the clipboard');
    const wrong = await runner.fails([visit, put, { ...clipboard({ expected: 'winter' }), timeoutMs: 300 }], options);
    expect(JSON.stringify([await runner.results(), wrong])).not.toContain('spring-Wind');
  });

  test('a page without a clipboard says which pages have one', async () => {
    const { error } = await runner.fails([{ type: 'visit', url: 'about:blank' }, clipboard({ into: 'copied' })]);
    expect(error.message).toMatch(/about:blank has no clipboard: only pages on https and on localhost have one\./);
  });

  test.each([
    [{}, /clipboard needs a "value" to put there, or "expected" or "into" to look at it/],
    [{ value: 'a', into: 'b' }, /takes neither "expected" nor "into"/],
    [{ value: 'a', not: true }, /"not" needs "expected"/],
    [{ expected: '/(/' }, /not a regular expression/],
  ])('the fields %j are refused', async (fields, message) => {
    await expect(runner.write([clipboard(fields)])).rejects.toThrow(message);
  });
});
