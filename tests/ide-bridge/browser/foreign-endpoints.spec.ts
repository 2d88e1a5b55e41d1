import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { connectBrowser } from '../../../ide-bridge/browser/launch/connect-browser.ts';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser } from '../../support/foreign-browsers.ts';
import { portOf } from '../../support/port-of.ts';
import { openShop } from '../../support/shop.ts';

const attach = (url: string, options = {}) =>
  connectBrowser(readBrowserEndpoint(url, '--connect'), options).then(
    () => 'attached',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Answers what a listener answers, and sockets with the status that their path names. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  server.on('upgrade', (request, socket) => {
    const status = request.url === '/other' ? '428 Precondition Required' : '404 Not Found';
    socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${portOf(server)}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>(resolve => void server.close(() => resolve()));
    },
  };
}

const says = (scheme: string, host: string, reason: string) =>
  `The browser at ${scheme}://${host} could not be attached: ${reason}.`;

describe('an endpoint that is wrong', () => {
  it.each(['ftp://127.0.0.1:1', '127.0.0.1:9222', 'ws://', 'browser'])('--connect refuses the address %s', url => {
    expect(() => readBrowserEndpoint(url, '--connect')).toThrow(`--connect takes ws://… or http://…, not "${url}".`);
  });

  it('the error says what answers at a wrong endpoint, without revealing the secret in its address', async () => {
    await using server = await serve((request, response) => {
      response.writeHead(request.url?.startsWith('/page') ? 200 : 404).end('<h1>A web page</h1>');
    });
    const { host } = server;
    expect(await attach(`ws://${host}/secret`)).toBe(says('ws', host, 'it refuses the address'));
    const release = 'it is of another release of Playwright; Steploom uses 1.65';
    expect(await attach(`ws://${host}/other`)).toBe(says('ws', host, release));
    expect(await attach(`http://${host}`)).toBe(says('http', host, 'it refuses the address'));
    expect(await attach(`http://${host}/page`)).toBe(says('http', host, 'what answers is not a browser'));
    expect(await attach(`https://${host}`)).toBe(says('https', host, 'nothing answers by https or wss there'));
    expect(await attach('ws://127.0.0.1:1/secret')).toBe(says('ws', '127.0.0.1:1', 'nothing answers there'));
  });

  it.each([
    ['nothing', 200, ''],
    ['a text', 200, '"hello"'],
    ['an object without an address', 200, '{}'],
    ['an invalid address', 200, '{"webSocketDebuggerUrl":17}'],
    ['an error', 500, 'Oops'],
  ])('an endpoint that answers %s is reported as no browser', async (_what, status, body) => {
    await using server = await serve((_request, response) => void response.writeHead(status).end(body));
    expect(await attach(`http://${server.host}`)).toBe(says('http', server.host, 'what answers is not a browser'));
  });

  it('an endpoint that never answers is given up after its time limit', async () => {
    await using server = await serve(() => {});
    const answer = await attach(`http://${server.host}`, { limitMs: 1_500 });
    expect(answer).toBe(says('http', server.host, 'it did not answer within 1.5 s'));
  });
});

/** Passes on what is said to a browser and refuses one command, as a browser does that does not know it. */
async function refusing(endpoint: string, command: string) {
  const Version = z.object({ webSocketDebuggerUrl: z.string() });
  const { webSocketDebuggerUrl } = Version.parse(await (await fetch(`${endpoint}/json/version`)).json());
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise(resolve => server.once('listening', resolve));
  server.on('connection', client => {
    const browser = new WebSocket(webSocketDebuggerUrl);
    const open = new Promise(resolve => browser.once('open', resolve));
    client.on('message', async data => {
      const { id, method } = z.looseObject({ id: z.number(), method: z.string() }).parse(JSON.parse(String(data)));
      if (method !== command) await open.then(() => browser.send(String(data)));
      else client.send(JSON.stringify({ id, error: { code: -32000, message: 'Not supported' } }));
    });
    browser.on('message', data => client.send(String(data)));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
  });
  return {
    endpoint: `ws://127.0.0.1:${portOf(server)}/devtools/browser`,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}

describe('a browser that cannot be used', () => {
  it('the error says so when a browser opens no window of its own for tests', { tags: 'full' }, async () => {
    await using browser = await debuggedBrowser();
    await using refuses = await refusing(browser.endpoint, 'Target.createBrowserContext');
    await using shop = await openShop({ attachTo: readBrowserEndpoint(refuses.endpoint, '--connect') });
    expect(await shop.author.refusal('navigateUrl', { url: 'http://127.0.0.1:1/' })).toBe(
      'browser-missing: The browser opens no separate window for tests: it is part of an application, or does not allow it.',
    );
    expect(await browser.titles()).toEqual(['Not yours']);
  });

  it('an endpoint that refuses a basic browser command is reported as no browser', async () => {
    await using browser = await debuggedBrowser();
    await using refuses = await refusing(browser.endpoint, 'Target.setAutoAttach');
    const { host } = new URL(refuses.endpoint);
    expect(await attach(refuses.endpoint)).toBe(says('ws', host, 'what answers is not a browser'));
  });
});
