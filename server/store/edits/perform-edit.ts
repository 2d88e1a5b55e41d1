import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { checkInvariants } from '../../../model/project/invariants.ts';
import { contentOf } from './content.ts';
import type { FileTouch } from './file-touch.ts';
import type { ProjectState } from './project-state.ts';
import type { SecretChanges } from './secrets-file.ts';
import { Transaction } from './transaction.ts';
import type { EditCheck, UndoStep } from './undo-history.ts';

/** What an edit works on: the files as earlier edits left them, and the secrets likewise. */
export interface EditBase {
  state: ProjectState;
  secret(key: string): string | undefined;
}

/** What an edit says it did. */
export interface Performed<Result> {
  result: Result;
  title: string;
  /** The step that was taken back or done again. */
  replayed?: UndoStep;
}

/** An edit that is sound and waits to be written. */
export interface DraftedEdit<Result> extends Performed<Result> {
  state: ProjectState;
  touched: readonly FileTouch[];
  secrets: { before: SecretChanges; after: SecretChanges };
}

/** Performs an edit on drafts and checks what came out. Errors: those of edit and check, `invalid-project`, `conflict`. */
export function performEdit<Result>(
  base: EditBase,
  perform: (transaction: Transaction) => Performed<Result>,
  check?: EditCheck,
): DraftedEdit<Result> {
  const transaction = new Transaction(base);
  const performed = perform(transaction);
  const { state, touched } = transaction.finish();
  try {
    checkInvariants(contentOf(base.state), contentOf(state));
  } catch (error) {
    if (performed.replayed === undefined || !isAppError(error)) throw error;
    throw new AppError('conflict', `"${performed.replayed.title}" no longer fits the project: ${error.message}`);
  }
  check?.(
    { content: contentOf(base.state), secret: base.secret },
    { content: contentOf(state), secret: key => transaction.secret(key) },
  );
  const after = transaction.secrets;
  const before = new Map([...after.keys()].map(key => [key, base.secret(key)]));
  return { ...performed, state, touched, secrets: { before, after } };
}
