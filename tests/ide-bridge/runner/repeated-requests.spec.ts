import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** How often each address was asked. */
const asked = new Map<string, number>();
const count = (name: string): number => {
  const times = (asked.get(name) ?? 0) + 1;
  asked.set(name, times);
  return times;
};

const runner = useRunner({
  '/job': (_request, response) => {
    const times = count('job');
    json(response, { state: times < 4 ? 'open' : 'done', times });
  },
  '/late': (_request, response) => {
    const times = count('late');
    json(response, { times }, times < 3 ? 404 : 200);
  },
  '/shaky': (_request, response) => {
    if (count('shaky') < 2) response.destroy();
    else json(response, { state: 'up' });
  },
  '/parts': (_request, response) => json(response, count('parts') < 2 ? {} : { total: 3 }),
  '/never': (_request, response) => json(response, { state: 'open', key: 'winter-Tree-0815', times: count('never') }),
  '/silent': () => {},
});

const until = (url: string, repeatUntil: string, fields: object = {}) => ({
  ...{ type: 'request', method: 'GET', url, repeatUntil, everyMs: 50 },
  ...fields,
});

describe('a call that is repeated', () => {
  test('a call is sent again until its condition holds, and its last answer is what is stored and checked', async () => {
    const { actions } = await runner.passes([
      until('/job', 'state = "done"', { into: 'job', expectBody: 'times = 4' }),
      { type: 'if', condition: 'job.body.times = 4' },
      until('/late', 'times = 3'),
      until('/late', 'status = 200 and times > 3', { expectStatus: '200' }),
      until('/shaky', 'state = "up"'),
      until('/parts', 'total = 3'),
      { type: 'end' },
    ]);
    expect(actions[0]?.title).toBe('Call GET /job until state = "done"');
    expect(actions[0]?.call).toMatchObject({
      status: 200,
      calls: 4,
      earlier: [1, 2, 3].map(times => ({ status: 200, text: `{"state":"open","times":${times}}` })),
    });
    expect(actions[1]?.actions?.[0]?.call).toMatchObject({ calls: 3, earlier: [{ status: 404 }, { status: 404 }] });
    expect(actions[1]?.actions?.[2]?.call).toMatchObject({ earlier: [{ text: expect.stringContaining('closed') }] });
    expect(actions[1]?.actions?.[1]?.call).not.toHaveProperty('calls');
  });

  test('a call whose condition never holds fails with the last answer and how often it was sent', async () => {
    const { error, state, call } = await runner.fails([until('/never', 'state = "done"', { timeoutMs: 900 })]);
    expect([state, error.expected, error.actual]).toEqual([
      'failed',
      'state = "done"',
      expect.stringMatching(/^200 \{"state":"open"/),
    ]);
    expect(error.message).toMatch(
      /^Expected GET http\S+\/never to satisfy “state = "done"” within 0\.9 s, but it did not in \d+ calls\. The last answer has the status 200\.$/,
    );
    expect(call).toMatchObject({ calls: expect.any(Number) });
    expect(asked.get('never')).toBeGreaterThan(1);
  });

  test('an answer with another status does not count, whatever the condition says', async () => {
    asked.clear();
    const never = until('/late', '$count(items) = 0', { timeoutMs: 500, expectStatus: 500 });
    const { error } = await runner.fails([never]);
    expect(error.log).toEqual(['The status is not 500.']);
  });

  test('an answer that does not come, and a server that is not there, fail it at its time limit', async () => {
    const silent = await runner.fails([until('/silent', 'status = 200', { timeoutMs: 400 })]);
    expect(silent.error.message).toMatch(
      /in 1 call\. The last one: GET http\S+\/silent was not answered within 0\.4 s\.$/,
    );
    const gone = await runner.fails([until('http://127.0.0.1:9/', 'status = 200', { timeoutMs: 400 })]);
    expect(gone.error).toMatchObject({
      message: expect.stringContaining('nothing answers at 127.0.0.1:9'),
      actual: 'no answer',
    });
  });

  test('what can never succeed is not sent again', async () => {
    const refused = await runner.fails([until('http://169.254.169.254/', 'status = 200', { timeoutMs: 60_000 })]);
    expect(refused).toMatchObject({
      state: 'error',
      error: { message: expect.stringContaining('link-local address') },
    });
    const broken = await runner.fails([until('/late', '1 + "a" = 2', { timeoutMs: 60_000 })]);
    expect(broken).toMatchObject({ state: 'error', error: { message: expect.stringContaining('failed') } });
  });

  test('a call that is repeated ends when the run is stopped', async () => {
    const code = await runner.write([until('/never', 'state = "done"', { timeoutMs: 60_000, everyMs: 30_000 })]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'request');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  });

  test('earlier answers are few, and masked as the last one is', async () => {
    await runner.call('createEnvironment', {
      name: 'Answers',
      items: [{ name: 'KEY', kind: 'secret', value: 'winter-Tree-0815' }],
    });
    const { actions } = await runner.run([until('/never', 'state = "done"', { timeoutMs: 3_000 })], {
      environment: 'Answers',
    });
    const { earlier } = Object(actions[0]?.call);
    expect(earlier).toHaveLength(5);
    expect(JSON.stringify(actions)).toContain('••••');
    expect(JSON.stringify(actions)).not.toContain('0815');
  });
});
