/// <reference path="../../extension/chrome.d.ts" />
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isForPages, refusalOf } from '../../extension/background/allowed-commands.ts';
import { LentTabs } from '../../extension/background/lent-tabs.ts';

type Listener = (...given: readonly unknown[]) => void;

/** As much of Chrome as the tabs need: one tab, number 7. */
function fakeChrome() {
  const listeners: Record<string, Listener> = {};
  const listened = (name: string) => ({
    addListener(listener: Listener) {
      listeners[name] = listener;
    },
  });
  const sendCommand = vi.fn(async () => ({ targetInfo: { targetId: 'T', type: 'page', url: 'https://shop.test/' } }));
  const detach = vi.fn(async () => {});
  return {
    listeners,
    detach,
    sendCommand,
    debugger: {
      onEvent: listened('event'),
      onDetach: listened('detach'),
      attach: async () => {},
      detach,
      getTargets: async () => [{ attached: true, tabId: 9 }, { attached: false, tabId: 10 }, { attached: true }],
      sendCommand,
    },
    tabs: { onCreated: listened('created'), get: async () => ({ windowId: 1 }), query: async () => [{ id: 7 }] },
  };
}

let chrome: ReturnType<typeof fakeChrome>;
const tell = vi.fn();

beforeEach(() => {
  chrome = fakeChrome();
  tell.mockClear();
  vi.stubGlobal('chrome', chrome);
});
afterEach(() => vi.unstubAllGlobals());

const command = (method: string, params = {}) => ({ tabId: 7, method, params });

async function lentTab(): Promise<LentTabs> {
  const tabs = new LentTabs(tell);
  await tabs.lend(7);
  await tabs.attach(7);
  return tabs;
}

it('whoever presses Cancel in the bar of Chrome has the tab back, and nothing more is done in it', async () => {
  const tabs = await lentTab();
  chrome.listeners.detach?.({ tabId: 7 }, 'canceled_by_user');
  expect(tell).toHaveBeenLastCalledWith({ method: 'tab/gone', params: { tabId: 7, reason: 'cancelled' } });
  await expect(tabs.send(command('Page.reload'))).rejects.toThrow('The tab is not lent.');
  await expect(tabs.attach(7)).rejects.toThrow('The tab is not lent.');
});

it.each([
  ['Browser.close', {}],
  ['Target.createTarget', { url: 'https://evil.test/' }],
  ['Storage.getCookies', {}],
  ['Network.getAllCookies', {}],
  ['Page.navigate', { url: 'file:///etc/passwd' }],
  ['Page.navigate', { url: 'chrome://settings' }],
  ['constructor.name', {}],
  ['Page', {}],
])('%s with %o never gets to Chrome', async (method, params) => {
  const tabs = await lentTab();
  chrome.sendCommand.mockClear();
  await expect(tabs.send(command(method, params))).rejects.toThrow(/^The extension /);
  expect(chrome.sendCommand).not.toHaveBeenCalled();
});

it('nothing is done in a tab that was not lent', async () => {
  const tabs = await lentTab();
  await expect(tabs.attach(8)).rejects.toThrow('The tab is not lent.');
  await expect(tabs.close(8)).rejects.toThrow('The tab is not lent.');
  await expect(tabs.open(8, 'https://shop.test/')).rejects.toThrow('The tab is not lent.');
  await expect(tabs.open(7, 'file:///etc/passwd')).rejects.toThrow('only pages of the web');
  chrome.listeners.event?.({ tabId: 8 }, 'Page.loadEventFired', {});
  expect(tell).not.toHaveBeenCalled();
});

it('what an earlier service worker, which was put to sleep, still holds is given back', async () => {
  await lentTab();
  expect(chrome.detach.mock.calls).toEqual([[{ tabId: 9 }]]);
});

it('commands of a page go on, and so do web addresses alone', async () => {
  expect(refusalOf('Page.navigate', { url: 'https://shop.test/' })).toBeUndefined();
  expect(isForPages('javascript:alert(1)')).toBe(false);
  await (await lentTab()).send(command('Page.reload'));
  expect(chrome.sendCommand).toHaveBeenLastCalledWith({ tabId: 7 }, 'Page.reload', {});
});
