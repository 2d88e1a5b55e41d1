import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { browserProcesses, kill } from '../../support/browser-processes.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const POLL = { timeout: 30_000 };
const OF_BROWSERS = /^(?:steploom-browser|playwright|org\.chromium)/;

describe.runIf(process.platform === 'linux')('what browsers keep in the temporary folder', () => {
  test('temporary files of a browser are removed with it or at the next start, and those of others stay', {
    tags: 'full',
  }, async () => {
    await using pages = await servePages({ '/': '<title>Shop</title>' });
    await using workspace = await temporaryDirectory();
    await using scratch = await temporaryDirectory();
    const others = [`steploom-browser-${process.pid}-others`, 'playwright_chromiumdev_profile-others'];
    for (const name of others) await mkdir(join(scratch.path, name));
    const names = async () => (await readdir(scratch.path)).filter(name => OF_BROWSERS.test(name));
    const own = async () => (await names()).filter(name => !others.includes(name));
    const isNoted = async () => {
      const folder = (await own()).find(name => name.startsWith('steploom')) ?? 'none';
      return (await readdir(join(scratch.path, folder)).catch((): string[] => [])).includes('folders.json');
    };
    const environment = { TMPDIR: scratch.path };
    const open = async () => {
      const service = await startSteploom(workspace.path, environment);
      const client = await service.client('sample');
      const show = () => client.call('navigateUrl', { url: pages.url }, z.unknown());
      await show();
      await expect.poll(isNoted, POLL).toBe(true);
      return { service, show };
    };
    const killed = await open();
    const left = await own();
    await killed.service.kill();
    expect(left.some(name => name.startsWith('playwright_chromiumdev_profile'))).toBe(true);
    expect(await own()).toEqual(expect.arrayContaining(left.filter(name => !name.startsWith('org'))));

    const { service, show } = await open();
    await expect.poll(async () => (await own()).filter(name => left.includes(name)), POLL).toEqual([]);
    // A browser that is killed leaves nothing either.
    const before = await own();
    kill(browserProcesses(service.pid));
    await expect.poll(async () => (await own()).filter(name => before.includes(name)), POLL).toEqual([]);
    await show();
    expect(await service.interrupt()).toBe(0);
    expect(await names()).toEqual(expect.arrayContaining(others));
    expect(await own()).toEqual([]);
  });
});
