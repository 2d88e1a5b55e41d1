/** A page that looks for whatever an earlier test may have left, says what it found, and then leaves all it can itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../browser/app-fixture.ts';

/** What can be found again, and what else pages do that may outlive them: how to look, and how to leave something. */
const SCRIPT = `
const asked = async (path, options) => (await fetch(path, options)).text();
const at = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const filled = name => new Promise((resolve, reject) => {
  const opening = indexedDB.open(name, 3);
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept').put('value', 'key');
  opening.onsuccess = resolve;
  opening.onerror = reject;
});
const folder = () => navigator.storage.getDirectory();
const lasting = 'kept=1; max-age=600';
const late = name => { localStorage.late = name; sessionStorage.late = name; document.cookie = 'late=1; max-age=600'; };
const loaded = (name, given) => new Promise((resolve, reject) => {
  document.head.append(Object.assign(document.createElement(name), given, { onload: resolve, onerror: reject }));
});
const wasKept = path => performance.getEntriesByName(new URL(path, location).href).some(({ transferSize }) => transferSize === 0);
const keeps = (path, load) => [async () => { await load(path); return wasKept(path); }, () => {}];
const KINDS = {
  cookies: [() => document.cookie, () => { document.cookie = lasting; }],
  'cookies of a path': [() => asked('/stores/deep/cookies'), () => { document.cookie = lasting + '; path=/stores/deep'; }],
  'cookies for the server': [() => asked('/stores/cookies'), () => fetch('/stores/set-cookie')],
  'cookies by name': [async () => (await cookieStore.getAll()).length, () => cookieStore.set('stored', '1')],
  localStorage: [() => localStorage.length, () => { localStorage.kept = 'x'.repeat(1000); }],
  sessionStorage: [() => sessionStorage.length, () => { sessionStorage.kept = '1'; }],
  indexedDB: [async () => (await indexedDB.databases()).length, () => filled('kept')],
  caches: [async () => (await caches.keys()).length, async () => (await caches.open('kept')).put('/kept', new Response('kept'))],
  files: [async () => (await Array.fromAsync((await folder()).keys())).length, async () => (await folder()).getFileHandle('kept', { create: true })],
  buckets: [async () => (await navigator.storageBuckets.keys()).length, () => navigator.storageBuckets.open('kept')],
  'space taken': [async () => (await navigator.storage.estimate()).usage > 400000, async () => (await caches.open('large')).put('/large', new Response('x'.repeat(500000)))],
  'lasting storage': [() => navigator.storage.persisted(), () => navigator.storage.persist()],
  'window name': [() => window.name, () => { window.name = 'kept'; }],
  'length of the history': [() => history.length > 2, () => { history.pushState({}, '', '#one'); history.pushState({}, '', '#two'); }],
  'state of the history': [() => history.state, () => history.replaceState({ kept: 1 }, '')],
  'places in the history': [() => navigation.entries().length > 1, () => history.pushState({}, '', '#three')],
  'scroll position': [() => scrollY, () => { document.body.style.height = '5000px'; scrollTo(0, 900); }],
  zoom: [() => visualViewport.scale !== 1, () => { document.body.style.zoom = '3'; }],
  focus: [() => document.activeElement !== document.body, () => document.querySelector('input').focus()],
  referrer: [() => document.referrer, () => {}],
  opener: [() => window.opener, () => {}],
  'own functions': [() => window.open.kept || Array.prototype.kept, () => { Array.prototype.kept = 1; window.open = Object.assign(() => null, { kept: true }); }],
  locks: [async () => (await navigator.locks.query()).held.length, () => new Promise(resolve => void navigator.locks.request('kept', () => { resolve(); return new Promise(() => {}); }))],
  channels: [() => new Promise(resolve => { const one = new BroadcastChannel('kept'); one.onmessage = () => resolve('answered'); one.postMessage(''); setTimeout(resolve, 30); }), () => { window.channel = new BroadcastChannel('kept'); window.channel.onmessage = () => window.channel.postMessage(''); }],
  'cached answers': [async () => { const now = Date.now(); return Number(await asked('/stores/cached')) < now; }, () => fetch('/stores/cached')],
  'kept scripts': keeps('/stores/cached.js', src => loaded('script', { src })),
  'kept modules': keeps('/stores/cached.mjs', path => import(path)),
  'kept pictures': keeps('/stores/cached.svg', src => loaded('img', { src })),
  'full screen': [() => document.fullscreenElement, () => document.documentElement.requestFullscreen()],
  'locked pointer': [() => document.pointerLockElement, () => document.body.requestPointerLock()],
  'permission to notify': [async () => Notification.permission === 'granted', () => {}],
  'permission to locate': [async () => (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted', () => {}],
  'what is left late': [() => /late/.test(document.cookie) || localStorage.late || sessionStorage.late, () => { for (const name of ['pagehide', 'unload', 'beforeunload', 'visibilitychange']) addEventListener(name, () => late(name)); }],
  'what timers leave': [() => localStorage.timer, () => setInterval(() => { localStorage.timer = 1; document.cookie = lasting; }, 1)],
  'what workers leave': [async () => (await caches.keys()).includes('worker'), () => { const code = "setInterval(async () => (await caches.open('worker')).put('/w', new Response('w')), 3)"; new Worker(URL.createObjectURL(new Blob([code]))); }],
  'what answers leave late': [() => '', () => void fetch('/stores/late-cookie', { keepalive: true })],
  'questions when left': [() => '', () => addEventListener('beforeunload', event => event.preventDefault())],
  'open connections': [() => '', () => { window.source = new EventSource('/stores/events'); }],
  animations: [() => document.getAnimations().length, () => document.body.animate([{ opacity: 0.5 }, { opacity: 1 }], { duration: 900, iterations: Infinity })],
  // What only another window forgets.
  'service workers': [async () => (await navigator.serviceWorker.getRegistrations()).length, async () => { await navigator.serviceWorker.register('/stores/worker.js'); await navigator.serviceWorker.ready; }],
  'shared workers': [() => new Promise(resolve => { const { port } = new SharedWorker('/stores/shared.js', { extendedLifetime: true }); port.onmessage = ({ data }) => resolve(data > 1); port.start(); }), () => {}],
  hints: [() => asked('/stores/hints'), () => fetch('/stores/ask-hints')],
};
const REPLACED = ['service workers', 'shared workers', 'hints'];
const wanted = new URLSearchParams(location.search).get('kinds')?.split(',') ?? Object.keys(KINDS).filter(name => !REPLACED.includes(name));
const say = (id, text) => { document.getElementById(id).textContent = text; };
const found = [];
for (const name of wanted) {
  const what = await Promise.race([Promise.resolve(KINDS[name][0]()).catch(error => error), at(2000)]);
  if (what && what !== 'false') found.push(name + ' (' + what + ')');
}
say('found', 'Found: ' + (found.join(', ') || 'nothing'));
document.querySelector('button').addEventListener('click', async () => {
  await Promise.all(wanted.map(name => Promise.race([new Promise(resolve => resolve(KINDS[name][1]())).catch(() => {}), at(1500)])));
  say('left', 'Left: all');
});
`;

export const KINDS: readonly string[] = [...SCRIPT.matchAll(/^ {2}(?:'([^']+)'|(\w+)): (?:\[|keeps)/gm)].map(
  ([, quoted, plain]) => quoted ?? plain ?? '',
);

const text = (response: ServerResponse, body: string, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers }).end(body);

const script = (code: string) => (_request: IncomingMessage, response: ServerResponse) =>
  text(response, code, { 'content-type': 'text/javascript' });

export function storesPages(): Record<string, Answer> {
  const own =
    (body: (request: IncomingMessage) => string, headers: Record<string, string> = {}): Answer =>
    (request, response) =>
      void text(response, body(request), headers);
  const cookies = own(({ headers }) => headers.cookie ?? '');
  const page = `<title>Stores</title><main><p id="found">Looking</p><button>Leave</button><p id="left"></p>
        <input aria-label="Note"></main><script type="module">${SCRIPT}</script>`;
  const html = { 'content-type': 'text/html' };
  return {
    '/stores': page,
    // Nobody is told that it ends.
    '/stores/unheard': own(() => page, { ...html, 'permissions-policy': 'unload=()' }),
    '/stores/framed': `${page}<iframe src="/stores/frame"></iframe>`,
    '/stores/frame': "<script>addEventListener('unload', () => { sessionStorage.frame = '1'; });</script>",
    '/stores/tabs': `<title>Tabs</title><button>Open</button><script>document.querySelector('button').onclick = () => {
      const tabs = Number(location.search.slice(1)) || 3;
      for (let at = 0; at < tabs; at += 1) window.open('/stores/tab', 'tab' + at, 'popup,width=300,height=200');
    }</script>`,
    '/stores/tab': '<title>Tab</title><h1>A tab</h1>',
    '/stores/names': `<title>Names</title><output></output><script>
      const tab = window.open('', 'tab0', 'popup');
      document.querySelector('output').textContent = tab === null || tab.document.title === '' ? 'Unknown' : 'Known';
      tab?.close();</script>`,
    '/stores/full': `<title>Full</title><output></output><script>
      for (const store of [localStorage, sessionStorage])
        try { for (let at = 0; ; at += 1) store['full' + at] = 'x'.repeat(100000); } catch {}
      document.querySelector('output').textContent = localStorage.length > 40 ? 'full' : 'not full';</script>`,
    '/stores/endless-file': (_request, response) =>
      void response.writeHead(200, { 'content-disposition': 'attachment; filename=endless.txt' }).write('begun'),
    '/stores/pinned': own(() => '<title>Pinned</title><h1>Pinned</h1>', {
      ...html,
      'strict-transport-security': 'max-age=600; includeSubDomains',
    }),
    '/stores/cookies': cookies,
    '/stores/deep/cookies': cookies,
    '/stores/set-cookie': own(() => '', { 'set-cookie': 'server=1; HttpOnly; Max-Age=600' }),
    '/stores/late-cookie': (_request, response) => {
      setTimeout(() => text(response, '', { 'set-cookie': 'slow=1; Max-Age=600; Path=/' }), 300);
    },
    '/stores/cached': own(() => String(Date.now()), { 'cache-control': 'max-age=600' }),
    '/stores/cached.js': own(() => '1;', { 'cache-control': 'max-age=600', 'content-type': 'text/javascript' }),
    '/stores/cached.mjs': own(() => 'export {};', {
      'cache-control': 'max-age=600',
      'content-type': 'text/javascript',
    }),
    '/stores/cached.svg': own(() => '<svg xmlns="http://www.w3.org/2000/svg"/>', {
      'cache-control': 'max-age=600',
      'content-type': 'image/svg+xml',
    }),
    '/stores/events': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n'),
    '/stores/worker.js': script("addEventListener('fetch', () => {});"),
    '/stores/shared.js': script(
      'let many = 0; onconnect = ({ ports: [port] }) => { many += 1; port.postMessage(many); };',
    ),
    '/stores/guarded': (request, response) => {
      if (request.headers.authorization === undefined)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="kept"', 'content-type': 'text/html' });
      response.end(`<h1>${request.headers.authorization === undefined ? 'Who?' : 'In'}</h1>`);
    },
    '/stores/told': ({ headers }, response) =>
      response.setHeader('content-type', 'text/html').end(`<h1>${headers.authorization ?? 'Nothing'}</h1>`),
    '/stores/hints': own(({ headers }) => String(headers['sec-ch-ua-arch'] ?? '')),
    '/stores/ask-hints': own(() => '', { 'accept-ch': 'sec-ch-ua-arch' }),
  };
}
