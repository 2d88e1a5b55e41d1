import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { states, useRunner } from './runner-fixture.ts';

const attachment = (name: string) => ({
  'content-type': 'text/csv',
  'content-disposition': `attachment; filename="${name}"`,
});

const runner = useRunner({
  '/': `<title>Downloads</title>
    <a href="/report">Report</a> <a href="/binary">Binary</a> <a href="/endless">Endless</a> <a href="/cut">Cut</a>
    <a href="/large">Large</a> <a href="/secret">Secret</a> <a href="/report" target="_blank">In a tab</a>
    <button onclick="setTimeout(() => { location.href = '/report'; }, 500)">Later</button>
    <button onclick="for (const at of ['/report', '/binary']) setTimeout(() => { location.href = at; }, at === '/report' ? 0 : 700)">Both</button>
    <button>Nothing</button><label>Text <input></label>`,
  '/report': (_request, response) => response.writeHead(200, attachment('report 2026.csv')).end('a;b\n1;2\n'),
  '/binary': (_request, response) =>
    response.writeHead(200, attachment('../photo.png')).end(Buffer.from([0x89, 0x50, 0, 1])),
  '/endless': (_request, response) => void response.writeHead(200, attachment('endless.csv')).write('a;b\n'),
  '/cut': (_request, response) =>
    void response
      .writeHead(200, { ...attachment('cut.csv'), 'content-length': '1000' })
      .write('a;b\n', () => response.destroy()),
  '/large': (_request, response) => response.writeHead(200, attachment('large.bin')).end(Buffer.alloc(50_000_001, 1)),
  '/secret': (_request, response) => response.writeHead(200, attachment('key.csv')).end('key;winter-Rain-4711\n'),
});

const visit = { type: 'visit', url: '/' };
const download = (fields: object = {}) => ({ type: 'download', ...fields });
const click = (name: string, role = 'link') => ({
  type: 'click',
  locator: `getByRole('${role}', { name: '${name}' })`,
});
const holds = (text: string, expected: string) => [
  { type: 'fill', locator: 'input', value: text },
  { type: 'assert', matcher: 'toHaveValue', locator: 'input', expected },
];

const kept = async (runId: string) => {
  const folder = join(runner.app.folder, '.steploom/runs', runId, 'downloads');
  const names = (await readdir(folder).catch(() => [])).toSorted();
  return Promise.all(names.map(async name => [name, await readFile(join(folder, name), 'latin1')]));
};

describe('download', () => {
  test('a download is kept with the run, its name is checked, and later actions can read its text', async () => {
    const { runId, actions } = await runner.passes([
      visit,
      { type: 'script', code: '2026', into: 'year' },
      download({ name: 'report {{year}}.csv', into: 'report' }),
      { type: 'comment', text: 'Nothing done yet.' },
      click('Report'),
      ...holds(
        '{{$substring(report.text, 4, 3)}}|{{report.name}}|{{report.sizeBytes}}|{{report.file}}',
        '1;2|report 2026.csv|8|downloads/1-report-2026.csv',
      ),
    ]);
    expect(actions[4]).toMatchObject({ type: 'click', file: 'downloads/1-report-2026.csv' });
    expect(await kept(runId)).toEqual([['1-report-2026.csv', 'a;b\n1;2\n']]);
    const answer = await fetch(`${runner.app.service.url}/api/runs/${runId}/downloads/1-report-2026.csv`, {
      headers: { authorization: `Bearer ${runner.app.client.token}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(await answer.text()).toBe('a;b\n1;2\n');
  });

  test('a download may come late, in another tab, or as a binary file', { tags: ['full'] }, async () => {
    const { runId } = await runner.passes([
      visit,
      download({ name: '*.csv' }),
      click('Later', 'button'),
      download(),
      click('In a tab'),
      download({ name: '*.png', into: 'photo' }),
      click('Binary'),
      ...holds('{{photo.sizeBytes}} {{$exists(photo.text)}}', '4 false'),
    ]);
    expect((await kept(runId)).map(([name]) => name)).toEqual([
      '1-report-2026.csv',
      '2-report-2026.csv',
      '3-photo.png',
    ]);
  });

  test('one action may bring several downloads, which are kept in their order', async () => {
    const { runId } = await runner.passes([
      visit,
      download({ name: 'report*' }),
      download({ name: '*photo.png' }),
      click('Both', 'button'),
    ]);
    expect((await kept(runId)).map(([name]) => name)).toEqual(['1-report-2026.csv', '2-photo.png']);
  });

  test('an action fails when the expected download does not come', async () => {
    const action = await runner.fails([
      visit,
      download({ name: '*.csv', timeoutMs: 700 }),
      click('Nothing', 'button'),
      visit,
    ]);
    expect(action).toMatchObject({
      type: 'click',
      state: 'failed',
      error: {
        message: 'Expected the download “*.csv” from this action, but none came within 0.7 s.',
        expected: '*.csv',
        actual: 'none',
      },
    });
  });

  test('an action fails when it brings another download, which is kept all the same', { tags: ['full'] }, async () => {
    const results = await runner.run([visit, download({ name: '*.pdf' }), click('Report')]);
    expect(results.actions[2]?.error).toMatchObject({ expected: '*.pdf', actual: 'report 2026.csv' });
    expect(await kept(results.runId)).toHaveLength(1);
  });

  test.each([
    ['does not end', 'Endless', /^The download “endless\.csv” was not complete within 5 s\.$/, 5_000],
    ['is cut off', 'Cut', /^The download “cut\.csv” failed: /, 20_000],
    ['is too large', 'Large', /^The download “large\.bin” has 51 MB; at most 50 MB are kept\.$/, 20_000],
  ])('an error says when a download %s', { tags: 'full' }, async (_what, name, message, timeoutMs) => {
    const { state, error } = await runner.fails([visit, download({ timeoutMs }), click(name)]);
    expect([state, error.message]).toEqual(['error', expect.stringMatching(message)]);
  });

  test('a download action fails when no action follows it, but not when the next one fails', {
    tags: ['full'],
  }, async () => {
    const last = await runner.run([visit, download()]);
    expect([last.outcome, states(last.actions)]).toEqual(['failed', ['passed', 'failed']]);
    expect(last.actions[1]?.error?.message).toBe('No action after it could start the download.');
    const bad = { type: 'assert', matcher: 'toHaveTitle', expected: 'Nope', timeoutMs: 1, onFailure: 'continue' };
    const failed = await runner.run([visit, download(), bad, click('Nothing', 'button')]);
    expect(states(failed.actions)).toEqual(['passed', 'passed', 'failed', 'passed']);
  });

  test('stopping the run ends the wait for a download, and the next run works', { tags: ['full'] }, async () => {
    const code = await runner.write([visit, download({ timeoutMs: 60_000 }), click('Endless')]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'click');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
    await runner.passes([visit, download(), click('Report')]);
  });

  test('a secret is masked in a downloaded text file', async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'winter-Rain-4711' }];
    await runner.call('createEnvironment', { name: 'Secrets', items });
    const { runId } = await runner.passes([visit, download(), click('Secret')], { environment: 'Secrets' });
    expect(await kept(runId)).toEqual([['1-key.csv', expect.not.stringContaining('4711')]]);
  });
});
