import { useMemo } from 'react';
import { z } from 'zod';
import { useIdeState } from '../../../app/context.tsx';
import { draftNow, dropDraft, keepDraft, useDraftNow } from '../../../app/drafts.ts';
import type { EditForm, EditOutcome } from '../../../app/editing.ts';
import { type IdeState, snapshotOf } from '../../../app/state.ts';

const Texts = z.record(z.string(), z.string().optional()).readonly();

const OpenForm = z.object({
  /** What was stored when the form was opened. */
  base: Texts,
  texts: Texts,
  /** The kind of an action to be created and the row it follows; without `after` it comes first. */
  added: z.object({ type: z.string(), after: z.string().optional() }).optional(),
  /** Saving got no answer. `sent` is the call: repeated to the letter, it is not done twice. */
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

/** The form is kept until it is saved, with what was typed since. */
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

export const useIsSaving = (testCode: string, actionId?: string): boolean =>
  useIdeState(({ edits }) =>
    edits.some(({ isInForm, testCode: edited, operation }) => {
      const [id] = 'actionIds' in operation ? operation.actionIds : [];
      return isInForm && edited === testCode && id === actionId;
    }),
  );

export function formKey(state: IdeState, testCode: string, actionId = 'new'): string {
  const snapshot = snapshotOf(state);
  return ['action', snapshot?.project.projectId, snapshot?.versionId, testCode, actionId].join('/');
}

export const useFormKey = (testCode: string, actionId?: string): string =>
  useIdeState(state => formKey(state, testCode, actionId));
