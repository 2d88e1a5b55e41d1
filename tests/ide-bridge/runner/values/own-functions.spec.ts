import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Evaluator, openEvaluator } from '../../../../ide-bridge/runner/values/evaluator.ts';
import { createScopes } from '../../../../ide-bridge/runner/values/scopes.ts';

/** “1234567890” in base32; the keys of RFC 6238 repeat it. */
const DIGITS = 'GEZDGNBVGY3TQOJQ';
const KEYS = {
  SHA1: DIGITS.repeat(2),
  SHA256: `${DIGITS.repeat(3)}GEZA====`,
  SHA512: `${DIGITS.repeat(6)}GEZDGNA=`,
};

const scopes = createScopes({
  testData: { tags: ['new', 'sale'], none: [] },
  secret: {
    ...KEYS,
    spaced: 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq',
    address: `otpauth://totp/Shop:ann?secret=${KEYS.SHA256}&algorithm=SHA256&digits=8&period=60&issuer=Shop`,
    counted: `otpauth://hotp/Shop:ann?secret=${KEYS.SHA1}&counter=1`,
    odd: `otpauth://totp/Shop:ann?secret=${KEYS.SHA1}&algorithm=MD5`,
    typo: 'GEZDGNBV-1089',
  },
});

const AMPLE = { timeLimitMs: 30_000 };

let evaluator: Evaluator;
beforeAll(async () => {
  evaluator = openEvaluator();
  await evaluator.prepare();
});
afterAll(() => evaluator.dispose());

const evaluated = (source: string) => evaluator.evaluateTemplate(`{{ ${source} }}`, scopes, AMPLE);
const textOf = async (source: string) => (await evaluated(source)).text;

/** Source: RFC 6238, appendix B. */
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('the one-time codes of second %d are those of RFC 6238', async (second, ...codes) => {
  const made = Object.keys(KEYS).map(algorithm =>
    textOf(`$totp(secret.${algorithm}, {"digits": 8, "algorithm": "${algorithm}", "atMs": ${second * 1000}})`),
  );
  expect(await Promise.all(made)).toEqual(codes);
});

test('a one-time code takes secrets as apps show them, and addresses of authenticators with what they say', async () => {
  expect(await textOf('$totp(secret.spaced, {"atMs": 59000})')).toBe('287082');
  expect(await textOf('$totp(secret.address, {"atMs": 119000})')).toBe(
    await textOf('$totp(secret.SHA256, {"digits": 8, "algorithm": "sha-256", "atMs": 59000})'),
  );
  expect(await textOf('$totp(secret.address, {"atMs": 59000, "period": 30})')).toBe('46119246');
  expect(await textOf('$totp(secret.SHA1)')).toMatch(/^\d{6}$/);
});

test('a one-time code is as secret as what it is made of', async () => {
  const { text, shown, made, secrets } = await evaluated('$totp(secret.SHA1)');
  expect({ shown, made, secrets }).toEqual({ shown: '••••', made: [text], secrets: [KEYS.SHA1] });
});

test.each([
  ['$totp(secret.typo)', 'the secret is not in base32'],
  ['$totp(secret.counted)', 'the address is not one of otpauth://totp with a secret in it'],
  ['$totp(secret.odd)', 'the algorithm of a code is SHA1, SHA256, SHA512'],
  ['$totp(secret.SHA1, {"digits": 3})', 'the digits of a code are 6 to 10'],
  ['$totp(secret.SHA1, {"digit": 8})', '$totp has no option “digit”; it has digits, period, algorithm, atMs'],
  ['$totp(secret.SHA1, {"period": 0})', 'the period of a code is a whole number of seconds'],
  ['$totp(secret.SHA1, {"atMs": -1})', 'atMs is a number of milliseconds since 1970'],
  ['$totp(12)', 'Argument 1 of function "totp" does not match'],
  ['$randomInteger(3, 1)', 'takes two whole numbers, the smaller one first'],
  ['$randomInteger(0.5, 1)', 'takes two whole numbers, the smaller one first'],
  ['$randomText(0)', '$randomText makes 1 to 10000 characters'],
  ['$randomText(1e9)', '$randomText makes 1 to 10000 characters'],
  ['$randomText(3, "")', 'needs characters to choose from'],
  ['$randomFrom(none)', 'was given an empty list'],
  ['$randomDate("2026-02-30", "2026-03-01")', '$randomDate takes dates such as "2001-12-31"'],
  ['$randomDate("2026-03-02", "2026-03-01")', 'takes the earlier date first'],
])('%s is refused with the reason, and no secret is told', async (source, reason) => {
  const error: unknown = await evaluated(source).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ kind: 'invalid-project', message: expect.stringContaining(reason) });
  expect(String(error)).not.toMatch(/GEZD|1089|MD5/);
});

test('a condition cannot read a secret by its one-time code', async () => {
  await expect(evaluator.evaluateCondition('$totp(secret.SHA1) = "1"', scopes, AMPLE)).rejects.toMatchObject({
    message: expect.stringContaining('reads a secret'),
  });
});

test.each([
  ['$uuid()', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ['$randomInteger(-3, 3)', /^-?[0-3]$/],
  ['$randomText(12)', /^[a-z\d]{12}$/],
  ['$randomText(5, "äß")', /^[äß]{5}$/],
  ['$randomEmail()', /^user-[a-z\d]{10}@example\.com$/],
  ['$randomEmail("shop.test")', /^user-[a-z\d]{10}@shop\.test$/],
  ['$randomFrom(tags)', /^(?:new|sale)$/],
  ['$randomFrom([1..3].{"size": $})', /^\{"size":[1-3]\}$/],
  ['$randomDate("2024-02-28", "2024-03-01")', /^2024-0(?:2-2[89]|3-01)$/],
])('%s makes another value of its kind each time', async (source, pattern) => {
  const texts = await Promise.all(Array.from({ length: 60 }, () => textOf(source)));
  for (const text of texts) expect(text).toMatch(pattern);
  expect(new Set(texts).size).toBeGreaterThan(1);
});

test('a random number may be each of those that were asked for', async () => {
  const drawn = new Set(await Promise.all(Array.from({ length: 100 }, () => textOf('$randomInteger(1, 2)'))));
  expect([...drawn].toSorted()).toEqual(['1', '2']);
});

test('a function that there is not is told with those that come near', async () => {
  await expect(evaluated('$upercase("a")')).rejects.toMatchObject({
    message: expect.stringContaining('no function is called $upercase; there are $uppercase, '),
  });
});
