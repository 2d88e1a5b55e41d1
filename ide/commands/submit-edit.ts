import type { Edit } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { showFailure } from '../app/toasts.tsx';

/** Makes an edit of an action that has no form to show a failure in. Resolves with whether it was saved. */
export async function submitEdit({ editing }: Ide, edit: Omit<Edit, 'key' | 'state'>): Promise<boolean> {
  const outcome = await editing.submit(edit);
  if (outcome.kind !== 'failed') return outcome.kind === 'saved';
  editing.discardFailed(edit.testCode);
  showFailure('Not saved', outcome.error.message);
  return false;
}
