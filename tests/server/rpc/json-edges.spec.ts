import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, result } from './messages.ts';
import { startService } from './start-service.ts';

let app: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app[Symbol.asyncDispose]());

const HEAD = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":';
/** A whole call whose arguments are written as given. */
const call = (args: string) => `${HEAD}${args}}}`;
/** Bytes in which each letter of a text stands for one byte. */
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('malformed JSON', () => {
  it.each([
    ['an extra comma in an object', '{"text":"x",}'],
    ['an extra comma in a list', '{"text":[1,]}'],
    ['a comma alone', '{,}'],
    ['two commas', '{"text":[1,,2]}'],
    ['a name without quotes', '{text:"x"}'],
    ['a name in single quotes', '{\'text\':"x"}'],
    ['a number for a name', '{1:"x"}'],
    ['no colon', '{"text" "x"}'],
    ['two colons', '{"text"::"x"}'],
    ['NaN', '{"text":NaN}'],
    ['Infinity', '{"text":-Infinity}'],
    ['undefined', '{"text":undefined}'],
    ['True', '{"text":True}'],
    ['half a word', '{"text":nul}'],
    ['a plus', '{"text":+1}'],
    ['a leading zero', '{"text":01}'],
    ['a number that ends in a dot', '{"text":1.}'],
    ['a number that begins with a dot', '{"text":.5}'],
    ['an empty exponent', '{"text":1e}'],
    ['a minus alone', '{"text":-}'],
    ['hexadecimal', '{"text":0x1F}'],
    ['an underscore in a number', '{"text":1_000}'],
    ['a big integer', '{"text":1n}'],
    ['a tab in a text', '{"text":"a\tb"}'],
    ['a line end in a text', '{"text":"a\nb"}'],
    ['a NUL in a text', '{"text":"a\0b"}'],
    ['an unknown escape', '{"text":"\\x41"}'],
    ['half an escape', '{"text":"\\u12"}'],
    ['an escape of braces', '{"text":"\\u{41}"}'],
    ['a text left open', '{"text":"x}'],
    ['a text in backticks', '{"text":`x`}'],
    ['a comment', '{"text":"x" // why\n}'],
    ['brackets that cross', '{"text":[1}]'],
    ['a form feed between tokens', '{\f"text":"x"}'],
    ['a no-break space', '{\u00a0"text":"x"}'],
    ['a byte order mark inside', '{\ufeff"text":"x"}'],
    ['a function', '{"text":Date()}'],
  ])('arguments with %s are rejected as a parse error', async (_what, args) => {
    expect(await app.post(call(args))).toMatchObject({ status: 400, body: failure(null, -32700) });
  });

  it.each([
    ['a second byte order mark', '\ufeff\ufeff{}'],
    ['a byte order mark alone', '\ufeff'],
    ['two values', '{}{}'],
    ['a bracket that closes nothing', ']'],
    ['each request on its own line', '{"jsonrpc":"2.0","method":"x"}\n{"jsonrpc":"2.0","method":"x"}'],
    ['a record separator', '\x1e{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
    ['HTML', '<!doctype html><p>{}'],
    ['a guard against scripts', ")]}'\n{}"],
  ])('a body with %s is rejected as a parse error', async (_what, body) => {
    expect(await app.post(body)).toMatchObject({ status: 400, body: failure(null, -32700) });
  });

  it.each([
    ['an invalid first byte', `${HEAD}{"text":"\xff"}}}`],
    ['an overlong letter', `${HEAD}{"text":"\xc0\xaf"}}}`],
    ['half a letter', `${HEAD}{"text":"\xe2\x82"}}}`],
    ['a letter beyond Unicode', `${HEAD}{"text":"\xf4\x90\x80\x80"}}}`],
    ['half a surrogate pair', `${HEAD}{"text":"\xed\xa0\x80"}}}`],
    ['UTF-16 and a byte order mark', `\xff\xfe${Buffer.from(call('{}'), 'utf16le').toString('latin1')}`],
    ['UTF-32', [...call('{}')].map(letter => `${letter}\0\0\0`).join('')],
  ])('a body with %s in its bytes is rejected as a parse error', async (_what, text) => {
    expect(await app.post(bytes(text))).toMatchObject({ status: 400, body: failure(null, -32700) });
  });

  it('a request is rejected as a parse error wherever it is cut off', async () => {
    const before = [...app.calls];
    const whole = Buffer.from(call('{"text":"\\u00e9é😀","n":[-1.5e3,true,null]}'));
    const found = await Promise.all(cuts(whole));
    expect(found.filter(({ status, code }) => status !== 400 || code !== -32700)).toEqual([]);
    expect(found).toHaveLength(whole.length);
    expect(app.calls).toEqual(before);
  });
});

const codeOf = (text: string): number => Number(/"code":(-?\d+)/.exec(text)?.[1]);

const cuts = (whole: Buffer) =>
  [...whole.keys()].map(async end => {
    const { status, text } = await app.post(new Uint8Array(whole.subarray(0, end)));
    return { end, status, code: codeOf(text) };
  });

describe('unusual JSON', () => {
  it.each([
    ['spaces all around', ` \t\r\n${call('{ "text" :\n"x" }')} \n`, { text: 'x' }],
    ['an escaped name', call('{"\\u0074ext":"x"}'), { text: 'x' }],
    ['a duplicate name', call('{"text":1,"text":"x"}'), { text: 'x' }],
    ['surrogate halves', call('{"text":"\\ud800\\udc00\\ud800 \\udc00"}'), { text: '\ud800\udc00\ud800 \udc00' }],
    ['every escape', call('{"text":"\\"\\\\\\/\\b\\f\\n\\r\\t"}'), { text: '"\\/\b\f\n\r\t' }],
    ['a NUL that is escaped', call('{"text":"\\u0000"}'), { text: '\0' }],
    ['an empty text', call('{"text":""}'), { text: '' }],
    ['letters that change the direction', call('{"text":"\u202eabc\u2066"}'), { text: '\u202eabc\u2066' }],
  ])('a request with %s is accepted', async (_what, body, output) => {
    expect(await app.post(body)).toMatchObject({ status: 200, body: result(1, output) });
  });

  it.each([
    ['a number beyond all bounds', '{"text":1e400}'],
    ['a number of a thousand digits', `{"text":${'9'.repeat(1_000)}}`],
    ['a number too small to tell', '{"text":1e-400}'],
    ['minus zero', '{"text":-0}'],
    ['a value of another type', '{"text":{"text":"x"}}'],
    ['an empty name', '{"":"x","text":"x"}'],
    ['a name that every object has', '{"toString":1,"text":"x"}'],
    ['a hundred thousand names', `{"text":"x",${[...Array(100_000).keys()].map(key => `"k${key}":1`).join()}}`],
    ['a list of a hundred thousand', `{"text":[${'0,'.repeat(99_999)}0]}`],
    ['arguments that are a text', '"{}"'],
    ['arguments that are a list', '[{"text":"x"}]'],
    ['arguments that are null', 'null'],
  ])('the tool refuses %s', async (_what, args) => {
    const { status, text, body } = await app.post(call(args));
    expect({ status, body }).toMatchObject({ status: 200, body: failure(1, -32602) });
    expect(text.length).toBeLessThan(2_000);
  });

  it.each([
    ['__proto__', '{"text":{"__proto__":{"polluted":1}}}'],
    ['constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['prototype in a list', '{"text":[[{"prototype":1}]]}'],
    ['65 levels of objects', `${'{"a":'.repeat(63)}1${'}'.repeat(63)}`],
  ])('arguments with %s are refused as an invalid request', async (_what, args) => {
    expect(await app.post(call(args))).toMatchObject({ status: 400, body: failure(1, -32600) });
    expect('polluted' in {}).toBe(false);
  });
});

describe('the examples of JSON-RPC 2.0', () => {
  const unknown = (id: unknown) => failure(id, -32601);

  it.each([
    ['parameters by position', '{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}', 200, unknown(1)],
    ['parameters in another order', '{"jsonrpc":"2.0","method":"subtract","params":[23,42],"id":2}', 200, unknown(2)],
    [
      'parameters by name',
      '{"jsonrpc":"2.0","method":"subtract","params":{"subtrahend":23,"minuend":42},"id":3}',
      200,
      unknown(3),
    ],
    ['a notification', '{"jsonrpc":"2.0","method":"update","params":[1,2,3,4,5]}', 202, undefined],
    ['a notification without parameters', '{"jsonrpc":"2.0","method":"foobar"}', 202, undefined],
    ['an unknown method', '{"jsonrpc":"2.0","method":"foobar","id":"1"}', 200, unknown('1')],
    ['invalid JSON', '{"jsonrpc":"2.0","method":"foobar, "params":"bar","baz]', 400, failure(null, -32700)],
    ['an invalid request', '{"jsonrpc":"2.0","method":1,"params":"bar"}', 400, failure(null, -32600)],
    [
      'a batch of invalid JSON',
      '[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"]',
      400,
      failure(null, -32700),
    ],
    ['an empty batch', '[]', 400, failure(null, -32600)],
    ['an invalid batch', '[1]', 200, [failure(null, -32600)]],
    ['an invalid batch of several', '[1,2,3]', 200, [1, 2, 3].map(() => failure(null, -32600))],
    [
      'a batch of all kinds',
      '[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},' +
        '{"jsonrpc":"2.0","method":"notify_hello","params":[7]},' +
        '{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":"2"},{"foo":"boo"},' +
        '{"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"},' +
        '{"jsonrpc":"2.0","method":"get_data","id":"9"}]',
      200,
      [unknown('1'), unknown('2'), failure(null, -32600), unknown('5'), unknown('9')],
    ],
    [
      'a batch of notifications',
      '[{"jsonrpc":"2.0","method":"notify_sum","params":[1,2,4]},{"jsonrpc":"2.0","method":"notify_hello","params":[7]}]',
      202,
      undefined,
    ],
  ])('the JSON-RPC 2.0 example with %s is answered as the specification says', async (_what, body, status, answer) => {
    const reply = await app.post(body);
    expect([reply.status, reply.body]).toEqual([status, answer]);
  });
});
