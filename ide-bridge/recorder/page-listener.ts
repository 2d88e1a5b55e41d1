import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright';
import { z } from 'zod';
import { writableLocators } from '../../model/locator/writable-locators.ts';
import { PageEvent, type RecordedTarget } from '../../model/recording/raw-event.ts';
import { ShownChange } from '../../model/recording/shown-change.ts';
import { afterEvent } from '../page/recorder/after-event.ts';
import { RECORDER } from './page-script.ts';

export interface RecorderListening {
  binding: string;
  world: string;
  script: string;
  /** In order of arrival; `at`: when it happened, by our `Date.now()`. */
  report(page: Page, event: PageEvent, at: number): void;
  dialog(page: Page, answer: { accept: boolean; text: string; type: string }): void;
}

interface World {
  session: CDPSession;
  contextId: number;
  frameId: string;
}

/** The element that a frame is in, as the world of the document around it knows it. */
interface FrameOwner {
  around: World;
  objectId: string;
}

const Context = z.object({
  context: z.object({ id: z.number(), name: z.string(), auxData: z.object({ frameId: z.string() }) }),
});
const Gone = z.object({ executionContextId: z.number() });
const Called = z.object({ name: z.string(), payload: z.string(), executionContextId: z.number() });
const Locators = z.array(z.string());
const SentEvent = z.object({ at: z.number(), sentAt: z.number(), event: PageEvent });

/** A page with an open dialog does not answer. */
const FLUSH_MS = 1_000;
/** Runs in the page: resolves once the recorder has handled all events. */
const AFTER_EVENTS = `new Promise(resolve => (${afterEvent})(resolve))`;
/** The page looks twice at what it shows: timers of a background tab run once a second. */
const REST_MS = 4_000;

/** Listens in all frames of one tab. */
export class PageListener {
  readonly #page: Page;
  readonly #listening: RecorderListening;
  readonly #sessions = new Map<Page | Frame, CDPSession>();
  readonly #worlds = new Map<string, World>();
  readonly #parents = new Map<string, string>();
  readonly #ways = new Map<string, string>();
  readonly #owners = new Map<string, FrameOwner>();
  #last: Promise<unknown> = Promise.resolve();
  #dialogType = '';
  /** Shortest transmission so far, by two clocks: the browser may be on another machine. */
  #quickest = Number.POSITIVE_INFINITY;

  constructor(page: Page, listening: RecorderListening) {
    this.#page = page;
    this.#listening = listening;
  }

  /** Errors: those of a page that is gone. */
  async start(): Promise<void> {
    await this.#listenTo(this.#page);
    await Promise.all(this.#page.frames().map(frame => this.#tryFrame(frame)));
    this.#page.on('framenavigated', this.#onFrame);
  }

  /** Resolves once everything so far has been reported: events of a page precede its answer. */
  async settled(): Promise<void> {
    const answers = [...this.#sessions.values()].map(session =>
      session.send('Runtime.evaluate', { expression: AFTER_EVENTS, awaitPromise: true }).catch(() => {}),
    );
    await Promise.race([Promise.all(answers), setTimeout(FLUSH_MS, undefined, { ref: false })]);
    await this.#last;
  }

  /** Of the document that is shown, from 0. Errors: those of a page that is gone. */
  async placeInHistory(): Promise<number | undefined> {
    return (await this.#sessions.get(this.#page)?.send('Page.getNavigationHistory'))?.currentIndex;
  }

  /** New content since the last action; undefined where nothing shows it. */
  async shownChange(): Promise<ShownChange | undefined> {
    const late = setTimeout<undefined>(REST_MS, undefined, { ref: false });
    const all = [...this.#worlds.values()].map(world =>
      Promise.race([this.#shownIn(world).catch(() => undefined), late]),
    );
    const found = (await Promise.all(all)).filter(change => change !== undefined);
    return found.sort((one, other) => one.rank - other.rank)[0];
  }

  async #shownIn({ session, contextId, frameId }: World): Promise<ShownChange | undefined> {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `globalThis.${RECORDER}.shown()`,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    const change = ShownChange.nullable().parse(JSON.parse(String(result.value)));
    const way = this.#parents.has(frameId) ? await this.#wayInto(frameId) : '';
    const [locator] = change === null ? [] : placed(way, [change.locator]);
    return change === null || locator === undefined ? undefined : { ...change, locator };
  }

  async stop(): Promise<void> {
    this.#page.off('framenavigated', this.#onFrame);
    await this.#last;
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(session => this.#leave(session)));
  }

  readonly #onFrame = (frame: Frame): void => void this.#tryFrame(frame);

  /** Without the binding our script can no longer report anything. */
  async #leave(session: CDPSession): Promise<void> {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: this.#listening.binding }).catch(() => {});
    await session.send('Runtime.removeBinding', { name: this.#listening.binding }).catch(() => {});
    await session.detach().catch(() => {});
  }

  /** A frame of another site may have its own process, and so its own session, which outlives its documents. */
  async #tryFrame(frame: Frame): Promise<void> {
    if (frame.parentFrame() === null || frame.isDetached() || this.#sessions.has(frame)) return;
    await this.#listenTo(frame).catch(() => {});
  }

  async #listenTo(place: Page | Frame): Promise<void> {
    const { binding, world, script } = this.#listening;
    const session = await this.#page.context().newCDPSession(place);
    if (this.#sessions.has(place)) return await session.detach();
    this.#sessions.set(place, session);
    session.on('close', () => this.#closed(place, session));
    session.on('Runtime.executionContextCreated', event => this.#began(session, event));
    session.on('Runtime.executionContextDestroyed', event => this.#ended(session, event));
    session.on('Runtime.bindingCalled', event => this.#called(session, event));
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => this.#parents.set(frameId, parentFrameId));
    session.on('Page.frameDetached', ({ frameId }) => this.#forgetOwner(frameId));
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      this.#dialogType = type;
    });
    session.on('Page.javascriptDialogClosed', ({ result, userInput }) =>
      this.#inTurn(async () =>
        this.#listening.dialog(this.#page, { accept: result, text: userInput, type: this.#dialogType }),
      ),
    );
    await session.send('Page.enable');
    await this.#readTree(session);
    await session.send('DOM.enable');
    await session.send('Runtime.addBinding', { name: binding, executionContextName: world });
    await session.send('Runtime.enable');
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: script,
      worldName: world,
      runImmediately: true,
    });
  }

  /** One that has come back to the process of its page is heard there; it may have gone to another again. */
  #closed(place: Page | Frame, session: CDPSession): void {
    if (this.#sessions.get(place) !== session) return;
    this.#sessions.delete(place);
    const frame = this.#page.frames().find(each => each === place);
    if (frame !== undefined) void this.#tryFrame(frame);
  }

  async #readTree(session: CDPSession): Promise<void> {
    interface Tree {
      frame: { id: string; parentId?: string };
      childFrames?: Tree[];
    }
    const read = ({ frame, childFrames = [] }: Tree) => {
      if (frame.parentId !== undefined) this.#parents.set(frame.id, frame.parentId);
      for (const child of childFrames) read(child);
    };
    read((await session.send('Page.getFrameTree')).frameTree);
  }

  #began(session: CDPSession, event: unknown): void {
    const { data } = Context.safeParse(event);
    if (data === undefined || data.context.name !== this.#listening.world) return;
    const { id: contextId, auxData } = data.context;
    const { frameId } = auxData;
    this.#worlds.set(frameId, { session, contextId, frameId });
    this.#ways.delete(frameId);
    // A click in a frame may remove the frame.
    if (this.#parents.has(frameId)) void this.#wayInto(frameId).catch(() => {});
  }

  #ended(session: CDPSession, event: unknown): void {
    const gone = Gone.safeParse(event).data?.executionContextId;
    for (const [frameId, world] of this.#worlds)
      if (world.session === session && world.contextId === gone) this.#worlds.delete(frameId);
  }

  #called(session: CDPSession, call: unknown): void {
    const called = Called.safeParse(call).data;
    if (called === undefined || called.name !== this.#listening.binding) return;
    const world = [...this.#worlds.values()].find(
      each => each.session === session && each.contextId === called.executionContextId,
    );
    const sent = readEvent(called.payload);
    if (sent === undefined || world === undefined) return;
    const { at, sentAt, event } = sent;
    this.#quickest = Math.min(this.#quickest, Date.now() - sentAt);
    const happenedAt = at + this.#quickest;
    this.#inTurn(async () => this.#listening.report(this.#page, await this.#placed(event, world), happenedAt));
  }

  #inTurn(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch(() => {});
  }

  async #placed(event: PageEvent, { frameId, contextId }: World): Promise<PageEvent> {
    if (event.kind === 'loaded' || event.kind === 'file-content' || event.kind === 'refocused') return event;
    const way = this.#parents.has(frameId) ? await this.#wayInto(frameId) : '';
    const place = (target: RecordedTarget): RecordedTarget => ({
      ...target,
      key: `${frameId} ${contextId} ${target.key}`,
      locators: placed(way, target.locators),
    });
    if (event.target === undefined) return event;
    const placedEvent = { ...event, target: place(event.target) };
    if (placedEvent.kind === 'drag' && placedEvent.onto !== undefined)
      return { ...placedEvent, onto: place(placedEvent.onto) };
    if (placedEvent.kind === 'press' && placedEvent.awaited !== undefined)
      return { ...placedEvent, awaited: place(placedEvent.awaited) };
    return placedEvent;
  }

  /** The locators are found anew each time, since the surroundings change; if that fails, the last known way. */
  async #wayInto(frameId: string): Promise<string | undefined> {
    try {
      const way = await this.#findWay(frameId);
      if (way !== undefined) this.#ways.set(frameId, way);
    } catch {
      // The frame is gone.
      this.#forgetOwner(frameId);
    }
    return this.#ways.get(frameId);
  }

  async #findWay(frameId: string): Promise<string | undefined> {
    const parentId = this.#parents.get(frameId);
    const around = this.#worlds.get(parentId ?? '');
    if (parentId === undefined || around === undefined) return undefined;
    const [own, outer] = await Promise.all([
      this.#locatorIn(around, frameId),
      this.#parents.has(parentId) ? this.#wayInto(parentId) : '',
    ]);
    return own === undefined || outer === undefined ? undefined : `${outer}${own}.contentFrame().`;
  }

  async #locatorIn(around: World, frameId: string): Promise<string | undefined> {
    const { result } = await around.session.send('Runtime.callFunctionOn', {
      objectId: await this.#ownerIn(around, frameId),
      functionDeclaration: `function () { return this.isConnected ? globalThis.${RECORDER}.locate(this) : '[]'; }`,
      returnByValue: true,
    });
    return Locators.parse(JSON.parse(String(result.value)))[0];
  }

  /** Asked once: a frame stays in its element for as long as both are there. */
  async #ownerIn(around: World, frameId: string): Promise<string> {
    const known = this.#owners.get(frameId);
    if (known?.around === around) return known.objectId;
    const { session, contextId: executionContextId } = around;
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
    const objectGroup = this.#listening.binding;
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId, objectGroup });
    const { objectId = '' } = object;
    this.#owners.set(frameId, { around, objectId });
    return objectId;
  }

  /** Otherwise the page would keep the element. */
  #forgetOwner(frameId: string): void {
    const { around, objectId = '' } = this.#owners.get(frameId) ?? {};
    this.#owners.delete(frameId);
    around?.session.send('Runtime.releaseObject', { objectId }).catch(() => {});
  }
}

function readEvent(payload: string): z.infer<typeof SentEvent> | undefined {
  try {
    return SentEvent.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** None where the way into their frame is unknown. */
const placed = (way: string | undefined, texts: readonly string[]): string[] =>
  way === undefined ? [] : writableLocators(texts.map(text => `${way}${text}`));
