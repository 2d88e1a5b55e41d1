// @module-tag full
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CHROMIUM } from '../../support/browser.ts';
import { servePages } from '../../support/serve-pages.ts';
import { startTestApp } from '../../support/test-app.ts';

const DYING_BROWSER = fileURLToPath(new URL('dying-browser.mjs', import.meta.url));
const Status = z.looseObject({ state: z.string(), reason: z.string().optional(), errorKind: z.string().optional() });
const Created = z.looseObject({ module: z.looseObject({ moduleCode: z.string() }) });

afterEach(() => vi.unstubAllEnvs());

/** Runs a test in a browser that dies when it is sent a command; afterwards in one that does not. */
async function statuses(command: string) {
  await using pages = await servePages({ '/': '<h1>Shop</h1>' });
  await using app = await startTestApp({ appUrl: pages.url, ownBrowser: true });
  const { module } = await app.client.call('createModule', { name: 'A' }, Created);
  const actions = [{ type: 'visit', url: '/' }];
  await app.client.call('createTest', { moduleCode: module.moduleCode, name: 'Opens', actions }, z.unknown());
  const run = async () => {
    await app.client.call('runTest', { testId: 't1', wait: 25 }, z.unknown());
    return app.client.call('getTestStatus', {}, Status);
  };
  vi.stubEnv('STEPLOOM_BROWSER', DYING_BROWSER);
  vi.stubEnv('BROWSER', CHROMIUM);
  vi.stubEnv('DIES_AT', command);
  const dying = await run();
  vi.unstubAllEnvs();
  return { dying, next: await run() };
}

describe.runIf(process.platform !== 'win32')('a browser that dies', () => {
  test('a browser that dies while it starts is reported as not starting, and the next run works', async () => {
    const { dying, next } = await statuses('SystemInfo.getProcessInfo');
    expect(dying).toMatchObject({ state: 'error', errorKind: 'browser-missing' });
    expect(dying.reason).toMatch(/^The browser .*dying-browser\.mjs does not start: it (ended|was ended)/);
    expect(next.state).toBe('passed');
  });

  test.each([
    ['when it is to open a window', 'Target.createBrowserContext'],
    ['when it is to open a page', 'Target.createTarget'],
    ['while it opens a page', 'Page.getFrameTree'],
    ['when it is to show the size of a page', 'Emulation.setDeviceMetricsOverride'],
  ])('a browser that dies %s is reported as lost, and the next run works', async (_when, command) => {
    const { dying, next } = await statuses(command);
    expect(dying).toMatchObject({ state: 'error', errorKind: 'browser-lost' });
    expect(dying.reason).toMatch(/^The (page or its )?browser was lost/);
    expect(next.state).toBe('passed');
  });
});
