import { expect, it } from 'vitest';
import { z } from 'zod';
import { browserProcesses, kill } from '../../support/browser-processes.ts';
import { readPng } from '../../support/png-pixels.ts';
import { startTestApp } from '../../support/test-app.ts';

const Opened = z.object({
  opened: z.boolean(),
  ide: z.object({ ideId: z.string(), url: z.string(), own: z.boolean(), headed: z.boolean(), projectId: z.string() }),
});
const State = z.object({ open: z.boolean(), ides: z.array(z.looseObject({ ideId: z.string() })) });

it('a program opens the IDE in a window of its own, takes a picture of it and closes it', async () => {
  await using app = await startTestApp({ withIde: false });
  const opened = await app.client.call('openIDE', { headed: false }, Opened);
  expect(opened).toMatchObject({ opened: true, ide: { ideId: 'ide1', own: true, headed: false, projectId: 'shop' } });
  expect(opened.ide.url).toContain('/p/shop');
  expect(opened.ide.url).not.toContain('code=');
  expect(await app.client.call('openIDE', {}, Opened)).toMatchObject({ opened: false, ide: { ideId: 'ide1' } });

  await app.client.call('createModule', { name: 'Basket' }, z.unknown());
  const there = z.object({ selection: z.object({ moduleId: z.string().optional() }) });
  const shown = await app.client.call('navigateTo', { moduleId: 'm1' }, there);
  expect(shown.selection.moduleId).toBe('m1');

  const Picture = z.object({ base64: z.string(), width: z.number(), height: z.number() });
  const picture = await app.client.call('getScreenshot', { target: 'ide', format: 'png' }, Picture);
  expect(picture).toMatchObject({ width: 1280, height: 800 });
  expect(readPng(Buffer.from(picture.base64, 'base64')).width).toBe(1280);
  const Log = z.object({ entries: z.array(z.object({ level: z.string(), text: z.string() })) });
  const { entries } = await app.client.call('getConsoleLog', { target: 'ide', level: 'error' }, Log);
  expect(entries.filter(({ text }) => !text.includes('401'))).toEqual([]);

  expect(await app.client.call('closeIDE', {}, z.unknown())).toEqual({ closed: 'ide1' });
  await expect.poll(() => app.client.call('getIDEState', {}, State)).toMatchObject({ open: false, ides: [] });
  expect((await app.client.failure('closeIDE', {})).data.reason).toBe('ide-not-open');
});

it('a dialog of the page is not kept for an IDE in a window that nobody sees', { tags: ['full'] }, async () => {
  const asks =
    '<title>Asks</title><script>setTimeout(() => { document.title = "Told " + confirm("Go on?"); })</script>';
  await using app = await startTestApp({ withIde: false, pages: { '/': '<title>Home</title>', '/asks': asks } });
  await app.client.call('openIDE', { headed: false }, Opened);
  await app.client.call('navigateUrl', { url: '/' }, z.unknown());
  await app.client.call('navigateUrl', { url: '/asks' }, z.unknown());
  const title = async () => (await app.client.call('getPageInfo', {}, z.object({ title: z.string() }))).title;
  await expect.poll(title, { timeout: 20_000 }).toBe('Told false');
  expect((await app.client.failure('pickElement', {})).data.reason).toBe('ide-not-open');
});

it('an IDE in a window that nobody sees comes back when its browser dies, unless it was closed', {
  tags: ['full'],
}, async () => {
  await using app = await startTestApp({ withIde: false, ownBrowser: true });
  await app.client.call('openIDE', { headed: false }, Opened);
  await app.client.call('createModule', { name: 'Basket' }, z.unknown());
  await app.client.call('navigateTo', { moduleId: 'm1' }, z.unknown());
  const before = browserProcesses();
  const ides = async () => (await app.client.call('getIDEState', {}, State)).ides;
  kill(before);
  await expect.poll(ides, { timeout: 5_000 }).toEqual([]);
  await expect.poll(ides, { timeout: 30_000 }).toMatchObject([{ ideId: 'ide1', selection: { moduleId: 'm1' } }]);
  expect(browserProcesses()).toHaveLength(1);
  expect(browserProcesses()).not.toEqual(before);
  await app.client.call('closeIDE', {}, z.unknown());
  await expect.poll(browserProcesses, { timeout: 10_000 }).toEqual([]);
});
