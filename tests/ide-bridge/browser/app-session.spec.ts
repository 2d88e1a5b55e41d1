import { readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../support/is-alive.ts';
import { eventually, launcher, openApp, opening, servePages, within } from './app-fixture.ts';

const pages = await servePages({
  '/': '<title>Home</title><script>console.log("at home")</script>',
  '/popup': '<title>Opener</title><button onclick="window.open(\'/child\')">Open</button>',
  '/child': '<title>Child</title>',
  '/stuck': '<title>Stuck</title><script>setTimeout(() => { console.log("stuck"); while (true); }, 0)</script>',
  '/console': `<script>
    console.error('\\u001b[31mred\\u001b[0m', 'x'.repeat(20000)); console.warn('careful'); console.debug('detail'); console.groupEnd();
    setTimeout(() => { throw new TypeError('nobody catches this'); });
  </script>`,
  '/settings': '<title>Settings</title>',
  '/escape': '<title>Escape</title><a href="/">x</a>',
});
const ours = await servePages({ '/': '<title>Steploom</title>' });
afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await ours[Symbol.asyncDispose]();
});

const pid = (app: ReturnType<typeof openApp>): number => app.session.browser?.pid ?? 0;
const profileOf = (process: number): string =>
  /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${process}/cmdline`, 'utf8'))?.[1] ?? 'none';

describe('a session', () => {
  test('a session has no page until something is opened, and its error suggests navigateUrl', async () => {
    await using app = openApp({ launcher });
    expect(app.app.isOpen()).toBe(false);
    expect(app.app.url()).toBeUndefined();
    const message = 'The app window is not open.';
    await expect(app.app.info(within())).rejects.toMatchObject({
      kind: 'app-not-open',
      message,
      detail: { next: 'navigateUrl' },
    });
  });

  test('simultaneous callers share one browser, and each run gets a context of its own', { tags: 'full' }, async () => {
    await using app = openApp({ launcher });
    const [first, second] = await Promise.all([app.session.livePage(opening()), app.session.livePage(opening())]);
    expect(first).toBe(second);
    const browser = pid(app);
    await first.goto(pages.origin);
    await first.evaluate('localStorage.setItem("a", "1")');
    const fresh = await app.session.openFresh(opening());
    expect(first.isClosed()).toBe(true);
    expect(app.session.console.items).toEqual([]);
    await fresh.goto(pages.origin);
    expect(await fresh.evaluate('localStorage.length')).toBe(0);
    expect(await app.session.livePage(opening())).toBe(fresh);
    expect(pid(app)).toBe(browser);
  });

  test('pages get the viewport, language, time zone and test id attribute of the project', {
    tags: ['full'],
  }, async () => {
    await using app = openApp({ launcher });
    const settings = {
      browser: {
        viewport: { width: 800, height: 600 },
        locale: 'de-DE',
        timezone: 'Asia/Tokyo',
        testIdAttribute: 'data-qa',
      },
    };
    const page = await app.session.openFresh(opening(undefined, settings));
    await page.setContent('<p data-qa="it\'s &quot;q&quot;">one</p><p data-qa="other" data-testid="one">two</p>');
    const seen = '[innerWidth, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone]';
    expect(await page.evaluate(seen)).toEqual([800, 'de-DE', 'Asia/Tokyo']);
    const quoted = { steps: [{ kind: 'testId', text: 'it\'s "q"' }] } as const;
    const matched = { steps: [{ kind: 'testId', text: { source: '^oth', flags: '' } }] } as const;
    expect(await app.session.locate(quoted).textContent()).toBe('one');
    expect(await app.session.locate(matched).textContent()).toBe('two');
    const nowhere = opening(undefined, { browser: { timezone: 'Nowhere/City' } });
    await expect(app.session.openFresh(nowhere)).rejects.toMatchObject({ kind: 'invalid-project' });
  });

  test('a session follows tabs as they open and close', async () => {
    await using app = openApp({ launcher });
    await app.app.navigate('/popup', opening(pages.origin), within());
    const opener = app.session.requirePage();
    await opener.getByRole('button').click();
    await eventually(() => expect(app.app.url()).toBe(`${pages.origin}/child`));
    await app.app.waitForReady('load', within());
    expect(await app.app.info(within())).toMatchObject({ title: 'Child' });
    await app.session.requirePage().close();
    expect(app.session.page).toBe(opener);
    await opener.close();
    expect(app.app.isOpen()).toBe(false);
    expect(await app.app.navigate('/', opening(pages.origin), within())).toMatchObject({ title: 'Home' });
  });

  test('the console log survives navigations, is cut to its limits and holds no control characters', {
    tags: ['full'],
  }, async () => {
    await using app = openApp({ launcher });
    await app.app.navigate('/', opening(pages.origin), within());
    await app.app.navigate('/console', opening(pages.origin), within());
    await eventually(() => expect(app.app.console().length).toBeGreaterThanOrEqual(5));
    const entries = app.app.console();
    expect(entries.map(({ level }) => level)).toEqual(expect.arrayContaining(['info', 'error', 'warning', 'debug']));
    expect(entries[0]).toMatchObject({ level: 'info', text: 'at home', url: `${pages.origin}/`, line: 1 });
    const long = entries.find(({ text }) => text.startsWith('red'));
    expect(long).toMatchObject({ line: 2 });
    expect(long?.text.length).toBeLessThan(10_100);
    expect(entries).toContainEqual(
      expect.objectContaining({ text: 'TypeError: nobody catches this', level: 'error', line: 3 }),
    );
    await app.session.requirePage().evaluate('for (let i = 0; i < 1200; i++) console.info("line " + i)');
    await eventually(() => expect(app.app.console().some(({ text }) => text === 'line 1199')).toBe(true));
    expect(app.app.console()).toHaveLength(1_000);
  });

  test('the app window never stays on a page of Steploom, whether a call, a script or a popup leads there', {
    tags: ['full'],
  }, async () => {
    await using app = openApp({ launcher, forbiddenOrigins: () => [ours.origin] });
    const here = opening(pages.origin);
    await expect(app.app.navigate(ours.origin, here, within())).rejects.toMatchObject({ kind: 'invalid-params' });
    const alias = ours.origin.replace('127.0.0.1', 'localhost');
    await expect(app.app.navigate(alias, here, within())).rejects.toMatchObject({ kind: 'invalid-params' });
    await app.app.navigate('/escape', here, within());
    await app.session.requirePage().evaluate(`location.href = ${JSON.stringify(`${alias}/`)}`);
    await eventually(() => expect(app.app.url()).toBe('about:blank'));
    expect(app.app.console().some(({ text }) => /^Steploom left http:\/\/localhost/.test(text))).toBe(true);
    await app.app.navigate('/escape', here, within());
    await app.session.requirePage().evaluate(`window.open(${JSON.stringify(ours.origin)}) && undefined`);
    await eventually(() =>
      expect(app.session.tabs.all.map(page => page.url())).toEqual([`${pages.origin}/escape`, 'about:blank']),
    );
    expect(app.app.console().some(({ text }) => /^Steploom left http:\/\/127/.test(text))).toBe(true);
  });
});

async function getStuck(app: ReturnType<typeof openApp>): Promise<void> {
  const page = await app.session.livePage(opening());
  await page.goto(`${pages.origin}/stuck`, { waitUntil: 'commit' });
  await eventually(() => expect(app.app.console().map(({ text }) => text)).toContain('stuck'));
}

describe('a page that hangs', () => {
  test('no call to a hanging page exceeds its time limit, and navigating still works', { tags: 'full' }, async () => {
    await using app = openApp({ launcher });
    await getStuck(app);
    const late = { kind: 'timeout', message: expect.stringMatching(/did not answer within 0\.3 s; /) };
    await expect(app.app.info(within(300))).rejects.toMatchObject(late);
    const query = { interactiveOnly: true, limit: 100, boxes: false };
    await expect(app.app.elements(query, within(300))).rejects.toMatchObject(late);
    const request = { fullPage: false, format: 'jpeg', maxWidth: 1280 } as const;
    await expect(app.app.screenshot(request, within(300))).rejects.toMatchObject(late);
    const locator = { steps: [{ kind: 'selector', selector: 'h1' }] } as const;
    const ofElement = app.app.screenshot({ ...request, locator }, within(1_000));
    await expect(ofElement).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/\/stuck did not answer within/),
    });
    expect(await app.app.navigate('/', opening(pages.origin), within(6_000))).toMatchObject({ title: 'Home' });
    expect(await app.app.info(within())).toMatchObject({ title: 'Home' });
  });

  test('a refresh frees a hanging page, and navigating works after it', { tags: 'full' }, async () => {
    await using app = openApp({ launcher, limits: { stuckAfterMs: 1_000 } });
    await app.app.navigate('/', opening(pages.origin), within());
    await app.session.requirePage().evaluate('void setTimeout(() => { while (true); })');
    const query = { interactiveOnly: true, limit: 100, boxes: false };
    await expect(app.app.elements(query, within(1_000))).rejects.toMatchObject({ kind: 'timeout' });
    expect(await app.app.refresh(within(20_000))).toMatchObject({ title: 'Home' });
    expect(await app.app.navigate('/', opening(pages.origin), within(20_000))).toMatchObject({ title: 'Home' });
  });

  test('a hanging page does not keep a run from getting a browser context of its own', { tags: 'full' }, async () => {
    await using app = openApp({ launcher });
    await getStuck(app);
    const page = await app.session.openFresh(opening());
    expect(await page.evaluate('1 + 1')).toBe(2);
  });

  test('a hanging page does not keep the browser from being closed', async () => {
    await using app = openApp({ launcher });
    await getStuck(app);
    const browser = pid(app);
    await app.session.close();
    expect(isAlive(browser)).toBe(false);
  });
});

describe('a lost browser', () => {
  test('a killed browser is reported to listeners and callers, and the next navigation starts another', {
    tags: 'full',
  }, async () => {
    await using app = openApp({ launcher });
    await app.app.navigate('/', opening(pages.origin), within());
    const lost = new Promise<string>(resolve => app.session.loss.listen(({ message }) => resolve(message)));
    const waiting = app.session.requirePage().waitForSelector('#never');
    const failed = expect(waiting).rejects.toThrow();
    const first = pid(app);
    process.kill(first, 'SIGKILL');
    expect(await lost).toBe('The browser was lost: the browser ended by itself.');
    await failed;
    await expect(app.app.info(within())).rejects.toMatchObject({
      kind: 'app-not-open',
      message: 'The app window is no longer open: the browser ended by itself.',
    });
    expect(await app.app.navigate('/', opening(pages.origin), within())).toMatchObject({ title: 'Home' });
    expect(pid(app)).not.toBe(first);
  });

  test('a call under way fails with browser-lost when the browser is killed', async () => {
    await using app = openApp({ launcher });
    await app.app.navigate('/', opening(pages.origin), within());
    await app.session.requirePage().evaluate('void setTimeout(() => { while (true); })');
    const call = app.app.info(within());
    process.kill(pid(app), 'SIGKILL');
    await expect(call).rejects.toMatchObject({ kind: 'browser-lost' });
  });

  test('a crashed page is reported as a loss, and the next navigation opens a new one', async () => {
    await using app = openApp({ launcher });
    await app.app.navigate('/', opening(pages.origin), within());
    const lost = new Promise<string>(resolve => app.session.loss.listen(({ message }) => resolve(message)));
    app.session
      .requirePage()
      .goto('chrome://crash')
      .catch(() => {});
    expect(await lost).toBe('The browser was lost: the page crashed.');
    expect(app.app.isOpen()).toBe(false);
    expect(await app.app.navigate('/', opening(pages.origin), within())).toMatchObject({ title: 'Home' });
  });

  test('a crashed page that takes its browser with it is what the window was lost by', { tags: 'full' }, async () => {
    await using app = openApp({ launcher });
    await app.app.navigate('/', opening(pages.origin), within());
    const losses: string[] = [];
    app.session.loss.listen(({ message }) => losses.push(message));
    const browser = app.session.context?.browser();
    const ended = new Promise(resolve => browser?.once('disconnected', resolve));
    const first = pid(app);
    app.session
      .requirePage()
      .goto('chrome://crash')
      .catch(() => {});
    await expect.poll(() => losses, { timeout: 20_000 }).toHaveLength(1);
    process.kill(first, 'SIGKILL');
    await ended;
    expect(losses).toEqual(['The browser was lost: the page crashed.']);
    await expect(app.app.info(within())).rejects.toMatchObject({
      message: 'The app window is no longer open: the page crashed.',
    });
    expect(await app.app.navigate('/', opening(pages.origin), within())).toMatchObject({ title: 'Home' });
  });

  test('a browser that ends after one of its tabs has crashed is told of to those who work in another', {
    tags: 'full',
  }, async () => {
    await using app = openApp({ launcher });
    await app.session.openFresh(opening());
    const losses: string[] = [];
    app.session.loss.listen(({ message }) => losses.push(message));
    const tab = await app.session.context?.newPage();
    void tab?.goto('chrome://crash').catch(() => {});
    await expect.poll(() => losses, { timeout: 20_000 }).toHaveLength(1);
    expect(app.app.isOpen()).toBe(true);
    process.kill(pid(app), 'SIGKILL');
    await expect
      .poll(() => losses, { timeout: 20_000 })
      .toEqual(['The browser was lost: the page crashed.', 'The browser was lost: the browser ended by itself.']);
  });
});

test('two sessions run side by side, and disposing them leaves neither process nor profile', {
  tags: 'full',
}, async () => {
  const one = openApp({ launcher });
  const two = openApp({ launcher });
  await one.app.navigate('/', opening(pages.origin), within());
  await two.app.navigate('/child', opening(pages.origin), within());
  const processes = [pid(one), pid(two)];
  const profiles = processes.map(profileOf);
  expect(new Set([...processes, ...profiles]).size).toBe(4);
  await one.session.dispose();
  expect(await two.app.info(within())).toMatchObject({ title: 'Child' });
  await two.session.dispose();
  await two.session.dispose();
  expect(processes.map(isAlive)).toEqual([false, false]);
  for (const profile of profiles) await expect(access(profile)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(two.session.livePage(opening())).rejects.toMatchObject({ kind: 'stopped' });
});
