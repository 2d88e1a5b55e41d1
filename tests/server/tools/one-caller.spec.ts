import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { openLiveViewer } from '../../support/live-viewer.ts';
import type { ApiClient } from '../../support/running-steploom.ts';
import { McpClient } from '../rpc/mcp-client.ts';

const pageOf = (name: string) =>
  `<!doctype html><title>${name}</title><h1>${name}</h1><label>${name} <input></label><button>Send</button>`;

let letGo: (() => void)[] = [];

const runner = useRunner({
  '/login': pageOf('Login'),
  '/form': pageOf('Form'),
  '/held': (_request, response) => void letGo.push(() => response.end('done')),
});

const HELD = { type: 'request', method: 'GET', url: '/held' };

const visitAndType = (name: string) => [
  { type: 'visit', url: `/${name.toLowerCase()}` },
  ...['one', 'two', 'three'].map(value => ({ type: 'fill', locator: "getByRole('textbox')", value })),
  { type: 'assert', matcher: 'toHaveTitle', expected: name },
  { type: 'extract', from: 'text', locator: 'h1', into: 'heading' },
];

const Reply = z.looseObject({
  state: z.string(),
  done: z.array(z.looseObject({ value: z.unknown().optional() })),
  failed: z.looseObject({ actionIndex: z.number(), error: z.looseObject({ message: z.string() }) }).optional(),
  notDone: z.array(z.string()).optional(),
  page: z.looseObject({ url: z.string(), title: z.string().optional() }),
  kept: z.looseObject({ testCode: z.string() }).optional(),
});

const perform = (client: ApiClient, actions: object[], more: object = {}) =>
  client.call('performActions', { actions, ...more }, Reply);

/** One that waits for the page of the app until `release`; resolves once it has the page of the window. */
async function heldBy(client: ApiClient, actions: object[] = [HELD]) {
  const before = letGo.length;
  const done = perform(client, actions);
  done.catch(() => {});
  await expect.poll(() => letGo.length, { timeout: 20_000 }).toBe(before + 1);
  return { done, release: () => letGo.at(-1)?.() };
}

describe('the page of the app window', () => {
  let other: ApiClient;

  beforeEach(async () => {
    letGo = [];
    other = await runner.app.clientWith('write');
    await runner.call('navigateUrl', { url: '/login' });
  });

  test.each([{}, { context: 'fresh' }, { keepAs: { moduleCode: 'Kept', name: 'Both' } }])(
    'two sequences of actions at once are done one after the other, each on its own page: %o',
    async more => {
      const { client } = runner.app;
      const both = [perform(client, visitAndType('Login'), more), perform(other, visitAndType('Form'), more)];
      const told = (await Promise.all(both)).map(({ state, page, done }) => [state, page.title, done.at(-1)?.value]);
      expect(told).toEqual([
        ['passed', 'Login', 'Login'],
        ['passed', 'Form', 'Form'],
      ]);
    },
  );

  test('who waits in vain is told who has the page, since when and for what, and what only reads does not wait', async () => {
    const begun = Date.now();
    const { done, release } = await heldBy(runner.app.client);
    const failure = await other.failure('navigateUrl', { url: '/form', timeoutMs: 300 });
    expect(failure.message).toMatch(
      /^Write \d+ has had the page for \d+(?:\.\d)? m?s: performing an action\. Try again when that has ended; what only reads need not wait\.$/,
    );
    const { reason, by, doing, since } = z
      .looseObject({ reason: z.string(), by: z.string(), doing: z.string(), since: z.iso.datetime() })
      .parse(failure.data);
    expect({ reason, by, doing }).toEqual({
      reason: 'busy',
      by: expect.stringMatching(/^write \d+$/),
      doing: 'performing an action',
    });
    expect(Date.parse(since)).toBeGreaterThanOrEqual(begun);
    const { title } = await other.call('getPageInfo', {}, z.looseObject({ title: z.string() }));
    expect(title).toBe('Login');
    await other.call('getPageElements', {}, z.unknown());
    release();
    expect((await done).state).toBe('passed');
    await other.call('navigateUrl', { url: '/form', timeoutMs: 5_000 }, z.unknown());
  });

  test('others come in the order in which they asked, without those who gave up', async () => {
    const { done, release } = await heldBy(runner.app.client);
    const going = (url: string) => other.call('navigateUrl', { url }, z.unknown());
    const leaving = new AbortController();
    const first = going('/form');
    const { apiUrl: url, token } = other;
    const leaver = new McpClient({ url, token, signal: leaving.signal });
    const givenUp = leaver.legacy('tools/call', { name: 'navigateUrl', arguments: { url: '/gone' } });
    const last = perform(other, [{ type: 'extract', from: 'title', into: 'title' }]);
    leaving.abort();
    await expect(givenUp).rejects.toThrow();
    release();
    await Promise.all([done, first]);
    expect((await last).done[0]?.value).toBe('Form');
  });

  test('a run that needs the window waits for a sequence of actions, and none begins amid one', async () => {
    const testId = await runner.write([{ type: 'extract', from: 'title', into: 'title' }]);
    const { done, release } = await heldBy(runner.app.client, [HELD, { type: 'visit', url: '/form' }]);
    const running = runner.call('runTest', { testId, context: 'live', wait: 20 });
    release();
    expect(await done).toMatchObject({ state: 'passed', page: { title: 'Form' } });
    expect(await running).toMatchObject({ state: 'passed' });
  });

  test('a paused run goes on only after a sequence of actions on its page', async () => {
    const testId = await runner.write([
      { type: 'pause' },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Form' },
    ]);
    await runner.call('runTest', { testId, context: 'live', wait: 20 });
    const { done, release } = await heldBy(runner.app.client, [HELD, { type: 'visit', url: '/form' }]);
    const resumed = runner.call('resumeTest', { wait: 20 });
    release();
    expect((await done).state).toBe('passed');
    expect(await resumed).toMatchObject({ state: 'passed' });
  });

  test('a person who takes over ends what programs do, and those that wait are refused', async () => {
    const { service, ide } = runner.app;
    await using viewer = await openLiveViewer(service.url, ide?.session ?? '', 'shop');
    await viewer.notice('page');
    const fill = { type: 'fill', locator: "getByRole('textbox')", value: 'typed' };
    const { done } = await heldBy(runner.app.client, [fill, HELD, { ...fill, value: 'no more' }]);
    const waiting = other.failure('navigateUrl', { url: '/form' });
    viewer.send({ kind: 'move', x: 10, y: 10 });
    const { message } = await viewer.notice('refused');
    expect(message).toMatch(/^write \d+ is acting on the page\. Press “Take over” to act yourself\.$/);
    viewer.send({ kind: 'take-over' });
    expect((await waiting).data.reason).toBe('taken-over');
    const { failed, notDone, done: performed } = await done;
    expect(performed).toHaveLength(1);
    expect(failed?.error.message).toContain('A person has taken over the browser.');
    expect(notDone).toHaveLength(1);
    viewer.send({ kind: 'hand-back' });
    await expect.poll(() => viewer.notices.findLast(({ kind }) => kind === 'held')).toEqual({ kind: 'held' });
    const read = await perform(other, [{ type: 'extract', from: 'value', locator: 'input', into: 'typed' }]);
    expect(read.done[0]?.value).toBe('typed');
  });
});
