import { useMemo, useState } from 'react';
import { isActionType } from '../../../../model/actions/index.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { dropDraft } from '../../../app/drafts.ts';
import { type EditedRow, labelOf } from '../../../app/edits.ts';
import { useWork } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import { problemsOf } from './action-form.tsx';
import { createAction } from './create-action.ts';
import { FieldsForm } from './fields-form.tsx';
import classes from './form.module.css';
import { type FormField, formFields, placesOfFields, readNew, usedTexts } from './form-fields.ts';
import { missingFiles } from './missing-files.ts';
import { formNow, keepForm, type OpenForm, saveForm, useFormKey, useIsSaving } from './open-forms.ts';

interface DraftFormProps {
  testCode: string;
  draft: OpenForm;
  added: NonNullable<OpenForm['added']>;
  rows: readonly EditedRow[];
}

export function DraftForm({ testCode, draft, added, rows }: DraftFormProps) {
  const { store } = useIde();
  const key = useFormKey(testCode);
  const { type, after } = added;
  const { texts } = draft;
  const fields = useMemo(() => (isActionType(type) ? formFields(type) : []), [type]);
  const at = after === undefined ? 0 : rows.findIndex(row => row.key === after) + 1;
  const close = () => {
    dropDraft(key);
    store.setView({ focusArea: 'actions' });
    document.getElementById('add-action')?.focus();
  };
  const { add, isBusy, problems } = useAdd({ testCode, draft, added, fields, key, close });
  return (
    <div className={classes.draft}>
      <div className={`on-raised bold ${classes.draftTitle}`}>
        {labelOf(type)} <span>{at === 0 ? 'first' : `after action ${at}`}</span>
      </div>
      <FieldsForm
        key={type}
        label={`New action: ${labelOf(type)}`}
        fields={placesOfFields(type, fields, texts)}
        texts={texts}
        problems={problems}
        conflicts={[]}
        saveLabel="Add"
        isBusy={isBusy}
        isUnsent={draft.unsent !== undefined && !isBusy}
        onChange={changed => {
          const now = formNow(key) ?? draft;
          keepForm(key, { ...now, texts: { ...now.texts, ...changed }, unsent: undefined });
        }}
        onSettle={() => undefined}
        onSave={() => void add()}
        onCancel={close}
      />
    </div>
  );
}

interface AddRequest extends Omit<DraftFormProps, 'rows'> {
  fields: readonly FormField[];
  key: string;
  close(): void;
}

function useAdd({ testCode, draft, added: { type, after }, fields, key, close }: AddRequest) {
  const { texts, unsent } = draft;
  const ide = useIde();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { isBusy, run } = useWork();
  const isSaving = useIsSaving(testCode);
  const moduleCode = useIdeState(state => snapshotOf(state)?.tests[testCode]?.moduleCode) ?? '';
  const add = async () => {
    const read = readNew(fields, usedTexts(type, texts));
    const problems = { ...read.problems, ...(await missingFiles(ide.session, fields, texts)) };
    setProblems(problems);
    if (Object.keys(problems).length > 0) return;
    const action = { moduleCode, testCode, after, fields: { type, ...read.changes }, sent: unsent?.sent };
    const outcome = await saveForm(key, draft, form => createAction(ide, action, form));
    const names = fields.map(({ name }) => name);
    setProblems(problemsOf(outcome, names));
    if (formNow(key) === undefined) close();
  };
  return { add: () => run(add), isBusy: isBusy || isSaving, problems };
}
