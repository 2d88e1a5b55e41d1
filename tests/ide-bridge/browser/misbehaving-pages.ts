import type { Answer } from './app-fixture.ts';

const every = (script: string, ms = 1) => `<script>setInterval(() => { ${script} }, ${ms})</script>`;
const soon = (script: string) => `<script>setTimeout(() => { ${script} }, 100)</script>`;
const times = (count: number, script: string) => `for (let i = 0; i < ${count}; i++) { ${script} }`;

/** What pages do to wedge the window they are shown in, each by the path at which it is found. */
export const MISBEHAVIOUR: Readonly<Record<string, string>> = {
  // Console
  'console-lines': every(times(2_000, `console.log('line ' + i)`)),
  'console-long-lines': every(times(20, `console.log('x'.repeat(100_000))`)),
  'console-endless': soon(`for (;;) console.log('x'.repeat(1000))`),
  'console-objects': every(times(500, `console.log({ i, list: [1, 2, 3] }, document.body)`)),
  'console-clear': every(times(500, 'console.clear(); console.count(); console.table([1, 2])')),
  'console-frames': `<script>for (let i = 0; i < 10; i++) document.write('<iframe srcdoc="<script>setInterval(() => { for (let i = 0; i < 500; i++) console.log(i) }, 1)</' + 'script>"></iframe>')</script>`,
  'console-worker': `<script>for (let i = 0; i < 3; i++) new Worker(URL.createObjectURL(new Blob(['for (;;) console.log(1)'])))</script>`,
  'console-asserts': every(times(500, 'console.assert(false, i); console.error(new Error(i))')),
  errors: every(times(300, `setTimeout(() => { throw new Error('thrown') })`)),
  rejections: every(times(300, `Promise.reject(new Error('rejected'))`)),
  // Tabs
  'opens-300-tabs': `<script>${times(300, `open('/asked?' + i)`)}</script>`,
  'opens-empty-tabs': `<script>${times(300, `open('about:blank')`)}</script>`,
  'opens-tabs-for-ever': every(`open('/asked?' + Math.random())`, 5),
  'opens-itself': `<script>open(location.href); open(location.href)</script>`,
  'opens-and-closes-tabs': every(`const tab = open('about:blank'); tab?.close()`),
  'opens-by-links': every(
    `const a = document.createElement('a'); a.href = '/asked'; a.target = '_blank'; a.click()`,
    5,
  ),
  'opens-by-forms': `<form action="/asked" target="_blank"></form>${every(`document.forms[0].submit()`, 5)}`,
  // Dialogs
  alerts: soon(`for (;;) alert('again')`),
  confirms: soon(`while (!confirm('Go on?')) {}`),
  prompts: soon(`for (;;) prompt('A name?')`),
  'long-alert': soon(`alert('x'.repeat(20_000_000))`),
  prints: every('print()'),
  stays: `<script>addEventListener('beforeunload', event => { event.preventDefault(); event.returnValue = 'Stay' })</script>${soon(`location.href = '/asked'`)}`,
  'alerts-when-left': `<script>for (const at of ['beforeunload', 'unload', 'pagehide']) addEventListener(at, () => { for (let i = 0; i < 1e9; i++) alert(i) })</script>`,
  'runs-when-left': `<script>for (const at of ['beforeunload', 'unload', 'pagehide']) addEventListener(at, () => { for (;;) {} })</script>`,
  permissions: every(
    `Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {}); navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => {}); navigator.clipboard?.readText().catch(() => {})`,
  ),
  notifications: every(`new Notification('Hello')`),
  'file-choosers': every(`const input = document.createElement('input'); input.type = 'file'; input.click()`),
  // Addresses
  'long-title': `<script>document.title = 'x'.repeat(50_000_000)</script>`,
  titles: every(times(100, `document.title = 'Title ' + Math.random()`)),
  'pushes-addresses': every(times(100, `history.pushState(0, '', '/pushed/' + Math.random())`)),
  'long-addresses': every(`history.replaceState(0, '', '#' + 'x'.repeat(1_000_000))`),
  'hash-changes': every(`location.hash = Math.random()`),
  reloads: soon('location.reload()'),
  'replaces-itself': soon(`location.replace(location.pathname + '?' + Math.random())`),
  'goes-back-and-forth': every(`location.hash = '#' + Math.random(); history.back(); history.forward()`),
  'refreshes-at-once': '<meta http-equiv="refresh" content="0">',
  'goes-to-external-apps': every(`location.href = 'mailto:somebody@example.org'`),
  // Work without end
  'busy-loop': soon('for (;;) {}'),
  'busy-at-once': '<script>for (;;) {}</script>',
  'busy-promises': soon(`const again = () => Promise.resolve().then(again); again()`),
  'busy-pattern': soon(`/^(a+)+$/.test('a'.repeat(60) + '!')`),
  'busy-frames': every(
    `requestAnimationFrame(() => { const end = performance.now() + 2000; while (performance.now() < end) {} })`,
  ),
  'busy-layout': every(
    times(
      200,
      `document.body.append(Object.assign(document.createElement('div'), { style: 'width:' + i + 'px' })); document.body.offsetWidth`,
    ),
  ),
  workers: `<script>${times(60, `new Worker(URL.createObjectURL(new Blob(['for (;;) {}'])))`)}</script>`,
  'shared-workers': `<script>${times(30, `new SharedWorker(URL.createObjectURL(new Blob(['for (;;) console.log(1)'])), 'w' + i)`)}</script>`,
  'service-worker': `<script>navigator.serviceWorker.register('/sw.js'); setInterval(() => fetch('/asked').catch(() => {}), 5)</script>`,
  'memory-arrays': every(`(self.kept ??= []).push(new Uint8Array(50_000_000).fill(1))`, 20),
  'memory-strings': every(
    `self.kept = (self.kept ?? 'xxxxxxxxxxxxxxxx') + self.kept; (self.all ??= []).push(new Array(2_000_000).fill(0).map((_, i) => ({ i })))`,
    20,
  ),
  'memory-elements': every(times(5_000, `document.body.append(document.createElement('p'))`)),
  'memory-canvases': every(
    `const c = document.createElement('canvas'); c.width = c.height = 8_000; c.getContext('2d').fillRect(0, 0, 9_000, 9_000); (self.kept ??= []).push(c)`,
    20,
  ),
  // Requests and frames
  fetches: every(times(100, `fetch('/asked?' + Math.random()).catch(() => {})`)),
  'fetches-unknown-schemes': every(times(100, `fetch('nowhere:' + i).catch(() => {})`)),
  beacons: every(times(100, `navigator.sendBeacon('/asked', 'x'.repeat(100))`)),
  'web-sockets': every(times(20, `new WebSocket('ws://' + location.host + '/asked')`)),
  'web-socket-messages': `<script>const channel = new BroadcastChannel('c'), other = new BroadcastChannel('c'); other.onmessage = () => { channel.postMessage('x'.repeat(1000)); channel.postMessage(1) }; channel.postMessage(1)</script>`,
  'peer-connections': every(
    `const peer = new RTCPeerConnection(); peer.createDataChannel('d'); peer.createOffer().then(offer => peer.setLocalDescription(offer))`,
  ),
  downloads: every(
    `const a = document.createElement('a'); a.href = 'data:application/octet-stream,' + Math.random(); a.download = 'file'; a.click()`,
    5,
  ),
  'large-downloads': every(
    `const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob([new Uint8Array(20_000_000)])); a.download = 'file'; a.click()`,
    50,
  ),
  'frames-in-frames': `<script>document.write('<iframe src="' + location.pathname + '?' + Math.random() + '"></iframe><iframe src="' + location.pathname + '?' + Math.random() + '"></iframe>')</script>`,
  'thousands-of-frames': `<script>if (location.search.length < 5) for (let i = 0; i < 8; i++) document.write('<iframe src="' + location.pathname + '?' + location.search.slice(1) + i + '"></iframe>')</script>`,
  frames: every(times(20, `document.body.append(document.createElement('iframe'))`)),
  'frames-that-come-and-go': every(
    `for (const frame of [...document.querySelectorAll('iframe')].slice(0, -10)) frame.remove(); ${times(10, `document.body.append(Object.assign(document.createElement('iframe'), { src: '/asked?' + Math.random() }))`)}`,
  ),
  'full-screen': every(
    `document.documentElement.requestFullscreen().catch(() => {}); document.documentElement.requestPointerLock()`,
  ),
  'fills-storage': every(`try { localStorage.setItem('k' + Math.random(), 'x'.repeat(100_000)) } catch {}`),
  'deep-tree': `<script>let at = document.body; ${times(30_000, `at = at.appendChild(document.createElement('div'))`)}</script>`,
  debugger: every('debugger'),
};

const html = { 'content-type': 'text/html; charset=utf-8' };
const SERVICE_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim()));
addEventListener('fetch', () => { for (let i = 0; i < 1000; i++) { console.log(i); fetch('/asked').catch(() => {}) } });`;

/** The pages, a good one, and what they ask for. */
export const misbehavingPages = (): Record<string, Answer> => ({
  '/': '<title>Shop</title><h1>Shop</h1>',
  '/asked': '<title>Asked</title>',
  '/signs-in': `<script>localStorage.who = 'Ada'; document.cookie = 'who=Ada'</script>`,
  '/takes-memory-later': `<script>setTimeout(() => { ${MISBEHAVIOUR['memory-arrays']?.replace(/<.?script>/g, '')} }, 2_000)</script>`,
  '/signed-in': `<script>document.title = 'cookie of ' + document.cookie.split('=')[1] + ', storage of ' + localStorage.who</script>`,
  '/sw.js': (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(SERVICE_WORKER),
  '/redirects': (request, response) =>
    response.writeHead(302, { location: `/redirects?${Number(request.url?.split('?')[1] ?? 0) + 1}` }).end(),
  '/endless-body': (_request, response) => {
    response.writeHead(200, html).write('<title>Endless</title>');
    const timer = setInterval(() => response.write(`<p>${'x'.repeat(100_000)}</p>`), 5);
    response.once('close', () => clearInterval(timer));
  },
  ...Object.fromEntries(
    Object.entries(MISBEHAVIOUR).map(([name, body]) => [`/${name}`, `<title>${name}</title><h1>${name}</h1>${body}`]),
  ),
});
