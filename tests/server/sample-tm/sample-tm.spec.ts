import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_CLIENT, SAMPLE_TOKEN } from '../../../server/sample-tm/tm-accounts.ts';
import { readArchive } from '../../../server/test-management/archive/read-archive.ts';
import { type SampleTm, startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';

const { clientId, clientSecret } = SAMPLE_CLIENT;

const post = (url: string, body: string | FormData, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers, body });

async function signIn({ url }: SampleTm, secret: string = clientSecret) {
  const body = JSON.stringify({ client_id: clientId, client_secret: secret });
  return post(`${url}/api/v1/authenticate`, body, { 'content-type': 'application/json' });
}

/** Signed in with a new token. */
const bearer = async (tm: SampleTm) => ({
  authorization: `Bearer ${z.string().parse(await (await signIn(tm)).json())}`,
});

const cloud = (tm: SampleTm, query: string) => `${tm.url}/api/v2/export/cucumber?${query}`;

async function filesIn(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { files } = await readArchive(bytes, { isWanted: () => true, signal: new AbortController().signal });
  return files.map(({ file, bytes: content }) => ({ file, text: content.toString() }));
}

const report = (key: string, ...statuses: string[]) => [
  {
    uri: 'a.feature',
    id: 'a',
    keyword: 'Feature',
    name: 'A',
    line: 1,
    elements: [
      {
        id: 'a;b',
        keyword: 'Scenario',
        type: 'scenario',
        name: 'B',
        line: 3,
        tags: [{ name: `@${key}`, line: 2 }],
        steps: statuses.map(status => ({ keyword: 'Given ', name: 'x', line: 4, result: { status, duration: 1 } })),
      },
    ],
  },
];

const INFO = {
  fields: { project: { key: 'SHOP' }, summary: 'Nightly' },
  xrayFields: { testPlanKey: 'SHOP-7', environments: ['STG'] },
};

describe('the sample test management', () => {
  it('signing in returns a token as a JSON string and refuses other credentials', async () => {
    await using tm = await startSampleTm();
    const answer = await signIn(tm);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')]);
    expect(await answer.text()).toMatch(/^"eyJ[\w-]+\.[\w-]+\.[\w-]+"$/);
    expect((await signIn(tm, 'wrong')).status).toBe(401);
    const broken = await post(`${tm.url}/api/v1/authenticate`, '{}', { 'content-type': 'application/json' });
    expect(broken.status).toBe(400);
  });

  it('an export returns what a filter or keys select as an archive of features with their keys', async () => {
    await using tm = await startSampleTm();
    const headers = await bearer(tm);
    const all = await filesIn(await fetch(cloud(tm, 'filter=10001&fz=true'), { headers }));
    expect(all.map(({ file }) => file)).toEqual([1, 2, 3, 4].map(index => `${index}_SHOP-${index + 1}.feature`));
    expect(all[1]?.text).toMatch(
      /^@SHOP-3\nFeature: The basket\n.*\tBackground:\n.*\t@SHOP-301 @smoke\n\tScenario Outline: /s,
    );
    expect(all[3]?.text).toMatch(/^# language: de\n/);
    const smoke = await filesIn(await fetch(cloud(tm, 'filter=10002&fz=true'), { headers }));
    expect(smoke.map(({ file }) => file)).toEqual(['1_SHOP-2.feature', '2_SHOP-3.feature']);
    const keys = await filesIn(await fetch(cloud(tm, 'keys=SHOP-302;SHOP-4'), { headers }));
    expect(keys.map(({ file }) => file)).toEqual(['1_SHOP-3.feature', '2_SHOP-4.feature']);
    expect(keys[0]?.text).not.toContain('SHOP-301');
    expect(await filesIn(await fetch(cloud(tm, 'filter=10003'), { headers }))).toEqual([]);
    expect((await fetch(cloud(tm, 'filter=1'), { headers })).status).toBe(400);
    expect((await fetch(cloud(tm, 'fz=true'), { headers })).status).toBe(400);
  });

  it('an export accepts cloud tokens until they expire, and the on-premise credentials', async () => {
    let now = 0;
    await using tm = await startSampleTm({ now: () => now, tokenLifeMs: 1_000 });
    const headers = await bearer(tm);
    const status = async () => (await fetch(cloud(tm, 'filter=10001'), { headers })).status;
    expect(await status()).toBe(200);
    now = 1_000;
    expect(await status()).toBe(401);
    const server = `${tm.url}/rest/raven/2.0/export/test?filter=10001&fz=true`;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    for (const authorization of [`Bearer ${SAMPLE_TOKEN}`, `Basic ${basic}`])
      expect((await fetch(server, { headers: { authorization } })).status).toBe(200);
    expect((await fetch(server)).status).toBe(401);
  });

  it('an on-premise export returns a single feature as it is unless an archive is asked for', async () => {
    await using tm = await startSampleTm();
    const headers = { authorization: `Bearer ${SAMPLE_TOKEN}` };
    const server = `${tm.url}/rest/raven/1.0/export/test?keys=SHOP-5`;
    expect(await (await fetch(server, { headers })).text()).toMatch(/^# language: de\n@SHOP-5\n/);
    expect(await filesIn(await fetch(`${server}&fz=true`, { headers }))).toHaveLength(1);
  });

  it('an import refuses information that would make no issue', async () => {
    await using tm = await startSampleTm();
    const form = new FormData();
    form.set('results', new Blob([JSON.stringify(report('SHOP-201', 'passed'))]), 'results.json');
    form.set('info', new Blob([JSON.stringify({ xrayFields: { environments: ['STG'] } })]), 'info.json');
    const refused = await post(`${tm.url}/api/v2/import/execution/cucumber/multipart`, form, await bearer(tm));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringContaining('Error assembling issue data') },
    ]);
    expect(tm.executions).toEqual([]);
  });

  it('an import creates an execution from a report, with or without further information', async () => {
    await using tm = await startSampleTm();
    const headers = { ...(await bearer(tm)), 'content-type': 'application/json' };
    const url = `${tm.url}/api/v2/import/execution/cucumber`;
    const first = await post(url, JSON.stringify(report('SHOP-201', 'passed', 'undefined')), headers);
    expect(await first.json()).toMatchObject({ key: 'SHOP-901', self: expect.stringContaining(tm.url) });
    const form = new FormData();
    form.set('results', new Blob([JSON.stringify(report('TEST_SHOP-302', 'passed', 'failed'))]), 'results.json');
    form.set('info', new Blob([JSON.stringify(INFO)]), 'info.json');
    const raven = `${tm.url}/rest/raven/2.0/import/execution/cucumber/multipart`;
    const second = await post(raven, form, { authorization: `Bearer ${SAMPLE_TOKEN}` });
    expect(await second.json()).toMatchObject({ testExecIssue: { key: 'SHOP-902' } });
    const seen = await (await fetch(`${tm.url}/executions`)).json();
    expect(seen).toMatchObject([
      { key: 'SHOP-901', tests: [{ key: 'SHOP-201', status: 'TO DO' }] },
      {
        key: 'SHOP-902',
        tests: [{ key: 'SHOP-302', status: 'FAILED' }],
        info: INFO,
        environments: ['STG'],
      },
    ]);
    const unknown = await post(url, JSON.stringify(report('SHOP-9', 'passed')), headers);
    expect([unknown.status, await unknown.json()]).toEqual([400, { error: 'There are no valid tests imported' }]);
    expect((await post(url, '{', headers)).status).toBe(400);
  });

  it('an import fills the execution that the first key of a feature names, or else creates one', async () => {
    await using tm = await startSampleTm();
    const headers = { ...(await bearer(tm)), 'content-type': 'application/json' };
    const url = `${tm.url}/api/v2/import/execution/cucumber`;
    const send = async (keys: readonly string[], test: string, status: string) => {
      const tags = keys.map(key => ({ name: `@${key}`, line: 1 }));
      const features = report(test, status).map(feature => ({ ...feature, tags }));
      return z
        .looseObject({ key: z.string() })
        .parse(await (await post(url, JSON.stringify(features), headers)).json());
    };
    const made = await send(['SHOP-2'], 'SHOP-201', 'failed');
    const filled = await send([made.key, 'SHOP-2'], 'SHOP-201', 'passed');
    const more = await send([made.key], 'SHOP-302', 'failed');
    const other = await send(['SHOP-2', made.key], 'SHOP-201', 'passed');
    const unknown = await send(['SHOP-999'], 'SHOP-201', 'passed');
    expect([filled.key, more.key, other.key, unknown.key]).toEqual(['SHOP-901', 'SHOP-901', 'SHOP-902', 'SHOP-903']);
    expect(tm.executions[0]?.tests.map(({ key, status }) => [key, status])).toEqual([
      ['SHOP-201', 'PASSED'],
      ['SHOP-302', 'FAILED'],
    ]);
  });

  it('requests beyond the limit are answered 429 until five minutes have passed', async () => {
    let now = 0;
    await using tm = await startSampleTm({ requestsInFiveMinutes: 1, now: () => now });
    expect((await signIn(tm)).status).toBe(200);
    const refused = await signIn(tm);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300']);
    now = 300_000;
    expect((await signIn(tm)).status).toBe(200);
  });

  it('faults occur where and as often as was asked for, and unknown ones are refused', async () => {
    await using tm = await startSampleTm({ faults: ['sign-in/server-error*2', 'token-unquoted'] });
    expect((await signIn(tm)).status).toBe(503);
    expect((await signIn(tm)).status).toBe(503);
    expect(await (await signIn(tm)).text()).toMatch(/^eyJ/);
    await expect(startSampleTm({ faults: ['hangs'] })).rejects.toThrow(/No fault "hangs". Similar: hang\./);
    await expect(startSampleTm({ faults: ['import/bomb', 'export/token-huge'] })).rejects.toThrow(/No fault/);
  });
});
