import { describe, expect, it } from 'vitest';
import { changeAction, readAction, UNSTORED_ACTION_ID } from '../../../model/actions/read-action.ts';
import { isAppError } from '../../../model/errors/errors.ts';

const actionId = UNSTORED_ACTION_ID;
/** Stands for the engines: they find a text wrong that holds “oops”. */
const read = (text: string) => (text.includes('oops') ? `“${text}” cannot be read` : undefined);
const syntax = { expression: read, script: read };

/** Field and sentence of a refusal. */
function refusal(read: () => unknown): { field: string | undefined; message: string } {
  try {
    read();
  } catch (error) {
    if (isAppError(error, 'invalid-params')) return { field: error.detail.field, message: error.message };
    throw error;
  }
  throw new Error('It was accepted.');
}

const HEADING = { type: 'assert', matcher: 'toHaveText', locator: '#title' };

describe('an action that cannot work by what it says itself', () => {
  it.each([
    [{ ...HEADING, expected: '/[/' }, 'expected', /“\/\[\/” is not a regular expression: Unterminated character class/],
    [{ ...HEADING, expected: '/(/i' }, 'expected', /Unterminated group/],
    [{ ...HEADING, type: 'if', expected: '/*/' }, 'expected', /Nothing to repeat/],
    [{ type: 'assert', matcher: 'toHaveURL', expected: '/[/' }, 'expected', /not a regular expression/],
    [{ type: 'wait', until: 'url', value: '/(/' }, 'value', /not a regular expression/],
    [{ type: 'extract', from: 'title', into: 'x', pattern: '(' }, 'pattern', /not a regular expression/],
    [
      { type: 'assert', matcher: 'toHaveCount', locator: 'li', expected: 'three' },
      'expected',
      /a whole number, not "three"/,
    ],
    [{ type: 'fill', locator: '#a', value: 'x {{ user' }, 'value', /The \{\{ at position 3 is never closed/],
    [{ type: 'fill', locator: '#a', value: '{{ }}' }, 'value', /position 1 is empty/],
    [{ type: 'visit', url: '/{{ path' }, 'url', /never closed/],
    [{ type: 'press', key: '{{ key' }, 'key', /never closed/],
    [{ type: 'select', locator: '#a', values: ['one', '{{ two'] }, 'values[1]', /never closed/],
    [{ type: 'plugTest', test: 't1', parameters: { user: '{{ x' } }, 'parameters.user', /never closed/],
    [{ type: 'click', locator: "getByText('{{ name')" }, 'locator', /never closed/],
    [{ type: 'click', locator: "getByRole('row').filter({ hasText: '{{ name' })" }, 'locator', /never closed/],
    [
      { type: 'upload', locator: '#a', files: ['a.txt', '../b.txt'] },
      'files[1]',
      /“\.\.\/b\.txt” is not under files\//,
    ],
    [{ type: 'upload', locator: '#a', files: 'C:\\a.txt' }, 'files', /is not under files\//],
    [{ type: 'upload', locator: '#a', files: ['{{ a'] }, 'files[0]', /never closed/],
    [{ type: 'drag', locator: '#a', target: "getByText('{{ b')" }, 'target', /never closed/],
    [{ type: 'drag', locator: '#a' }, 'target', /needs a "target" to drop it on, or an "offset"/],
    [{ type: 'drag', locator: '#a', target: '#b', offset: { x: 1, y: 0 } }, 'offset', /has no "target"/],
    [
      { type: 'drag', locator: '#a', targetPosition: { x: 1, y: 0 }, offset: { x: 1, y: 0 } },
      'offset',
      /has no "targetPosition"/,
    ],
    [{ type: 'dialog', accept: true, text: '{{ b' }, 'text', /never closed/],
    [{ type: 'dialog', accept: false, text: 'Ann' }, 'text', /only a dialog that is accepted takes a text/],
    [{ type: 'switchTab', tab: ' ' }, 'tab', /needs its index, title or address/],
    [{ type: 'closeTab', tab: '{{ a' }, 'tab', /never closed/],
    [{ type: 'newTab', url: 'file:///etc/passwd' }, 'url', /not file:/],
    [{ type: 'request', method: 'GET', url: 'file:///etc/passwd' }, 'url', /not file:/],
    [
      { type: 'request', method: 'GET', url: '/', headers: { 'a b': 'x' } },
      'headers.a b',
      /“a b” is not a header name/,
    ],
    [{ type: 'request', method: 'GET', url: '/', headers: { A: 'x\ny' } }, 'headers.A', /must be a single line/],
    [{ type: 'request', method: 'GET', url: '/', headers: { A: '{{ x' } }, 'headers.A', /never closed/],
    [{ type: 'request', method: 'GET', url: '/', expectStatus: 'fine' }, 'expectStatus', /is not an HTTP status/],
    [{ type: 'request', method: 'GET', url: '/', expectStatus: 999 }, 'expectStatus', /is not an HTTP status/],
    [{ type: 'request', method: 'GET', url: '/', repeatUntil: 'oops(' }, 'repeatUntil', /cannot be read/],
    [{ type: 'request', method: 'GET', url: '/', repeatUntil: 'secret.key = body' }, 'repeatUntil', /reads a secret/],
    [{ type: 'request', method: 'GET', url: '/', everyMs: 500 }, 'everyMs', /only a call that is repeated has pauses/],
    [{ type: 'download', expectText: '{{ a' }, 'expectText', /never closed/],
    [{ type: 'download', expectFile: 'oops' }, 'expectFile', /cannot be read/],
    [{ type: 'visit', url: '/', expectStatus: 'fine' }, 'expectStatus', /is not an HTTP status/],
    [{ type: 'reload', expectStatus: 99 }, 'expectStatus', /is not an HTTP status/],
    [{ type: 'request', method: 'POST', url: '/', body: { user: '{{ x' } }, 'body.user', /never closed/],
    [{ type: 'request', method: 'GET', url: '/', expectBody: 'oops' }, 'expectBody', /cannot be read/],
    [{ type: 'request', method: 'GET', url: '/', expectBody: 'body = secret.key' }, 'expectBody', /reads a secret/],
    [{ type: 'mock', url: ' ', body: 'x' }, 'url', /a pattern is needed/],
    [{ type: 'mock', url: '**/{a,b', body: 'x' }, 'url', /braces that do not fit/],
    [{ type: 'mock', url: '/(/', body: 'x' }, 'url', /not a regular expression/],
    [{ type: 'mock', url: '/a' }, 'status', /needs an answer/],
    [{ type: 'mock', url: '/a', status: 99 }, 'status', /“99” is no status of an answer; write one from 200 to 599/],
    [{ type: 'mock', url: '/a', headers: { 'a b': 'x' } }, 'headers.a b', /“a b” is not a header name/],
    [{ type: 'mock', url: '/a', headers: { A: 'x\ny' } }, 'headers.A', /must be a single line/],
    [{ type: 'mock', url: '/a', body: 'x', file: 'a.json' }, 'file', /"body" or "file", not both/],
    [{ type: 'mock', url: '/a', file: '../a.json' }, 'file', /is not under files\//],
    [
      { type: 'mock', url: '/a', change: 'body', body: 'x' },
      'change',
      /changes the real answer, which "body" replaces/,
    ],
    [{ type: 'mock', url: '/a', change: 'oops' }, 'change', /cannot be read/],
    [{ type: 'mock', url: '/a', change: 'secret.key' }, 'change', /reads a secret/],
    [{ type: 'mock', url: '/a', abort: 'failed', status: 200 }, 'status', /has no answer, so no "status" either/],
    [{ type: 'mock', url: '/a', body: 'x', times: 0 }, 'times', /answers no request does nothing/],
    [{ type: 'mock', url: '/a', body: 'x', times: 'many' }, 'times', /a whole number, not "many"/],
    [{ type: 'stopMocking', url: '**/{a' }, 'url', /braces that do not fit/],
    [{ type: 'expectRequest', url: '/(/' }, 'url', /is not a regular expression/],
    [{ type: 'expectRequest', url: '/api/{a' }, 'url', /braces that do not fit/],
    [{ type: 'expectRequest', url: '/api', status: 'fine' }, 'status', /is not an HTTP status/],
    [{ type: 'expectRequest', url: '/api', expression: 'oops (' }, 'expression', /cannot be read/],
    [{ type: 'expectRequest', url: '/api', expression: 'response.body = secret.key' }, 'expression', /reads a secret/],
    [{ type: 'expectRequest', url: '/api', not: true, count: 2 }, 'count', /must not be sent takes no "count"/],
    [{ type: 'expectRequest', url: '/api', not: true, into: 'x' }, 'into', /must not be sent takes no "into"/],
    [{ type: 'loop', times: '{{ n' }, 'times', /never closed/],
    [{ type: 'loop', times: '10001' }, 'times', /10000 at most, not "10001"/],
    [{ type: 'wait', until: 'time', value: 'soon' }, 'value', /a whole number, not "soon"/],
    [{ type: 'wait', until: 'time', value: 3_600_001 }, 'value', /3600000 at most/],
    [{ type: 'if', condition: '  ' }, 'condition', /A condition is one expression/],
    [{ type: 'if', condition: '{{ a }} and {{ b }}' }, 'condition', /A condition is one expression/],
    [{ type: 'loop', while: '{{ a' }, 'while', /never closed/],
    [{ type: 'if', condition: 'secret.password = "x"' }, 'condition', /reads a secret/],
    [{ type: 'loop', while: '{{ $exists(secret.token) }}' }, 'while', /reads a secret/],
    [{ type: 'if', condition: '$lookup(secret, "a")' }, 'condition', /reads a secret/],
    [{ type: 'press', key: 'enter' }, 'key', /There is no key “enter”\. Did you mean "Enter"\?/],
    [{ type: 'press', key: 'Ctrl+A' }, 'key', /no key “Ctrl”\. Did you mean "Control"\?/],
    [{ type: 'press', key: 'Control+' }, 'key', /ends with a plus sign/],
    [{ type: 'press', key: 'é' }, 'key', /no key “é”/],
    [{ type: 'press', key: 'ArrowDown enter' }, 'key', /There is no key “enter”\. Did you mean "Enter"\?/],
    [{ type: 'press', key: 'Control A' }, 'key', /“Control A” lets go of Control at once; write Control\+A to hold it/],
    [{ type: 'visit', url: 'javascript:alert(1)' }, 'url', /http and https addresses only, not javascript:/],
    [{ type: 'visit', url: 'file:///etc/passwd' }, 'url', /not file:/],
    [{ type: 'visit', url: ' DATA:text/html,x' }, 'url', /not data:/],
    [{ type: 'visit', url: 'java\nscript:alert(1)' }, 'url', /not javascript:/],
    [{ type: 'visit', url: 'javascript:{{ code }}' }, 'url', /not javascript:/],
    [{ type: 'visit', url: 'localhost:3000/x' }, 'url', /write http:\/\/localhost:3000\/x/],
    [{ type: 'visit', url: 'http://' }, 'url', /is not an address/],
    [
      { type: 'fill', locator: '#a', value: '{{ user }} {{ oops }}' },
      'value',
      /“oops” cannot be read; write \\\{\{ for/,
    ],
    [{ type: 'click', locator: "getByText('{{ oops }}')" }, 'locator', /“oops” cannot be read/],
    [{ type: 'if', condition: 'oops' }, 'condition', /“oops” cannot be read/],
    [{ type: 'loop', while: '{{ oops }}' }, 'while', /“oops” cannot be read/],
    [{ type: 'script', code: 'oops' }, 'code', /“oops” cannot be read/],
    [{ type: 'extract', from: 'script', code: 'oops', into: 'x' }, 'code', /“oops” cannot be read/],
    [{ type: 'assert', matcher: 'toPassScript', expected: 'oops' }, 'expected', /“oops” cannot be read/],
    [{ type: 'if', matcher: 'toPassScript', expected: 'oops' }, 'expected', /“oops” cannot be read/],
    [{ type: 'wait', until: 'script', value: 'oops' }, 'value', /“oops” cannot be read/],
  ])('the action %j is refused', (input, field, message) => {
    const refused = refusal(() => readAction(input, { actionId, syntax }));
    expect(refused.field).toBe(field);
    expect(refused.message).toMatch(message);
    expect(refused.message).toMatch(/^"[^"]+": .*[^.]\.$/s);
  });

  it.each([
    { ...HEADING, expected: '/shop/basket' },
    { ...HEADING, expected: '/{{ pattern }}[/' },
    { ...HEADING, expected: '\\{{ plain' },
    { type: 'assert', matcher: 'toHaveCount', locator: 'li', expected: '{{ count }}' },
    { type: 'assert', matcher: 'toPassScript', expected: '/[/.test(x)' },
    { type: 'assert', matcher: 'toPassScript', expected: '{{ code }} oops' },
    { type: 'comment', text: 'oops {{ oops }}' },
    { type: 'pause', text: 'oops {{ oops }}' },
    { type: 'pause' },
    { type: 'if', condition: 'count > 3' },
    { type: 'if', condition: '{{ count > 3 }}' },
    { type: 'loop', while: '$exists(secrets)' },
    { type: 'press', key: 'Control++' },
    { type: 'press', key: '+' },
    { type: 'press', key: 'ControlOrMeta+Shift+KeyA' },
    { type: 'press', key: ' ' },
    { type: 'press', key: 5 },
    { type: 'press', key: 'Control+{{ key }}' },
    { type: 'visit', url: '' },
    { type: 'visit', url: '/basket?at=12:30' },
    { type: 'visit', url: '//cdn.example/x' },
    { type: 'visit', url: 'about:blank' },
    { type: 'visit', url: 'HTTPS://shop.example' },
    { type: 'visit', url: '{{ env.BASE }}/javascript:x' },
    { type: 'visit', url: 'http://{{ host }}/' },
    { type: 'visit', url: 'about:{{ page }}' },
  ])('the action %j is accepted', input => {
    expect(readAction(input, { actionId, syntax })).toMatchObject({ type: input.type });
  });

  it('a refusal names the place of the action in a list', () => {
    const { field, message } = refusal(() =>
      readAction({ type: 'press', key: 'entr' }, { actionId, syntax, root: 'actions[2]' }),
    );
    expect(field).toBe('actions[2].key');
    expect(message).toMatch(/^"actions\[2\]\.key": There is no key/);
  });

  it('a faulty action from an earlier release can still be edited and corrected', () => {
    const stored = { actionId, type: 'press', key: 'entr' } as const;
    expect(changeAction(stored, { disabled: true }, { syntax })).toEqual({ ...stored, disabled: true });
    expect(changeAction(stored, { key: 'Enter' }, { syntax })).toEqual({ ...stored, key: 'Enter' });
    expect(refusal(() => changeAction(stored, { key: 'entr' }, { syntax })).field).toBe('key');
    expect(refusal(() => changeAction(stored, { key: 'retrun' }, { syntax })).field).toBe('key');
  });
});
