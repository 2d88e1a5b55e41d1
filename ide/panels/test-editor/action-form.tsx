import { useMemo, useState } from 'react';
import type { Action } from '../../../model/actions/index.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { EditOutcome } from '../../app/editing.ts';
import { labelOf } from '../../app/edits.ts';
import { snapshotOf } from '../../app/state.ts';
import { FieldsForm } from './fields-form.tsx';
import { type FormField, type FormTexts, formFields, mergeForm, readForm, textsOf } from './form-fields.ts';

interface ActionFormProps {
  testCode: string;
  action: Action;
}

/** What went wrong, under the name of its field where the form has that. */
export function problemsOf(outcome: EditOutcome, names: readonly string[]): Record<string, string> {
  if (outcome.kind !== 'failed') return {};
  const { message, detail } = outcome.error;
  const field = detail.field?.replace(/[.[].*$/s, '') ?? '';
  return { [names.includes(field) ? field : '']: message };
}

/** Changes the fields of an action; what is changed elsewhere meanwhile comes in, or is asked about. */
export function ActionForm({ testCode, action }: ActionFormProps) {
  const { store } = useIde();
  const fields = useMemo(() => formFields(action.type), [action.type]);
  const now = useMemo(() => textsOf(fields, action), [fields, action]);
  const [form, setForm] = useState({ base: now, texts: now });
  const { base, texts, conflicts } = mergeForm(form, now);
  const close = () => store.setView({ editing: undefined, focusArea: 'actions' });
  const { save, isBusy, problems } = useSave({ testCode, action, fields, now, texts, close });
  const settle = (name: string, choice: 'theirs' | 'mine') => {
    const theirs = now[name] ?? '';
    const mine = choice === 'theirs' ? { [name]: theirs } : {};
    setForm({ base: { ...base, [name]: theirs }, texts: { ...texts, ...mine } });
  };
  return (
    <div role="row">
      <div role="gridcell">
        <FieldsForm
          label={`${labelOf(action.type)}: fields`}
          fields={fields}
          texts={texts}
          problems={problems}
          conflicts={conflicts}
          saveLabel="Save"
          isBusy={isBusy}
          onChange={(name, text) => setForm({ base, texts: { ...texts, [name]: text } })}
          onSettle={settle}
          onSave={() => void save()}
          onCancel={close}
        />
      </div>
    </div>
  );
}

interface SaveRequest extends ActionFormProps {
  fields: readonly FormField[];
  now: FormTexts;
  texts: FormTexts;
  close(): void;
}

function useSave({ testCode, action, fields, now, texts, close }: SaveRequest) {
  const { editing } = useIde();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const moduleCode = useIdeState(state => snapshotOf(state)?.tests[testCode]?.moduleCode) ?? '';
  const save = async () => {
    const read = readForm(fields, now, texts);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    if (Object.keys(read.changes).length === 0) return close();
    setBusy(true);
    const deed = { tool: 'editAction' as const, actionId: action.actionId, fields: read.changes };
    const outcome = await editing.submit({ moduleCode, testCode, deed, base: action });
    setBusy(false);
    if (outcome.kind !== 'failed') return close();
    editing.discardFailed(testCode);
    setProblems(problemsOf(outcome, Object.keys(texts)));
  };
  return { save, isBusy, problems };
}
