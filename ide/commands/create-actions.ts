import type { NewAction } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { showFailure } from '../app/toasts.tsx';
import { ActionsReply } from '../app/tool-replies.ts';
import { chooseActions } from './chosen-actions.ts';

interface NewActions {
  moduleCode: string;
  testCode: string;
  behind: string | undefined;
  actions: readonly NewAction[];
}

/** Makes actions, all or none, and chooses them. */
export async function createActions(ide: Ide, { moduleCode, testCode, behind, actions }: NewActions): Promise<void> {
  const deed = { tool: 'createActions' as const, behind, actions };
  const outcome = await ide.editing.submit({ moduleCode, testCode, deed });
  if (outcome.kind === 'failed') {
    ide.editing.discardFailed(testCode);
    showFailure('Not saved', outcome.error.message);
  }
  const made = outcome.kind === 'saved' ? ActionsReply.safeParse(outcome.reply).data : undefined;
  if (made !== undefined)
    chooseActions(
      ide,
      testCode,
      made.actions.map(({ actionId }) => actionId),
    );
}
