import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openServer } from '../../../server/process/open-server.ts';
import { featuresOf } from '../../support/feature-files.ts';
import { CheckReply, contentOf } from '../../support/feature-server.ts';
import { openShop } from '../../support/shop.ts';
import { writeZip, type ZipEntry } from '../../support/write-zip.ts';

const feature = (key: string, name: string) => Buffer.from(`@${key}\nFeature: ${name}\n  Scenario: ${name}\n`);

const BASKET: ZipEntry = { name: '1_SHOP-2.feature', bytes: feature('SHOP-2', 'Basket') };
const PAYMENT: ZipEntry = { name: '2_SHOP-3.feature', bytes: feature('SHOP-3', 'Payment') };
const NOTES: ZipEntry = { name: '3_SHOP-5.feature', bytes: feature('SHOP-5', 'Notes') };
const GOOD = [BASKET, PAYMENT, NOTES];

const encrypted = (entry: ZipEntry): ZipEntry => ({ ...entry, flags: 1 });

const UNREADABLE: readonly (readonly [string, (entry: ZipEntry) => ZipEntry, RegExp])[] = [
  ['encrypted', encrypted, /None of the 3 files can be read as a feature.*"1_SHOP-2\.feature" is encrypted/],
  ['damaged', entry => ({ ...entry, claimedCrc: 1 }), /None of the 3 files.*The check sum \(CRC-32\)/],
  ['truncated', entry => ({ ...entry, claimedSize: 10_000 }), /None of the 3 files.*says that it has 10000 bytes/],
  ['binary', ({ name }) => ({ name, bytes: Buffer.from([0xc0, 0, 0xff]) }), /None of the 3 files.*neither UTF-8 nor/],
  ['empty', ({ name }) => ({ name, bytes: Buffer.alloc(0) }), /None of the 3 files.*The file has no feature/],
  ['other texts', ({ name }) => ({ name, bytes: Buffer.from('<html>') }), /None of the 3 files.*Line 1: /],
  ['of other names', entry => ({ ...entry, name: `${entry.name}.bak` }), /None of the files matches "\*\.feature"/],
];

const Imported = z.looseObject({
  removed: z.array(z.looseObject({ name: z.string() })),
  failed: z.array(z.looseObject({ file: z.string() })),
});

/** A project that knows all features of its server, whose next answer is said. */
async function openSynced() {
  let archive = writeZip(GOOD);
  const server = await openServer(
    express().get('/all.zip', (_request, response) => void response.type('zip').send(archive)),
    {},
  );
  const shop = await openShop();
  const sync = () => shop.author.client.call('importFeatures', { source: 'server' }, Imported);
  await shop.author.do('configureFeatureServer', { type: 'url', fileListUrl: `${server.url}/all.zip` });
  await sync();
  return {
    shop,
    sync,
    serve(entries: readonly ZipEntry[]) {
      archive = writeZip(entries);
    },
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await server.dispose();
    },
  };
}

describe('features of a server that cannot be read', () => {
  it('an archive of which nothing can be read fails at the stage "match" and leaves all features as they are', async () => {
    await using synced = await openSynced();
    const { shop, serve } = synced;
    const before = await contentOf(shop.app.folder);
    for (const [kind, spoilt, message] of UNREADABLE) {
      serve(GOOD.map(spoilt));
      const { ok, stages, features } = await shop.author.client.call('checkFeatureServer', {}, CheckReply);
      const told = { kind, ok, features, last: stages.at(-1) };
      expect(told).toMatchObject({ kind, ok: false, features: [], last: { stage: 'match', ok: false } });
      expect(stages.at(-1)?.message).toMatch(message);
      expect(await shop.author.refusal('importFeatures', { source: 'server' })).toMatch(message);
      expect(await contentOf(shop.app.folder)).toEqual(before);
    }
    serve([]);
    expect(await shop.author.refusal('importFeatures', { source: 'server' })).toContain('no files at all');
    expect(await contentOf(shop.app.folder)).toEqual(before);
  });

  it.each([
    ['under its number', [BASKET, encrypted(PAYMENT)], ['Notes']],
    ['under another number', [encrypted({ ...PAYMENT, name: '1_SHOP-3.feature' }), NOTES], ['Basket']],
    ['under a name that tells nothing', [encrypted({ ...PAYMENT, name: 'payment.feature' }), NOTES], []],
  ])('a feature that comes unreadable %s is not marked as removed', async (_how, entries, removed) => {
    await using synced = await openSynced();
    const { shop, serve, sync } = synced;
    serve(entries);
    const imported = await sync();
    expect(imported.failed).toHaveLength(1);
    expect(imported.removed.map(({ name }) => name)).toEqual(removed);
    const marked = (await featuresOf(shop.author)).filter(each => each.removed);
    expect(marked.map(({ name }) => name)).toEqual(removed);
  });
});
