import type { Dialog, Page } from 'playwright';
import type { PageInfo } from '../../../model/protocol/app-window.ts';
import type { AnsweredDialog } from '../../../model/run/run.ts';
import { Changes } from './changes.ts';
import { Newest } from './newest.ts';
import { shownTitle } from './shown-text.ts';

type DialogAnswer = (dialog: Dialog) => Promise<void>;

interface PlannedAnswer {
  accept: boolean;
  text?: string | undefined;
  /** For all dialogs that have no answer of their own, until it is dropped or another such answer comes. */
  isForEach?: boolean;
}

/** What was asked of a planned answer so far; whole messages, the newest last. */
interface AskedAnswer {
  readonly answer: PlannedAnswer;
  readonly messages: readonly string[];
}

const MAX_REMEMBERED = 10;

export interface NotedDialog {
  shown: AnsweredDialog;
  isPlanned: boolean;
}

/** As Playwright's default: leave the page when asked, else dismiss. */
const defaultAnswer = (dialog: Dialog): AnsweredDialog['answer'] =>
  dialog.type() === 'beforeunload' ? 'accepted' : 'dismissed';
export const answerByDefault: DialogAnswer = dialog =>
  defaultAnswer(dialog) === 'accepted' ? dialog.accept() : dialog.dismiss();

const byDefault = (): DialogAnswer => answerByDefault;

/** A prompt without given text would lose its default text. */
const byPlan =
  ({ accept, text }: PlannedAnswer): DialogAnswer =>
  dialog =>
    accept ? dialog.accept(text ?? dialog.defaultValue()) : dialog.dismiss();

/** Dialogs (alert, confirm, prompt, beforeunload) are recorded first, then answered. */
export class OpenDialogs extends Newest<NotedDialog> {
  readonly #open = new Set<Dialog>();
  readonly #refusing = new WeakSet<Page>();
  readonly #changes = new Changes();
  #planned: { answer: PlannedAnswer; messages: string[] }[] = [];
  #forEach: { answer: PlannedAnswer; messages: string[] } | undefined;
  #choose = byDefault;
  #leaving = 0;

  constructor() {
    super(MAX_REMEMBERED);
  }

  get open(): PageInfo['dialogs'] {
    return [...this.#open].map(dialog => ({ type: dialog.type(), message: shownTitle(dialog.message()) }));
  }

  get current(): Dialog | undefined {
    return [...this.#open].at(-1);
  }

  /** Who answers is chosen anew for each dialog that no action has planned an answer for. */
  answerWith(choose: () => DialogAnswer = byDefault): void {
    this.#choose = choose;
  }

  leavePages(): Disposable {
    this.#leaving += 1;
    return {
      [Symbol.dispose]: () => {
        this.#leaving -= 1;
      },
    };
  }

  answerNext(answer: PlannedAnswer): AskedAnswer {
    const planned = { answer, messages: [] };
    if (answer.isForEach === true) this.#forEach = planned;
    else this.#planned.push(planned);
    return planned;
  }

  dropPlanned(): void {
    this.#planned = [];
    this.#forEach = undefined;
  }

  override clear(): void {
    this.dropPlanned();
    super.clear();
    this.#open.clear();
  }

  /**
   * Resolves once a page has waited that long for an answer that Chromium did not take, as happens when a dialog opens
   * just as the page is left: neither then goes away. Also resolves when the signal aborts.
   */
  async stuck(page: Page, durationMs: number, signal: AbortSignal): Promise<void> {
    await this.#changes.held(() => this.#refusing.has(page), durationMs, signal);
  }

  opened(dialog: Dialog): void {
    const planned = this.#planned.shift() ?? this.#forEach;
    const isLeft = this.#leaving > 0 && dialog.type() === 'beforeunload';
    const others = isLeft ? answerByDefault : this.#choose();
    const answer = planned === undefined ? others : byPlan(planned.answer);
    const shown = {
      type: dialog.type(),
      message: shownTitle(dialog.message()),
      ...answerIn(dialog, planned?.answer, others),
    };
    this.add({ shown, isPlanned: planned !== undefined });
    if (planned !== undefined && planned.messages.length < MAX_REMEMBERED) planned.messages.push(dialog.message());
    this.#open.add(dialog);
    const address = dialog.page()?.url();
    answer(dialog).catch(() => this.#refused(dialog, address));
  }

  closed(dialog: Dialog): void {
    this.#open.delete(dialog);
  }

  /** A dialog whose page is gone needs no answer. */
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

function answerIn(
  dialog: Dialog,
  planned: PlannedAnswer | undefined,
  otherwise: DialogAnswer,
): Pick<AnsweredDialog, 'answer'> {
  if (planned !== undefined) return { answer: planned.accept ? 'accepted' : 'dismissed' };
  return otherwise === answerByDefault ? { answer: defaultAnswer(dialog) } : {};
}
