// @module-tag full
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { LIVE_PATH } from '../../../model/protocol/channel/live.ts';
import { openProvenSocket } from '../../support/ide-page.ts';
import { openLiveViewer } from '../../support/live-viewer.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const POLL = { timeout: 30_000 };
/** Pictures of noise are large, and no two are alike. */
const NOISE = `<title>Noise</title><canvas width="1280" height="720"></canvas><script>
  const paint = document.querySelector('canvas').getContext('2d'); const image = paint.createImageData(1280, 720);
  const words = new Uint32Array(image.data.buffer);
  const draw = () => { for (let i = 0; i < words.length; i++) words[i] = Math.random() * 0xffffffff | 0xff000000;
    paint.putImageData(image, 0, 0); requestAnimationFrame(draw); }; draw();</script>`;
const PAGES = {
  '/': `<title>Shop</title><button style="position: fixed; inset: 0; width: 200px; height: 100px"
    onclick="document.title = 'Clicked'">Buy</button>`,
  '/noise': NOISE,
  '/unload': `<title>Unload</title><button style="position: fixed; inset: 0; width: 200px; height: 100px"
    onclick="document.title = 'Clicked'">Buy</button>
    <script>addEventListener('beforeunload', event => { event.preventDefault(); event.returnValue = 'x'; })</script>`,
  '/hangs': `<title>Hangs</title><script>addEventListener('mousedown', () => { while (true); })</script>`,
};

describe('the live view', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ pages: PAGES });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });
  const look = () => openLiveViewer(app.service.url, app.ide?.session ?? '', 'shop');
  const goTo = (url: string) => app.client.call('navigateUrl', { url }, z.unknown());
  const title = async () => (await app.client.call('getPageInfo', {}, z.object({ title: z.string() }))).title;
  const raw = () => openProvenSocket(app.service.url, app.ide?.session ?? '', `${LIVE_PATH}?projectId=shop`);
  const click = (viewer: Awaited<ReturnType<typeof look>>) => {
    const place = { x: 50, y: 50, button: 'left', clickCount: 1 } as const;
    viewer.send({ kind: 'press', ...place });
    viewer.send({ kind: 'release', ...place });
  };

  it('the live view works on the next page when clicks on a hanging page were never answered', async () => {
    await goTo('/hangs');
    await using viewer = await look();
    for (let count = 0; count < 5; count++) click(viewer);
    await goTo('/');
    click(viewer);
    await expect.poll(title, POLL).toBe('Clicked');
  });

  it('viewers see no leave-page dialog when a program navigates away from the page', async () => {
    await goTo('/unload');
    await using viewer = await look();
    click(viewer);
    await expect.poll(title, POLL).toBe('Clicked');
    await goTo('/');
    expect(await title()).toBe('Shop');
    expect(viewer.notices.filter(({ kind }) => kind === 'dialog')).toEqual([]);
  });

  it('the live view drops pictures for a viewer that does not read them, and the others still get theirs', async () => {
    await goTo('/noise');
    await using quick = await look();
    const idle = await raw();
    idle.pause();
    let pictures = 0;
    idle.on('message', (_data, isBinary) => {
      if (isBinary) pictures += 1;
    });
    await expect.poll(() => quick.frames.length, { timeout: 60_000 }).toBeGreaterThan(40);
    const shown = quick.frames.length;
    await goTo('/');
    idle.resume();
    await expect.poll(() => pictures, POLL).toBeGreaterThan(0);
    idle.terminate();
    expect(pictures).toBeLessThan(shown);
  });

  it('ten viewers get pictures at the same time', async () => {
    await goTo('/');
    const viewers = await Promise.all(Array.from({ length: 10 }, look));
    await expect.poll(() => Math.min(...viewers.map(({ frames }) => frames.length)), POLL).toBeGreaterThan(0);
    await Promise.all(viewers.map(viewer => viewer[Symbol.asyncDispose]()));
  });

  it.each([
    ['broken JSON', ['{"kind":']],
    ['bytes', [Buffer.from([1, 2, 3])]],
    ['an unknown message', ['{"kind":"quit"}']],
    ['an impossible position', ['{"kind":"move","x":1e99,"y":0}']],
    ['a __proto__ key', ['{"kind":"move","x":1,"y":1,"__proto__":{}}']],
    ['10,000 messages at once', Array.from({ length: 10_000 }, (_, x) => `{"kind":"move","x":${x % 600},"y":1}`)],
  ])('a viewer that sends %s is disconnected, and the others can still click', async (_what, messages) => {
    await goTo('/');
    await using other = await look();
    const socket = await raw();
    const closed = once(socket, 'close');
    for (const message of messages) socket.send(message);
    const [code] = await closed;
    expect(code).toBe(CLOSE_CODES.misused);
    click(other);
    await expect.poll(title, POLL).toBe('Clicked');
  });
});
