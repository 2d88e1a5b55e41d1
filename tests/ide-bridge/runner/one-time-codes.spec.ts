import { expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const given: string[] = [];

const runner = useRunner({
  '/': `<title>Code</title><label>Code <input></label>
    <button onclick="document.querySelector('output').textContent = 'Your code is ' + document.querySelector('input').value">Show</button><output></output>`,
  '/check': (request, response) => {
    let body = '';
    request.on('data', part => {
      body += part;
    });
    request.on('end', () => {
      given.push(/"code":"(\d+)"/.exec(body)?.[1] ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  },
});

test('a run signs in with one-time codes, and neither they nor their secret are told', async () => {
  await runner.call('createEnvironment', {
    name: 'Codes',
    items: [{ name: 'KEY', kind: 'secret', value: KEY }],
  });
  const { actions } = await runner.passes(
    [
      { type: 'visit', url: '/' },
      { type: 'fill', locator: 'input', value: '{{ $totp(secret.KEY, {"atMs": 59000}) }}' },
      { type: 'click', locator: "getByRole('button', { name: 'Show' })" },
      { type: 'extract', from: 'text', locator: 'output', into: 'said' },
      {
        type: 'assert',
        matcher: 'toHaveText',
        locator: 'output',
        expected: 'Your code is {{ $totp(secret.KEY, {"atMs": 59000}) }}',
      },
      { type: 'request', method: 'POST', url: '/check', body: { code: '{{ $totp(secret.KEY, {"atMs": 89000}) }}' } },
    ],
    { environment: 'Codes' },
  );
  expect(given).toEqual([expect.stringMatching(/^\d{6}$/)]);
  expect(actions[1]?.title).toContain('••••');
  expect(actions[5]?.call).toMatchObject({ requestBody: '{"code":"••••"}', body: '{"code":"••••"}' });
  const told = JSON.stringify(await runner.call('getTestResults', {}));
  for (const secret of [KEY, '287082', ...given]) expect(told).not.toContain(secret);
});

test('a secret that makes no one-time code fails its action, and nothing of it is told', async () => {
  await runner.call('createEnvironment', {
    name: 'Typos',
    items: [{ name: 'KEY', kind: 'secret', value: 'not-base32-0189' }],
  });
  const results = await runner.run(
    [
      { type: 'visit', url: '/' },
      { type: 'fill', locator: 'input', value: '{{ $totp(secret.KEY) }}' },
    ],
    { environment: 'Typos' },
  );
  expect(results.actions[1]?.error?.message).toBe(
    '{{ $totp(secret.KEY) }} failed: the secret is not in base32, which has letters and the digits 2 to 7.',
  );
  expect(JSON.stringify(results)).not.toContain('0189');
});
