/** Forms of actions in which something was typed and not saved; their drafts are kept with all others. */
import { useMemo } from 'react';
import { z } from 'zod';
import { useIdeState } from '../../../app/context.tsx';
import { draftNow, dropDraft, keepDraft, useDraftNow } from '../../../app/drafts.ts';
import type { EditForm, EditOutcome } from '../../../app/editing.ts';
import { type IdeState, snapshotOf } from '../../../app/state.ts';

const Texts = z.record(z.string(), z.string());

const OpenForm = z.object({
  /** What was stored when it was begun. */
  base: Texts,
  texts: Texts,
  /** Of an action that is to be made: its kind and the row that it follows; left out: it comes first. */
  added: z.object({ type: z.string(), after: z.string().optional() }).optional(),
  /** Saving it got no answer. By what call, where it was sent: sent to the letter once more, it is not done twice. */
  unsent: z.object({ sent: z.record(z.string(), z.unknown()).optional() }).optional(),
});
export type OpenForm = z.infer<typeof OpenForm>;

const parsed = (mine: unknown): OpenForm | undefined => OpenForm.safeParse(mine).data;

export const keepForm = (key: string, form: OpenForm): void => keepDraft(key, form);

export const formNow = (key: string): OpenForm | undefined => parsed(draftNow(key));

export function useOpenForm(key: string): OpenForm | undefined {
  const mine = useDraftNow(key);
  return useMemo(() => parsed(mine), [mine]);
}

/** Sends what a form says. It is kept until that is saved, with what was typed since. */
export async function saveForm(
  key: string,
  form: OpenForm,
  send: (form: EditForm) => Promise<EditOutcome>,
): Promise<EditOutcome> {
  let kept = draftNow(key);
  const outcome = await send({
    lost(sent) {
      if (draftNow(key) !== kept) return;
      keepForm(key, { ...form, unsent: { sent } });
      kept = draftNow(key);
    },
  });
  const now = formNow(key);
  if (outcome.kind !== 'saved' || now === undefined) return outcome;
  if (draftNow(key) === kept) dropDraft(key);
  else keepForm(key, { ...now, base: form.texts, unsent: undefined });
  return outcome;
}

/** Whether the form of an action, or of a new one, is being saved. */
export const useIsSaving = (testCode: string, actionId?: string): boolean =>
  useIdeState(({ edits }) =>
    edits.some(({ isInForm, testCode: edited, operation }) => {
      const [id] = 'actionIds' in operation ? operation.actionIds : [];
      return isInForm && edited === testCode && id === actionId;
    }),
  );

/** Names what is written in a test: in one of its actions, or in one that is to be made. */
export function formKey(state: IdeState, testCode: string, actionId = 'new'): string {
  const snapshot = snapshotOf(state);
  return ['action', snapshot?.project.projectId, snapshot?.versionId, testCode, actionId].join('/');
}

export const useFormKey = (testCode: string, actionId?: string): string =>
  useIdeState(state => formKey(state, testCode, actionId));
