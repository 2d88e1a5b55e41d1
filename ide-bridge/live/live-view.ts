import type { Dialog, FileChooser, Page } from 'playwright';
import { AppError } from '../../model/errors/errors.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';
import type { CallOptions, PageElement } from '../../model/protocol/app-window.ts';
import type { LiveInput, LiveNotice } from '../../model/protocol/channel/live.ts';
import { takenOver } from '../../model/protocol/page-hold.ts';
import { endsInTime, withinLimit } from '../browser/limits/within-limit.ts';
import { Changes } from '../browser/logs/changes.ts';
import { answerByDefault } from '../browser/logs/open-dialogs.ts';
import { historyOf } from '../browser/navigate/page-history.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { givenFiles } from '../browser/session/given-files.ts';
import { toPlaywrightLocator } from '../browser/session/playwright-locator.ts';
import { HeldKeys } from './held-keys.ts';
import { InputQueue, performInput, type QueuedInput, type SelectList, selectListAt } from './live-input.ts';
import { isPickInput, Picking } from './picking.ts';
import { type CastFrame, startScreencast } from './screencast.ts';
import type { Viewer } from './viewer.ts';

interface DialogReply {
  accept: boolean;
  text?: string | undefined;
}

interface LiveViewOptions {
  session: AppSession;
  isBusy(): boolean;
  isSeen(ideId: string): boolean;
  /** Errors: `not-found`. */
  pathOf(file: string): Promise<string>;
}

export interface LiveActor {
  by: string;
  locator: string | undefined;
}

/** Actions wait for their element; viewers get no notice of one that comes later. */
const ACTOR_LIMIT_MS = 5_000;

/** Of a new cast, for its first picture. Doubled with each one that brings none. */
const FIRST_FRAME_MS = 500;
/** A page that hangs would be cast again and again. */
const LONGEST_SILENCE_MS = 16_000;
/** Chromium may not answer about a page that changes its process. */
const CAST_LIMIT_MS = 5_000;

/** Between two pictures: more than eyes need. */
const FRAME_INTERVAL_MS = 30;
const DIALOG_LIMIT_MS = 60_000;
const PICK_LIMIT_MS = 600_000;
/** A page that is asked to pick may show the window only for that. */
const LOOK_LIMIT_MS = 2_000;

interface Cast {
  page: Page;
  stop(): Promise<void>;
}

/** Pictures of one app window for pages, and their input to it. Works only while somebody looks. */
export class LiveView implements AsyncDisposable {
  readonly #options: LiveViewOptions;
  readonly #viewers = new Set<Viewer>();
  readonly #lists = new Map<number, SelectList>();
  readonly #choosers = new Map<number, FileChooser>();
  readonly #dialogs = new Map<number, (answer: DialogReply) => void>();
  readonly #picking: Picking;
  /** Emitted when a page begins to look. */
  readonly #looks = new Changes();
  #nextNumber = 1;
  #cast: Cast | undefined;
  #lastFrame: CastFrame | undefined;
  #casting: Promise<void> = Promise.resolve();
  readonly #keys = new HeldKeys();
  readonly #inputs = new InputQueue((viewer, input) => this.#perform(viewer, input));
  #holder: Viewer | undefined;
  #stopListening: (() => void) | undefined;

  constructor(options: LiveViewOptions) {
    this.#options = options;
    this.#picking = new Picking({ session: options.session, broadcast: notice => this.#broadcast(notice) });
  }

  add(viewer: Viewer): void {
    this.#viewers.add(viewer);
    viewer.onClose(() => this.#remove(viewer));
    if (this.#viewers.size === 1) this.#begin();
    this.#looks.emit();
    if (this.#lastFrame !== undefined) viewer.show(this.#lastFrame);
    if (this.#picking.isUnderWay) viewer.notify({ kind: 'picking', isOn: true });
    if (this.#holder !== undefined) viewer.notify({ kind: 'held', by: 'another' });
    this.#refresh();
  }

  get isHeld(): boolean {
    return this.#holder !== undefined;
  }

  /** The action does not wait for this. */
  showActor({ by, locator }: LiveActor): void {
    if (this.#viewers.size === 0) return;
    this.#broadcast({ kind: 'acting', by });
    const { page } = this.#options.session;
    if (page === undefined || locator === undefined) return;
    void boxOf(page, locator)
      .then(box => box && this.#broadcast({ kind: 'acting', by, box }))
      .catch(() => {});
  }

  /** Errors: `app-not-open`, `ide-not-open`, those of `Picking`. */
  async pick(options: CallOptions): Promise<PageElement> {
    this.#options.session.requirePage();
    await this.#untilLookedAt(options);
    return await this.#picking.start({ ...options, timeoutMs: PICK_LIMIT_MS });
  }

  refresh(): void {
    if (this.#viewers.size > 0) this.#refresh();
  }

  take(viewer: Viewer, input: LiveInput): void {
    // The page, with all earlier input, is blocked until it has its answer.
    if (input.kind === 'answer') {
      this.#dialogs.get(input.dialog)?.(input);
      return;
    }
    if (input.kind === 'take-over') {
      this.#hold(viewer);
      this.#options.session.holds.yieldTo(takenOver());
    } else if (input.kind === 'hand-back') this.#hold(undefined);
    else this.#inputs.add(viewer, input);
  }

  async dispose(): Promise<void> {
    for (const viewer of this.#viewers) viewer.close('ending', 'Steploom is shutting down.');
    this.#viewers.clear();
    this.#end();
    // A browser that its page keeps busy may never confirm the stop.
    void this.#casting.then(() => this.#cast?.stop());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** Errors: `ide-not-open`, `stopped`, `app-not-open`. */
  async #untilLookedAt({ signal }: CallOptions): Promise<void> {
    if (this.#isLookedAt) return;
    const looked = (until: AbortSignal) => this.#looks.held(() => this.#isLookedAt, 0, until);
    await withinLimit(looked, { signal, timeoutMs: LOOK_LIMIT_MS, late: nobodyLooks });
    // It may have closed meanwhile.
    this.#options.session.requirePage();
  }

  get #isLookedAt(): boolean {
    return [...this.#viewers].some(({ ideId }) => this.#options.isSeen(ideId));
  }

  #hold(holder: Viewer | undefined): void {
    this.#holder = holder;
    for (const viewer of this.#viewers)
      viewer.notify({ kind: 'held', ...(holder && { by: viewer === holder ? 'you' : 'another' }) });
  }

  #remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#holder === viewer) this.#hold(undefined);
    this.#inputs.forget(viewer);
    this.#inputs.add(viewer, { kind: 'release-keys' });
    if (!this.#isLookedAt) this.#endQuestions();
    if (this.#viewers.size > 0) return;
    this.#end();
    this.#refresh();
  }

  #begin(): void {
    const { session } = this.#options;
    this.#stopListening = session.changes.listen(() => this.#refresh());
    session.dialogs.answerWith(() => (this.#isAnswering() ? dialog => this.#ask(dialog) : answerByDefault));
  }

  /** The last viewer leaves the page in its normal state. */
  #end(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#options.session.dialogs.answerWith();
    this.#endQuestions();
  }

  #endQuestions(): void {
    this.#picking.end(nobodyLooks());
    for (const answer of this.#dialogs.values()) answer({ accept: false });
    this.#dialogs.clear();
    this.#choosers.clear();
    this.#lists.clear();
  }

  #broadcast(notice: LiveNotice): void {
    for (const viewer of this.#viewers) viewer.notify(notice);
  }

  #refresh(): void {
    const { session, isBusy } = this.#options;
    const url = session.page?.url();
    if (session.page === undefined) this.#picking.end(new AppError('app-not-open', 'The app window was closed.'));
    this.#broadcast({
      kind: 'page',
      isOpen: session.page !== undefined,
      ...(url === undefined ? {} : { url }),
      isBusy: isBusy(),
    });
    this.#casting = this.#casting.then(() => this.#follow()).catch(() => {});
    void this.#broadcastHistory().catch(() => {});
  }

  async #broadcastHistory(): Promise<void> {
    const { page } = this.#options.session;
    if (page === undefined) return;
    const history = await historyOf(page);
    if (page === this.#options.session.page) this.#broadcast({ kind: 'history', ...history });
  }

  async #follow({ isAnew = false, silenceMs = FIRST_FRAME_MS } = {}): Promise<void> {
    const wanted = this.#viewers.size === 0 ? undefined : this.#options.session.page;
    if (this.#cast?.page === wanted && !isAnew) return;
    const old = this.#cast;
    this.#cast = undefined;
    this.#lastFrame = undefined;
    if (old !== undefined) {
      old.page.off('filechooser', this.#onChooser);
      await endsInTime(() => old.stop(), { timeoutMs: CAST_LIMIT_MS });
    }
    if (wanted === undefined) return;
    const begun = startScreencast(wanted, async frame => {
      if (this.#cast === cast) await this.#show(frame);
    });
    const cast = { page: wanted, stop: async () => (await begun.catch(() => undefined))?.() };
    this.#cast = cast;
    wanted.on('filechooser', this.#onChooser);
    setTimeout(() => this.#castAgain(cast, silenceMs), silenceMs).unref();
    await endsInTime(() => begun, { timeoutMs: CAST_LIMIT_MS });
  }

  /** A page that changes its process while its cast begins may send no picture until something in it changes. */
  #castAgain(silent: Cast, waitedMs: number): void {
    if (this.#cast !== silent || this.#lastFrame !== undefined) return;
    const silenceMs = Math.min(2 * waitedMs, LONGEST_SILENCE_MS);
    this.#casting = this.#casting.then(() => this.#follow({ isAnew: true, silenceMs })).catch(() => {});
  }

  async #show(frame: CastFrame): Promise<void> {
    this.#lastFrame = frame;
    for (const viewer of this.#viewers) viewer.show(frame);
    await new Promise(resolve => setTimeout(resolve, FRAME_INTERVAL_MS));
  }

  /** Viewers answer a dialog, unless a program caused it. */
  #isAnswering(): boolean {
    return !this.#options.isBusy() && this.#isLookedAt;
  }

  async #ask(dialog: Dialog): Promise<void> {
    const number = this.#number();
    const type = dialog.type();
    const defaultText = type === 'prompt' ? { defaultText: dialog.defaultValue() } : {};
    const answered = new Promise<DialogReply>(resolve => this.#dialogs.set(number, resolve));
    const limit = setTimeout(() => this.#dialogs.get(number)?.({ accept: false }), DIALOG_LIMIT_MS);
    this.#broadcast({ kind: 'dialog', dialog: number, type, message: dialog.message(), ...defaultText });
    const { accept, text } = await answered;
    clearTimeout(limit);
    this.#dialogs.delete(number);
    this.#broadcast({ kind: 'dialog-closed', dialog: number });
    if (accept) await dialog.accept(text);
    else await dialog.dismiss();
  }

  readonly #onChooser = (chooser: FileChooser): void => {
    if (this.#options.isBusy()) return;
    const number = this.#number();
    this.#choosers.set(number, chooser);
    this.#broadcast({ kind: 'file-chooser', chooser: number, isMultiple: chooser.isMultiple() });
  };

  #number(): number {
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    return number;
  }

  /** Why input is not done to the page now. */
  #refusal(): string | undefined {
    const { isBusy, session } = this.#options;
    if (!isBusy()) return undefined;
    const { holder } = session.holds;
    if (holder === undefined) return 'A run is using the window. Pause it first.';
    return `${holder.by} is acting on the page. Press “Take over” to act yourself.`;
  }

  async #releaseKeys(viewer: Viewer): Promise<void> {
    const { page } = this.#options.session;
    if (page !== undefined) await this.#keys.release(viewer, page);
  }

  async #perform(viewer: Viewer, input: QueuedInput): Promise<void> {
    // Even while a run has the window, whose keys would be wrong.
    if (input.kind === 'release-keys') return await this.#releaseKeys(viewer);
    const refusal = this.#refusal();
    if (refusal !== undefined) {
      viewer.notify({ kind: 'refused', message: refusal });
      return;
    }
    if (isPickInput(input)) await this.#picking.take(viewer, input);
    else if (input.kind === 'choose') await this.#choose(input);
    else if (input.kind === 'files') await this.#give(input);
    else {
      const page = this.#options.session.requirePage();
      const isPress = input.kind === 'press' && input.button === 'left';
      const list = isPress ? await selectListAt(page, input) : undefined;
      if (list === undefined) await performInput(page, input);
      this.#keys.note(viewer, input);
      // A page at rest sends no further picture, and its last one may have the old size.
      if (input.kind === 'resize')
        this.#casting = this.#casting.then(() => this.#follow({ isAnew: true })).catch(() => {});
      if (list !== undefined) this.#offer(viewer, list);
    }
  }

  #offer(viewer: Viewer, list: SelectList): void {
    const number = this.#number();
    this.#lists.clear();
    this.#lists.set(number, list);
    const { box, isMultiple, options } = list;
    viewer.notify({ kind: 'select', list: number, box, isMultiple, options });
  }

  async #choose({ list, options }: Extract<LiveInput, { kind: 'choose' }>): Promise<void> {
    const known = this.#lists.get(list);
    this.#lists.delete(list);
    if (known !== undefined && options.length > 0) await known.element.selectOption(options.map(index => ({ index })));
  }

  async #give({ chooser, paths }: Extract<LiveInput, { kind: 'files' }>): Promise<void> {
    const known = this.#choosers.get(chooser);
    this.#choosers.delete(chooser);
    if (known === undefined || paths.length === 0) return;
    const { session, pathOf } = this.#options;
    await known.setFiles(await givenFiles(session, await Promise.all(paths.map(path => pathOf(path)))));
  }
}

/** Undefined for an unreadable locator. Errors: those of a page where it is not found in time. */
async function boxOf(page: Page, locator: string) {
  const steps = locator.includes('{{') ? undefined : parseLocator(locator);
  const box = steps && (await toPlaywrightLocator(page, steps).first().boundingBox({ timeout: ACTOR_LIMIT_MS }));
  return box ?? undefined;
}

const nobodyLooks = (): AppError =>
  new AppError('ide-not-open', 'No IDE shows the app window: nobody can point at an element in it.', {
    next: 'navigateTo, which goes to where the IDE shows it',
  });
