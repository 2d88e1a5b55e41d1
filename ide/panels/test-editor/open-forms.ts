/** Forms of actions in which something was typed and not saved: they outlast another selection, Back and a reload of this tab. */
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storageOf } from '../../app/browser-storage.ts';
import { useIdeState } from '../../app/context.tsx';
import type { EditForm, EditOutcome } from '../../app/editing.ts';
import { type IdeState, snapshotOf } from '../../app/state.ts';

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

type OpenForms = Readonly<Record<string, OpenForm>>;

const KEY = 'steploom.action-forms';
const storage = storageOf(() => window.sessionStorage);

function readForms(): OpenForms {
  try {
    return z.record(z.string(), OpenForm).parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

const forms = createStore<OpenForms>(readForms);
forms.subscribe(all => storage.setItem(KEY, JSON.stringify(all)));

export const keepForm = (key: string, form: OpenForm): void => forms.setState({ [key]: form });

export const formNow = (key: string): OpenForm | undefined => forms.getState()[key];

export function dropForm(key: string): void {
  const { [key]: _gone, ...others } = forms.getState();
  forms.setState(others, true);
}

/** Sends what a form says. It is kept until that is saved, with what was typed since. */
export async function saveForm(
  key: string,
  form: OpenForm,
  send: (form: EditForm) => Promise<EditOutcome>,
): Promise<EditOutcome> {
  let kept = formNow(key);
  const outcome = await send({
    lost(sent) {
      if (formNow(key) !== kept) return;
      keepForm(key, { ...form, unsent: { sent } });
      kept = formNow(key);
    },
  });
  const now = formNow(key);
  if (outcome.kind !== 'saved' || now === undefined) return outcome;
  if (now === kept) dropForm(key);
  else keepForm(key, { ...now, base: form.texts, unsent: undefined });
  return outcome;
}

/** Whether the form of an action, or of a new one, is being saved. */
export const useIsSaving = (testCode: string, actionId?: string): boolean =>
  useIdeState(({ edits }) =>
    edits.some(({ isInForm, testCode: edited, deed }) => {
      const [id] = 'actionIds' in deed ? deed.actionIds : [];
      return isInForm && edited === testCode && id === actionId;
    }),
  );

export const useOpenForm = (key: string): OpenForm | undefined => useStore(forms, all => all[key]);

/** Names what is written in a test: in one of its actions, or in one that is to be made. */
export function formKey(state: IdeState, testCode: string, actionId = 'new'): string {
  const snapshot = snapshotOf(state);
  return [snapshot?.project.projectId, snapshot?.versionId, testCode, actionId].join('/');
}

export const useFormKey = (testCode: string, actionId?: string): string =>
  useIdeState(state => formKey(state, testCode, actionId));
