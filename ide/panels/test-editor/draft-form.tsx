import { useMemo, useState } from 'react';
import { isActionType } from '../../../model/actions/index.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { type EditedRow, labelOf } from '../../app/edits.ts';
import { type ActionDraft, snapshotOf } from '../../app/state.ts';
import { problemsOf } from './action-form.tsx';
import { createAction } from './create-action.ts';
import { FieldsForm } from './fields-form.tsx';
import classes from './form.module.css';
import { type FormField, type FormTexts, formFields, readNew } from './form-fields.ts';

interface DraftFormProps {
  draft: ActionDraft;
  rows: readonly EditedRow[];
}

/** Asks for the fields of an action that is to be made. */
export function DraftForm({ draft, rows }: DraftFormProps) {
  const { store } = useIde();
  const { type, after } = draft;
  const fields = useMemo(() => (isActionType(type) ? formFields(type) : []), [type]);
  const [texts, setTexts] = useState<FormTexts>({});
  const at = after === undefined ? 0 : rows.findIndex(({ key }) => key === after) + 1;
  const close = () => store.setView({ draft: undefined, focusArea: 'actions' });
  const { add, isBusy, problems } = useAdd({ draft, fields, texts, close });
  return (
    <div className={classes.draft}>
      <div className={classes.draftTitle}>
        {labelOf(type)} <span>{at === 0 ? 'first' : `after action ${at}`}</span>
      </div>
      <FieldsForm
        label={`New action: ${labelOf(type)}`}
        fields={fields}
        texts={texts}
        problems={problems}
        conflicts={[]}
        saveLabel="Add"
        isBusy={isBusy}
        onChange={changed => setTexts(now => ({ ...now, ...changed }))}
        onSettle={() => undefined}
        onSave={() => void add()}
        onCancel={close}
      />
    </div>
  );
}

interface AddRequest {
  draft: ActionDraft;
  fields: readonly FormField[];
  texts: FormTexts;
  close(): void;
}

function useAdd({ draft, fields, texts, close }: AddRequest) {
  const ide = useIde();
  const { type, after, testCode } = draft;
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const moduleCode = useIdeState(state => snapshotOf(state)?.tests[testCode]?.moduleCode) ?? '';
  const add = async () => {
    const read = readNew(fields, texts);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    setBusy(true);
    const outcome = await createAction(ide, { moduleCode, testCode, after, fields: { type, ...read.changes } });
    setBusy(false);
    if (outcome.kind !== 'failed') close();
    else
      setProblems(
        problemsOf(
          outcome,
          fields.map(({ name }) => name),
        ),
      );
  };
  return { add, isBusy, problems };
}
