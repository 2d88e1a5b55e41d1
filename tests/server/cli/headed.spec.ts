// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { browserProcesses } from '../../support/browser-processes.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const hasXvfb = (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/Xvfb`));

/** A screen that nobody sees; Xvfb itself chooses a number that is free. */
async function startScreen(): Promise<{ display: string } & AsyncDisposable> {
  const xvfb: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = xvfb.stdio[3];
  if (told === null || told === undefined || !('read' in told)) throw new Error('Xvfb has no pipe.');
  const [number] = await once(createInterface(told), 'line');
  return {
    display: `:${number}`,
    [Symbol.asyncDispose]: async () => {
      xvfb.kill();
      await once(xvfb, 'exit');
    },
  };
}

const Opened = z.object({ ide: z.looseObject({ ideId: z.string(), headed: z.boolean() }), opened: z.boolean() });
const Run = z.looseObject({ state: z.string() });
const why = hasXvfb ? '' : ' (left out: Xvfb is not installed)';

test.runIf(hasXvfb)(`the IDE opens as a window on the screen, and again after it was closed${why}`, async () => {
  await using screen = await startScreen();
  await using workspace = await temporaryDirectory();
  await using service = await startSteploom(workspace.path, { DISPLAY: screen.display, WAYLAND_DISPLAY: '' });
  const client = await service.client('sample');
  const open = () => client.call('openIDE', { headed: true }, Opened);
  const first = await open();
  expect(first).toMatchObject({ ide: { headed: true }, opened: true });
  expect(browserProcesses(service.pid).map(({ commandLine }) => commandLine.includes('--headless'))).toEqual([false]);
  expect(await open()).toMatchObject({ ide: { ideId: first.ide.ideId }, opened: false });
  const { ideId } = first.ide;
  const picture = await client.call('getScreenshot', { target: 'ide', ideId, as: 'file' }, z.looseObject({}));
  expect(picture).toMatchObject({ mimeType: 'image/jpeg', width: expect.any(Number) });
  const run = await client.call('runTest', { testId: 't1', wait: 25 }, Run);
  expect(['passed', 'starting', 'running']).toContain(run.state);
  expect(await client.call('closeIDE', { ideId }, z.unknown())).toEqual({ closed: ideId });
  expect(await open()).toMatchObject({ ide: { headed: true }, opened: true });
  expect(await service.interrupt()).toBe(0);
});

test.runIf(hasXvfb)(`the app opens in a window while the IDE has one, and headless otherwise${why}`, async () => {
  await using screen = await startScreen();
  await using workspace = await temporaryDirectory();
  await using service = await startSteploom(workspace.path, { DISPLAY: screen.display, WAYLAND_DISPLAY: '' });
  const client = await service.client('sample');
  const headless = () =>
    browserProcesses(service.pid)
      .map(({ commandLine }) => commandLine.includes('--headless'))
      .sort();
  const runOnce = async () => {
    await client.call('runTest', { testId: 't1', moduleId: 'm1', wait: 25 }, Run);
    await expect
      .poll(async () => (await client.call('getTestStatus', {}, Run)).state, { timeout: 60_000, interval: 200 })
      .toBe('passed');
  };
  const { ide } = await client.call('openIDE', { headed: true }, Opened);
  await client.call('navigateUrl', { url: '/' }, z.unknown());
  expect(headless(), 'opened by an address').toEqual([false, false]);
  await runOnce();
  expect(headless(), 'opened by a run').toEqual([false, false]);
  await client.call('closeIDE', { ideId: ide.ideId }, z.unknown());
  await client.call('navigateUrl', { url: '/' }, z.unknown());
  expect(headless(), 'a window that is open stays').toEqual([false]);
  await runOnce();
  expect(headless(), 'a run when nobody looks').toEqual([true]);
  expect(await service.interrupt()).toBe(0);
});
