import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { navigationFailure } from '../../../ide-bridge/browser/requests/page-failure.ts';
import { eventually, openApp, opening, servePages, within } from './app-fixture.ts';

const LONG =
  '<title>Long</title><style>body { margin: 0 }</style><div style="height: 12000px; background: teal"></div>';

const pages = await servePages({
  '/': '<title>Home</title><h1>Home</h1>',
  '/second': '<title>Second</title>',
  '/broken': (_request, response) => response.writeHead(503).end('<title>Down</title>'),
  '/forward': '<script>location.href = "/second"</script>',
  '/silent': () => {},
  '/half': '<title>Half</title><img src="/silent">',
  '/file': (_request, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
  '/dialogs':
    '<title>Dialogs</title><script>window.answers = [alert("Hello"), confirm("Sure?"), prompt("Name?")]</script>',
  '/frames': '<title>Frames</title><iframe name="inner" src="/second"></iframe>',
  '/long': LONG,
  '/boxes':
    '<body style="margin: 0"><div id="box" style="margin: 900px 0 0 40px; width: 300px; height: 100px; background: red"></div><p>a</p><p>b</p>',
  '/asks': '<title>Asks</title><script>fetch("/slow").then(() => { document.title = "Answered" })</script>',
  '/slow': (_request, response) => setTimeout(() => response.end('x'), 700),
});
afterAll(() => pages[Symbol.asyncDispose]());

const app = openApp();
beforeEach(async () => {
  await app.session.openFresh(opening());
});
afterAll(() => app[Symbol.asyncDispose]());

const go = (path: string, timeoutMs?: number) => app.app.navigate(path, opening(pages.origin), within(timeoutMs));

describe('navigate', () => {
  test('navigate resolves relative addresses and reports title and status', async () => {
    expect(await go('/')).toEqual({ url: `${pages.origin}/`, title: 'Home', status: 200 });
    expect(await go('broken')).toMatchObject({ title: 'Down', status: 503 });
    expect(await go('/nowhere')).toMatchObject({ title: 'Nothing here', status: 404 });
    expect(app.app.url()).toBe(`${pages.origin}/nowhere`);
  });

  test('navigate follows a page that redirects its visitors at once', async () => {
    await go('/forward');
    await app.app.waitForReady('load', within());
    await eventually(() => expect(app.app.url()).toBe(`${pages.origin}/second`));
  });

  test('navigate gives up on a page that never comes, shows what has come of one, and the app window stays usable', async () => {
    const late = { kind: 'timeout', message: expect.stringMatching(/\/silent was not loaded within 0\.3 s/) };
    await expect(go('/silent', 300)).rejects.toMatchObject(late);
    expect(await go('/half', 2_000)).toMatchObject({ title: 'Half', stillLoading: expect.any(String) });
    expect(await app.app.info(within())).toMatchObject({ title: 'Half', readyState: 'interactive' });
    expect(await go('/')).toMatchObject({ title: 'Home' });
  });

  test('navigate says in plain words why an address cannot be opened', async () => {
    const refused = app.app.navigate('http://127.0.0.1:9', opening(), within());
    await expect(refused).rejects.toMatchObject({
      kind: 'page-error',
      message: expect.stringMatching(/browsers refuse port 9/),
    });
    const closed = await servePages({});
    await closed[Symbol.asyncDispose]();
    const nobody = app.app.navigate(closed.origin, opening(), within());
    await expect(nobody).rejects.toMatchObject({
      kind: 'page-error',
      message: expect.stringMatching(/nothing answers at 127/),
    });
    const unknown = app.app.navigate('http://no-such-host.invalid/', opening(), within());
    await expect(unknown).rejects.toMatchObject({
      message: expect.stringMatching(/there is no host named no-such-host/),
    });
    await expect(go('/file')).rejects.toMatchObject({ kind: 'page-error', message: expect.stringMatching(/download/) });
    expect(await go('/')).toMatchObject({ title: 'Home' });
  });

  test('navigate stops when the signal of its call is aborted', async () => {
    const call = new AbortController();
    const way = app.app.navigate(`${pages.origin}/silent`, opening(), { signal: call.signal });
    call.abort();
    await expect(way).rejects.toMatchObject({ kind: 'stopped' });
    await expect(app.app.info({ signal: call.signal })).rejects.toMatchObject({ kind: 'stopped' });
  });

  test.each(['file:///etc/passwd', 'chrome://version', 'javascript:alert(1)', 'about:config', 'data:text/html,x'])(
    'navigate refuses %s',
    async url => {
      await expect(app.app.navigate(url, opening(), within())).rejects.toMatchObject({ kind: 'invalid-params' });
    },
  );

  test('navigate refuses a relative address when the project has no app URL', async () => {
    const message = '"/x" is a relative address, and the project has no app URL to start from; editProject sets it.';
    await expect(app.app.navigate('/x', opening(), within())).rejects.toMatchObject({
      kind: 'invalid-params',
      message,
    });
  });
});

test('the error tells a server without HTTPS from one with an untrusted certificate', async () => {
  const call = app.app.navigate(pages.origin.replace('http:', 'https:'), opening(), within());
  await expect(call).rejects.toMatchObject({
    kind: 'page-error',
    message: expect.stringMatching(/does not speak HTTPS/),
  });
  const failed = new Error('page.goto: net::ERR_CERT_AUTHORITY_INVALID at https://shop.example/');
  expect(navigationFailure(failed, new URL('https://shop.example/'))).toMatchObject({
    kind: 'page-error',
    message: expect.stringMatching(/the certificate of shop\.example is not trusted/),
  });
});

describe('a page that is open', () => {
  test('a refresh loads the open page again', async () => {
    await go('/');
    await app.session.requirePage().evaluate('document.title = "Changed"');
    expect(await app.app.refresh(within())).toMatchObject({ title: 'Home', url: `${pages.origin}/` });
  });

  test('waiting for an idle page ends when its requests have ended, or with a timeout', async () => {
    await go('/asks');
    expect((await app.app.info(within())).title).toBe('Asks');
    await app.app.waitForReady('idle', within());
    expect((await app.app.info(within())).title).toBe('Answered');
    const late = { kind: 'timeout', message: expect.stringMatching(/did not reach the state "idle" within 0\.1 s/) };
    await expect(app.app.waitForReady('idle', within(100))).rejects.toMatchObject(late);
  });

  test('page info reports the address, frames and viewport of the open page', async () => {
    await go('/frames');
    expect(await app.app.info(within())).toEqual({
      url: `${pages.origin}/frames`,
      title: 'Frames',
      readyState: 'complete',
      viewport: { width: 1280, height: 720 },
      frames: [{ name: 'inner', url: `${pages.origin}/second` }],
      dialogs: [],
      tabs: [{ number: expect.any(Number), url: `${pages.origin}/frames`, isCurrent: true }],
    });
  });

  test('dialogs of a page are dismissed, and are no open ones any more', async () => {
    await go('/dialogs');
    expect(await app.session.requirePage().evaluate('window.answers')).toEqual([undefined, false, null]);
    expect((await app.app.info(within())).dialogs).toEqual([]);
  });

  test('info and screenshot report an unanswered dialog, and the page continues once it is answered', async () => {
    await go('/');
    const open = new Promise<() => Promise<void>>(resolve => {
      app.session.dialogs.answerWith(() => async dialog => resolve(() => dialog.accept('Ada')));
    });
    const name = app.session.requirePage().evaluate('prompt("Who?")');
    const answer = await open;
    expect(await app.app.info(within())).toMatchObject({
      readyState: 'waiting for a dialog',
      dialogs: [{ type: 'prompt', message: 'Who?' }],
    });
    const picture = app.app.screenshot({ fullPage: false, format: 'jpeg', maxWidth: 800 }, within(300));
    await expect(picture).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/its prompt "Who\?"/),
    });
    await answer();
    app.session.dialogs.answerWith();
    expect(await name).toBe('Ada');
    expect(await app.app.info(within())).toMatchObject({ title: 'Home' });
  });
});

describe('screenshot', () => {
  test('a screenshot is scaled down to the requested width and never enlarged', async () => {
    await go('/');
    const picture = await app.app.screenshot({ fullPage: false, format: 'jpeg', maxWidth: 640 }, within());
    expect(picture).toMatchObject({ mimeType: 'image/jpeg', width: 640, height: 360 });
    const whole = await app.app.screenshot({ fullPage: false, format: 'png', maxWidth: 4_000 }, within());
    expect(whole).toMatchObject({ mimeType: 'image/png', width: 1280, height: 720 });
  });

  test('a screenshot of a whole page is cut at 8,000 pixels', async () => {
    await go('/long');
    const picture = await app.app.screenshot({ fullPage: true, format: 'jpeg', maxWidth: 320 }, within());
    expect(picture.width).toBe(320);
    expect(picture.height).toBeGreaterThanOrEqual(1999);
    expect(picture.height).toBeLessThanOrEqual(2001);
    expect(await app.session.requirePage().evaluate('[innerWidth, innerHeight]')).toEqual([1280, 720]);
  });

  test('a screenshot of an element shows that element alone', async () => {
    await go('/boxes');
    const locator = { steps: [{ kind: 'selector', selector: '#box' }] } as const;
    const picture = await app.app.screenshot({ fullPage: false, locator, format: 'png', maxWidth: 1280 }, within());
    expect(picture).toMatchObject({ width: 300, height: 100 });
    const source = `data:image/png;base64,${Buffer.from(picture.bytes).toString('base64')}`;
    const corners = await app.session.requirePage().evaluate(readCorners(source));
    expect(corners).toEqual([255, 0, 0, 255, 0, 0]);
  });

  test('a screenshot of an element fails unless exactly one element fits', async () => {
    await go('/boxes');
    const request = { fullPage: false, format: 'png', maxWidth: 1280 } as const;
    const several = { steps: [{ kind: 'role', role: 'paragraph' }] } as const;
    const message = `2 elements match getByRole('paragraph') on ${pages.origin}/boxes; exactly one is needed.`;
    await expect(app.app.screenshot({ ...request, locator: several }, within())).rejects.toMatchObject({
      kind: 'locator-not-found',
      message,
    });
    const none = { steps: [{ kind: 'selector', selector: '#none' }] } as const;
    const missing = app.app.screenshot({ ...request, locator: none }, within(4_000));
    await expect(missing).rejects.toMatchObject({ kind: 'locator-not-found' });
  });
});

/** A script for red, green and blue of the first and last pixel of a picture. */
const readCorners = (source: string): string => `(async () => {
  const image = new Image();
  image.src = '${source}';
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const pixel = (x, y) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3);
  return [...pixel(0, 0), ...pixel(image.width - 1, image.height - 1)];
})()`;
