import type { Ide } from '../app/ide.ts';
import { showWarning } from '../app/toasts.tsx';
import type { ArgumentsOf } from '../app/tool-replies.ts';

export type RunCall =
  | { name: 'runTest'; given: ArgumentsOf<'runTest'> }
  | { name: 'runTests'; given: ArgumentsOf<'runTests'> }
  | { name: 'runFeatures'; given: ArgumentsOf<'runFeatures'> };

/**
 * What is shown is what runs, so edits must be stored first. Shows what the run leaves out, as the run itself shows only
 * what runs. Resolves with the code of the run.
 */
export async function startRun({ editing, session }: Ide, { name, given }: RunCall): Promise<string> {
  await editing.settled();
  const { runId, warnings } = await session.call(name, given);
  if (warnings !== undefined) showWarning(warnings.join(' '));
  return runId;
}
