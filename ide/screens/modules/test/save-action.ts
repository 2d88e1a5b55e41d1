import { useState } from 'react';
import type { Action } from '../../../../model/actions/index.ts';
import { isAppError } from '../../../../model/errors/errors.ts';
import { useIde } from '../../../app/context.tsx';
import type { EditForm, EditOutcome } from '../../../app/editing.ts';
import type { Ide } from '../../../app/ide.ts';
import { useWork } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import { type FormField, labelOfField, type ReadForm } from './form-fields.ts';
import { missingFiles } from './missing-files.ts';
import { formNow, type OpenForm, saveForm, useIsSaving } from './open-forms.ts';

export const moduleOf = ({ store }: Ide, testCode: string): string =>
  snapshotOf(store.getState())?.tests[testCode]?.moduleCode ?? '';

interface ChangedAction {
  testCode: string;
  action: Action;
  fields: Record<string, unknown>;
}

export function changeAction(ide: Ide, { testCode, action, fields }: ChangedAction, form: EditForm) {
  const operation = { tool: 'editAction' as const, actionIds: [action.actionId] as const, fields };
  const bases = { [action.actionId]: action };
  return ide.editing.submit({ moduleCode: moduleOf(ide, testCode), testCode, operation, bases }, form);
}

/** By field; what belongs to no field of the form is under the empty name. */
export function problemsOf(outcome: EditOutcome, names: readonly string[]): Record<string, string> {
  if (outcome.kind !== 'failed') return {};
  const { message } = outcome.error;
  const named = isAppError(outcome.error) ? outcome.error.detail.field : undefined;
  // A block is created together with its end.
  const path = named?.replace(/^actions\[0\]\./, '') ?? '';
  const field = path.replace(/[.[].*$/s, '');
  if (!names.includes(field)) return { '': message };
  return { [field]: message.replace(`"${named}"`, `“${labelOfField(field)}${path.slice(field.length)}”`) };
}

interface FormToSave {
  testCode: string;
  /** Undefined for a new action. */
  actionId?: string;
  key: string;
  form: OpenForm;
  fields: readonly FormField[];
  /** Fields that can show what is wrong with them. */
  names: readonly string[];
  read(): ReadForm;
  send(changes: Record<string, unknown>, form: EditForm): Promise<EditOutcome>;
  close(): void;
}

/** Sends a form in which nothing is wrong; else says what, by field. */
export function useSave({ testCode, actionId, key, form, fields, names, read, send, close }: FormToSave) {
  const { session } = useIde();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { isBusy, problem, run } = useWork();
  const isSaving = useIsSaving(testCode, actionId);
  /** `leave`: called instead of `close`, once it is saved. */
  const save = (leave = close) =>
    run(async () => {
      const { changes, problems: wrong } = read();
      const found = { ...wrong, ...(await missingFiles(session, fields, form.texts)) };
      setProblems(found);
      if (Object.keys(found).length > 0) return;
      if (actionId !== undefined && Object.keys(changes).length === 0) return leave();
      const outcome = await saveForm(key, form, hooks => send(changes, hooks));
      setProblems(problemsOf(outcome, names));
      if (formNow(key) === undefined) leave();
    });
  return {
    save: (leave?: () => void) => void save(leave),
    isBusy: isBusy || isSaving,
    problems: problem === undefined ? problems : { ...problems, '': problem.message },
  };
}
