// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../support/serve-pages.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type HostileLending, HostileService, hostileLending, lendAgain, ownPages } from './hostile-service.ts';
import { pair } from './lent-shop.ts';

const eventually = { timeout: 20_000, interval: 25 };
const STEALS = 'globalThis.stolen = location.href; try { globalThis.stolen += localStorage.session } catch {}';
const Tree = z.looseObject({ frameTree: z.looseObject({ frame: z.looseObject({ id: z.string() }) }) });

/** The lent application, with ways to the pages of Steploom. */
const appWith = (own: string) =>
  servePages({
    '/': '<!doctype html><title>App</title><h1>App</h1>',
    '/refresh': `<!doctype html><meta http-equiv="refresh" content="0; url=${own}/a">`,
    '/framed': `<!doctype html><iframe src="${own}/frame"></iframe>`,
    '/json': '{"of": "the app"}',
  });

const goneFrom = async ({ service }: Pick<HostileLending, 'service'>) => {
  await expect.poll(() => service.gone.map(({ reason }) => reason), eventually).toEqual(['left']);
  expect(await service.send('Runtime.evaluate', { expression: '1' })).toBe('The tab is not lent.');
};

it.each([
  ['by a script', (own: string) => `location.href = '${own}/a'`],
  [
    'under another name of the machine',
    (own: string) => `location.href = '${own.replace('127.0.0.1', 'localhost')}/a'`,
  ],
  ['with a name before the host', (own: string) => `location.href = '${own.replace('//', '//me:too@')}/a'`],
  ['by a page that refreshes itself', () => "location.href = '/refresh'"],
  [
    'by a form',
    (own: string) =>
      `document.body.innerHTML = '<form method="post" action="${own}/a"></form>'; document.forms[0].submit()`,
  ],
  [
    'in the frame of another page, which leaves it',
    (own: string) =>
      `document.body.innerHTML = '<iframe srcdoc="<a target=_top href=${own}/a>x</a>"></iframe>';
       frames[0].onload = () => frames[0].document.querySelector('a').click()`,
  ],
])('a lent tab that is sent to Steploom %s never gets there, whatever was switched off before', async (_how, code) => {
  await using own = await ownPages();
  await using app = await appWith(own.url);
  await using lending = await hostileLending(app.url, { origins: [own.url] });
  const { service, tab } = lending;
  await service.attach();
  await service.send('Page.addScriptToEvaluateOnNewDocument', { source: STEALS });
  for (const domain of ['Page', 'Network', 'Runtime'])
    expect(await service.send(`${domain}.disable`)).toMatch(/^The extension does not allow/);
  const asked = [
    service.evaluate(code(own.url)),
    ...Array.from({ length: 200 }, () => service.evaluate('location.href + globalThis.stolen')),
  ];
  await goneFrom(lending);
  const told = JSON.stringify([await Promise.all(asked), service.told]);
  expect(told).not.toContain('the session');
  expect(told).not.toMatch(new RegExp(`"(?:url|documentURL|unreachableUrl)":"${own.url}`));
  expect(own.visits).toEqual([]);
  await expect.poll(() => tab.url(), eventually).toBe('chrome-error://chromewebdata/');
  await tab.goto(`${own.url}/b`);
  expect(await tab.evaluate('[document.title, localStorage.session, typeof stolen]')).toEqual([
    'Steploom',
    'the session',
    'undefined',
  ]);
});

it('nothing in a lent tab gets to Steploom: no request, no frame, no socket, no page that is fetched ahead', async () => {
  await using own = await ownPages();
  await using app = await appWith(own.url);
  await using lending = await hostileLending(app.url, { origins: [own.url] });
  const { service } = lending;
  await service.attach();
  const fetched = `fetch('${own.url}/asked', { mode: 'no-cors' }).then(() => 'there', () => 'stopped')`;
  expect(await service.evaluate(fetched)).toBe('stopped');
  const socket = `new Promise(resolve => {
    const socket = new WebSocket('${own.url.replace('http', 'ws')}/asked');
    socket.onerror = () => resolve('stopped');
    socket.onopen = () => resolve('there');
  })`;
  expect(await service.evaluate(socket)).toBe('stopped');
  const frame = `new Promise(resolve => {
    const frame = document.createElement('iframe');
    frame.src = '${own.url}/frame';
    frame.onload = () => resolve('loaded');
    document.body.append(frame);
  })`;
  expect(await service.evaluate(frame)).toBe('loaded');
  const ahead = `['prefetch', 'prerender'].map(kind => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ [kind]: [{ urls: ['${own.url}/' + kind], eagerness: 'immediate' }] });
    document.head.append(rules);
  }).length`;
  await service.evaluate(ahead);
  expect(await service.evaluate("fetch('/json').then(answer => answer.text())")).toBe('{"of": "the app"}');
  expect(own.visits).toEqual([]);
  expect(service.gone).toEqual([]);
});

it('what a lent tab showed before is no way back to Steploom', async () => {
  await using own = await ownPages();
  await using app = await appWith(own.url);
  await using lending = await hostileLending(app.url, { origins: [own.url] }, tab => tab.goto(own.url));
  const { service } = lending;
  await service.attach();
  own.visits.length = 0;
  const history = z.looseObject({ entries: z.array(z.looseObject({ url: z.string() })) });
  const { entries } = history.parse(await service.send('Page.getNavigationHistory'));
  expect(entries.map(({ url }) => url)).toEqual([`${app.url}/`]);
  await service.evaluate('history.back()');
  expect(await service.evaluate('document.title')).toBe('App');
  expect(own.visits).toEqual([]);
});

it('a page that has Steploom in a frame is not lent, nor one of a service that is away', async () => {
  await using own = await ownPages();
  await using app = await appWith(own.url);
  const honest = await HostileService.start({ origins: [own.url], projectId: 'honest' });
  await using lending = await hostileLending(app.url, { origins: [] });
  const { service, chrome, tab, popup } = lending;
  await popup.getByRole('button', { name: 'Take back' }).click();
  await popup.getByText('Pair another project').click();
  await pair(popup, honest.code);
  await popup.getByLabel('Project').waitFor();
  await expect.poll(() => keptOf(popup), eventually).toContain(own.url);
  await honest[Symbol.asyncDispose]();
  await stopWorker(popup);
  await tab.goto(`${app.url}/framed`);
  await popup.reload();
  await popup.getByLabel('Project').selectOption({ label: 'The hostile one' });
  await lendAgain(lending);
  expect(await service.attach()).toMatch(/^A frame of this page is of Steploom itself/);
  expect(await service.send('Page.captureScreenshot')).toBe('The tab is not lent.');
  await tab.goto(app.url);
  await popup.reload();
  await popup.getByLabel('Project').selectOption({ label: 'The hostile one' });
  await lendAgain(lending);
  await service.attach();
  expect(await service.evaluate(`fetch('${own.url}/asked', { mode: 'no-cors' }).catch(() => 'stopped')`)).toBe(
    'stopped',
  );
  await service.evaluate(`location.href = '${own.url}/a'`);
  await goneFrom(lending);
  expect(own.visits).toEqual(['/frame']);
  expect(chrome.context.pages()).toContain(tab);
});

const keptOf = async (popup: Page) => JSON.stringify(await popup.evaluate("chrome.storage.local.get('pairings')"));

async function stopWorker(popup: Page): Promise<void> {
  const session = await popup.context().newCDPSession(popup);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

it('windows that a lent page opens are lent only where they do not go to Steploom', async () => {
  await using own = await ownPages();
  await using app = await appWith(own.url);
  await using lending = await hostileLending(app.url, { origins: [own.url] });
  const { service, chrome } = lending;
  await service.attach();
  const open = async (address: string) => {
    const came = chrome.context.waitForEvent('page');
    await service.send('Runtime.evaluate', {
      expression: `void document.body.insertAdjacentHTML('beforeend',
      '<a style="position: fixed; inset: 0" target="_blank" rel="opener" href="${address}">x</a>')`,
    });
    await lending.tab.mouse.click(200, 200);
    await service.evaluate("document.querySelector('a').remove()");
    return await came;
  };
  const ownWindow = await open(`${own.url}/window`);
  await ownWindow.waitForLoadState();
  expect(await ownWindow.title()).toBe('Steploom');
  await open(`${app.url}/json`);
  await expect.poll(() => service.opened.length, eventually).toBe(1);
  const [{ tabId } = { tabId: 0 }] = service.opened;
  service.tabId = tabId;
  await service.attach();
  expect(await service.evaluate('location.pathname')).toBe('/json');
  await service.evaluate(`location.href = '${own.url}/a'`);
  await expect.poll(() => service.gone, eventually).toMatchObject([{ tabId, reason: 'left' }]);
  expect(own.visits).toEqual(['/window']);
});

it('cookies and answers of sites that no page of the tab may read are out of reach', async () => {
  await using bank = await servePages({ '/': 'the account' });
  await using app = await appWith(bank.url);
  await using lending = await hostileLending(app.url, {}, async tab => {
    await tab
      .context()
      .addCookies([{ name: 'sid', value: 'BANKSECRET', url: bank.url, httpOnly: true, sameSite: 'Strict' }]);
  });
  const { service } = lending;
  await service.attach();
  await service.send('Network.enable');
  expect(await service.evaluate("fetch('/json').then(answer => answer.text())")).toContain('the app');
  const asked = `fetch('${bank.url}/', { mode: 'no-cors', credentials: 'include' }).then(({ type }) => type)`;
  expect(await service.evaluate(asked)).toBe('opaque');
  const answers = () =>
    service.told
      .filter(({ method }) => method === 'Network.responseReceived')
      .map(({ params }) => Answer.parse(params));
  await expect.poll(() => answers().length, eventually).toBe(2);
  const bodies = await Promise.all(
    answers().map(({ requestId }) => service.send('Network.getResponseBody', { requestId })),
  );
  expect(bodies).toEqual([
    expect.objectContaining({ body: '{"of": "the app"}' }),
    'The extension reads no answer that the lent page could not read itself.',
  ]);
  expect(JSON.stringify(service.told)).not.toContain('BANKSECRET');
});

const Answer = z.looseObject({ requestId: z.string() });

it('only frames and workers of the lent tab have sessions, and no other tab is told of', async () => {
  await using app = await servePages({
    '/': '<!doctype html><title>App</title>',
    '/worker.js': ({ url }) => `onmessage = () => {} // ${url.pathname}`,
  });
  await using lending = await hostileLending(app.url);
  const { service, chrome } = lending;
  await chrome.tab(`${app.url}/?another-tab`);
  await service.attach();
  const auto = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  const wide = { ...auto, filter: [{ type: 'tab' }, { type: 'browser' }, {}] };
  expect(await service.send('Target.setAutoAttach', wide)).toMatch(/^The extension does not allow/);
  await service.send('Target.setAutoAttach', auto);
  const start = `new Worker('/worker.js'); new SharedWorker('/worker.js');
    const frame = document.createElement('iframe');
    frame.src = '${app.url.replace('127.0.0.1', 'localhost')}/'; document.body.append(frame);
    navigator.serviceWorker.register('/worker.js').catch(String)`;
  await service.send('Runtime.evaluate', { expression: start });
  const attached = () =>
    service.told
      .filter(({ method }) => method === 'Target.attachedToTarget')
      .map(({ params }) => Attached.parse(params));
  await expect
    .poll(
      () =>
        attached()
          .map(({ targetInfo }) => targetInfo.type)
          .sort(),
      eventually,
    )
    .toEqual(['iframe', 'worker']);
  const inner = attached().find(({ targetInfo }) => targetInfo.type === 'iframe')?.sessionId;
  expect(await service.send('Network.getCookies', { urls: [app.url] }, inner)).toMatch(/^The extension does not allow/);
  expect(Tree.safeParse(await service.send('Page.getFrameTree', {}, inner)).success).toBe(true);
  expect(await service.send('Page.getFrameTree', {}, 'F'.repeat(32))).toBe('The lent tab has no such session.');
  expect(JSON.stringify(service.told)).not.toContain('another-tab');
});

const Attached = z.looseObject({ sessionId: z.string(), targetInfo: z.looseObject({ type: z.string() }) });

it('the extension says what is lent by what it knows itself, and ends it where the service says that nothing is', async () => {
  await using app = await servePages({ '/': '<!doctype html><title>App</title>' });
  await using lending = await hostileLending(app.url);
  const { service, popup } = lending;
  await service.attach();
  service.notify('lent/changed', { lent: [] });
  await popup.getByRole('button', { name: 'Lend this tab' }).waitFor();
  expect(await service.evaluate('1')).toBe('The tab is not lent.');
  service.notify('lent/changed', { lent: [service.tabId] });
  service.notify('project/changed', { project: { projectId: 'other', name: 'Renamed' } });
  await popup.getByText('Renamed').waitFor();
  expect(await popup.getByText('Lent', { exact: true }).count()).toBe(0);
});

const BESIDE = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Passwords',
    version: '1',
    content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }],
  }),
  'content.js': "globalThis.vault = 'the password'; console.log('kept', { vault: () => globalThis.vault })",
};

it('scripts of other extensions in a lent page are neither told of nor used', async () => {
  await using app = await servePages({ '/': '<!doctype html><title>App</title>' });
  await using folder = await temporaryDirectory();
  for (const [name, text] of Object.entries(BESIDE)) await writeFile(join(folder.path, name), text);
  await using lending = await hostileLending(app.url, { chrome: { beside: folder.path } });
  const { service, tab } = lending;
  const kept = tab.waitForEvent('console', { predicate: message => message.text().startsWith('kept') });
  await service.attach();
  await service.send('Runtime.enable');
  await service.send('Page.reload');
  await kept;
  expect(await service.evaluate("console.log('last'); 1")).toBe(1);
  await expect.poll(() => JSON.stringify(service.told), eventually).toContain('"last"');
  const told = JSON.stringify(service.told);
  expect(told).toContain('Runtime.executionContextCreated');
  expect(told).not.toMatch(/chrome-extension:|kept|Passwords/);
  const [, isolate] =
    /"(-?\d+)\.\d+\.\d+"/.exec(JSON.stringify(await service.send('Runtime.evaluate', { expression: 'window' }))) ?? [];
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const inAll = await Promise.all([
    ...numbers.map(contextId => service.send('Runtime.evaluate', { contextId, expression: 'globalThis.vault' })),
    ...numbers.map(context =>
      service.send('Runtime.callFunctionOn', {
        objectId: `${isolate}.${context}.1`,
        functionDeclaration: 'function () { return globalThis.vault }',
      }),
    ),
  ]);
  expect(JSON.stringify(inAll)).not.toContain('the password');
  expect(JSON.stringify(inAll)).toContain('"type":"undefined"');
});
