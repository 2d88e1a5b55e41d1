import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../model/errors/errors.ts';
import { decodeText, isFeatureText } from '../../../server/test-management/archive/decode-text.ts';
import { readArchive } from '../../../server/test-management/archive/read-archive.ts';
import { writeZip, type ZipEntry } from '../../support/write-zip.ts';

const { signal } = new AbortController();
const read = (bytes: Buffer) => readArchive(bytes, { isWanted: file => /\.feature$/i.test(file), signal });
const entry = (name: string, text: string, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  bytes: Buffer.from(text),
  ...more,
});

describe('an archive', () => {
  it('an archive yields the bytes of the wanted files and the names of the others', async () => {
    const zip = writeZip([
      entry('a.feature', 'Feature: Ä'),
      entry('sub/', ''),
      entry('sub/ü.feature', ''),
      entry('b.txt', 'x'),
    ]);
    const { files, others } = await read(zip);
    expect(files.map(({ file, bytes }) => [file, bytes.toString()])).toEqual([
      ['a.feature', 'Feature: Ä'],
      ['sub/ü.feature', ''],
    ]);
    expect(others).toEqual(['b.txt']);
  });

  it('an archive with Windows backslashes is read as if they were slashes', async () => {
    expect((await read(writeZip([entry('sub\\a.feature', 'x')]))).files).toMatchObject([{ file: 'sub/a.feature' }]);
    expect((await read(writeZip([entry('..\\a.feature', 'x')]))).refused).toMatchObject([
      { file: '../a.feature', fault: expect.stringMatching(/"\.\.\/a\.feature" leads out/) },
    ]);
  });

  it.each([
    ['C:/a.feature', /absolute path/],
    ['a/../b.feature', /leads out/],
    ['a\nb.feature', /control characters/],
    [`${'a'.repeat(1_001)}.feature`, /a name of 1009 characters/],
    ['A.FEATURE', /"A\.FEATURE" appears twice \(also as "a\.feature"\)/],
  ])('an entry named %j is refused, and no other one', async (name, message) => {
    const { files, refused } = await read(
      writeZip([entry('a.feature', 'x'), entry(name, 'x'), entry('z.feature', 'x')]),
    );
    expect(files.map(({ file }) => file)).toEqual(['a.feature', 'z.feature']);
    expect(refused).toMatchObject([{ fault: expect.stringMatching(message) }]);
    for (const { file } of refused) expect(file).not.toMatch(/\p{Cc}/u);
  });

  it('an entry that is not wanted is only named, whatever its path is', async () => {
    const { files, refused, others } = await read(writeZip([entry('../x.txt', 'x')]));
    expect({ files, refused, others }).toEqual({ files: [], refused: [], others: ['../x.txt'] });
  });

  it('archives with bombs alone are given up once these have cost as much as an archive may', {
    tags: 'full',
  }, async () => {
    const bomb = Buffer.alloc(10_000_000, 'a');
    const bombs = Array.from({ length: 120 }, (_, index) => ({
      name: `${index}.feature`,
      bytes: bomb,
      claimedSize: 1_000,
    }));
    await expect(read(writeZip(bombs))).rejects.toThrow(/larger than 100 MB in all/);
  });

  it('an archive of more than 100 MB in all is refused', { tags: 'full' }, async () => {
    const chunk = Buffer.from(
      Array.from({ length: 400_000 }, (_, index) => `${index * 7919} `)
        .join('')
        .slice(0, 1_999_000),
    );
    const many = Array.from({ length: 51 }, (_, index) => ({ name: `${index}.feature`, bytes: chunk }));
    await expect(read(writeZip(many))).rejects.toThrow(/larger than 100 MB in all/);
  });

  it('a damaged archive is read or refused with a proper error', async () => {
    const good = writeZip([entry('a.feature', 'Feature: A\n  Scenario: One\n'), entry('b.feature', 'Feature: B\n')]);
    const change = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(change, fc.nat(good.length), async (changes, length) => {
        const bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes[at] = value;
        for (const candidate of [bytes, good.subarray(0, length)])
          await read(candidate).then(
            ({ files }) => expect(files.length).toBeLessThanOrEqual(2),
            error => expect(error).toBeInstanceOf(AppError),
          );
      }),
    );
  });

  it('reading an archive stops when its signal is aborted', async () => {
    const zip = writeZip([entry('a.feature', 'x')]);
    await expect(readArchive(zip, { isWanted: () => true, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

describe('the text of a feature', () => {
  it.each([
    ['Feature: A', true],
    ['\uFEFF# language: de\r\n\r\n@a @b\r\n  Funktionalität: A', true],
    ['機能: A', true],
    ['Ability: A', true],
    ['Featured: A', false],
    ['{"error":"x"}', false],
    ['<html>', false],
    ['', false],
  ])('the check whether %j begins a feature returns %j', async (text, isOne) => {
    expect(await isFeatureText(text)).toBe(isOne);
  });

  it('the text of a feature is read as UTF-8, or as UTF-16 with a byte order mark', () => {
    expect(decodeText(Buffer.from('Ä'))).toBe('Ä');
    expect(decodeText(Buffer.from('\uFEFFÄ', 'utf16le'))).toBe('\uFEFFÄ');
    expect(decodeText(Buffer.from('\uFEFFÄ', 'utf16le').swap16())).toBe('\uFEFFÄ');
    expect(decodeText(Buffer.from([0xc4]))).toBeUndefined();
  });
});
