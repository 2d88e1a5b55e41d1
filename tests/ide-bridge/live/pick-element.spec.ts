import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LiveNotice } from '../../../model/protocol/channel/live.ts';
import { Author } from '../../support/author.ts';
import { type LiveViewer, openLiveViewer } from '../../support/live-viewer.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const PAGE = `<!doctype html><title>Pick</title><style>* { margin: 0; font: 16px sans-serif }
    body > * { position: absolute; border: 0; padding: 0 }</style>
  <button style="left: 10px; top: 10px; width: 100px; height: 40px"
    onclick="document.title = 'clicked'"><span>Buy <b>now</b></span></button>
  <h1 style="left: 10px; top: 60px; width: 200px; height: 30px">Basket</h1>
  <iframe style="left: 300px; top: 100px; width: 300px; height: 200px; border: 5px solid" title="Inside"
    srcdoc="<style>* { margin: 0 }</style><a href='#' style='display: block; width: 100px; height: 40px'>More</a>"></iframe>
  <x-card style="left: 10px; top: 140px; width: 200px; height: 50px"></x-card>
  <script>
    const shadow = document.querySelector('x-card').attachShadow({ mode: 'open' });
    shadow.innerHTML = '<button style="width: 100px; height: 40px">Shadow</button>';
  </script>`;

const Picked = z.object({
  element: z.looseObject({ role: z.string(), name: z.string(), locator: z.string() }),
  url: z.string(),
});
type Notice<Kind> = Extract<LiveNotice, { kind: Kind }>;

describe('pickElement', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ pages: { '/': PAGE } });
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
  });

  const author = () => new Author(app.client);
  const look = (): Promise<LiveViewer> => openLiveViewer(app.service.url, app.ide?.session ?? '', 'shop');
  /** As a page of the IDE calls it, which waits as long as it takes. */
  const ask = async () =>
    Picked.parse(await app.ide?.request('tools/call', { name: 'pickElement', arguments: { projectId: 'shop' } }));
  const isPicking = ({ notices }: LiveViewer) =>
    notices.findLast((notice): notice is Notice<'picking'> => notice.kind === 'picking')?.isOn;
  /** As a program that does not want to wait. */
  const soon = async (): Promise<unknown> => {
    const { apiUrl, token } = app.client;
    const response = await fetch(apiUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, prefer: 'wait=1' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pickElement' } }),
    });
    const Reply = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });
    return JSON.parse(Reply.parse(await response.json()).result.content[0].text);
  };
  const eventually = (read: () => unknown) => expect.poll(read, { timeout: 20_000 });

  it('pickElement is refused unless the app window is open and somebody watches it', async () => {
    expect(await author().refusal('pickElement')).toMatch(/^app-not-open: /);
    await author().do('navigateUrl', { url: '/' });
    expect(await author().refusal('pickElement')).toBe(
      'ide-not-open: No IDE shows the app window: nobody can point at an element in it.',
    );
  });

  it.each([
    { what: 'a button named by its text', x: 50, y: 30, locator: "getByRole('button', { name: 'Buy now' })" },
    { what: 'a heading', x: 30, y: 75, locator: "getByRole('heading', { name: 'Basket' })" },
    {
      what: 'a link in a frame',
      x: 320,
      y: 120,
      locator: `getByTitle('Inside', { exact: true }).contentFrame().getByRole('link', { name: 'More' })`,
    },
    { what: 'a button in a shadow tree', x: 30, y: 150, locator: "getByRole('button', { name: 'Shadow' })" },
  ])('pickElement answers with the locator of $what and clicks nothing', async ({ x, y, locator }) => {
    await author().do('navigateUrl', { url: '/' });
    await using viewer = await look();
    const picked = ask();
    await eventually(() => isPicking(viewer)).toBe(true);
    viewer.send({ kind: 'point', x, y });
    const { box } = await viewer.notice('pointed');
    expect(box).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
    viewer.send({ kind: 'pick', x, y });
    const { element, url } = await picked;
    expect(url).toBe(`${app.appUrl}/`);
    const Found = z.object({ actions: z.array(z.looseObject({ matches: z.number() })) });
    const actions = [{ type: 'click', locator: element.locator }];
    expect(await app.client.call('validateActions', { actions }, Found)).toMatchObject({ actions: [{ matches: 1 }] });
    expect(element.locator).toBe(locator);
    await eventually(() => isPicking(viewer)).toBe(false);
    expect(await app.client.call('getPageInfo', {}, z.looseObject({ title: z.string() }))).toMatchObject({
      title: 'Pick',
    });
  });

  it('a pick ends when a viewer cancels it, when another pick begins, or when the last viewer leaves', async () => {
    await author().do('navigateUrl', { url: '/' });
    const viewer = await look();
    const first = ask();
    first.catch(() => {});
    await eventually(() => isPicking(viewer)).toBe(true);
    viewer.send({ kind: 'pick-cancel' });
    await expect(first).rejects.toThrow('Picking was cancelled in the live view.');
    await eventually(() => isPicking(viewer)).toBe(false);
    const [second, third] = [ask(), ask()];
    second.catch(() => {});
    third.catch(() => {});
    await expect(second).rejects.toThrow('Somebody else has started to pick an element.');
    await eventually(() => isPicking(viewer)).toBe(true);
    await viewer[Symbol.asyncDispose]();
    await expect(third).rejects.toThrow('No IDE shows the app window');
  });

  it('a slow pick continues as a job that reports the picked element and can be cancelled', {
    tags: ['full'],
  }, async () => {
    await author().do('navigateUrl', { url: '/' });
    await using viewer = await look();
    const Job = z.looseObject({ state: z.string(), jobId: z.string() });
    const working = Job.parse(await soon());
    expect(working.state).toBe('working');
    await eventually(() => isPicking(viewer)).toBe(true);
    await using late = await look();
    expect((await late.notice('picking')).isOn).toBe(true);
    viewer.send({ kind: 'pick', x: 50, y: 30 });
    const { jobId } = working;
    const job = () => app.client.call('getJob', { jobId }, z.looseObject({ state: z.string() }));
    await eventually(job).toMatchObject({ state: 'done' });
    expect(JSON.stringify(await job())).toContain('Buy now');
    const other = Job.parse(await soon());
    await app.client.call('cancelJob', { jobId: other.jobId }, z.unknown());
    await eventually(() => isPicking(viewer)).toBe(false);
  });

  it('a pick ends when its app window closes, and none begins while a run uses the window', async () => {
    await author().do('navigateUrl', { url: '/' });
    await using viewer = await look();
    const gone = ask();
    gone.catch(() => {});
    await eventually(() => isPicking(viewer)).toBe(true);
    await author().module('Slow');
    const actions = [{ type: 'wait', until: 'time', value: 100_000, timeoutMs: 110_000 }];
    await author().test('m1', 'Slow', { actions });
    await author().do('runTest', { testId: 't1' });
    await expect(gone).rejects.toThrow('The app window was closed.');
    expect(await author().refusal('pickElement')).toMatch(/^run-in-progress: /);
    await author().do('stopTest');
  });
});
