import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { type LiveViewer, openLiveViewer } from '../../support/live-viewer.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const PAGE = `<!doctype html><title>Live</title><style>* { margin: 0; position: absolute; font: 16px sans-serif }</style>
  <h1 style="top: 300px">idle</h1>
  <button style="left: 10px; top: 10px; width: 100px; height: 40px"
    onclick="document.querySelector('h1').textContent = 'clicked'">Click</button>
  <input aria-label="Name" style="left: 10px; top: 60px; width: 200px; height: 30px"
    oninput="document.querySelector('h1').textContent = this.value">
  <select aria-label="Colour" style="left: 10px; top: 100px; width: 200px; height: 30px"
    onchange="document.querySelector('h1').textContent = this.value">
    <option>red</option><option>green</option><option disabled>blue</option></select>
  <button style="left: 10px; top: 140px; width: 100px; height: 40px"
    onclick="document.querySelector('h1').textContent = confirm('Sure?') ? 'yes' : 'no'">Ask</button>
  <input type="file" aria-label="Screenshot" style="left: 10px; top: 190px; width: 200px; height: 30px"
    onchange="document.querySelector('h1').textContent = this.files[0].name">`;

const Elements = z.object({ elements: z.array(z.object({ role: z.string(), name: z.string() })) });

describe('the live view', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ pages: { '/': PAGE } });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await app.client.call('navigateUrl', { url: '/' }, z.unknown());
  });

  const look = (): Promise<LiveViewer> => openLiveViewer(app.service.url, app.ide?.session ?? '', 'shop');
  const heading = async (): Promise<string | undefined> => {
    const query = { role: 'heading', interactiveOnly: false };
    return (await app.client.call('getPageElements', query, Elements)).elements[0]?.name;
  };
  const becomes = (text: string) => expect.poll(heading, { timeout: 10_000 }).toBe(text);
  const click = (viewer: LiveViewer, x: number, y: number) => {
    const place = { x, y, button: 'left', clickCount: 1 } as const;
    viewer.send({ kind: 'press', ...place });
    viewer.send({ kind: 'release', ...place });
  };

  it('a viewer receives pictures of the page and its address', async () => {
    await using viewer = await look();
    expect(await viewer.notice('page')).toMatchObject({ isOpen: true, url: `${app.appUrl}/`, isBusy: false });
    await expect.poll(() => viewer.frames.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const [frame] = viewer.frames;
    expect(frame).toMatchObject({ width: 1280, height: 720 });
    expect(frame?.jpeg.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it('clicks, keys and text of a viewer reach the page, and new pictures show what they change', async () => {
    await using viewer = await look();
    await expect.poll(() => viewer.frames.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const before = viewer.frames.length;
    click(viewer, 50, 30);
    await becomes('clicked');
    await expect.poll(() => viewer.frames.length, { timeout: 10_000 }).toBeGreaterThan(before);
    click(viewer, 50, 75);
    for (const key of ['A', 'n', 'n']) {
      viewer.send({ kind: 'key-down', key });
      viewer.send({ kind: 'key-up', key });
    }
    viewer.send({ kind: 'text', text: ' ö漢' });
    await becomes('Ann ö漢');
  });

  it('a viewer chooses an option of a select list, which no picture shows', async () => {
    await using viewer = await look();
    click(viewer, 50, 115);
    const list = await viewer.notice('select');
    expect(list.options).toEqual([
      { label: 'red', isSelected: true, isDisabled: false },
      { label: 'green', isSelected: false, isDisabled: false },
      { label: 'blue', isSelected: false, isDisabled: true },
    ]);
    expect(list.box).toMatchObject({ x: 10, y: 100, width: 200, height: 30 });
    viewer.send({ kind: 'choose', list: list.list, options: [1] });
    await becomes('green');
  });

  it('a viewer answers a dialog, and a dialog is dismissed once nobody watches any more', async () => {
    await using viewer = await look();
    click(viewer, 50, 160);
    const dialog = await viewer.notice('dialog');
    expect(dialog).toMatchObject({ type: 'confirm', message: 'Sure?' });
    viewer.send({ kind: 'answer', dialog: dialog.dialog, accept: true });
    await becomes('yes');
    await viewer.notice('dialog-closed');
    const second = await look();
    click(second, 50, 160);
    await second.notice('dialog');
    await viewer[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    await becomes('no');
  });

  it('a viewer picks files of the project in a file chooser', async () => {
    await app.client.call('putFile', { path: 'portrait.txt', text: 'me' }, z.unknown());
    await using viewer = await look();
    await expect.poll(() => viewer.frames.length, { timeout: 10_000 }).toBeGreaterThan(0);
    click(viewer, 50, 205);
    const chooser = await viewer.notice('file-chooser');
    viewer.send({ kind: 'files', chooser: chooser.chooser, paths: ['portrait.txt'] });
    await becomes('portrait.txt');
  });

  it('the live view refuses input while a run uses the window and accepts it again afterwards', async () => {
    await app.client.call('createModule', { name: 'Slow' }, z.unknown());
    const actions = [
      { type: 'visit', url: '/' },
      { type: 'wait', until: 'time', value: '60000', timeoutMs: 70_000 },
    ];
    await app.client.call('createTest', { moduleCode: 'm1', name: 'Slow', actions }, z.unknown());
    await using viewer = await look();
    await app.client.call('runTest', { testId: 't1' }, z.unknown());
    const Status = z.object({ action: z.object({ actionIndex: z.number() }).optional() });
    const index = async () => (await app.client.call('getTestStatus', {}, Status)).action?.actionIndex;
    await expect.poll(index, { timeout: 20_000 }).toBe(1);
    click(viewer, 50, 30);
    expect((await viewer.notice('refused')).message).toContain('A run is using the window');
    viewer.send({ kind: 'resize', width: 500, height: 500 });
    await expect.poll(() => viewer.notices.filter(({ kind }) => kind === 'refused')).toHaveLength(2);
    await app.client.call('stopTest', {}, z.unknown());
    // The window of the run is another page by now, and shown as well.
    const shown = viewer.frames.length;
    click(viewer, 50, 30);
    await becomes('clicked');
    await expect.poll(() => viewer.frames.length, { timeout: 10_000 }).toBeGreaterThan(shown);
  });

  it('a viewer resizes the page and gets pictures in the new size, and an invalid size disconnects it', async () => {
    await using viewer = await look();
    viewer.send({ kind: 'resize', width: 390, height: 844 });
    const Info = z.object({ viewport: z.object({ width: z.number(), height: z.number() }) });
    const viewport = async () => (await app.client.call('getPageInfo', {}, Info)).viewport;
    await expect.poll(viewport, { timeout: 20_000 }).toEqual({ width: 390, height: 844 });
    const shown = () => viewer.frames.at(-1);
    await expect.poll(shown, { timeout: 20_000 }).toMatchObject({ width: 390, height: 844 });
    viewer.send({ kind: 'resize', width: 1280, height: 720 });
    await expect.poll(shown, { timeout: 20_000 }).toMatchObject({ width: 1280, height: 720 });
    viewer.send({ kind: 'resize', width: 20, height: 844 });
    expect(await viewer.closed()).toBe(4400);
    expect(await viewport()).toEqual({ width: 1280, height: 720 });
  });

  it('a viewer learns whether the history has pages before and after the one shown', { tags: 'full' }, async () => {
    await app.client.call('navigateUrl', { url: '/', role: 'none' }, z.unknown());
    await using viewer = await look();
    const history = () => viewer.notices.findLast(({ kind }) => kind === 'history');
    await expect.poll(history, { timeout: 20_000 }).toEqual({ kind: 'history', back: false, forward: false });
    await app.client.call('navigateUrl', { url: '/?second' }, z.unknown());
    await expect.poll(history, { timeout: 20_000 }).toEqual({ kind: 'history', back: true, forward: false });
    await app.client.call('performAction', { action: { type: 'goBack' } }, z.unknown());
    await expect.poll(history, { timeout: 20_000 }).toEqual({ kind: 'history', back: false, forward: true });
  });

  it('several viewers watch at once, and one without a session is closed as signed out', async () => {
    await using one = await look();
    await using two = await look();
    await expect.poll(() => Math.min(one.frames.length, two.frames.length), { timeout: 10_000 }).toBeGreaterThan(0);
    await using stranger = await openLiveViewer(app.service.url, 'x'.repeat(43), 'shop');
    expect(await stranger.closed()).toBe(CLOSE_CODES.signedOut);
    expect([stranger.frames, stranger.notices]).toEqual([[], []]);
  });
});
