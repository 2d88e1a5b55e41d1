import type { Dialog } from 'playwright';
import type { PageInfo } from '../../model/protocol/bridge.ts';

/** Answers a dialog by `accept` or `dismiss`; until then the page stands still. */
export type DialogAnswer = (dialog: Dialog) => Promise<void>;

const MAX_REMEMBERED = 10;

/** As Playwright does when nobody listens: leave the page when asked, else dismiss. */
const answerByDefault: DialogAnswer = dialog => (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss());

/** The dialogs (alert, confirm, prompt, beforeunload) of a browser context: noted first, then answered. */
export class OpenDialogs {
  #recent: PageInfo['dialogs'] = [];
  readonly #open = new Set<Dialog>();
  #answer = answerByDefault;

  /** The last ten, newest last. */
  get recent(): PageInfo['dialogs'] {
    return [...this.#recent];
  }

  /** The dialog that a page waits for. */
  get current(): Dialog | undefined {
    return [...this.#open].at(-1);
  }

  /** Hands the next dialogs to somebody else; without an argument they are answered by default again. */
  answerWith(answer: DialogAnswer = answerByDefault): void {
    this.#answer = answer;
  }

  clear(): void {
    this.#recent = [];
    this.#open.clear();
  }

  opened(dialog: Dialog): void {
    this.#recent = [...this.#recent, { type: dialog.type(), message: dialog.message() }].slice(-MAX_REMEMBERED);
    this.#open.add(dialog);
    // A dialog whose page is gone cannot be answered any more, and need not be.
    this.#answer(dialog).catch(() => this.closed(dialog));
  }

  closed(dialog: Dialog): void {
    this.#open.delete(dialog);
  }
}
