import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CopiedRequest } from '../../../model/exchange/requests/copied-request.ts';
import { curl } from '../../../model/exchange/requests/curl.ts';
import { HOSTILE, hostileText, sent, withBody } from './sent-requests.ts';

const run = promisify(execFile);

/** Tells what it was called with. */
const FAKE = `curl() { for each do printf '%s\\0' "$each"; done; cat; printf '\\0END\\0'; }`;

/** What curl would be given by a shell, for each of the requests: its arguments, and last what comes to it by a pipe. */
async function givenBy(requests: readonly CopiedRequest[]): Promise<string[][]> {
  const script = [FAKE, ...requests.map(request => `${curl.text(request)} </dev/null`.replace(PIPED, ''))].join('\n');
  const running = run('sh', [], { env: { PATH: process.env.PATH ?? '' }, maxBuffer: 50_000_000 });
  running.child.stdin?.end(script);
  const { stdout } = await running;
  return stdout
    .split('\0END\0')
    .slice(0, -1)
    .map(given => given.split('\0'));
}

/** Of a pipe, the standard input is taken already. */
const PIPED = /(?<=@-) <\/dev\/null$/;

test('a request is a command that is read at a glance', () => {
  const text = curl.text(sent({ headers: [...sent().headers, { name: 'x-note', value: "it's" }] }));
  expect(text).toBe(`curl --request 'POST' --url 'https://shop.example/save?x=1' \\
  --header 'Content-Type: application/json' \\
  --header 'x-note: it'\\''s' \\
  --data-raw '{"a":1}'`);
  const get = sent({ method: 'GET', url: 'http://shop.example/list?a[]={1}#top', headers: [], body: undefined });
  expect(curl.text(get)).toBe(`curl --url 'http://shop.example/list?a[]={1}' \\\n  --globoff`);
  expect(curl.text({ ...get, method: 'HEAD' })).toContain('curl --head');
});

test('a shell gives curl what was sent, whatever it is, and does nothing else', async () => {
  const texts = [...HOSTILE, ...fc.sample(hostileText, 200)].filter(text => !/\0|••••/.test(text));
  const given = await givenBy(texts.map(withBody));
  expect(given).toHaveLength(texts.length);
  for (const [index, text] of texts.entries()) {
    const [option, body, piped] = given[index]?.slice(-3) ?? [];
    expect(option === '--data-binary' ? piped : body, JSON.stringify(text)).toBe(text);
    expect(given[index]?.slice(0, 6)).toEqual([
      '--request',
      'POST',
      '--url',
      'https://shop.example/save?x=1',
      '--header',
      'Content-Type: application/json',
    ]);
  }
});

test('no sign reaches a terminal that it would act on, and none of an address or a header ends its quotes', async () => {
  const texts = [...HOSTILE, ...fc.sample(hostileText, 100)].filter(text => !text.includes('••••'));
  const requests = texts.map(text =>
    sent({
      url: `https://shop.example/${text}?${text}`,
      headers: [
        { name: 'x-text', value: text.replace(/[\r\n]/g, ' ') },
        { name: 'x-text', value: `${text}\n` },
      ],
      body: { mediaType: 'text/plain', text },
    }),
  );
  for (const request of requests) {
    const text = curl.text(request);
    expect(text.replaceAll(' \\\n  ', ' ')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    for (const line of text.split('\n')) expect(line.includes('!') && line.includes("'\\''"), line).toBe(false);
  }
  const given = await givenBy(requests);
  expect(given.map(([, , , url]) => URL.canParse(url ?? ''))).not.toContain(false);
  const values = given.map(each => each.find(argument => argument.startsWith('x-text')));
  // A header with a line break cannot be sent.
  expect(values).toEqual(
    texts.map(text => text.replace(/[\r\n]/g, ' ')).map(text => (text.trim() === '' ? 'x-text;' : `x-text: ${text}`)),
  );
});

test('what curl adds by itself is not given to it, nor does it read a file or call a text a form', () => {
  const headers = ['Host', 'Content-Length', ':method', 'Accept-Encoding', '@file'].map(name => ({ name, value: '1' }));
  const text = curl.text({ ...withBody('@/etc/passwd'), headers: [...headers, { name: 'x-empty', value: '' }] });
  expect(text.split(' \\\n  ').slice(1)).toEqual([
    "--header 'x-empty;'",
    "--header 'content-type:'",
    "--data-raw '@/etc/passwd'",
  ]);
});

test('what is masked is named after its parameter, header or field, so that no two are alike', () => {
  const masked = sent({
    url: 'https://shop.example/reset/••••?token=••••&page=2',
    headers: [{ name: 'X-Api-Key', value: 'a ••••' }],
    body: { mediaType: 'text/plain', text: 'user=ann&accessToken=••••' },
  });
  const text = curl.text(masked);
  expect(text).toContain("'https://shop.example/reset/FILL_IN_URL?token=FILL_IN_TOKEN&page=2'");
  expect(text).toContain("'X-Api-Key: a FILL_IN_X_API_KEY'");
  expect(text).toContain("'user=ann&accessToken=FILL_IN_ACCESS_TOKEN'");
  const names = ['FILL_IN_URL', 'FILL_IN_TOKEN', 'FILL_IN_X_API_KEY', 'FILL_IN_ACCESS_TOKEN'];
  expect(curl.toFillIn(masked)).toEqual(names);
  expect(curl.toFillIn(sent())).toEqual([]);
  const json = (body: string) => curl.toFillIn(sent({ body: { mediaType: 'application/json', text: body } }));
  expect(json('[{"token": "••••"}, {"token": "a b ••••"}, ["••••"]]')).toEqual([
    ...['FILL_IN_TOKEN', 'FILL_IN_TOKEN_2', 'FILL_IN_BODY'],
  ]);
  expect(json('"{\\"password\\":\\"••••\\"}"')).toEqual(['FILL_IN_PASSWORD']);
});

test('what cannot be sent again says why', () => {
  expect(curl.fault(sent({ headers: [{ name: 'authorization', value: '••••' }] }))).toBeUndefined();
  for (const url of ['file:///etc/passwd', 'data:,a', 'blob:https://shop.example/1', '-o'])
    expect(curl.fault(sent({ url })), url).toMatch(/Only requests to http and https/);
  expect(curl.fault(sent({ method: 'GET -o x' }))).toMatch(/is not a method/);
  expect(curl.fault(sent({ body: { mediaType: 'image/png' } }))).toMatch(/not text \(image\/png\)/);
  expect(curl.fault(withBody('a\0b'))).toMatch(/not text/);
  expect(curl.fault(sent({ body: { mediaType: 'text/plain', text: 'a', cut: 1 } }))).toMatch(/too long/);
});
