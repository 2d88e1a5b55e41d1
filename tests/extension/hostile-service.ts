/** What answers like a service of Steploom, and then asks for whatever it likes in the tab that it is lent. */
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { EXTENSION_PATH, EXTENSION_PROTOCOL } from '../../model/protocol/channel/extension.ts';
import { portOf } from '../support/port-of.ts';
import { type ServedPages, servePages } from '../support/serve-pages.ts';
import { type ChromeOptions, type EverydayChrome, everydayChrome } from './everyday-chrome.ts';
import { pair } from './lent-shop.ts';

const Message = z.looseObject({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Message = z.infer<typeof Message>;

const Lent = z.looseObject({ tabId: z.number() });
const Told = z.looseObject({ method: z.string(), params: z.looseObject({}), sessionId: z.string().optional() });
type Told = z.infer<typeof Told>;
const Gone = z.looseObject({ tabId: z.number(), reason: z.string() });
const Opened = z.looseObject({ tabId: z.number(), openerId: z.number() });

interface HostileOptions {
  /** What it says are pages of Steploom. */
  origins?: readonly string[];
  projectId?: string;
  chrome?: ChromeOptions;
}

export class HostileService implements AsyncDisposable {
  readonly #server: Server;
  readonly #options: HostileOptions;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #socket: WebSocket | undefined;
  #count = 0;
  /** The tab that was lent last. */
  tabId = 0;
  readonly told: Told[] = [];
  readonly gone: z.infer<typeof Gone>[] = [];
  readonly opened: z.infer<typeof Opened>[] = [];

  private constructor(server: Server, options: HostileOptions) {
    this.#server = server;
    this.#options = options;
    new WebSocketServer({ server, path: EXTENSION_PATH }).on('connection', socket => {
      this.#socket = socket;
      socket.on('message', data => this.#receive(String(data)));
    });
  }

  static async start(options: HostileOptions = {}): Promise<HostileService> {
    const server = createServer((_request, response) => response.end('<!doctype html><title>Steploom</title>'));
    const service = new HostileService(server, options);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  get code(): string {
    return `127.0.0.1:${portOf(this.#server)}/ABCD-2345`;
  }

  /** The result, or the sentence of a refusal. */
  async ask(method: string, params: object): Promise<unknown> {
    this.#count += 1;
    const id = this.#count;
    const answered = new Promise<Message>(resolve => this.#waiting.set(id, resolve));
    this.#send({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await answered;
    return error === undefined ? result : error.message;
  }

  notify(method: string, params: object): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  async attach(tabId = this.tabId): Promise<unknown> {
    return await this.ask('tab/attach', { tabId });
  }

  /** In the lent tab. */
  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return await this.ask('cdp/send', { tabId: this.tabId, sessionId, method, params });
  }

  /** The value of an expression in the lent page, or why there is none. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return Value.safeParse(answer).data?.result.value ?? answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket?.terminate();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    if (!text.startsWith('{')) return;
    const message = Message.parse(JSON.parse(text));
    const { id, method, params } = message;
    if (method === 'extension/hello') this.#send({ jsonrpc: '2.0', id, result: this.#hello() });
    else if (method === 'tab/lend') {
      this.tabId = Lent.parse(params).tabId;
      this.#send({ jsonrpc: '2.0', id, result: {} });
    } else if (method === 'cdp/event') this.told.push(Told.parse(params));
    else if (method === 'tab/gone') this.gone.push(Gone.parse(params));
    else if (method === 'tab/opened') this.opened.push(Opened.parse(params));
    else if (method === undefined) this.#waiting.get(id ?? 0)?.(message);
  }

  #hello() {
    const { origins = [], projectId = 'hostile' } = this.#options;
    const project = { projectId, name: `The ${projectId} one` };
    return { protocol: EXTENSION_PROTOCOL, release: '1', credential: 'x'.repeat(32), project, origins };
  }
}

const Value = z.looseObject({ result: z.looseObject({ value: z.unknown() }) });

/** A page of Steploom that protects itself by nothing, and notes who comes. */
export interface OwnPages extends ServedPages {
  visits: string[];
}

const OWN_PAGE = '<!doctype html><title>Steploom</title><script>localStorage.session = "the session"</script>own';

export async function ownPages(): Promise<OwnPages> {
  const visits: string[] = [];
  const page = ({ url }: { url: URL }) => {
    visits.push(url.pathname);
    return OWN_PAGE;
  };
  const paths = ['/', '/a', '/b', '/c', '/frame', '/asked', '/window'];
  return Object.assign(await servePages(Object.fromEntries(paths.map(path => [path, page]))), { visits });
}

export interface HostileLending extends AsyncDisposable {
  service: HostileService;
  chrome: EverydayChrome;
  tab: Page;
  popup: Page;
}

export async function lendAgain({ popup, service }: Pick<HostileLending, 'popup' | 'service'>): Promise<void> {
  await popup.getByRole('button', { name: 'Lend this tab' }).click();
  await popup.getByText('This tab is the app window of').waitFor();
  service.gone.length = 0;
}

/** A tab at `url`, lent to a hostile service; `prepare` is what its person did in it before. */
export async function hostileLending(
  url: string,
  options: HostileOptions = {},
  prepare: (tab: Page) => Promise<unknown> = async () => {},
): Promise<HostileLending> {
  const service = await HostileService.start(options);
  const chrome = await everydayChrome(options.chrome);
  const tab = await chrome.tab('about:blank');
  await prepare(tab);
  await tab.goto(url);
  const popup = await chrome.popupFor(tab);
  await pair(popup, service.code);
  await popup.getByText('Connected', { exact: true }).waitFor();
  await lendAgain({ popup, service });
  return {
    ...{ service, chrome, tab, popup },
    async [Symbol.asyncDispose]() {
      for (const part of [chrome, service]) await part[Symbol.asyncDispose]();
    },
  };
}
