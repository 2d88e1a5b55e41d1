/** Reports what a person does in one window. Knows nothing of tests: model/recording makes actions of it. */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright';
import type { RecordingSink } from '../../model/protocol/recorder.ts';
import type { PageEvent, RawEvent } from '../../model/recording/raw-event.ts';
import type { ShownChange } from '../../model/recording/shown-change.ts';
import { DEFAULT_TEST_ID_ATTRIBUTE } from '../browser/reading/test-id-attribute.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { PageListener, type RecorderListening } from './page-listener.ts';
import { pageScript } from './page-script.ts';

interface WindowToRecord {
  session: AppSession;
  /** Whose it is; undefined: the first one's. */
  actor?: string;
  sink: RecordingSink;
  /** When a run or a single action last acted on the page, by `Date.now()`. */
  actedAt(): number;
}

/** Differences of the clocks and of the order of answers are smaller. */
const AFTER_OWN_MS = 30;

/** Tab events have no time of their own, and may be late on a busy machine. */
const TABS_AFTER_OWN_MS = 500;

/** Follows a window across its tabs, and the browsers that it has one after the other. */
export class Recorder {
  readonly #options: WindowToRecord;
  readonly #listeners = new Map<Page, PageListener>();
  readonly #listening: RecorderListening;
  #stopListening = () => {};
  #context: BrowserContext | undefined;
  /** Whose tabs were told. */
  #told: BrowserContext | undefined;
  #isStopped = false;
  readonly #placesInHistory = new WeakMap<Page, number>();

  constructor(options: WindowToRecord) {
    const { session } = options;
    this.#options = options;
    // Pages can neither guess nor see them: they are in our isolated world.
    const [binding, world] = [secretName(), secretName()];
    this.#listening = {
      binding,
      world,
      script: pageScript(binding, session.testIdAttribute ?? DEFAULT_TEST_ID_ATTRIBUTE),
      report: (from, event, at) => this.#take(from, event, at),
      dialog: (from, { type, accept, text }) => {
        if (type !== 'confirm' && type !== 'prompt') return;
        this.#emit({ kind: 'dialog', accept, text, ...this.#stamp(from) });
      },
    };
  }

  /** Errors: those of a page that is gone. */
  async start(): Promise<this> {
    const { session } = this.#options;
    await this.#follow();
    this.#stopListening = session.changes.listen(() => void this.#follow().catch(() => {}));
    return this;
  }

  /** Resolves once everything so far has been reported. */
  async settled(): Promise<void> {
    await Promise.all([...this.#listeners.values()].map(listener => listener.settled()));
  }

  /** Nothing more is reported from now on. */
  leave(): void {
    this.#isStopped = true;
    this.#stopListening();
    this.#context?.off('page', this.#onPage);
  }

  async stop(): Promise<void> {
    this.leave();
    await Promise.all([...this.#listeners.values()].map(listener => listener.stop()));
  }

  /** What a tab shows since the last action in it. */
  async shownIn(tab: number): Promise<ShownChange | undefined> {
    const { tabs } = this.#options.session;
    const [, listener] = [...this.#listeners].find(([page]) => tabs.numberOf(page) === tab) ?? [];
    return await listener?.shownChange();
  }

  async #follow(): Promise<void> {
    const { session } = this.#options;
    if (this.#isStopped) return;
    if (this.#context !== session.context) {
      this.#context?.off('page', this.#onPage);
      this.#context = session.context;
      this.#context?.on('page', this.#onPage);
    }
    this.#tellWindow();
    await Promise.all(session.tabs.all.map(page => this.#listenTo(page)));
  }

  #tellWindow(): void {
    const { session, sink, actor } = this.#options;
    const { tabs, page, context } = session;
    if (page === undefined || this.#told === context) return;
    this.#told = context;
    const url = () => session.page?.url();
    sink.window({ actor, tabs: tabs.all.map(each => tabs.numberOf(each)), tab: tabs.numberOf(page), url });
  }

  readonly #onPage = (page: Page): void => {
    void this.#listenTo(page).catch(() => {});
    void this.#emitOpened(page).catch(() => {});
  };

  async #emitOpened(page: Page): Promise<void> {
    const isByPage = (await page.opener()) !== null;
    this.#emit({ kind: 'opened', isByPage, url: page.url(), ...this.#stamp(page) });
  }

  async #listenTo(page: Page): Promise<void> {
    if (this.#listeners.has(page) || page.isClosed()) return;
    this.#options.session.spoilWindow('it was recorded in');
    const listener = new PageListener(page, this.#listening);
    this.#listeners.set(page, listener);
    page.once('close', () => {
      this.#listeners.delete(page);
      if (!this.#isStopped) this.#emit({ kind: 'closed', ...this.#stamp(page) });
    });
    await listener.start();
  }

  #isOwn(at: number): boolean {
    return at < this.#options.actedAt() + AFTER_OWN_MS;
  }

  #stamp(page: Page): Pick<RawEvent, 'actor' | 'tab' | 'at'> {
    const { session, actor } = this.#options;
    return { actor, tab: session.tabs.numberOf(page), at: performance.now() };
  }

  #take(page: Page, event: PageEvent, at: number): void {
    if (event.kind === 'loaded') return void this.#loaded(page, event).catch(() => {});
    if (this.#isStopped || this.#isOwn(at)) return;
    const { sink } = this.#options;
    if (event.kind === 'file-content') sink.file({ name: event.name, bytes: Buffer.from(event.base64, 'base64') });
    else sink.event({ ...event, ...this.#stamp(page) });
  }

  async #loaded(page: Page, { way, url }: Extract<PageEvent, { kind: 'loaded' }>): Promise<void> {
    const stamp = this.#stamp(page);
    const before = this.#placesInHistory.get(page);
    const currentIndex = await this.#listeners.get(page)?.placeInHistory();
    if (currentIndex === undefined) return;
    this.#placesInHistory.set(page, currentIndex);
    if (before === undefined) return;
    this.#emit({ kind: 'went', way: wayTo(way, currentIndex - before), url, ...stamp });
  }

  #emit(event: RawEvent): void {
    if (this.#isStopped || this.#isOwn(Date.now() - TABS_AFTER_OWN_MS)) return;
    this.#options.sink.event(event);
  }
}

function wayTo(way: string, places: number): Extract<RawEvent, { kind: 'went' }>['way'] {
  if (way === 'reload') return 'reload';
  if (way !== 'back_forward' || places === 0) return 'visit';
  return places < 0 ? 'goBack' : 'goForward';
}

const secretName = (): string => `s${randomBytes(16).toString('hex')}`;
