import { writeZip, type ZipEntry } from '../write-zip.ts';

const ENCRYPTED = 1;
const LINK = 0o120_777;
const BOMB_BYTES = 50_000_000;
const LIE_BYTES = 1_000;
const GROWN_BYTES = 1_500_000;
const TOO_MANY = 50_001;

const entry = (name: string, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  bytes: Buffer.from('Feature: Extra\n'),
  ...more,
});

/** Made only when asked for: this is loaded with the service. */
const withLetters = (good: readonly ZipEntry[], name: string, count: number, claimedSize?: number): Buffer =>
  plus(entry(name, { bytes: Buffer.alloc(count, 'a'), ...(claimedSize === undefined ? {} : { claimedSize }) }))(good);

const plus =
  (...extra: readonly ZipEntry[]) =>
  (good: readonly ZipEntry[]) =>
    writeZip([...good, ...extra]);

/** Archives that are not as they should be, made of those that are. */
export const ARCHIVE_FAULTS = {
  'empty-zip': () => writeZip([]),
  'no-match': good => writeZip(good.map(({ bytes, name }) => ({ bytes, name: name.replace(/feature$/, 'txt') }))),
  'parent-names': plus(entry('../../outside.feature')),
  'absolute-names': plus(entry('/tmp/outside.feature')),
  link: plus(entry('link.feature', { bytes: Buffer.from('/etc/passwd'), mode: LINK })),
  encrypted: plus(entry('secret.feature', { flags: ENCRYPTED })),
  bomb: good => withLetters(good, 'bomb.feature', BOMB_BYTES),
  growing: good => withLetters(good, 'growing.feature', GROWN_BYTES),
  'lying-sizes': plus(
    entry('lying.feature', { bytes: Buffer.alloc(LIE_BYTES * 2, 'Feature: Lie '), claimedSize: LIE_BYTES }),
  ),
  'lying-bomb': good => withLetters(good, 'bomb.feature', BOMB_BYTES, LIE_BYTES),
  'bad-crc': plus(entry('damaged.feature', { claimedCrc: 1 })),
  duplicates: good => writeZip([...good, ...good.slice(0, 1)]),
  'too-many': good => writeZip([...good, ...Array.from({ length: TOO_MANY }, (_, index) => entry(`${index}.feature`))]),
  'cut-zip': good => writeZip(good).subarray(0, -30),
} satisfies Record<string, (good: readonly ZipEntry[]) => Buffer>;
