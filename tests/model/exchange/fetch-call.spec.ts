import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CopiedRequest } from '../../../model/exchange/requests/copied-request.ts';
import { fetchCall } from '../../../model/exchange/requests/fetch-call.ts';
import { HOSTILE, hostileText, sent, withBody } from './sent-requests.ts';

/** The arguments of all calls that the script makes. */
function callsOf(request: CopiedRequest): unknown[][] {
  const calls: unknown[][] = [];
  runInNewContext(fetchCall.text(request), { fetch: (...given: unknown[]) => void calls.push(given) });
  return structuredClone(calls);
}

test('a request is a call in JavaScript, without what browsers set themselves', () => {
  const headers = ['Host', 'Origin', 'Cookie', 'Sec-Fetch-Mode', '__proto__', 'X-A', 'x-a'];
  const request = sent({ headers: headers.map((name, index) => ({ name, value: String(index) })) });
  expect(callsOf(request)).toEqual([
    [
      'https://shop.example/save?x=1',
      { method: 'POST', headers: { 'x-a': '5, 6' }, body: '{"a":1}', credentials: 'include' },
    ],
  ]);
  // Browsers refuse a body here.
  expect(callsOf({ ...request, method: 'GET' })[0]?.[1]).not.toHaveProperty('body');
});

test('the script is valid whatever was sent, and only calls', () => {
  const check = (text: string) => {
    if (text.includes('••••')) return;
    const request = { ...withBody(text), url: `https://shop.example/${text}` };
    const [first, ...others] = callsOf(request);
    expect(others).toEqual([]);
    expect(first?.[1]).toMatchObject({ body: text });
    expect(fetchCall.text(request).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  };
  for (const text of HOSTILE) check(text);
  fc.assert(fc.property(hostileText, check), { numRuns: 200 });
});

test('what is masked is named after what has it, without what the browser sends itself', () => {
  const headers = [
    { name: 'cookie', value: '••••' },
    { name: 'x-token', value: '••••' },
  ];
  const masked = sent({ headers, body: { mediaType: 'application/json', text: '{"x-token":"••••"}' } });
  expect(callsOf(masked)[0]?.[1]).toMatchObject({
    headers: { 'x-token': 'FILL_IN_X_TOKEN' },
    body: '{"x-token":"FILL_IN_X_TOKEN_2"}',
  });
  expect(fetchCall.toFillIn(masked)).toEqual(['FILL_IN_X_TOKEN', 'FILL_IN_X_TOKEN_2']);
});
