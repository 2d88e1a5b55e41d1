import { expect, it } from 'vitest';
import { ALLOWED_COMMANDS, readCommand, refusalOf } from '../../extension/background/allowed-commands.ts';
import { isOwn, ownRules } from '../../extension/background/own-pages.ts';

const OWN = 'http://127.0.0.1:4620';
const own = [OWN, 'https://steploom.test'];
const point = { x: 1, y: 1 };
const drag = (data: object) => ({ type: 'drop', ...point, data: { items: [], dragOperationsMask: 1, ...data } });
const world = { frameId: 'F', worldName: 'w' };
const evaluate = { expression: '1' };

it.each<[string, unknown]>([
  // The rest of the browser, and of the machine.
  ['Browser.close', {}],
  ['Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: '/' }],
  ['Browser.grantPermissions', {}],
  ['Target.createTarget', { url: 'https://evil.test/' }],
  ['Target.getTargets', {}],
  ['Target.getTargetInfo', {}],
  ['Target.getTargetInfo', { targetId: 'T' }],
  ['Target.attachToTarget', { targetId: 'T' }],
  ['Target.attachToBrowserTarget', {}],
  ['Target.exposeDevToolsProtocol', {}],
  ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{}] }],
  ['Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true }],
  ['Target.setDiscoverTargets', { discover: true }],
  ['Storage.getCookies', {}],
  ['Storage.clearDataForOrigin', {}],
  ['SystemInfo.getInfo', {}],
  ['Extensions.loadUnpacked', {}],
  ['IndexedDB.requestData', {}],
  ['Tracing.start', {}],
  ['Page.setDownloadBehavior', {}],
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'], objectId: '1' }],
  ['Page.handleFileChooser', { action: 'accept', files: ['/etc/passwd'] }],
  ['Input.dispatchDragEvent', drag({ files: ['/etc/passwd'] })],
  ['Input.dispatchDragEvent', drag({ items: [{ mimeType: 'text/uri-list', data: 'file:///etc/passwd' }] })],
  ['Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 86, modifiers: 2 }],
  ['Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 86, modifiers: 10 }],
  ['Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 45, modifiers: 8 }],
  ['Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: ['Paste'] }],
  ['Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: ['pasteAndMatchStyle'] }],
  ['Input.dispatchMouseEvent', { type: 'mousePressed', ...point, button: 'middle' }],
  ['Page.captureScreenshot', { fromSurface: false }],
  // Other sites.
  ['Network.getAllCookies', {}],
  ['Network.getCookies', { urls: ['https://bank.test/'] }],
  ['Network.clearBrowserCookies', {}],
  ['Network.setCookies', {}],
  ['Network.loadNetworkResource', { url: 'https://bank.test/', options: {} }],
  ['Network.setExtraHTTPHeaders', { headers: { origin: 'https://bank.test' } }],
  ['Network.getRequestPostData', { requestId: '1' }],
  ['Fetch.enable', {}],
  ['Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] }],
  ['Fetch.continueRequest', { requestId: '1', url: 'https://bank.test/' }],
  ['Fetch.fulfillRequest', { requestId: '1', responseCode: 200 }],
  ['Fetch.continueWithAuth', { requestId: '1', authChallengeResponse: { response: 'Default' } }],
  ['Fetch.getResponseBody', { requestId: '1' }],
  ['IO.read', { handle: '1' }],
  ['Page.setBypassCSP', { enabled: true }],
  ['Page.createIsolatedWorld', { ...world, grantUniveralAccess: true }],
  ['Page.createIsolatedWorld', { ...world, grantUniversalAccess: true }],
  ['Page.navigate', { url: 'https://shop.test/', referrer: 'https://bank.test/' }],
  ['Page.navigate', { url: 'https://shop.test/', transitionType: 'typed' }],
  ['Page.reload', { scriptToEvaluateOnLoad: '1' }],
  // Steploom itself, and what tells of it.
  ['Page.navigate', { url: `${OWN}/p/shop` }],
  ['Page.navigate', { url: 'http://localhost:4620/' }],
  ['Page.navigate', { url: 'http://me@LOCALHOST.:4620/' }],
  ['Page.navigate', { url: 'http://[::1]:4620/' }],
  ['Page.navigate', { url: 'http://2130706433:4620/' }],
  ['Page.navigate', { url: `blob:${OWN}/0d7a` }],
  ['Page.navigate', { url: 'https://steploom.test:443/' }],
  ['Page.disable', {}],
  ['Network.disable', {}],
  ['Runtime.disable', {}],
  // Pages of Chrome, files, and what is no page.
  ['Page.navigate', { url: 'file:///etc/passwd' }],
  ['Page.navigate', { url: 'chrome://settings' }],
  ['Page.navigate', { url: 'about:version' }],
  ['Page.navigate', { url: 'view-source:https://shop.test/' }],
  ['Page.navigate', { url: 'filesystem:https://shop.test/x' }],
  ['Page.navigate', { url: 'javascript:alert(1)' }],
  ['Page.navigate', { url: ['https://shop.test/'] }],
  ['Page.navigate', {}],
  ['Page.printToPDF', {}],
  ['Page.crash', {}],
  // What is no command, or no parameters.
  ['constructor.name', {}],
  ['__proto__.toString', {}],
  ['toString', {}],
  ['Page', {}],
  ['Page.reload.now', {}],
  ['Runtime.evaluate', { ...evaluate, uniqueContextId: '1' }],
  ['Runtime.evaluate', { ...evaluate, userGesture: true }],
  ['Runtime.evaluate', [evaluate]],
  ['Runtime.evaluate', null],
  ['Runtime.evaluate', 'expression'],
  ['Runtime.evaluate', JSON.parse('{"expression": "1", "__proto__": {"uniqueContextId": "1"}}')],
])('%s with %o is refused', (method, params) => {
  expect(refusalOf(method, params, own)).toMatch(/^The extension |^This is a page of/);
});

it.each<[string, object]>([
  ['Page.navigate', { url: 'https://shop.test/', frameId: 'F', referrerPolicy: 'unsafeUrl' }],
  ['Page.navigate', { url: 'http://127.0.0.1:4621/' }],
  ['Page.navigate', { url: 'about:blank' }],
  ['Page.createIsolatedWorld', world],
  ['Input.dispatchKeyEvent', { type: 'keyDown', windowsVirtualKeyCode: 86, key: 'v', text: 'v', modifiers: 0 }],
  ['Input.dispatchDragEvent', drag({ items: [{ mimeType: 'text/plain', data: 'file:///a text' }], files: [] })],
  ['Runtime.evaluate', evaluate],
])('%s with %o goes on as it is', (method, params) => {
  expect(readCommand(method, params, own)).toEqual({ params });
});

it('of what Chrome attaches by itself only frames and workers of the tab are, whoever asks', () => {
  const asked = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  const filter = [{ type: 'iframe' }, { type: 'worker' }];
  expect(readCommand('Target.setAutoAttach', asked, own)).toEqual({ params: { ...asked, filter } });
});

it('each command says why it reaches the lent tab alone', () => {
  for (const [method, { why }] of Object.entries(ALLOWED_COMMANDS)) expect(why, method).toMatch(/^[A-Z].{15,}\.$/);
});

it.each([
  ...['http://127.0.0.1:4620/', 'http://localhost:4620/p/shop?x#y', 'http://[::1]:4620/', 'ws://127.0.0.1:4620/bridge'],
  ...['http://me:too@127.0.0.1:4620/', 'http://app.localhost:4620/', 'http://127.9.9.9:4620/', 'http://0.0.0.0:4620/'],
  ...['http://[::ffff:7f00:1]:4620/', 'https://localhost.:4620/', 'https://steploom.test/', 'wss://steploom.test/x'],
])('%s is a page of Steploom, for the extension and for the rules of Chrome', address => {
  expect(isOwn(address, own)).toBe(true);
  expect(ownRules(own).some(rule => new RegExp(rule, 'i').test(address))).toBe(true);
});

it.each([
  ...[
    'http://127.0.0.1:4621/',
    'http://127.0.0.1:46200/',
    'http://127.0.0.1/',
    'https://evil.test/http://127.0.0.1:4620/',
  ],
  ...[
    'https://steploom.test.evil.test/',
    'https://steploomXtest/',
    'http://steploom.test/',
    'https://steploom.test:8443/',
  ],
  ...['http://localhost.evil.test:4620/', 'about:blank', 'data:text/html,http://127.0.0.1:4620/'],
])('%s is none', address => {
  expect(isOwn(address, own)).toBe(false);
  expect(ownRules(own).filter(rule => new RegExp(rule, 'i').test(address))).toEqual([]);
});
