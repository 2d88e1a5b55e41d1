import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { SAMPLE_CLIENT, SAMPLE_TOKEN } from '../../../server/sample-tm/tm-accounts.ts';
import type { ConnectionSettings } from '../../../server/test-management/ports.ts';
import { TestManagement } from '../../../server/test-management/test-management.ts';
import { hastyPatience } from '../../support/feature-server.ts';
import { portOf } from '../../support/port-of.ts';
import { type SampleTm, startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';

const report = JSON.stringify([
  {
    name: 'The basket',
    elements: [
      {
        name: 'The basket is emptied',
        tags: [{ name: '@SHOP-302' }],
        steps: [{ keyword: 'Given ', result: { status: 'passed' } }],
      },
    ],
  },
]);

const cloud = (url: string): ConnectionSettings => ({
  type: 'xray-cloud',
  fileListUrl: new URL(`${url}/api/v2/export/cucumber?filter=10001`),
  matchFile: '*.feature',
  authUrl: new URL(`${url}/api/v1/authenticate`),
  importUrl: new URL(`${url}/api/v2/import/execution/cucumber`),
  token: undefined,
  ...SAMPLE_CLIENT,
  info: undefined,
});

const onPremise = (url: string): ConnectionSettings => ({
  ...cloud(url),
  type: 'xray-server',
  authUrl: undefined,
  importUrl: new URL(`${url}/rest/raven/2.0/import/execution/cucumber`),
  token: SAMPLE_TOKEN,
});

const management = () => new TestManagement({ patience: hastyPatience() });
const waiting = () => ({ signal: new AbortController().signal });
const importsOf = ({ seen }: SampleTm) => seen.filter(({ path }) => path.includes('/import/')).length;
const signInsOf = ({ seen }: SampleTm) => seen.filter(({ path }) => path.endsWith('/authenticate')).length;

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('uploading results', () => {
  it('an upload returns the answer of the service', async () => {
    await using tm = await startSampleTm();
    expect(await management().upload(cloud(tm.url), { report }, waiting())).toMatchObject({
      status: 200,
      answer: { key: 'SHOP-901' },
    });
    expect(await management().upload(onPremise(tm.url), { report }, waiting())).toMatchObject({
      answer: { testExecIssue: { key: 'SHOP-902' } },
    });
    expect(tm.executions.map(({ report: kept }) => kept)).toEqual([JSON.parse(report), JSON.parse(report)]);
  });

  it('an upload tells the address where the results went, after a redirect too', async () => {
    await using tm = await startSampleTm();
    const plain = `${tm.url}/api/v2/import/execution/cucumber`;
    expect(await management().upload(cloud(tm.url), { report }, waiting())).toMatchObject({ url: new URL(plain) });
    const info = { fields: { project: { key: 'SHOP' }, summary: 'Nightly' } };
    const sent = await management().upload(cloud(tm.url), { report, info }, waiting());
    expect(sent).toMatchObject({ url: new URL(`${plain}/multipart`) });
    await using moved = await serve(({ url = '' }, response) => {
      if (url.startsWith('/moved')) return void response.setHeader('content-type', 'application/json').end('{}');
      response.writeHead(308, { location: `/moved${url}` }).end();
    });
    const server = { ...onPremise(tm.url), importUrl: new URL(`${moved.url}/import/execution/cucumber`) };
    expect(await management().upload(server, { report }, waiting())).toMatchObject({
      url: new URL(`${moved.url}/moved/import/execution/cucumber`),
    });
  });

  it('an upload sends what it is told of the execution, as a form', async () => {
    await using tm = await startSampleTm();
    const fields = { project: { key: 'SHOP' }, summary: 'Nightly' };
    const info = { fields, xrayFields: { environments: ['CI'], testPlanKey: 'SHOP-77' } };
    await management().upload(cloud(tm.url), { report, info }, waiting());
    expect(tm.executions).toMatchObject([{ info, environments: ['CI'] }]);
    const without = management().upload(cloud(tm.url), { report, info: { fields: {} } }, waiting());
    await expect(without).rejects.toThrow(/answered 400.*Error assembling issue data/);
    expect(tm.seen.at(-1)?.path).toBe('/api/v2/import/execution/cucumber/multipart');
  });

  it('a sign-in is reused across calls and renewed once it has expired', async () => {
    await using tm = await startSampleTm();
    const same = management();
    await same.fetchFeatures(cloud(tm.url), waiting());
    await same.upload(cloud(tm.url), { report }, waiting());
    expect(signInsOf(tm)).toBe(1);
    expect(same.secrets).toEqual([expect.stringMatching(/^eyJ/)]);
    tm.expireTokens();
    await same.upload(cloud(tm.url), { report }, waiting());
    expect([signInsOf(tm), tm.executions.length]).toEqual([2, 2]);
    await same.fetchFeatures({ ...cloud(tm.url), importUrl: undefined }, waiting());
    expect(signInsOf(tm)).toBe(3);
  });

  it('a sign-in is forgotten after 23 hours', async () => {
    let now = Date.now();
    await using tm = await startSampleTm();
    const aging = new TestManagement({ patience: { ...hastyPatience(), now: () => now } });
    await aging.fetchFeatures(cloud(tm.url), waiting());
    now += 23 * 3_600_000 - 1;
    await aging.fetchFeatures(cloud(tm.url), waiting());
    expect(signInsOf(tm)).toBe(1);
    now += 1;
    await aging.fetchFeatures(cloud(tm.url), waiting());
    expect(signInsOf(tm)).toBe(2);
  });

  it.each([
    ['import/server-error', 1, /^Uploading the results failed: POST .* answered 503\. .*try again later/],
    ['import/reset', 1, /cut the connection/],
    ['import/forbidden', 1, /answered 403.*permission/],
    ['import/redirect', 1, /redirects to http:\/\/localhost.*nothing is sent there/],
    ['import/rate-limited', 4, /answered 429 4 times/],
    ['import/unauthorized', 2, /answered 401.*set valid ones/],
  ])('an upload that fails with %s is sent %i times', async (fault, times, message) => {
    await using tm = await startSampleTm({ faults: [fault] });
    await expect(management().upload(cloud(tm.url), { report }, waiting())).rejects.toThrow(message);
    expect([importsOf(tm), tm.executions.length]).toEqual([times, 0]);
  });

  it('an upload is sent again when it certainly did not arrive', async () => {
    await using tm = await startSampleTm({ faults: ['import/rate-limited*2'] });
    expect(await management().upload(cloud(tm.url), { report }, waiting())).toMatchObject({ status: 200 });
    expect(tm.executions).toHaveLength(1);
    const pauses: number[] = [];
    const nobody = { ...onPremise('http://127.0.0.1:1') };
    const patient = new TestManagement({ patience: hastyPatience(pauses) });
    await expect(patient.upload(nobody, { report }, waiting())).rejects.toThrow(/Nothing answers at 127\.0\.0\.1:1/);
    expect(pauses).toHaveLength(3);
  });

  it('an upload that the service does not accept is reported with the reason', async () => {
    await using tm = await startSampleTm();
    const wrong = report.replace('SHOP-302', 'OTHER-1');
    await expect(management().upload(cloud(tm.url), { report: wrong }, waiting())).rejects.toThrow(
      /answered 400\. The service did not accept the results.*There are no valid tests imported/,
    );
    await expect(
      management().upload({ ...cloud(tm.url), importUrl: undefined }, { report }, waiting()),
    ).rejects.toThrow(/no address to upload to\. Set importUrl/);
    const folder: ConnectionSettings = { ...cloud(tm.url), type: 'folder', fileListUrl: '/tmp' };
    await expect(management().upload(folder, { report }, waiting())).rejects.toThrow(/takes no results/);
  });

  it('an upload shows no secret that the service repeats', async () => {
    await using echo = await serve((request, response) => {
      response.statusCode = 400;
      request
        .resume()
        .on('end', () => response.end(`bad: ${request.headers.authorization} ${'x'.repeat(150)} ${SAMPLE_TOKEN}`));
    });
    const failure: unknown = await management()
      .upload(onPremise(echo.url), { report }, waiting())
      .catch(error => error);
    expect(String(failure)).toMatch(/begins: bad: Bearer ••••/);
    expect(String(failure)).not.toContain(SAMPLE_TOKEN.slice(0, 10));
  });

  it('an upload can be cancelled', async () => {
    await using tm = await startSampleTm({ faults: ['import/hang'] });
    const cancelling = new AbortController();
    const upload = management().upload(onPremise(tm.url), { report }, { signal: cancelling.signal });
    await expect.poll(() => importsOf(tm), { timeout: 20_000 }).toBe(1);
    cancelling.abort();
    await expect(upload).rejects.toThrow(/cancelled/);
  });
});
