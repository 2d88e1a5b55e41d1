/** What changes the document or the tab, asks the person, brings files, or decides what runs. */
import type { Answer } from '../../app-fixture.ts';
import { type EngineCase, HOPELESS, holds, IN_VAIN, LOG, logged, on, script, T } from './engine-case.ts';
import { noting } from './noting.ts';

const titled = (expected: string) => holds('toHaveTitle', { expected });

/** A short run that goes through every kind. */
export const TOUR: EngineCase = {
  title: 'all kinds of action, one after the other',
  page: `${LOG}<button id="t" onclick="L('click')">Go</button><button id="ask" onclick="L(confirm('Sure?'))">Ask</button>
    <input id="field"><select id="list"><option>A<option>B</select><input id="box" type="checkbox"><input id="file" type="file">
    <a id="get" href="/file">Get it</a> <a id="next" href="/next">Next</a><div id="card" style="width:80px;height:40px">Card</div>
    <div id="bin" style="width:80px;height:40px;margin-top:60px">Bin</div><div style="height:2000px"></div><p id="below">Below</p>`,
  actions: [
    { type: 'group', title: 'With the pointer' },
    ...['hover', 'click', 'dblclick', 'rightClick'].map(type => on(type, T)),
    on('drag', '#card', { target: '#bin' }),
    { type: 'end' },
    on('fill', '#field', { value: 'text' }),
    on('press', '#field', { key: 'End' }),
    on('select', '#list', { values: ['B'] }),
    on('check', '#box'),
    on('uncheck', '#box'),
    on('upload', '#file', { files: ['one.txt'] }),
    { type: 'if', matcher: 'toBeVisible', locator: '#none' },
    script("L('never')"),
    { type: 'else' },
    { type: 'loop', times: 2 },
    on('press', '#field', { key: '!' }),
    { type: 'end' },
    { type: 'end' },
    { type: 'clipboard', value: 'copied' },
    { type: 'storage', of: 'localStorage', operation: 'set', name: 'seen', value: 'yes' },
    { type: 'clock', do: 'pause', time: '2030-01-01T09:00:00Z' },
    { type: 'extract', from: 'value', locator: '#field', into: 'typed' },
    holds('toPassScript', { expected: '"{{typed}}" === "!!text"' }),
    on('paste', '#field', { value: '?' }),
    { type: 'dialog', accept: true },
    on('click', '#ask'),
    { type: 'download' },
    on('click', '#get'),
    { type: 'emulate', colorScheme: 'dark', width: 800, height: 600 },
    holds('toPassScript', { expected: "innerWidth === 800 && matchMedia('(prefers-color-scheme: dark)').matches" }),
    { type: 'mock', url: '/never', body: 'never' },
    { type: 'stopMocking' },
    { type: 'scroll', locator: '#below' },
    { type: 'screenshot', locator: '#below' },
    { type: 'checkAccessibility', locator: '#below' },
    { type: 'newTab', url: '/next' },
    { type: 'switchTab', tab: 'Case' },
    { type: 'closeTab', tab: 'Next' },
    on('click', '#next'),
    { type: 'expectRequest', url: '/next', method: 'GET', status: 200 },
    { type: 'wait', until: 'load' },
    { type: 'goBack' },
    { type: 'goForward' },
    { type: 'reload' },
    titled('Next'),
  ],
};

export const DOCUMENTS: readonly EngineCase[] = [
  {
    title: 'a way there, back, forth and anew',
    page: '<a id="t" href="/next">Next</a>',
    actions: [
      on('click', T),
      titled('Next'),
      { type: 'goBack' },
      titled('Case'),
      { type: 'goForward' },
      titled('Next'),
      { type: 'reload', expectStatus: '200' },
      { type: 'visit', url: '/next?again', expectStatus: '2xx' },
      holds('toHaveURL', { expected: '/next?again' }),
    ],
  },
  {
    title: 'tabs that a link and a test open, gone to and closed',
    page: '<a id="t" href="/next" target="_blank">Next</a>',
    actions: [
      on('click', T),
      titled('Next'),
      { type: 'switchTab', tab: 'Case' },
      { type: 'closeTab', tab: 'Next' },
      { type: 'newTab', url: '/next?own' },
      holds('toHaveURL', { expected: '/next?own' }),
      { type: 'closeTab' },
      titled('Case'),
    ],
  },
  {
    title: 'a link that keys open in another tab',
    page: '<a id="t" href="/next">Next</a>',
    actions: [on('click', T, { modifiers: ['ControlOrMeta'] }), titled('Next'), { type: 'closeTab' }, titled('Case')],
  },
  {
    title: 'a window that a script opens late, and one that closes itself',
    page: `<button id="t" onclick="setTimeout(() => window.open('/closes'), 200)">Open</button>`,
    actions: [on('click', T), on('click', "getByRole('button', { name: 'Close' })"), titled('Case')],
  },
  {
    title: 'a link whose page takes its time',
    page: '<a id="t" href="/slow">Slow</a>',
    actions: [
      on('click', T),
      titled('Slow'),
      on('click', "locator('#done')"),
      holds('toBeFocused', { locator: '#done' }),
    ],
  },
  {
    title: 'a link within the page, and an address that a script writes',
    page: `<a id="t" href="#there">There</a><div style="height:2000px"></div><p id="there" onclick="history.pushState({}, '', '/next')">There</p>`,
    actions: [
      on('click', T),
      holds('toHaveURL', { expected: '/#there$/' }),
      on('click', '#there'),
      { type: 'wait', until: 'url', value: '/next' },
    ],
  },
  {
    title: 'a form that is sent by a click, with a redirect',
    page: '<form action="/forward"><input id="t" name="word"><button id="send">Send</button></form>',
    actions: [
      on('fill', T, { value: 'one' }),
      on('click', '#send'),
      titled('Next'),
      { type: 'wait', until: 'load' },
      { type: 'wait', until: 'idle' },
    ],
  },
  {
    title: 'a page that goes elsewhere while it is looked at',
    page: `<script>setTimeout(() => { location.href = '/later' }, 250)</script>`,
    actions: [on('click', "getByRole('button', { name: 'Later' })"), holds('toBeFocused', { locator: 'button' })],
  },
  {
    title: 'a prompt, a confirmation and an alert',
    page: `${LOG}<button id="t" onclick="L(prompt('Name?')); L(confirm('Sure?')); alert('Done')">Ask</button>`,
    actions: [
      { type: 'dialog', accept: true, text: 'Ann' },
      { type: 'dialog', accept: false },
      { type: 'dialog', accept: true },
      on('click', T),
      logged('Ann|false'),
    ],
  },
  {
    title: 'dialogs that a hover, a key and a choice open',
    page: `${LOG}<button id="t" onmouseenter="L(confirm('Hover?'))">Go</button><input id="i" onkeyup="L(confirm('Key?'))">
      <select id="list" onchange="L(confirm('List?'))"><option>A<option>B</select><input id="box" type="checkbox" onclick="return confirm('Box?')">`,
    actions: [
      on('hover', T),
      on('press', '#i', { key: 'a' }),
      on('select', '#list', { values: ['B'] }),
      { type: 'dialog', accept: true },
      on('check', '#box'),
      logged('false|false|false'),
    ],
  },
  {
    title: 'a download that a click starts, and one that does not come',
    page: '<a id="t" href="/file">Get it</a><button id="b">Nothing</button>',
    actions: [
      { type: 'download', name: 'a.txt', expectText: 'cont*t', into: 'got' },
      on('click', T),
      holds('toPassScript', { expected: '"{{got.text}}" === "content"' }),
      { type: 'download', ...HOPELESS },
      on('click', '#b', HOPELESS),
    ],
  },
  {
    title: 'a request that a click sends, and one that is not sent',
    page: `<button id="t" onclick="fetch('/file', { method: 'POST', body: 'one' })">Send</button>`,
    actions: [
      on('click', T),
      { type: 'expectRequest', url: '/file', expression: "request.body = 'one'", into: 'answer' },
      holds('toPassScript', { expected: '"{{answer.response.body}}" === "content"' }),
      { type: 'expectRequest', url: '/none', ...IN_VAIN },
    ],
  },
  {
    title: 'scrolls to an element, in one and of the page',
    page: `${LOG}<div id="box" style="height:80px;overflow:auto" onscroll="this.dataset.at = this.scrollTop"><div style="height:900px">Inner</div></div>
      <div style="height:3000px"></div><p id="t">Text</p>`,
    actions: [
      { type: 'scroll', locator: '#box', y: 300 },
      holds('toHaveAttribute', { locator: '#box', attribute: 'data-at', expected: '300' }),
      on('scroll', T),
      holds('toBeInViewport', { locator: T }),
      { type: 'scroll', y: -200 },
    ],
  },
  {
    title: 'what a page says, kept and typed again',
    page: `<p id="p" title="A title">Order 4711</p><ul><li>One<li>Two</ul><input id="t" value="field">`,
    actions: [
      { type: 'extract', from: 'text', locator: '#p', pattern: '\\d+', into: 'number' },
      { type: 'extract', from: 'attribute', locator: '#p', attribute: 'title', into: 'title' },
      { type: 'extract', from: 'count', locator: 'li', into: 'count' },
      { type: 'extract', from: 'value', locator: T, into: 'value' },
      { type: 'extract', from: 'title', into: 'page' },
      { type: 'extract', from: 'script', code: '[1, 2].length', into: 'length' },
      on('fill', T, { value: '{{number}} {{title}} {{count}} {{value}} {{page}} {{length}}' }),
      { type: 'extract', from: 'text', locator: '#none', into: 'nothing', ...IN_VAIN },
    ],
  },
  {
    title: 'what runs only if an element is there, and again and again',
    page: '<input id="t" value="">',
    actions: [
      { type: 'group', title: 'All of it' },
      { type: 'if', matcher: 'toBeVisible', locator: '#none' },
      on('press', T, { key: 'x' }),
      { type: 'else' },
      on('press', T, { key: 'a' }),
      { type: 'end' },
      { type: 'if', matcher: 'toHaveValue', locator: T, expected: 'a' },
      on('press', T, { key: 'b' }),
      { type: 'end' },
      { type: 'loop', times: 3 },
      on('press', T, { key: 'c' }),
      { type: 'end' },
      { type: 'end' },
      holds('toHaveValue', { locator: T, expected: 'abccc' }),
    ],
  },
  {
    title: 'a text on the clipboard, which a field takes by keys',
    page: '<input id="t">',
    actions: [
      { type: 'clipboard', value: 'copied' },
      on('press', T, { key: 'ControlOrMeta+V' }),
      holds('toHaveValue', { locator: T, expected: 'copied' }),
      { type: 'clipboard', expected: 'other', ...IN_VAIN },
    ],
  },
  {
    title: 'what is mocked: a page, what it asks for, and none of it any more',
    page: `${LOG}<button id="t" onclick="fetch('/note').then(r => r.text(), () => 'failed').then(L)">Ask</button>`,
    actions: [
      { type: 'mock', url: '/note', body: 'mocked', times: 1 },
      on('click', T),
      logged('mocked'),
      { type: 'mock', url: '**/note', abort: 'failed' },
      on('click', T),
      logged('mocked|failed'),
      { type: 'mock', url: '/next', body: '<title>Mocked</title>', delayMs: 200 },
      { type: 'visit', url: '/next' },
      titled('Mocked'),
      { type: 'stopMocking', url: '/next' },
      { type: 'reload' },
      titled('Next'),
    ],
  },
  {
    title: 'a clock that stands, runs on and goes on',
    page: `${LOG}<button id="t" onclick="setTimeout(() => L(new Date().toISOString()), 60000)">In a minute</button><input id="i">`,
    actions: [
      { type: 'clock', do: 'set', time: '2030-01-01T08:00:00Z' },
      { type: 'reload' },
      { type: 'clock', do: 'pause', time: '2030-01-01T09:00:00Z' },
      on('click', T),
      on('fill', '#i', { value: 'text' }),
      logged('later', IN_VAIN),
      { type: 'clock', do: 'run', by: '1 min' },
      logged('2030-01-01T09:01:00.000Z'),
      { type: 'clock', do: 'resume' },
      on('dblclick', T),
    ],
  },
  {
    title: 'cookies and items of a storage, set, checked and removed',
    page: '<input id="t">',
    actions: [
      { type: 'storage', of: 'cookie', operation: 'set', name: 'theme', value: 'dark' },
      { type: 'storage', of: 'sessionStorage', operation: 'set', name: 'theme', value: 'light' },
      { type: 'storage', of: 'cookie', operation: 'check', name: 'theme', expected: 'light', ...IN_VAIN },
      { type: 'storage', of: 'sessionStorage', operation: 'read', name: 'theme', into: 'theme' },
      on('fill', T, { value: '{{theme}}' }),
      { type: 'storage', of: 'cookie', operation: 'clear' },
      { type: 'storage', of: 'cookie', operation: 'check', name: 'theme', not: true },
    ],
  },
  {
    title: 'a script, waits for one and for a time, and a picture',
    page: '<p id="t">Text</p>',
    actions: [
      script("setTimeout(() => { document.getElementById('t').textContent = 'Changed' }, 200)"),
      { type: 'wait', until: 'script', value: "document.getElementById('t').textContent === 'Changed'" },
      { type: 'wait', until: 'time', value: 20 },
      { type: 'screenshot', locator: T },
      { ...script('missing()'), ...HOPELESS },
    ],
  },
];

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const SLOW_MS = 400;

/** Where those lead, by path. */
export const DOCUMENT_PAGES: Record<string, Answer> = {
  '/next': `<title>Next</title>${noting()}<h1>Next</h1>`,
  '/later': `<title>Later</title>${noting()}<button>Later</button>`,
  '/closes': `<title>Closes</title>${noting()}<button onclick="window.close()">Close</button>`,
  '/slow': (_request, response) => {
    const page = `<!doctype html><title>Slow</title>${noting()}<button id="done">Done</button>`;
    setTimeout(() => response.writeHead(200, HTML).end(page), SLOW_MS);
  },
  '/forward': (_request, response) => response.writeHead(302, { location: '/next' }).end(),
  '/file': (_request, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename=a.txt' }).end('content'),
};
