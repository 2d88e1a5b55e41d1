// Functions that expressions have beyond those of JSONata. Plain JavaScript: the process that needs them is, too.
import { createHmac, randomInt, randomUUID } from 'node:crypto';

const DAY_MS = 86_400_000;
/** The last that JavaScript has. */
const LAST_MOMENT_MS = 8.64e15;
const MOST_CHARACTERS = 10_000;
const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** By name, with their signatures in JSONata; as its own functions do, they make nothing of nothing. */
export const OWN_FUNCTIONS = {
  totp: { call: totp, signature: '<so?:s>' },
  uuid: { call: () => randomUUID(), signature: '<:s>' },
  randomInteger: { call: randomInteger, signature: '<nn:n>' },
  randomText: { call: randomText, signature: '<ns?:s>' },
  randomEmail: { call: (domain = 'example.com') => `user-${randomText(10)}@${domain}`, signature: '<s?:s>' },
  randomFrom: { call: randomFrom, signature: '<a:x>' },
  randomDate: { call: randomDate, signature: '<ss:s>' },
};

const isWhole = (number, least, most) => Number.isSafeInteger(number) && number >= least && number <= most;

function refuseUnless(holds, message) {
  if (!holds) throw new Error(message);
}

const TOTP_OPTIONS = ['digits', 'period', 'algorithm', 'atMs'];
const ALGORITHMS = ['SHA1', 'SHA256', 'SHA512'];

/** Its messages quote neither the secret nor a part of its address. Source: RFC 6238, and RFC 4226 for the digits. */
function totp(secret, given = {}) {
  if (secret === undefined) return undefined;
  const unknown = Object.keys(given).find(name => !TOTP_OPTIONS.includes(name));
  refuseUnless(unknown === undefined, `$totp has no option “${unknown}”; it has ${TOTP_OPTIONS.join(', ')}`);
  const { key, ...named } = /^\s*otpauth:/i.test(secret) ? readAddress(secret.trim()) : { key: secret };
  const { digits = 6, period = 30, algorithm = 'SHA1', atMs = Date.now() } = { ...named, ...given };
  const hash = String(algorithm).toUpperCase().replace('-', '');
  refuseUnless(isWhole(digits, 6, 10), 'the digits of a code are 6 to 10');
  refuseUnless(isWhole(period, 1, 86_400), 'the period of a code is a whole number of seconds, 30 as a rule');
  refuseUnless(ALGORITHMS.includes(hash), `the algorithm of a code is ${ALGORITHMS.join(', ')}`);
  refuseUnless(atMs >= 0 && atMs <= LAST_MOMENT_MS, 'atMs is a number of milliseconds since 1970, as $millis() gives');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1000 / period)));
  const mac = createHmac(hash, bytesOfBase32(key)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** `otpauth://totp/Shop:ann?secret=…&digits=6&period=30&algorithm=SHA1` */
function readAddress(text) {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const key = address?.searchParams.get('secret') ?? '';
  refuseUnless(address?.host === 'totp' && key !== '', 'the address is not one of otpauth://totp with a secret in it');
  const numberOf = name => (address.searchParams.has(name) ? Number(address.searchParams.get(name)) : undefined);
  const algorithm = address.searchParams.get('algorithm') ?? undefined;
  return { key, digits: numberOf('digits'), period: numberOf('period'), algorithm };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Apps show it in groups; `=` fills it up. */
function bytesOfBase32(text) {
  const letters = text.replace(/[\s=-]/g, '').toUpperCase();
  refuseUnless(/^[A-Z2-7]{2,}$/.test(letters), 'the secret is not in base32, which has letters and the digits 2 to 7');
  const bytes = [];
  let waiting = 0;
  let bits = 0;
  for (const letter of letters) {
    waiting = ((waiting << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((waiting >>> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function randomInteger(least, most) {
  if (least === undefined || most === undefined) return undefined;
  refuseUnless(
    Number.isSafeInteger(least) && Number.isSafeInteger(most) && least <= most && most - least < 2 ** 47,
    '$randomInteger takes two whole numbers, the smaller one first',
  );
  return randomInt(least, most + 1);
}

function randomText(length, characters = LETTERS_AND_DIGITS) {
  if (length === undefined) return undefined;
  refuseUnless(isWhole(length, 1, MOST_CHARACTERS), `$randomText makes 1 to ${MOST_CHARACTERS} characters`);
  refuseUnless(characters !== '', '$randomText needs characters to choose from');
  const choice = [...characters];
  return Array.from({ length }, () => choice[randomInt(choice.length)]).join('');
}

function randomFrom(list) {
  if (list === undefined) return undefined;
  refuseUnless(list.length > 0, '$randomFrom was given an empty list');
  return list[randomInt(list.length)];
}

function randomDate(first, last) {
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [first, last].map(dayOf);
  refuseUnless(from <= to, '$randomDate takes the earlier date first');
  return new Date((from + randomInt(to - from + 1)) * DAY_MS).toISOString().slice(0, 10);
}

/** Days since 1970. Some engines take 30 February for a day in March. */
function dayOf(text) {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / DAY_MS : Number.NaN;
  const isDate = Number.isInteger(day) && new Date(day * DAY_MS).toISOString().startsWith(text);
  refuseUnless(isDate, '$randomDate takes dates such as "2001-12-31"');
  return day;
}
