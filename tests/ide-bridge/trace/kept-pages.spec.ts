import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { type Results, useRunner } from '../runner/runner-fixture.ts';

/** As an old library does, which many pages still have. */
const LIBRARY = "<script>Array.prototype.toJSON = function () { return '[' + this.join() + ']'; };</script>";

const runner = useRunner(
  {
    '/': `<title>Form</title><label>Key <input></label><label>Pin <input type="password"></label>
      <button onclick="document.querySelector('output').textContent = 'Saved ' + document.querySelector('input').value">
      Save</button><output></output><script>fetch('/api', { headers: { 'x-session-token': 'header' + '-token' } })</script>`,
    '/framed': `<iframe src="/inner" name="same"></iframe>
      <iframe sandbox="allow-scripts" srcdoc="<p>foreign</p><script>onmessage = () => { document.body.textContent = 'foreign done'; }</script>"></iframe>
      <button onclick="frames[0].document.body.textContent = 'same done'; frames[1]?.postMessage('go', '*')">Finish</button>`,
    '/inside': `<iframe src="/inner"></iframe>
      <button onclick="frames[0].document.body.textContent = 'same done'">Finish</button>`,
    '/inner': '<p>same</p>',
    '/steps': `<button onclick="at('count').textContent = 'count ' + ++n">Count</button><p id="count">count 0</p>
      <button onclick="setTimeout(() => { at('late').textContent = 'come late'; }, 800)">Later</button><p id="late"></p>
      <iframe src="/inner"></iframe><script>let n = 0; const at = id => document.getElementById(id);</script>`,
    '/library': `${LIBRARY}<iframe src="/inner"></iframe>
      <button onclick="frames[0].document.body.textContent = 'same done'">Finish</button>`,
    '/library-inside': `<iframe src="/library-inner"></iframe>
      <button onclick="frames[0].document.body.textContent = 'same done'">Finish</button>`,
    '/library-inner': `${LIBRARY}<p>same</p>`,
    '/api': (_request, response) => response.setHeader('set-cookie', 'sid=cookie-value').end('{}'),
  },
  { context: 'fresh' },
);

const SAVE = { type: 'click', locator: "getByRole('button', { name: 'Save' })" };
const typed = (value: string) => ({ type: 'fill', locator: "getByLabel('Key')", value });

async function filesOf({ runId }: Results): Promise<Record<string, string>> {
  const { client, service } = runner.app;
  const headers = { authorization: `Bearer ${client.token}` };
  const response = await fetch(`${service.url}/api/runs/${runId}/trace.zip`, { headers });
  if (response.status !== 200) return {};
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  return Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
}

const FINISH = { type: 'click', locator: "getByRole('button', { name: 'Finish' })" };

/** What was kept of a page and of those in its frames, in turn. */
function pagesKept(url: string) {
  const idle = { type: 'wait', until: 'idle' };
  return pagesOf([{ type: 'visit', url }, idle, FINISH, idle]);
}

async function pagesOf(actions: Parameters<typeof runner.run>[0]) {
  const events = ((await filesOf(await runner.run(actions)))['1-trace.trace'] ?? '').trim().split('\n');
  const snapshots = events.map(line => JSON.parse(line)).filter(({ type }) => type === 'frame-snapshot');
  return snapshots.map(({ snapshot }) => snapshot);
}

/** What was kept of each frame within a page, in turn. */
async function framesKept(url: string) {
  const inFrames = (await pagesKept(url)).filter(({ isMainFrame }) => !isMainFrame);
  const ids = new Set(inFrames.map(({ frameId }) => frameId));
  return [...ids].map(id => inFrames.filter(({ frameId }) => frameId === id));
}

beforeAll(async () => {
  await runner.call('createEnvironment', {
    name: 'Keys',
    items: [{ name: 'KEY', kind: 'secret', value: 'very-secret' }],
  });
});

test('a run keeps the page around every action, each to be found by its number', async () => {
  const results = await runner.run([{ type: 'visit', url: '/' }, typed('rose'), SAVE]);
  expect(results.actions.map(({ moment }) => moment)).toEqual([1, 2, 3]);
  const files = await filesOf(results);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['1-trace.trace', '1-trace.network']));
  expect(Object.keys(files).filter(name => /stacks|^src/.test(name))).toEqual([]);
  const events = files['1-trace.trace'] ?? '';
  expect(events).toContain('"title":"3. ');
  expect(events.match(/"type":"frame-snapshot"/g)).toHaveLength(5);
});

test('a trace begins with its test, and not when the window for it was made ready', async () => {
  await runner.run([{ type: 'visit', url: '/' }]);
  const begunAt = Date.now();
  const files = await filesOf(await runner.run([{ type: 'visit', url: '/' }]));
  const events = (files['1-trace.trace'] ?? '')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(events.findLast(({ type }) => type === 'context-options').wallTime).toBeGreaterThanOrEqual(begunAt);
  expect(events.find(({ type }) => type === 'before')).toMatchObject({ method: 'tracingGroup', title: '1. Go to /' });
});

test('what a run keeps of pages has no secret, password, cookie or token in it', async () => {
  const pin = { type: 'fill', locator: "getByLabel('Pin')", value: '4711-0815' };
  const actions = [{ type: 'visit', url: '/' }, typed('{{secret.KEY}}'), pin, SAVE, { type: 'wait', until: 'idle' }];
  const files = await filesOf(await runner.run(actions, { environment: 'Keys' }));
  const all = Object.values(files).join('\n');
  expect(all).toContain('Saved ••••');
  expect(all).toContain('x-session-token');
  for (const secret of ['very-secret', '4711-0815', 'header-token', 'cookie-value']) expect(all).not.toContain(secret);
});

test('a run keeps no pages where the project does not want them', async () => {
  await runner.call('editProject', { settings: { evidence: { trace: 'off' } } });
  const results = await runner.run([{ type: 'visit', url: '/' }]);
  expect(results.actions[0]).not.toHaveProperty('moment');
  expect(await filesOf(results)).toEqual({});
  await runner.call('editProject', { settings: { evidence: { trace: 'on' } } });
});

test('a run keeps the pages of what fails alone where it is asked for that', async () => {
  const visit = { type: 'visit', url: '/' };
  const passed = await runner.run([visit], { trace: 'failure' });
  expect(passed.actions[0]).not.toHaveProperty('moment');
  expect(await filesOf(passed)).toEqual({});
  const gone = { type: 'assert', matcher: 'toBeVisible', locator: 'h6', timeoutMs: 100 };
  const failed = await runner.run([visit, gone], { trace: 'failure', retries: 0 });
  expect(failed.actions.map(({ moment }) => moment)).toEqual([1, 2]);
  expect(Object.keys(await filesOf(failed))).toContain('1-trace.trace');
});

test.each(['/inside', '/framed'])('the page before an action of %s has its frames as they were then', async url => {
  const frames = await framesKept(url);
  expect(frames).toHaveLength(url === '/inside' ? 1 : 2);
  for (const all of frames) {
    // A frame may not be there yet when its page is.
    const kept = all.slice(-4);
    expect(kept.map(({ phase }) => phase)).toEqual(['after', 'action', 'after', 'after']);
    const [visited, before, after, last] = kept.map(({ html }) => JSON.stringify(html));
    expect([visited, before]).not.toContainEqual(expect.stringContaining('done'));
    // The page of a frame that has not changed names an earlier one, and the last the one before.
    expect(before).toMatch(/\[\[[12],\d+\]\]/);
    expect(after).toContain('done');
    expect(last).toMatch(/\[\[1,\d+\]\]/);
  }
});

const press = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });

test('the page after an action is as that has left it, however soon the next one follows', async () => {
  const late = { type: 'assert', matcher: 'toHaveText', locator: '#late', expected: 'come late' };
  const steps = [press('Count'), press('Count'), press('Later'), late, { type: 'visit', url: '/inner' }];
  const pages = (await pagesOf([{ type: 'visit', url: '/steps' }, ...steps])).filter(({ isMainFrame }) => isMainFrame);
  const told = pages.map(({ phase, frameUrl, html }) => {
    const news = JSON.stringify(html).match(/count \d|come late/g) ?? [];
    return [phase, new URL(frameUrl).pathname, ...news];
  });
  expect(told.filter(([phase]) => phase === 'after')).toEqual([
    ['after', '/steps', 'count 0'],
    ['after', '/steps', 'count 1'],
    ['after', '/steps', 'count 2'],
    ['after', '/steps'],
    ['after', '/steps', 'come late'],
    ['after', '/inner'],
  ]);
  // Nothing has changed between the end of an action and the begin of the next.
  expect(told.filter(([phase]) => phase === 'action')).toEqual(Array(3).fill(['action', '/steps']));
});

test.each(['/library', '/library-inside'])('%s is kept whole, whatever a library there makes of lists', async url => {
  const pages = await pagesKept(url);
  expect(pages.length).toBeGreaterThan(6);
  for (const { html } of pages) expect(html).toBeInstanceOf(Array);
  const [before, ...after] = await framesKept(url);
  expect(JSON.stringify(before?.at(-1))).toMatch(/done|\[\[1,\d+\]\]/);
  expect(after).toEqual([]);
});
