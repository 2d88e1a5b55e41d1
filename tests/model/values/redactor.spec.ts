import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor, redactDeep } from '../../../model/values/redactor.ts';

const SECRET = `p<ä>"s's\\w&rd 1/2`;

test.each([
  ['as it is', SECRET],
  ['as JSON', JSON.stringify(SECRET).slice(1, -1)],
  ['as JSON inside JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
  ['in a query', encodeURIComponent(SECRET)],
  ['in a query with small letters', encodeURIComponent(SECRET).replace(/%../g, code => code.toLowerCase())],
  ['in an address', encodeURI(SECRET)],
  ['in a form', new URLSearchParams([['', SECRET]]).toString().slice(1)],
  ['in HTML', 'p&lt;ä&gt;&quot;s&#39;s\\w&amp;rd 1/2'],
  ['in HTML of another writer', 'p&lt;ä&gt;&#34;s&#x27;s\\w&amp;rd 1/2'],
  ['in XML text', `p&lt;ä&gt;"s's\\w&amp;rd 1/2`],
  ['in a query as Chromium keeps it', `p%3C%C3%A4%3E%22s%27s\\w&rd%201/2`],
  ['as JavaScript', `p<\\xe4>\\"s\\'s\\\\w\\u{26}rd 1\\/2`],
  ['in a query of another character set', 'p%3C%E4%3E%22s%27s%5Cw%26rd+1%2F2'],
  ['in JSON in a query', encodeURIComponent(JSON.stringify(SECRET)).replace(/^%22|%22$/g, '')],
  ['in capital letters', SECRET.toUpperCase()],
  ['in base64 of Latin-1', Buffer.from(SECRET, 'latin1').toString('base64')],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in url-safe base64', Buffer.from(SECRET).toString('base64url')],
])('the redactor replaces a secret %s', (_name, written) => {
  expect(createRedactor([SECRET])(`before ${written} after`)).toMatch(/^before ••••=? after$/);
});

test.each([
  ['with a percent code', 'a b/+%42"', 'a%20b/+%42%22'],
  ['with half a percent code', '100%&"ok', '100%&%22ok'],
  ['with an entity', '&amp;<5"x', '&amp;%3C5%22x'],
  ['with a backslash before what is encoded', '\\<a"b', '\\%3Ca%22b'],
  ['with an escape at its end', 'say "\\', 'say%20%22\\'],
])('a secret %s is replaced in an address, of which browsers encode a part alone', (_name, secret, written) => {
  expect(createRedactor([secret])(`?q=${written}#end`)).toMatch(/^\?q=••••\\?#end$/);
});

test('a secret is replaced in the address of a request, which ends before the fragment', () => {
  expect(createRedactor(['rain "42" bow#blue'])('GET /?q=rain%20%2242%22%20bow')).toBe('GET /?q=••••');
});

test('a secret inside the base64 of a longer text is replaced, whatever surrounds it', () => {
  const redact = createRedactor(['correct horse']);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 7 }), fc.uint8Array({ maxLength: 7 }), (before, after) => {
      const bytes = Buffer.concat([before, Buffer.from('correct horse'), after]);
      expect(redact(bytes.toString('base64'))).toContain('••••');
      expect(redact(bytes.toString('base64url'))).toContain('••••');
    }),
  );
});

test('the lines of a key file are replaced one by one, whatever ends them', () => {
  const redact = createRedactor(['-----BEGIN KEY-----\r\nMIIEvQIBADANBg\r\n']);
  expect(redact('| MIIEvQIBADANBg |')).toBe('| •••• |');
  expect(redact('-----BEGIN KEY-----\nMIIEvQIBADANBg')).toBe('••••\n••••');
});

test('secrets that overlap, contain or touch each other are replaced as one', () => {
  const redact = createRedactor(['abcd', 'cdefgh', 'abcdxyz', 'word', 'password']);
  expect(redact('-abcdefgh-')).toBe('-••••-');
  expect(redact('-abcdxyz-')).toBe('-••••-');
  expect(redact('-password-')).toBe('-••••-');
  expect(redact('-wordword-')).toBe('-••••-');
  expect(redact('-abcdxy-')).toBe('-••••xy-');
});

test('the shorter of two secrets with the same beginning is found', () => {
  const start = 'a-long-beginning-that-both-secrets-share';
  expect(createRedactor([start, `${start}-and-more`])(`<${start}-and-less>`)).toBe('<••••-and-less>');
});

test('the rest of a secret is replaced where a text was cut', () => {
  const redact = createRedactor(['correct horse', 'corridor']);
  for (const left of ['corr', 'corrid', 'correct ho', 'correct horse'])
    expect(redact(`a ${left}… (9 characters)`)).toBe('a ••••… (9 characters)');
  expect(redact('corre… and correct…')).toBe('••••… and ••••…');
  expect(redact('correct… horse…… cor…')).toBe('••••… horse…… cor…');
  expect(redact(encodeURIComponent('x correct hor').concat('…'))).toBe('x%20••••…');
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), fc.string(), fc.nat(), (secret, before, at) => {
      const length = 4 + (at % (secret.length - 3));
      expect(createRedactor([secret])(`${before}${secret.slice(0, length)}…`)).toMatch(/••••…$/);
    }),
  );
});

test('short secrets and all other text stay as they are', () => {
  const text = 'The pin is 123 and the rest is plain.';
  expect(createRedactor(['123', '', 'absent'])(text)).toBe(text);
  expect(createRedactor([])(text)).toBe(text);
});

test('the redactor copes with secrets that are long, many or malformed', () => {
  const long = Array.from({ length: 20_000 }, (_, index) => `${index * 7919},`).join('');
  const many = Array.from({ length: 300 }, (_, index) => `token-${index * 7919}`);
  const redact = createRedactor([long, ...many, 'half \ud800 pair', '$&|(?<x>[a]']);
  expect(redact(`x${long}y`)).toBe('x••••y');
  expect(redact(`x ${many.at(-1)} y`)).toBe('x •••• y');
  expect(redact('x half \ud800 pair y')).toBe('x •••• y');
  expect(redact('x $&|(?<x>[a] y')).toBe('x •••• y');
});

test('no secret is left in any text', () => {
  const secret = fc.string({ unit: fc.constantFrom('a', 'b', '"', '&', ' '), minLength: 4, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.array(fc.string()), (secrets, gaps) => {
      const text = [...gaps, ...secrets, ...gaps].join('');
      const redacted = createRedactor(secrets)(text);
      for (const item of secrets) expect(redacted).not.toContain(item);
    }),
    { numRuns: 150 },
  );
});

test('texts and numbers deep inside a value are redacted, and keys are left to those who look for them', () => {
  const redact = createRedactor(['hunter2!', '987654']);
  expect(redactDeep({ a: ['hunter2!', 1, null, true], 'hunter2!': { pin: 987654 }, x: 'hunter2! x' }, redact)).toEqual({
    a: ['••••', 1, null, true],
    'hunter2!': { pin: '••••' },
    x: '•••• x',
  });
});

test.each([
  ['test', 'a test, of tests: test', 'a ••••, of tests: ••••'],
  ['test', 'latest contest Test test_id', 'latest contest Test test_id'],
  ['a+b c', 'xa+b c and a+b c', 'xa+b c and ••••'],
  ['p@ss!', 'p@ss!word', '••••word'],
  ['wörd', 'wörds wörd', 'wörds ••••'],
  ['wrong', '{"password":"wrong","text":"wrongly"}', '{"password":"••••","text":"wrongly"}'],
  ['my word', '?password=my%20word&other=my%20words', '?password=••••&other=my%20words'],
  ['my word', '?password=my+word&other=my+words', '?password=••••&other=my+words'],
  ['password1', `{"sent":"${btoa('ann:password1')}"}`, '{"sent":"YW5uOn••••Q=="}'],
  ['password1', 'The password1 is passwor… and in mypasswor…', 'The •••• is ••••… and in mypasswor…'],
])('the word %s is replaced only where it stands by itself, in the same letters', (word, text, redacted) => {
  expect(createRedactor([], [word])(text)).toBe(redacted);
});

test('a value that contains no secret is returned as the same object', () => {
  const value = { a: [1, { b: 'c' }], d: null };
  expect(redactDeep(value, createRedactor(['hunter2!']))).toBe(value);
});
