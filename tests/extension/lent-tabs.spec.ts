/// <reference path="../../extension/chrome.d.ts" />
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isForPages, whyNotLent } from '../../extension/background/lendable.ts';
import { LentTabs } from '../../extension/background/lent-tabs.ts';

type Listener = (...given: readonly unknown[]) => void;

const ANSWERS: Readonly<Record<string, object>> = {
  'Target.getTargetInfo': { targetInfo: { targetId: 'T', type: 'page', url: 'https://shop.test/' } },
  'Page.getFrameTree': { frameTree: { frame: { id: 'F', url: 'https://shop.test/' } } },
  'Page.getNavigationHistory': { currentIndex: 0, entries: [{ url: 'https://shop.test/' }] },
};

/** As much of Chrome as the tabs need: one tab, number 7. */
function fakeChrome() {
  const listeners: Record<string, Listener> = {};
  const listened = (name: string) => ({
    addListener(listener: Listener) {
      listeners[name] = listener;
    },
  });
  const sendCommand = vi.fn(async (_target: object, method: string, _params?: object) => ANSWERS[method] ?? {});
  const detach = vi.fn(async () => {});
  const updateSessionRules = vi.fn(async (_change: { addRules: readonly object[] }) => {});
  return {
    listeners,
    detach,
    sendCommand,
    updateSessionRules,
    debugger: {
      onEvent: listened('event'),
      onDetach: listened('detach'),
      attach: async () => {},
      detach,
      getTargets: async () => [{ attached: true, tabId: 9 }, { attached: false, tabId: 10 }, { attached: true }],
      sendCommand,
    },
    declarativeNetRequest: { getSessionRules: async () => [{ id: 1 }], updateSessionRules },
    tabs: { onCreated: listened('created'), get: vi.fn(async () => ({ windowId: 1 })), query: async () => [{ id: 7 }] },
  };
}

let chrome: ReturnType<typeof fakeChrome>;
const notify = vi.fn();
const service = { notify };
const OWN = 'http://127.0.0.1:4620';

beforeEach(() => {
  chrome = fakeChrome();
  notify.mockClear();
  vi.stubGlobal('chrome', chrome);
});
afterEach(() => vi.unstubAllGlobals());

const gone = (reason: string) => ({ method: 'tab/gone', params: { tabId: 7, reason } });

const command = (method: string, params = {}) => ({ tabId: 7, method, params });

async function lentTab(): Promise<LentTabs> {
  const tabs = new LentTabs({ own: () => [OWN] });
  await tabs.lend(7, service);
  await tabs.attach(7, service);
  return tabs;
}

it('whoever presses Cancel in the bar of Chrome has the tab back, and nothing more is done in it', async () => {
  const tabs = await lentTab();
  chrome.listeners.detach?.({ tabId: 7 }, 'canceled_by_user');
  await expect.poll(() => notify).toHaveBeenLastCalledWith(gone('cancelled'));
  await expect(tabs.send(command('Page.reload'), service)).rejects.toThrow('The tab is not lent.');
  await expect(tabs.attach(7, service)).rejects.toThrow('The tab is not lent.');
});

it('what is not allowed never gets to Chrome', async () => {
  const tabs = await lentTab();
  chrome.sendCommand.mockClear();
  await expect(tabs.send(command('Browser.close'), service)).rejects.toThrow(/^The extension does not allow/);
  expect(chrome.sendCommand).not.toHaveBeenCalled();
});

const guarded = () => chrome.updateSessionRules.mock.lastCall?.[0].addRules;

it.each([
  ['the person takes it back', (tabs: LentTabs) => tabs.takeBack(7)],
  ['the service gives it back', (tabs: LentTabs) => tabs.giveBack(7, service)],
  ['the service is gone', (tabs: LentTabs) => tabs.giveAllBack(service)],
  ['the bar of Chrome is cancelled', () => chrome.listeners.detach?.({ tabId: 7 }, 'canceled_by_user')],
  ['its page crashes', () => chrome.listeners.event?.({ tabId: 7 }, 'Inspector.targetCrashed', {})],
])('a lent tab is kept from Steploom by rules of Chrome until %s', async (_when, end) => {
  const tabs = await lentTab();
  expect(guarded()).toMatchObject([
    { action: { type: 'block' }, condition: { tabIds: [7], resourceTypes: expect.arrayContaining(['main_frame']) } },
  ]);
  await end(tabs);
  await expect.poll(guarded).toEqual([]);
});

it('nothing is done in a tab that was not lent, or that was lent to another project', async () => {
  const tabs = await lentTab();
  const other = { notify: vi.fn() };
  for (const [tab, borrower] of [[8, service] as const, [7, other] as const]) {
    await expect(tabs.attach(tab, borrower)).rejects.toThrow('The tab is not lent.');
    await expect(tabs.close(tab, borrower)).rejects.toThrow('The tab is not lent.');
    await expect(tabs.open(tab, 'https://shop.test/', borrower)).rejects.toThrow('The tab is not lent.');
  }
  await expect(tabs.send(command('Page.reload'), other)).rejects.toThrow('The tab is not lent.');
  await expect(tabs.open(7, 'file:///etc/passwd', service)).rejects.toThrow('opens only empty tabs');
  chrome.listeners.event?.({ tabId: 8 }, 'Page.loadEventFired', {});
  expect(notify).not.toHaveBeenCalled();
  await tabs.lend(7, other);
  expect(notify).toHaveBeenLastCalledWith(gone('given-back'));
});

it.each([
  [`${OWN}/p/shop`, /a page of Steploom itself/],
  ['chrome://settings', /in its own pages/],
  ['file:///etc/passwd', /Files of this machine/],
  ['chrome-extension://aaaa/popup.html', /Pages of extensions/],
  ['https://chromewebstore.google.com/detail/x', /in its store/],
])('%s is never lent, nor kept when a lent tab goes there', async (url, reason) => {
  expect(whyNotLent(url, [OWN])).toMatch(reason);
  chrome.tabs.get.mockResolvedValueOnce(Object.assign({ windowId: 1 }, { url }));
  await expect(new LentTabs({ own: () => [OWN] }).lend(7, service)).rejects.toThrow(reason);
  await lentTab();
  chrome.listeners.event?.({ tabId: 7 }, 'Page.frameNavigated', { frame: { url } });
  await expect.poll(() => notify).toHaveBeenLastCalledWith(gone('left'));
});

it('what an earlier service worker, which was put to sleep, still holds is given back', async () => {
  await lentTab();
  expect(chrome.detach.mock.calls).toEqual([[{ tabId: 9 }]]);
});

it('commands of a page go on, and so do web addresses alone', async () => {
  expect(whyNotLent('https://shop.test/', [OWN])).toBeUndefined();
  expect(isForPages('javascript:alert(1)')).toBe(false);
  await (await lentTab()).send(command('Page.reload'), service);
  expect(chrome.sendCommand).toHaveBeenLastCalledWith({ tabId: 7 }, 'Page.reload', {});
});
