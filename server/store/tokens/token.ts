/** Values of API tokens: how they are made, known and compared. Knows nothing of files. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const TOKEN_PREFIX = 'svcmcp_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const TOKEN = new RegExp(`^${TOKEN_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** An unpredictable whole number from 0 up to, not including, `limit`; `randomInt` of node:crypto. */
export type RandomInt = (limit: number) => number;

/** Unpredictable letters and digits. */
export const randomText = (length: number, randomInt: RandomInt): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** CRC-32 of the random part, so that a mistyped token is known without a look-up and scanners find real ones only. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** A new token: prefix, 30 random characters (about 178 bits), 6 of checksum. */
export function createTokenValue(randomInt: RandomInt): string {
  const random = randomText(RANDOM_LENGTH, randomInt);
  return TOKEN_PREFIX + random + checksum(random);
}

/** Whether a text could be a token at all. */
export function isWellFormedToken(text: string): boolean {
  const [, random, check] = TOKEN.exec(text) ?? [];
  return random !== undefined && checksum(random) === check;
}

/** What is stored of a token: SHA-256 in hex. Fast is right here: 178 random bits cannot be guessed. */
export const hashToken = (value: string): string => createHash('sha256').update(value).digest('hex');
