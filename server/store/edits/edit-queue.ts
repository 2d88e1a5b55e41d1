import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../model/errors/errors.ts';

/** An edit that waits its turn. */
interface Waiting {
  /** Starts a batch of its own: undo and redo must see every earlier edit published. */
  readonly alone: boolean;
}

const MOST_WAITING = 10_000;

/** Edits in the order they came; those that arrive while a batch is written make up the next one. */
export class EditQueue<Edit extends Waiting> {
  readonly #commit: (batch: readonly Edit[]) => Promise<void>;
  #waiting: Edit[] = [];
  #draining: Promise<void> | undefined;

  /** `commit` settles every edit of its batch and never fails itself. */
  constructor(commit: (batch: readonly Edit[]) => Promise<void>) {
    this.#commit = commit;
  }

  /** Errors: `busy`. */
  push(edit: Edit): void {
    if (this.#waiting.length >= MOST_WAITING)
      throw new AppError('busy', `${MOST_WAITING} edits wait to be written; try again in a moment.`);
    this.#waiting.push(edit);
    this.#draining ??= this.#drain();
  }

  /** Resolves once no edit waits any more. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Callers that were answered together come back together: their next edits share a write too.
      await nextTurn();
      await this.#commit(this.#takeBatch());
    }
    this.#draining = undefined;
  }

  #takeBatch(): Edit[] {
    if (this.#waiting[0]?.alone) return this.#waiting.splice(0, 1);
    const end = this.#waiting.findIndex(edit => edit.alone);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}
