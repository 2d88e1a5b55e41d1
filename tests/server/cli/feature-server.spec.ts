import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_CLIENT } from '../../../server/sample-tm/tm-accounts.ts';
import { steploom } from '../../support/command-line.ts';
import { cloudSettings } from '../../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
let tm: SampleTm;
const run = (...words: string[]) => steploom(workspace.path, ...words);
const configure = (settings: object) => run('call', 'configureFeatureServer', JSON.stringify(settings));

beforeEach(async () => {
  workspace = await temporaryDirectory();
  tm = await startSampleTm();
  await run('init', 'shop');
});

afterEach(async () => {
  await workspace[Symbol.asyncDispose]();
  await tm.dispose();
});

describe('steploom sync, run --publish and upload', () => {
  it('sync, upload and run --publish say that a feature server or a run is missing', async () => {
    const hint = 'No feature server is set. Set it with configureFeatureServer.';
    expect(await run('sync')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(hint) });
    expect(await run('upload')).toMatchObject({
      exitCode: 3,
      stderr: 'There is no run yet; start one with steploom run.\n',
    });
    expect(await run('run', '--publish')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--publish: the project has no feature server'),
    });
  });

  it('push sends features of the project, prints the keys of their tests, and says what it would send', async () => {
    await configure(cloudSettings(tm));
    await run('call', 'createFeature', JSON.stringify({ text: 'Feature: Own\n  Scenario: One\n    Given it\n' }));
    expect(await run('push')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Give projectKey') });
    const to = `SHOP at ${tm.url}/api/v2/import/feature.\n`;
    expect(await run('push', 'Own', '--project-key', 'SHOP', '--dry-run')).toEqual({
      exitCode: 0,
      stdout: `new      f1.s1   One\n1 feature with 1 scenario would be pushed to ${to}`,
      stderr: expect.stringContaining('Nothing was sent: --dry-run.\n'),
    });
    expect((await run('push', '--project-key', 'SHOP')).stdout).toBe(
      `new     SHOP-501 f1.s1   One\n1 feature with 1 scenario pushed to ${to}`,
    );
    expect((await run('push', '--json')).stdout).toContain('"state":"known"');
  });

  it('sync imports features, and upload sends the results that run --publish failed to send', async () => {
    await tm.dispose();
    tm = await startSampleTm({ faults: ['import/server-error*1'] });
    await configure(cloudSettings(tm));
    const dry = await run('sync', '--dry-run', 'The basket');
    expect(dry).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Nothing was changed: --dry-run.\n') });
    expect(dry.stdout).toBe(
      'new            The basket  2 scenarios  2_SHOP-3.feature\n1 feature: 1 new, 0 changed, 0 as before.\n0 of 7 steps linked.\n',
    );
    expect(await run('sync')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('4 features: 4 new') });
    expect((await run('sync')).stdout).toMatch(/^4 features: 0 new, 0 changed, 4 as before\.\n/);
    const published = await run('run', 'The basket', '--publish', '-r', 'progress=out.txt');
    expect(published).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('answered 503') });
    const sent = await run(
      'upload',
      '--plan-key',
      'SHOP-77',
      '--test-env',
      'STG',
      '--fix-version',
      '1.4',
      '--evidence',
      'failures',
    );
    expect(sent.exitCode).toBe(0);
    expect(sent.stdout).toMatch(
      /^not implemented SHOP-301 {2}The basket takes .*\n.*SHOP-302.*\nExecution: environment STG · plan SHOP-77 · version 1\.4\n2 results \(\d+ kB\) went to http.*: SHOP-901\.\n$/,
    );
    expect(tm.executions).toMatchObject([
      { environments: ['STG'], info: { fields: { fixVersions: [{ name: '1.4' }] } } },
    ]);
    await run('run', 'The basket', '-r', 'progress=out.txt');
    const both = await run('upload', 'r1', 'r2', '--evidence', 'none');
    expect([both.exitCode, both.stdout.match(/: SHOP-\d+/g)]).toEqual([0, [': SHOP-902', ': SHOP-903']]);
    expect(await run('upload', 'r1', 'r9')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('r9') });
  });

  it('sync tells how far it is when the feature server takes its time', async () => {
    const busy = await startSampleTm({ faults: ['export/rate-limited-wait*2'] });
    try {
      await configure(cloudSettings(busy));
      const synced = await run('sync', '--dry-run');
      expect(synced).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^fetch\n/m) });
    } finally {
      await busy.dispose();
      await configure(cloudSettings(tm));
    }
  });

  it('sync and upload report which host got CLIENT_ID of the environment, but not with --json', {
    tags: ['full'],
  }, async () => {
    const own = { CLIENT_ID: SAMPLE_CLIENT.clientId, CLIENT_SECRET: SAMPLE_CLIENT.clientSecret };
    const { host } = new URL(tm.url);
    const note = `CLIENT_ID and CLIENT_SECRET of the environment of the service went to ${host}; they override those of the settings.\n`;
    await configure(cloudSettings(tm));
    await run('sync', 'The basket');
    await run('run', 'The basket', '-r', 'progress=out.txt');
    for (const words of [['sync', '--dry-run'], ['upload']]) {
      const told = await steploom(workspace.path, own, ...words);
      expect(told).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(note) });
      expect(told.stdout).not.toContain('CLIENT_ID');
      expect((await run(...words)).stderr).not.toContain('CLIENT_ID');
      expect((await steploom(workspace.path, own, ...words, '--json')).stderr).not.toContain('CLIENT_ID');
    }
    expect((await steploom(workspace.path, own, 'upload', '--dry-run')).stderr).not.toContain('CLIENT_ID');
  });

  it('sync reports that signing in failed when the client secret is wrong', async () => {
    await configure({ ...cloudSettings(tm), clientSecret: 'wrong' });
    const failed = await run('sync', '--json');
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(failed.stderr).toMatch(/Signing in failed: .*401/);
  });
});
