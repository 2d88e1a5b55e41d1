import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { openShop } from '../../support/shop.ts';
import { writeZip } from '../../support/write-zip.ts';

const Files = z.looseObject({ files: z.array(z.looseObject({ path: z.string() })) });
const UPLOAD = `import-${crypto.randomUUID()}.zip`;
const OTHER = `import-${crypto.randomUUID()}.zip`;
const OWN = 'import-mine.zip';
const TWO_HOURS_S = 7_200;
const ZIP = writeZip([{ name: 'a.feature', bytes: Buffer.from('Feature: A\n  Scenario: B\n    Given c\n') }]);
const BROKEN = ZIP.subarray(0, -30);

const put = (author: Author, path: string, bytes = ZIP) =>
  author.do('putFile', { path, base64: bytes.toString('base64') });
const pathsOf = async (author: Author) =>
  (await author.client.call('getFiles', {}, Files)).files.map(({ path }) => path).sort();

describe('an archive that was uploaded for an import', () => {
  it('an uploaded archive is deleted once its import succeeds, and not before', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await put(author, UPLOAD);
    await put(author, OTHER, BROKEN);
    await put(author, OWN);
    await author.do('importFeatures', { source: 'archive', path: UPLOAD, dryRun: true });
    expect(await author.refusal('importFeatures', { source: 'archive', path: OTHER })).toMatch(/is damaged/);
    expect(await pathsOf(author)).toEqual([OWN, UPLOAD, OTHER].sort());
    await author.do('importFeatures', { source: 'archive', path: UPLOAD });
    expect(await pathsOf(author)).toEqual([OWN, OTHER].sort());
    await author.do('importFeatures', { source: 'archive', path: OWN });
    expect(await pathsOf(author)).toEqual([OWN, OTHER].sort());
  });

  it('an archive left over from an old upload is deleted by a later import', async () => {
    await using shop = await openShop();
    const { author, app } = shop;
    for (const path of [UPLOAD, OTHER, OWN]) await put(author, path);
    const old = Date.now() / 1_000 - TWO_HOURS_S;
    for (const path of [OTHER, OWN]) await utimes(join(app.folder, 'files', path), old, old);
    await author.do('importFeatures', { source: 'archive', path: UPLOAD, dryRun: true });
    expect(await pathsOf(author)).toEqual([OWN, UPLOAD].sort());
  });

  it('a leftover uploaded archive is deleted when the project is opened again', async () => {
    await using shop = await closedShop(async author => {
      await put(author, UPLOAD);
      await put(author, OWN);
    });
    await using opened = await shop.open();
    expect(await pathsOf(opened.author)).toEqual([OWN]);
  });
});
