// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { browserProcesses } from '../../support/browser-processes.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { servePages } from './app-fixture.ts';
import { MISBEHAVIOUR, misbehavingPages } from './misbehaving-pages.ts';

const pages = await servePages(misbehavingPages());
afterAll(() => pages[Symbol.asyncDispose]());

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ownBrowser: true, appUrl: pages.origin, pageLimits: { memoryBytes: 600_000_000 } });
});
afterAll(() => app[Symbol.asyncDispose]());

const Shown = z.object({ title: z.string() });
const go = (url: string) => app.client.call('navigateUrl', { url }, Shown);
/** Why a call was refused; undefined when it was not. */
const refusalOf = async (tool: string, args: object = {}) =>
  await app.client.call(tool, args, z.unknown()).then(
    () => undefined,
    ({ message, data }) => ({ message, reason: data?.reason }),
  );

/** A page that opened other tabs may still do so in the one that was left: then one goes again. */
async function titleAfterLeaving(url: string): Promise<string | undefined> {
  await refusalOf('navigateUrl', { url });
  return await app.client.call('getPageInfo', {}, Shown).then(
    ({ title }) => title,
    () => undefined,
  );
}

const FORBIDDEN = [
  ['opens tabs without end', 'opens-tabs-for-ever', expect.stringMatching(/^opened more than \d+ tabs/)],
  ['shows dialogs without end', 'alerts', 'showed more than 100 dialogs within 10 s'],
  [
    'writes into its console and never ends',
    'console-endless',
    'wrote into the console without end and did not answer',
  ],
  ['writes into its console from workers', 'console-worker', 'wrote into the console without end and did not answer'],
  ['opens 300 tabs at once', 'opens-300-tabs', expect.stringMatching(/^opened more than \d+ tabs/)],
  ['opens tabs that open more', 'opens-itself', expect.stringMatching(/^opened more than \d+ tabs/)],
  ['takes all memory', 'memory-arrays', 'took more than 0.6 GB of memory'],
  ['has thousands of frames', 'thousands-of-frames', 'had more than 500 frames'],
  ['begins downloads without end', 'downloads', 'began more than 25 downloads within 10 s'],
] as const;

describe('a page that keeps the browser from all else', () => {
  const misbehaves = async (_what: string, name: string, did: unknown) => {
    await go('/signs-in');
    await refusalOf('navigateUrl', { url: `/${name}` });
    const refused = expect.poll(() => refusalOf('getPageInfo'), { timeout: 60_000, interval: 100 });
    await refused.toMatchObject({ reason: 'page-misbehaved' });
    const { data, message } = await app.client.failure('getPageElements', {});
    expect(data).toMatchObject({ reason: 'page-misbehaved', did });
    expect(message).toContain(`${pages.origin}/${name} ${data.did}; its window was closed.`);
    expect(await refusalOf('performAction', { action: { type: 'reload' } })).toMatchObject({
      reason: 'page-misbehaved',
    });
    await expect.poll(() => titleAfterLeaving('/signed-in'), { timeout: 60_000 }).toBe('cookie of Ada, storage of Ada');
  };

  it.each(FORBIDDEN)('that %s loses its window, callers learn why, and the next page works', misbehaves);

  it('stays signed in when its browser cannot say any more what it has kept', async () => {
    await go('/signs-in');
    // What is kept is read once a page rests for half a second.
    await new Promise(resolve => setTimeout(resolve, 2_000));
    await go('/takes-memory-later');
    // One that misbehaved before may still be ending.
    await expect.poll(() => browserProcesses().length, { timeout: 30_000 }).toBe(1);
    for (const { pid } of browserProcesses()) process.kill(pid, 'SIGSTOP');
    await expect.poll(() => refusalOf('getPageInfo'), { timeout: 60_000 }).toMatchObject({ reason: 'page-misbehaved' });
    expect(await titleAfterLeaving('/signed-in')).toBe('cookie of Ada, storage of Ada');
  });

  it('that misbehaves in a run ends the run with what it did, and the next run works', async () => {
    const run = async (url: string) => {
      const actions = [
        { type: 'visit', url },
        { type: 'wait', until: 'time', value: 60_000, timeoutMs: 60_000, disabled: url === '/' },
      ];
      const { module } = await app.client.call('createModule', { name: `Of ${url}` }, Made);
      const { moduleCode } = module;
      const { test } = await app.client.call('createTest', { name: url, moduleCode, actions }, MadeTest);
      await app.client.call('runTest', { testId: test.testCode }, z.unknown());
      const state = () => app.client.call('getTestStatus', {}, z.looseObject({ state: z.string() }));
      await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toMatch(/^(?:passed|error)$/);
      return await state();
    };
    expect(await run('/alerts')).toMatchObject({
      state: 'error',
      errorKind: 'page-misbehaved',
      reason: expect.stringContaining('showed more than 100 dialogs within 10 s'),
    });
    expect(await run('/')).toMatchObject({ state: 'passed' });
  });
});

const Made = z.object({ module: z.object({ moduleCode: z.string() }) });
const MadeTest = z.object({ test: z.object({ testCode: z.string() }) });

const ALL = [...Object.keys(MISBEHAVIOUR), 'redirects', 'endless-body'];

/** Of each kind some, since kinds stand together: all of them take twenty minutes. */
const SHARE = Math.min(1, Number(process.env.STEPLOOM_HOSTILE_PAGES ?? ALL.length) / ALL.length);
const chosen = ALL.filter((_, place) => Math.floor((place + 1) * SHARE) > Math.floor(place * SHARE));

it.each(chosen)(
  'whatever the page "%s" does, calls are answered and the next page works',
  {
    tags: 'full',
    timeout: 180_000,
  },
  async name => {
    await refusalOf('navigateUrl', { url: `/${name}` });
    for (const tool of ['getPageInfo', 'getPageElements', 'getScreenshot']) await refusalOf(tool);
    await expect.poll(() => titleAfterLeaving('/'), { timeout: 90_000 }).toBe('Shop');
  },
);
