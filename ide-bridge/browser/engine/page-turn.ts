/**
 * What an action wants to know of its page beside what it asks a document for: the same answer brings it, so that no
 * action needs a call of its own. Where no question follows, or not soon, or another document is asked, it is asked for
 * separately.
 */
import type { Page } from 'playwright';
import type { ActionQuestion, ScoutAnswer, ScoutQuestion } from '../../page/engine/scout-questions.ts';
import {
  type FramePart,
  isTraced,
  pageBehind,
  pageOf,
  type SnapshotFrame,
  type SnapshotPage,
} from '../../playwright/engine-parts.ts';
import type { UtilityWorld } from '../../playwright/utility-world.ts';
import type { EngineMode } from './engine-mode.ts';
import { PageSnapshots } from './page-snapshots.ts';

/** The next action of a run asks within a few turns of the event loop, unless something delays it. */
const SOON_MS = 10;

/** Playwright calls us with objects of its own, from which there is no other way to ours. */
const contexts = new WeakMap<object, ContextTurns>();

/** What the pages of a browser context have in common. */
export class ContextTurns {
  /** Who acts on its pages. */
  mode: EngineMode = 'playwright';
  /** Whether a trace takes the snapshots that come with answers. */
  keepsSnapshots = false;
  readonly pages = new WeakMap<SnapshotPage, PageTurn>();
}

/** @param context the one behind Playwright's interface. */
export function turnsIn(context: object): ContextTurns {
  const turns = contexts.get(context) ?? new ContextTurns();
  contexts.set(context, turns);
  return turns;
}

function turnAt(page: SnapshotPage): PageTurn {
  const turns = turnsIn(page.browserContext);
  const turn = turns.pages.get(page) ?? new PageTurn(page, turns);
  turns.pages.set(page, turn);
  return turn;
}

/** That of the page of a frame. */
export const turnOf = (frame: SnapshotFrame): PageTurn => turnAt(pageOf(frame));

/** Undefined where another process drives the browser, and for what is gone. */
export function turnOn(page: Page): PageTurn | undefined {
  const behind = pageBehind(page);
  return behind && turnAt(behind);
}

/** Nothing is known of the page any more. */
export function forgetTurn(page: Page): void {
  const behind = pageBehind(page);
  if (behind !== undefined) turnsIn(behind.browserContext).pages.delete(behind);
}

type AskPage = () => Promise<unknown>;

/** One per page, whoever acts on it. */
export class PageTurn {
  /** The one behind Playwright's interface. */
  readonly page: SnapshotPage;
  readonly snapshots: PageSnapshots;
  readonly #context: ContextTurns;
  readonly #worlds = new WeakSet<UtilityWorld>();
  #news: ((ask?: AskPage) => Promise<unknown>) | undefined;
  #after: { isAsked: boolean; take(): void } | undefined;
  #onPassword: (() => void) | undefined;

  constructor(page: SnapshotPage, context: ContextTurns) {
    this.page = page;
    this.snapshots = new PageSnapshots(page);
    this.#context = context;
  }

  /** Whether our engine acts on the page. */
  get isQuick(): boolean {
    return this.#context.mode === 'quick';
  }

  /** Whether our engine may ask the page. */
  get isOurs(): boolean {
    return this.#context.mode !== 'playwright';
  }

  /** Once for each world, in which the scout is installed then. */
  isNew(world: UtilityWorld): boolean {
    if (this.#worlds.has(world)) return false;
    this.#worlds.add(world);
    return true;
  }

  /**
   * What the page announces right before the next action on an element. `ask` asks the page for it separately.
   * Undefined where no answer would bring it.
   */
  newsBefore(ask: AskPage): { read: AskPage } | undefined {
    if (!this.isQuick) return undefined;
    let news: Promise<unknown> | undefined;
    this.#news = (how = ask) => {
      news ??= how();
      return news;
    };
    return { read: this.#news };
  }

  /** `ask` is left out for actions that do not go through our engine, or act in a frame. */
  takeNews(ask?: AskPage): void {
    void this.#news?.(ask);
    this.#news = undefined;
  }

  /** `take` takes the page after an action: at once, unless the next question may bring the answer. Rejects as that. */
  takeAfter<Taken>(take: () => Promise<Taken>): Promise<Taken> {
    this.takeNow();
    if (!this.isQuick) return take();
    return new Promise(resolve => {
      const late = setTimeout(() => this.takeNow(), SOON_MS);
      const takeOnce = () => {
        clearTimeout(late);
        this.#after = undefined;
        resolve(take());
      };
      this.#after = { isAsked: false, take: takeOnce };
    });
  }

  /** Must come before the page changes; a page that was asked takes itself. */
  takeNow(): void {
    if (!this.#after?.isAsked) this.#after?.take();
  }

  /** Whether the document should take its page as the last action left it; where it cannot, it is taken now. */
  asksPageAfter(frame: FramePart): boolean {
    const after = this.#after;
    if (after === undefined || after.isAsked) return false;
    after.isAsked = this.#wantsSnapshot(frame);
    if (!after.isAsked) after.take();
    return after.isAsked;
  }

  /** What the document is asked beside an action; what it is not asked is asked for separately now. */
  asksBeside(frame: FramePart): Required<Pick<ActionQuestion, 'asksPageAfter' | 'wantsSnapshot' | 'wantsNews'>> {
    const asksPageAfter = this.asksPageAfter(frame);
    const wantsNews = this.#news !== undefined && this.page.mainFrame() === frame;
    if (!wantsNews) this.takeNews();
    return { asksPageAfter, wantsSnapshot: this.#wantsSnapshot(frame), wantsNews };
  }

  #wantsSnapshot(frame: FramePart): boolean {
    return isTraced(frame) && this.#context.keepsSnapshots && this.snapshots.isWanted(frame);
  }

  /** By the answer of a document to what it was asked; undefined where none will come. */
  settle(frame: FramePart, asked: ScoutQuestion, answer: ScoutAnswer | undefined): void {
    const wantsSnapshot = asked.action !== 'expect' && asked.wantsSnapshot;
    if (answer === undefined && (wantsSnapshot || asked.asksPageAfter)) this.snapshots.lose();
    if (answer?.pageAfter !== undefined) this.snapshots.keep(frame, 'after', answer.pageAfter);
    if (asked.asksPageAfter) this.#after?.take();
    if (answer?.snapshot !== undefined) this.snapshots.keep(frame, 'before', answer.snapshot);
    if (answer?.news !== undefined) this.takeNews(async () => answer.news);
    if (answer?.isPassword) this.#onPassword?.();
  }

  /** Calls as soon as a text is put into a password field, as only the page knows for sure, until it is disposed. */
  hearPassword(listener: () => void): Disposable {
    this.#onPassword = listener;
    return {
      [Symbol.dispose]: () => {
        this.#onPassword = undefined;
      },
    };
  }
}
