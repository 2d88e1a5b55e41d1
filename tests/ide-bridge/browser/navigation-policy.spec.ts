import { expect, test } from 'vitest';
import { mustLeave, refusal, resolveAddress } from '../../../ide-bridge/browser/requests/navigation-policy.ts';

const OURS = ['http://127.0.0.1:4620'];

test.each([
  'http://127.0.0.1:4620/x',
  'http://localhost:4620',
  'http://ide.localhost:4620',
  'http://127.9.9.9:4620',
  'http://2130706433:4620',
  'http://[::1]:4620',
  'http://[::ffff:127.0.0.1]:4620',
  'http://0.0.0.0:4620',
  'http://localhost.:4620',
  'https://127.0.0.1:4620',
])('%s is refused as an address of Steploom itself', url => {
  expect(refusal(new URL(url), OURS)).toMatch(/is Steploom itself/);
  expect(mustLeave(url, OURS)).toBe(true);
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::ffff:169.254.169.254]/',
  'https://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://100.100.100.200/',
  'http://metadata.google.internal/',
  'http://Metadata.Google.Internal./',
])('%s is refused as a link-local address or metadata of a cloud', url => {
  expect(refusal(new URL(url), [])).toMatch(/is a link-local address or the metadata service of a cloud/);
  expect(mustLeave(url, [])).toBe(true);
});

test.each(['http://10.0.0.5/', 'http://192.168.1.5/', 'http://172.16.0.1/', 'http://[fd00::1]/', 'http://[::1]:3000/'])(
  '%s is allowed: private networks are where applications are tested',
  url => {
    expect(refusal(new URL(url), OURS)).toBeUndefined();
  },
);

test.each(['http://127.0.0.1:4621/', 'http://shop.example:4620/', 'https://localhost/', 'about:blank'])(
  'the app window may show %s',
  url => {
    expect(refusal(new URL(url), OURS)).toBeUndefined();
    expect(mustLeave(url, OURS)).toBe(false);
  },
);

test('pages may show their own blobs and error pages, but no blob of Steploom and no local file', () => {
  expect(mustLeave('blob:http://shop.example/1-2', OURS)).toBe(false);
  expect(mustLeave('chrome-error://chromewebdata/', OURS)).toBe(false);
  expect(mustLeave('blob:http://localhost:4620/1-2', OURS)).toBe(true);
  expect(mustLeave('file:///etc/passwd', OURS)).toBe(true);
});

test('an address is resolved against the app URL, and one that cannot be resolved is refused', () => {
  expect(resolveAddress('basket?a=1', 'http://shop.example/en/', OURS).href).toBe('http://shop.example/en/basket?a=1');
  expect(resolveAddress('HTTPS://shop.example', undefined, OURS).href).toBe('https://shop.example/');
  expect(() => resolveAddress('//localhost:4620/', 'http://shop.example', OURS)).toThrow(/is Steploom itself/);
  expect(() => resolveAddress('http://', undefined, OURS)).toThrow(/relative address/);
  expect(() => resolveAddress('localhost:3000/a', 'http://shop.example', OURS)).toThrow(
    /not localhost:; write http:\/\/localhost:3000\/a\.$/,
  );
});
