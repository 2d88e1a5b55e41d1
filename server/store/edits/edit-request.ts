import type { FileTouch } from './file-touch.ts';
import type { Transaction } from './transaction.ts';
import type { Actor, Caller } from './undo-history.ts';

export interface EditRequest<Result> {
  /** Version whose undo list takes the edit; undefined for an edit of the project, which every version's undo finds. */
  versionId: string | undefined;
  actor: Caller;
  /** What the edit does, e.g. `createTest`; `label` may add the code. */
  title: string;
  label?(result: Result): string;
  /**
   * Changes drafts and says what came out; synchronous, and nothing else may follow from it: it runs again when files
   * turn out to have been changed from outside, and not at all when its call comes again after it was done: the result
   * is kept as JSON. Whatever it throws leaves nothing behind.
   */
  edit(transaction: Transaction): Result;
}

/** What listeners hear of an edit after it is on disk. */
export interface ProjectChange {
  versionId: string | undefined;
  actor: Actor;
  title: string;
  touched: readonly FileTouch[];
}
