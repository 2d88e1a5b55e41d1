import type { Dialog, Page } from 'playwright';
import type { PageInfo } from '../../../model/protocol/app-window.ts';
import type { AnsweredDialog } from '../../../model/run/run.ts';
import { Changes } from './changes.ts';
import { Newest } from './newest.ts';
import { shownTitle } from './shown-text.ts';

/** Answers a dialog by `accept` or `dismiss`; until then the page is blocked. */
type DialogAnswer = (dialog: Dialog) => Promise<void>;

interface PlannedAnswer {
  accept: boolean;
  /** What goes into a prompt. */
  text?: string | undefined;
}

const MAX_REMEMBERED = 10;

/** A dialog, and whether an action had planned its answer. */
export interface NotedDialog {
  shown: AnsweredDialog;
  isPlanned: boolean;
}

/** As Playwright does when nobody listens: leave the page when asked, else dismiss. */
const defaultAnswer = (dialog: Dialog): AnsweredDialog['answer'] =>
  dialog.type() === 'beforeunload' ? 'accepted' : 'dismissed';
export const answerByDefault: DialogAnswer = dialog =>
  defaultAnswer(dialog) === 'accepted' ? dialog.accept() : dialog.dismiss();

/** A prompt that is given no text would lose the one it proposes. */
const byPlan =
  ({ accept, text }: PlannedAnswer): DialogAnswer =>
  dialog =>
    accept ? dialog.accept(text ?? dialog.defaultValue()) : dialog.dismiss();

/** The dialogs (alert, confirm, prompt, beforeunload) of a browser context: noted first, then answered. */
export class OpenDialogs extends Newest<NotedDialog> {
  readonly #open = new Set<Dialog>();
  readonly #refusing = new WeakSet<Page>();
  readonly #changes = new Changes();
  #planned: { answer: PlannedAnswer; isUsed: boolean }[] = [];
  #answer = answerByDefault;
  #leaving = 0;

  constructor() {
    super(MAX_REMEMBERED);
  }

  /** Those that pages wait for. */
  get open(): PageInfo['dialogs'] {
    return [...this.#open].map(dialog => ({ type: dialog.type(), message: shownTitle(dialog.message()) }));
  }

  get current(): Dialog | undefined {
    return [...this.#open].at(-1);
  }

  /** Hands the next dialogs to somebody else; without an argument they are answered by default again. */
  answerWith(answer: DialogAnswer = answerByDefault): void {
    this.#answer = answer;
  }

  /** Leaves pages without asking anybody whether they may be left, until it is disposed. */
  leavePages(): Disposable {
    this.#leaving += 1;
    return {
      [Symbol.dispose]: () => {
        this.#leaving -= 1;
      },
    };
  }

  /** Plans the answer to the next dialog that has none planned yet. */
  answerNext(answer: PlannedAnswer): { readonly isUsed: boolean } {
    const planned = { answer, isUsed: false };
    this.#planned.push(planned);
    return planned;
  }

  /** Forgets the planned answers that nobody has asked for. */
  dropPlanned(): void {
    this.#planned = [];
  }

  override clear(): void {
    this.dropPlanned();
    super.clear();
    this.#open.clear();
  }

  /**
   * Resolves once a page has waited that long for the answer to a dialog that Chromium did not take, as it does when
   * the dialog opens just as the page is left: neither goes away then. Also resolves when the signal aborts.
   */
  async stuck(page: Page, durationMs: number, signal: AbortSignal): Promise<void> {
    await this.#changes.held(() => this.#refusing.has(page), durationMs, signal);
  }

  opened(dialog: Dialog): void {
    const planned = this.#planned.shift();
    const isLeft = this.#leaving > 0 && dialog.type() === 'beforeunload';
    const others = isLeft ? answerByDefault : this.#answer;
    const answer = planned === undefined ? others : byPlan(planned.answer);
    const shown = {
      type: dialog.type(),
      message: shownTitle(dialog.message()),
      ...answerIn(dialog, planned?.answer, others),
    };
    this.add({ shown, isPlanned: planned !== undefined });
    if (planned !== undefined) planned.isUsed = true;
    this.#open.add(dialog);
    const address = dialog.page()?.url();
    answer(dialog).catch(() => this.#refused(dialog, address));
  }

  closed(dialog: Dialog): void {
    this.#open.delete(dialog);
  }

  /** A dialog whose page has gone, or was left, cannot be answered any more, and need not be. */
  #refused(dialog: Dialog, address: string | undefined): void {
    this.closed(dialog);
    const page = dialog.page();
    if (page === null || page.isClosed() || page.url() !== address) return;
    this.#refusing.add(page);
    page.once('framenavigated', () => {
      this.#refusing.delete(page);
      this.#changes.emit();
    });
    this.#changes.emit();
  }
}

/** The answer in a word, unless somebody else will give it. */
function answerIn(
  dialog: Dialog,
  planned: PlannedAnswer | undefined,
  otherwise: DialogAnswer,
): Pick<AnsweredDialog, 'answer'> {
  if (planned !== undefined) return { answer: planned.accept ? 'accepted' : 'dismissed' };
  return otherwise === answerByDefault ? { answer: defaultAnswer(dialog) } : {};
}
