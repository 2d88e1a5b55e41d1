import { z } from 'zod';
import type { EverydayChrome } from './everyday-chrome.ts';

const Traffic = z.object({
  /** Tools that the extension has called. */
  calls: z.array(z.string()),
  /** What Chrome was asked for in lent tabs. */
  commands: z.array(z.string()),
});

const NOTE = `
  globalThis.traffic = { calls: [], commands: [] };
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const { method, params } = text.startsWith('{') ? JSON.parse(text) : {};
    if (method === 'tools/call') traffic.calls.push(params.name);
    return send.call(this, text);
  };
  const { sendCommand } = chrome.debugger;
  chrome.debugger.sendCommand = (target, method, params) => {
    traffic.commands.push(method);
    return sendCommand.call(chrome.debugger, target, method, params);
  };`;

/** Reads what the service worker of the extension has sent since this was called. */
export async function noteTraffic({ context }: EverydayChrome): Promise<() => Promise<z.infer<typeof Traffic>>> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('The extension has no service worker.');
  await worker.evaluate(`(() => { ${NOTE} })()`);
  return async () => Traffic.parse(await worker.evaluate('traffic'));
}
