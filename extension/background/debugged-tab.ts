import { z } from 'zod';
import { readCommand } from './allowed-commands.ts';
import { whyNotLent } from './lendable.ts';
import { isOwn } from './own-pages.ts';
import { SeenContexts } from './seen-contexts.ts';
import { SeenRequests } from './seen-requests.ts';
import { type ProtocolParams, toldOf } from './told-events.ts';

export interface TabMessage {
  /** Of a frame or worker in the tab that Chrome attached by itself. */
  sessionId?: string | undefined;
  method: string;
  params: ProtocolParams;
}

const PROTOCOL_VERSION = '1.3';
/** What Chrome tells of a tab that is debugged. */
const DebuggedTarget = z.looseObject({ targetId: z.string(), url: z.string(), openerId: z.string().optional() });
type DebuggedTarget = z.infer<typeof DebuggedTarget>;
const Target = z.object({ targetInfo: DebuggedTarget });

const Attached = z.object({ sessionId: z.string(), targetInfo: z.object({ type: z.string(), url: z.string() }) });
const Detached = z.object({ sessionId: z.string() });
const INNER_TYPES = ['iframe', 'worker'];

const Frame = z.object({
  url: z.string(),
  parentId: z.string().optional(),
  /** What was to be shown in the place of an error. */
  unreachableUrl: z.string().optional(),
});
const Navigated = z.object({ frame: Frame });
const History = z.object({ entries: z.array(z.object({ url: z.string() })) });

interface FrameTree {
  frame: { url: string };
  childFrames?: FrameTree[] | undefined;
}
const FrameTree: z.ZodType<FrameTree> = z.object({
  frame: z.object({ url: z.string() }),
  get childFrames() {
    return z.array(FrameTree).optional();
  },
});
const Tree = z.object({ frameTree: FrameTree });

const addressesIn = ({ frame, childFrames = [] }: FrameTree): string[] => [
  frame.url,
  ...childFrames.flatMap(addressesIn),
];

/** What goes into one tab, and what comes out of it. */
export class DebuggedTab {
  readonly tabId: number;
  readonly #own: () => readonly string[];
  readonly #inner = new Set<string>();
  readonly #requests = new SeenRequests();
  readonly #contexts = new SeenContexts();
  #end: 'crashed' | 'left' | undefined;

  constructor(tabId: number, own: () => readonly string[]) {
    this.tabId = tabId;
    this.#own = own;
  }

  /** Why it can no longer be lent. */
  get end(): 'crashed' | 'left' | undefined {
    return this.#end;
  }

  /** From here on Chrome tells of it. */
  async attach(): Promise<DebuggedTarget> {
    await chrome.debugger.attach({ tabId: this.tabId }, PROTOCOL_VERSION);
    return await this.info();
  }

  async info(): Promise<DebuggedTarget> {
    return Target.parse(await this.#ask('Target.getTargetInfo')).targetInfo;
  }

  /** Called before anybody else may do anything in it. Errors: in plain words, for what is never lent. */
  async check(): Promise<void> {
    const refusal = whyNotLent((await this.info()).url, this.#own());
    if (refusal !== undefined) throw new Error(refusal);
    // Tells of each page that comes; the service can switch nothing off.
    await this.#ask('Page.enable');
    const shown = await this.#shown();
    if (shown.some(address => isOwn(address, this.#own())))
      throw new Error('A frame of this page is of Steploom itself, which is never lent.');
    const { entries } = History.parse(await this.#ask('Page.getNavigationHistory'));
    // Chrome goes back to a page that it has kept without asking for it anew. Into its own it lets no debugger.
    if (entries.some(({ url }) => url.startsWith('file:') || isOwn(url, this.#own())))
      await this.#ask('Page.resetNavigationHistory');
  }

  /** Errors: in plain words, for what is not allowed. */
  async send({ sessionId, method, params: given }: TabMessage): Promise<object> {
    const read = readCommand(method, given, this.#own());
    if ('refusal' in read) throw new Error(read.refusal);
    if (sessionId !== undefined && !this.#inner.has(sessionId)) throw new Error('The lent tab has no such session.');
    if (method === 'Network.getResponseBody' && !this.#requests.mayBeRead(read.params.requestId))
      throw new Error('The extension reads no answer that the lent page could not read itself.');
    // As Chrome says it of one that is gone, after which Playwright asks the page that came.
    if (!this.#contexts.mayUse(sessionId, read.params)) throw new Error('Cannot find context with specified id');
    this.#contexts.noteCommand(read.params);
    return await this.#ask(method, read.params, sessionId);
  }

  /** What the service may know of an event, and why the tab is no longer lent after it. */
  take({ sessionId, method, params }: TabMessage): {
    told?: ProtocolParams | undefined;
    end?: 'crashed' | 'left' | undefined;
  } {
    this.#requests.note(method, params);
    this.#contexts.noteEvent(sessionId, method, params);
    this.#end ??= this.#endBy({ sessionId, method, params });
    if (this.#end !== undefined) return { end: this.#end };
    if (!this.#contexts.isOfPage(sessionId, method, params)) return {};
    return this.#noteInner({ sessionId, method, params }) ? { told: toldOf(method, params, this.#own()) } : {};
  }

  #endBy({ sessionId, method, params }: TabMessage): 'crashed' | 'left' | undefined {
    if (method === 'Inspector.targetCrashed' && sessionId === undefined) return 'crashed';
    const frame = method === 'Page.frameNavigated' ? Navigated.safeParse(params).data?.frame : undefined;
    if (frame === undefined) return undefined;
    const isWhole = frame.parentId === undefined && sessionId === undefined;
    const isRefused = (address: string) =>
      isWhole ? whyNotLent(address, this.#own()) !== undefined : isOwn(address, this.#own());
    // A frame that the rules kept from Steploom shows an error; a whole tab was on its way there.
    const address = isWhole ? (frame.unreachableUrl ?? frame.url) : frame.url;
    return isRefused(address) ? 'left' : undefined;
  }

  /** False for what is none of the service's business. */
  #noteInner({ sessionId: of, method, params }: TabMessage): boolean {
    if (method === 'Target.detachedFromTarget') this.#forget(Detached.safeParse(params).data?.sessionId);
    const frame = method === 'Page.frameNavigated' ? Navigated.safeParse(params).data?.frame : undefined;
    // Other extensions show frames of their own in pages.
    if (frame !== undefined && of !== undefined && whyNotLent(frame.unreachableUrl ?? frame.url, []) !== undefined) {
      this.#forget(of);
      return false;
    }
    if (method !== 'Target.attachedToTarget') return true;
    const { data } = Attached.safeParse(params);
    if (data === undefined) return false;
    const { sessionId, targetInfo } = data;
    if (INNER_TYPES.includes(targetInfo.type) && whyNotLent(targetInfo.url, this.#own()) === undefined) {
      this.#inner.add(sessionId);
      return true;
    }
    this.#ask('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {});
    return false;
  }

  #forget(sessionId = ''): void {
    this.#inner.delete(sessionId);
    this.#contexts.forget(sessionId);
  }

  /** Addresses of all frames, also those in processes of their own. */
  async #shown(): Promise<string[]> {
    const read = async (sessionId?: string) => {
      const options = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{ type: 'iframe' }] };
      await this.#ask('Target.setAutoAttach', options, sessionId);
      return addressesIn(Tree.parse(await this.#ask('Page.getFrameTree', {}, sessionId)).frameTree);
    };
    const found = await read();
    const known = new Set<string>();
    for (let next = this.#unread(known); next !== undefined; next = this.#unread(known)) {
      known.add(next);
      found.push(...(await read(next).catch(() => [])));
    }
    await this.#ask('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true });
    this.#inner.clear();
    return found;
  }

  #unread(known: ReadonlySet<string>): string | undefined {
    return [...this.#inner].find(sessionId => !known.has(sessionId));
  }

  async #ask(method: string, params: object = {}, sessionId?: string): Promise<object> {
    return (await chrome.debugger.sendCommand({ tabId: this.tabId, sessionId }, method, params)) ?? {};
  }
}
