import { useMemo } from 'react';
import { isActionType } from '../../../../model/actions/index.ts';
import { useIde } from '../../../app/context.tsx';
import { dropDraft } from '../../../app/drafts.ts';
import { type EditedRow, labelOf } from '../../../app/edits.ts';
import { createAction } from './create-action.ts';
import { FieldsForm } from './fields-form.tsx';
import classes from './form.module.css';
import { formFields, placesOfFields, readNew, usedTexts } from './form-fields.ts';
import { formNow, keepForm, type OpenForm, useFormKey } from './open-forms.ts';
import { useSave } from './save-action.ts';

interface DraftFormProps {
  testCode: string;
  draft: OpenForm;
  added: NonNullable<OpenForm['added']>;
  rows: readonly EditedRow[];
}

export function DraftForm({ testCode, draft, added, rows }: DraftFormProps) {
  const ide = useIde();
  const key = useFormKey(testCode);
  const { type, after } = added;
  const { texts, unsent } = draft;
  const fields = useMemo(() => (isActionType(type) ? formFields(type) : []), [type]);
  const at = after === undefined ? 0 : rows.findIndex(row => row.key === after) + 1;
  const close = () => {
    dropDraft(key);
    ide.store.setView({ focusArea: 'actions' });
    document.getElementById('add-action')?.focus();
  };
  const { save, isBusy, problems } = useSave({
    testCode,
    key,
    form: draft,
    fields,
    names: fields.map(({ name }) => name),
    read: () => readNew(fields, usedTexts(type, texts)),
    send: (changes, form) =>
      createAction(ide, { testCode, after, fields: { type, ...changes }, sent: unsent?.sent }, form),
    close,
  });
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
        isUnsent={unsent !== undefined && !isBusy}
        onChange={changed => {
          const now = formNow(key) ?? draft;
          keepForm(key, { ...now, texts: { ...now.texts, ...changed }, unsent: undefined });
        }}
        onSettle={() => undefined}
        onSave={save}
        onCancel={close}
      />
    </div>
  );
}
