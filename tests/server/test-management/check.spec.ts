import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_CLIENT } from '../../../server/sample-tm/tm-accounts.ts';
import {
  type ConnectedShop,
  cloudSettings,
  contentOf,
  openConnectedShop,
  serverSettings,
} from '../../support/feature-server.ts';
import { ownerOf } from '../../support/owner.ts';
import { portOf } from '../../support/port-of.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const stagesOf = async (shop: ConnectedShop) => (await shop.check()).stages.map(({ stage }) => stage);
const signInsOf = ({ tm }: ConnectedShop) => tm.seen.filter(({ path }) => path.endsWith('/authenticate')).length;

describe('checking the feature server', () => {
  it('a check goes through its stages, lists the features and changes nothing', async () => {
    await using shop = await openConnectedShop();
    await shop.configure(cloudSettings(shop.tm));
    const before = await contentOf(shop.app.folder);
    const { ok, stages, features, total } = await shop.check();
    expect(ok).toBe(true);
    expect(stages).toEqual([
      { stage: 'sign in', ok: true, ms: expect.any(Number), status: 200 },
      { stage: 'fetch', ok: true, ms: expect.any(Number), status: 200 },
      { stage: 'unpack', ok: true, ms: expect.any(Number) },
      { stage: 'match', ok: true, ms: expect.any(Number) },
    ]);
    expect([features[0], total]).toEqual([{ file: '1_SHOP-2.feature', name: 'Signing in', scenarios: 2 }, 4]);
    expect(await contentOf(shop.app.folder)).toEqual(before);
  });

  it('a check signs in anew each time', async () => {
    await using shop = await openConnectedShop();
    await shop.configure(cloudSettings(shop.tm));
    await shop.check();
    shop.tm.expireTokens();
    expect((await shop.check()).ok).toBe(true);
    expect(signInsOf(shop)).toBe(2);
  });

  it('a check uses a long-lived token, or user name and password, without signing in', async () => {
    await using shop = await openConnectedShop();
    await shop.configure(serverSettings(shop.tm));
    expect(await stagesOf(shop)).toEqual(['fetch', 'unpack', 'match']);
    await shop.configure({ token: null, ...SAMPLE_CLIENT });
    expect((await shop.check()).ok).toBe(true);
    expect(shop.tm.seen.map(({ authorization }) => authorization)).toEqual(['Bearer', 'Basic']);
  });

  it('a check accepts a feature without an archive and an address with double slashes', async () => {
    await using shop = await openConnectedShop();
    const fileListUrl = `${shop.tm.url}//rest//raven/2.0/export/test?keys=SHOP-5`;
    await shop.configure({ ...serverSettings(shop.tm), fileListUrl });
    expect(await shop.check()).toMatchObject({ ok: true, features: [{ name: 'Merkzettel', scenarios: 1 }] });
  });

  it('a check accepts only matching file names, where ? matches one character', async () => {
    await using shop = await openConnectedShop();
    await shop.configure({ ...serverSettings(shop.tm), matchFile: '?_SHOP-[34].feature' });
    expect((await shop.check()).stages.at(-1)?.message).toContain('None of the files matches "?_SHOP-[34].feature"');
    await shop.configure({ matchFile: '?_SHOP-3.fe*' });
    expect(await shop.check()).toMatchObject({ ok: true, features: [{ file: '2_SHOP-3.feature' }] });
  });

  it('a check fills in references from the default environment and names those that are missing', async () => {
    await using shop = await openConnectedShop();
    await shop.configure({
      ...cloudSettings(shop.tm),
      clientId: '{{env.CLIENT}}',
      clientSecret: '{{secret.CLIENT}}',
    });
    expect(await shop.author.refusal('checkFeatureServer')).toMatch(
      /^invalid-project: The feature server's clientSecret needs secret\.CLIENT|clientId needs env\.CLIENT, but the project has no default/,
    );
    await shop.author.environment('CI', [{ name: 'CLIENT', value: SAMPLE_CLIENT.clientId }]);
    await shop.author.do('editProject', { defaultEnvironment: 'CI' });
    expect(await shop.author.refusal('checkFeatureServer')).toMatch(/secret\.CLIENT, but the environment "CI"/);
    await shop.configure({ clientSecret: SAMPLE_CLIENT.clientSecret });
    expect((await shop.check()).ok).toBe(true);
  });

  it('a check prefers the credentials of the process to those of the settings', async () => {
    const wrong = { clientId: 'nobody', clientSecret: 'nothing-at-all' };
    await using shop = await openConnectedShop({ limits: SAMPLE_CLIENT });
    await shop.configure({ ...cloudSettings(shop.tm), ...wrong });
    expect((await shop.check()).ok).toBe(true);
    await using refused = await openConnectedShop({ limits: wrong });
    await refused.configure(cloudSettings(refused.tm));
    const { stages } = await refused.check();
    expect(stages).toMatchObject([{ stage: 'sign in', ok: false, status: 401 }]);
  });

  it('a check says at once that no server is set or that credentials are missing', async () => {
    await using shop = await openConnectedShop();
    expect(await shop.author.refusal('checkFeatureServer')).toMatch(/^invalid-project: No feature server is set\./);
    await shop.configure({ ...cloudSettings(shop.tm), clientId: null, clientSecret: null });
    expect((await shop.check()).stages).toMatchObject([
      {
        stage: 'sign in',
        ok: false,
        message: expect.stringMatching(/clientId and clientSecret not set/),
        missing: ['clientId', 'clientSecret'],
      },
    ]);
    expect(signInsOf(shop)).toBe(0);
  });

  it('a check reports an unknown host, a closed port and addresses that are never requested', async () => {
    await using shop = await openConnectedShop();
    const messageOf = async (fileListUrl: string) => {
      await shop.configure({ type: 'url', fileListUrl });
      return (await shop.check()).stages.at(-1)?.message;
    };
    expect(await messageOf('https://no-such-host.invalid/x.zip')).toMatch(/no-such-host\.invalid was not found/);
    expect(await messageOf('http://127.0.0.1:1/x.zip')).toMatch(/Nothing answers at 127\.0\.0\.1:1 .*refused/);
    expect(await messageOf('http://169.254.169.254/latest/meta-data')).toMatch(
      /metadata address, which is never contacted/,
    );
    expect(await messageOf('http://[::ffff:169.254.169.254]/')).toMatch(/never contacted/);
    expect(await messageOf('http://192.0.2.1/x.zip')).toMatch(/public address, which is asked by https only/);
  });

  it('a check can be cancelled while the server keeps it waiting', async () => {
    await using shop = await openConnectedShop({ tm: { faults: ['hang'] } });
    await shop.configure(serverSettings(shop.tm));
    const jobId = await shop.author.client.begin('checkFeatureServer', {});
    await expect.poll(() => shop.tm.seen.length, { timeout: 20_000 }).toBe(1);
    const Job = z.looseObject({ state: z.string(), error: z.looseObject({ reason: z.string() }).optional() });
    expect(await shop.author.client.call('cancelJob', { jobId }, Job)).toMatchObject({ state: 'cancelled' });
  });
});

describe('a folder of features', () => {
  it('a folder yields its feature files and those in subfolders, and names unreadable ones', async () => {
    await using shop = await openConnectedShop();
    const folder = join(shop.app.folder, 'files', 'specs');
    await mkdir(join(folder, 'de', '.hidden'), { recursive: true });
    await writeFile(join(folder, 'a.feature'), '\uFEFFFeature: A\r\n  Scenario: One\r\n    Given x\r\n');
    await writeFile(join(folder, 'b.feature'), Buffer.from('\uFEFFFeature: B\n', 'utf16le'));
    await writeFile(join(folder, 'c.feature'), Buffer.from([0x46, 0xe9, 0x0a]));
    await writeFile(join(folder, 'd.feature'), 'Feature: D\n  Scenario: One\n    Given x\n    Nonsense\n');
    await writeFile(join(folder, 'de', 'e.feature'), '# language: de\nFunktionalität: E\n');
    await writeFile(join(folder, 'de', '.hidden', 'f.feature'), 'Feature: F\n');
    await writeFile(join(folder, 'notes.txt'), 'no feature');
    await shop.configure({ type: 'folder', fileListUrl: 'files/specs' });
    const { ok, features } = await shop.check();
    expect(ok).toBe(true);
    expect(features).toMatchObject([
      { file: 'a.feature', name: 'A', scenarios: 1 },
      { file: 'b.feature', name: 'B', scenarios: 0 },
      { file: 'c.feature', scenarios: 0, message: expect.stringMatching(/neither UTF-8 nor UTF-16/) },
      { file: 'd.feature', scenarios: 0, message: expect.stringMatching(/^Line 4: /) },
      { file: 'de/e.feature', name: 'E' },
    ]);
  });

  it('a missing folder is reported, and people may name any folder on the machine', async () => {
    await using shop = await openConnectedShop();
    await shop.configure({ type: 'folder', fileListUrl: 'files/none' });
    expect((await shop.check()).stages).toMatchObject([
      { stage: 'fetch', ok: false, message: expect.stringMatching(/ENOENT/) },
    ]);
    await using elsewhere = await temporaryDirectory();
    await writeFile(join(elsewhere.path, 'a.feature'), 'Feature: A\n');
    const people = await ownerOf(dirname(shop.app.folder));
    await people.do('configureFeatureServer', { projectId: 'shop', type: 'folder', fileListUrl: elsewhere.path });
    expect(await shop.check()).toMatchObject({ ok: true, features: [{ name: 'A' }] });
    expect(await shop.author.refusal('configureFeatureServer', { matchFile: '*' })).toMatch(/^forbidden: /);
  });
});

describe('an address of features', () => {
  const pages = {
    '/a.feature': 'Feature: A\n  Scenario: One\n    Given x\n',
    '/b.feature': '@tag\nFeature: B\n',
    '/list.json': JSON.stringify(['a.feature', '/b.feature']),
    '/list.txt': 'a.feature\nb.feature\n',
    '/broken.txt': 'a.feature\ngone.feature\n',
  };

  it.each([
    ['/a.feature', ['A']],
    ['/list.json', ['A', 'B']],
    ['/list.txt', ['A', 'B']],
  ])('the address %s yields the features %j', async (path, names) => {
    await using served = await servePages(pages);
    await using shop = await openConnectedShop();
    await shop.configure({ type: 'url', fileListUrl: `${served.url}${path}` });
    const { ok, features } = await shop.check();
    expect([ok, features.map(({ name }) => name)]).toEqual([true, names]);
  });

  it('a list of addresses is refused as a whole when one of them is missing', async () => {
    await using served = await servePages(pages);
    await using shop = await openConnectedShop();
    await shop.configure({ type: 'url', fileListUrl: `${served.url}/broken.txt` });
    const { stages, features } = await shop.check();
    expect(features).toEqual([]);
    expect(stages).toMatchObject([
      { stage: 'fetch', ok: false, status: 404, message: expect.stringMatching(/gone\.feature answered 404/) },
    ]);
  });

  it('the token of an address is sent only to the host of that address', async () => {
    const seen: (string | undefined)[][] = [];
    const server = createServer((request, response) => {
      seen.push([request.headers.host?.split(':')[0], request.headers.authorization]);
      const { port } = new URL(`http://${request.headers.host}`);
      response.end(request.url === '/list' ? `http://localhost:${port}/a.feature` : 'Feature: A');
    });
    await new Promise<void>(resolve => server.listen(0, resolve));
    await using shop = await openConnectedShop();
    await shop.configure({
      type: 'url',
      fileListUrl: `http://127.0.0.1:${portOf(server)}/list`,
      token: 'my-own-token',
    });
    expect((await shop.check()).ok).toBe(true);
    expect(seen).toEqual([
      ['127.0.0.1', 'Bearer my-own-token'],
      ['localhost', undefined],
    ]);
    server.closeAllConnections();
    server.close();
  });
});
