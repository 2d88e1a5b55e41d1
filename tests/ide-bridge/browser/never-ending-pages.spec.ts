// @module-tag full
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { type Answer, servePages } from './app-fixture.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const GO = '<button>Go</button>';

/** As much as the browser takes. */
function flood(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(GO.repeat(1_000)));
  };
  response.on('drain', write);
  write();
}

/** In the page: a frame whose document, in its address, has the next one in it. */
const NEST = `function nest(depth, code) {
  const inner = depth === 0 ? '<button>Deep</button>'
    : '<p>' + depth + '</p><script>const code = ' + JSON.stringify(code).replaceAll('<', '\\\\x3c') + '; eval(code); nest(' + (depth - 1) + ', code)<' + '/script>';
  const frame = document.createElement('iframe');
  frame.src = 'data:text/html,' + encodeURIComponent(inner);
  document.body.append(frame);
}`;

/** By what it does; each has a button, unless there is no page at all. */
const PAGES: Readonly<Record<string, Answer>> = {
  'sends no headers': () => {},
  'sends headers without end': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('X-More: yes\r\n'), 200);
    socket.once('close', () => clearInterval(timer));
  },
  'never ends to come': (_request, response) => {
    response.writeHead(200, HTML).write(`<title>Endless</title>${GO}`);
    const timer = setInterval(() => response.write(`<p>${'x'.repeat(1_000)}</p>`), 20);
    response.once('close', () => clearInterval(timer));
  },
  'never ends to come, as fast as it can': (_request, response) => {
    response.writeHead(200, HTML).write('<title>Endless</title>');
    flood(response);
  },
  'reloads once it has loaded': `<title>Reloads</title>${GO}<script>onload = () => location.reload()</script>`,
  'reloads at once': `<title>Reloads</title>${GO}<script>location.reload()</script>`,
  'refreshes itself': `<meta http-equiv="refresh" content="0"><title>Refreshes</title>${GO}`,
  'goes back and forth': `<title>History</title>${GO}<script>let count = 0; setInterval(() => {
    for (let i = 0; i < 50; i++) history.pushState(0, '', '?' + count++);
    history.back();
    history.forward();
  }, 1)</script>`,
  'has frames nested 60 deep': `<title>Nested</title>${GO}<script>${NEST}; addEventListener('load', () => nest(60, nest.toString()))</script>`,
  'has 200,000 buttons': `<title>Buttons</title><script>document.write('${GO}'.repeat(200_000))</script>`,
  'has a text that a pattern takes for ever to read': `<title>Long</title>${GO}<p>${'a'.repeat(50)}!</p>`,
};

const pathOf = (what: string) => `/${what.replaceAll(/\W+/g, '-')}`;
const pages = await servePages({
  '/': `<title>Shop</title>${GO}`,
  ...Object.fromEntries(Object.entries(PAGES).map(([what, page]) => [pathOf(what), page])),
});
afterAll(() => pages[Symbol.asyncDispose]());

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ownBrowser: true, appUrl: pages.origin });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Five seconds, with what a busy machine adds. */
const MOST_MS = 9_000;
const TOLD = ['timeout', 'page-error', 'page-misbehaved', 'locator-not-found'];

/** Calls in turn, and what each took too long for or was refused for without a reason. */
async function faultsOf(calls: readonly (readonly [tool: string, args: object])[]): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const [tool, args] of calls) {
    const begunAt = performance.now();
    const reason = await app.client.call(tool, args, z.looseObject({})).then(
      reply => ('jobId' in reply ? 'working' : undefined),
      ({ data, message }) => (TOLD.includes(data?.reason) ? undefined : message),
    );
    const ms = Math.round(performance.now() - begunAt);
    if (ms > MOST_MS || reason !== undefined) faults.push({ tool, args, ms, reason });
  }
  return faults;
}

const callsOn = (locator: string) => [
  ['performAction', { action: { type: 'click', locator, timeoutMs: 3_000 } }] as const,
  ['validateActions', { actions: [{ type: 'click', locator }] }] as const,
];
const LOOKS = [
  ['getPageInfo', {}],
  ['getPageElements', {}],
  ['getScreenshot', {}],
] as const;

const backHome = async () => {
  expect(await app.client.call('navigateUrl', { url: '/' }, z.unknown())).toMatchObject({ title: 'Shop' });
  const click = { action: { type: 'click', locator: 'button' } };
  expect(await app.client.call('performAction', click, z.unknown())).toMatchObject({ state: 'passed' });
};

describe('a page that never comes to an end', () => {
  it.each(Object.keys(PAGES))(
    'every call about a page that %s is answered in time, and the next page works',
    {
      timeout: 180_000,
    },
    async what => {
      const way = ['navigateUrl', { url: pathOf(what), timeoutMs: 4_000 }] as const;
      const calls = [way, ...LOOKS, ...callsOn("getByRole('button', { name: 'Go' }).first()")];
      expect(await faultsOf(calls)).toEqual([]);
      await backHome();
    },
  );

  it('a pattern in a locator that takes for ever is given up in time, and the next page works', {
    timeout: 180_000,
  }, async () => {
    await app.client.call(
      'navigateUrl',
      { url: pathOf('has a text that a pattern takes for ever to read') },
      z.unknown(),
    );
    const locator = 'getByText(/(a+)+$/)';
    const within = [
      ['getPageElements', { within: locator }],
      ['getScreenshot', { locator }],
    ] as const;
    expect(await faultsOf([...callsOn(locator), ...within])).toEqual([]);
    await backHome();
  });

  const ENDLESS = Object.keys(PAGES).filter(what => /^(?:never ends to come$|reloads|refreshes)/.test(what));

  it.each(ENDLESS)(
    'a call that names no limit learns in time where a page that %s is',
    { timeout: 60_000 },
    async what => {
      expect(await faultsOf([['navigateUrl', { url: pathOf(what) }]])).toEqual([]);
      await backHome();
    },
  );
});
