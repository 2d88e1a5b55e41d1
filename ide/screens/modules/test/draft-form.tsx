import { useMemo } from 'react';
import { isActionType } from '../../../../model/actions/index.ts';
import { actorsOf } from '../../../app/actors.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { dropDraft } from '../../../app/drafts.ts';
import { type EditedRow, labelOf, type NewAction } from '../../../app/edits.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { createAction } from './create-action.ts';
import { FieldsForm } from './fields-form.tsx';
import classes from './form.module.css';
import {
  chosenTexts,
  type FormField,
  type FormTexts,
  formFields,
  placesOfFields,
  readNew,
  usedTexts,
  withActor,
} from './form-fields.ts';
import { formNow, keepForm, type OpenForm, useFormKey } from './open-forms.ts';
import { useSave } from './save-action.ts';

interface DraftFormProps {
  testCode: string;
  draft: OpenForm;
  added: NonNullable<OpenForm['added']>;
  rows: readonly EditedRow[];
}

type BegunDraft = Omit<DraftFormProps, 'rows'>;

export function DraftForm({ rows, ...begun }: DraftFormProps) {
  const { type, after } = begun.added;
  const { texts, unsent } = begun.draft;
  const fields = useMemo(() => (isActionType(type) ? formFields(type) : []), [type]);
  const actors = useIdeState(state => actorsOf(state, begun.testCode));
  const { picked, edits } = useEdits(begun);
  const { isBusy, problems, ...ends } = useEnds(begun, fields, { isPicked: picked !== undefined });
  const at = after === undefined ? 0 : rows.findIndex(row => row.key === after) + 1;
  return (
    <div className={classes.draft}>
      <div className={`on-raised bold ${classes.draftTitle}`}>
        {labelOf(type)} <span>{at === 0 ? 'first' : `after action ${at}`}</span>
      </div>
      <FieldsForm
        key={type}
        type={type}
        picked={picked}
        label={`New action: ${labelOf(type)}`}
        fields={withActor(placesOfFields(type, fields, texts), actors, texts)}
        texts={texts}
        problems={problems}
        conflicts={[]}
        saveLabel="Add"
        isBusy={isBusy}
        isUnsent={unsent !== undefined && !isBusy}
        onSettle={() => undefined}
        {...edits}
        {...ends}
      />
    </div>
  );
}

function useEnds(
  { testCode, draft, added }: BegunDraft,
  fields: readonly FormField[],
  { isPicked }: { isPicked: boolean },
) {
  const ide = useIde();
  const key = useFormKey(testCode);
  const { type, after } = added;
  const { texts, unsent } = draft;
  const onCancel = () => {
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
    close: onCancel,
  });
  // The new row is chosen by then, so that the next one comes below it; by a pick, if this one did.
  const onGoOn = () => save(() => ide.store.setView({ adding: { isPicking: isPicked } }));
  return { isBusy, problems, onSave: () => save(), onGoOn, onCancel };
}

/** `picked`: the element that the form was begun with, or that was picked in it since. */
function useEdits({ testCode, draft, added }: BegunDraft) {
  const { store } = useIde();
  const key = useFormKey(testCode);
  const picked = useIdeState(({ view }) => (view.picked?.testCode === testCode ? view.picked.element : undefined));
  const edits = {
    onPicked: (element: PickedElement) => store.setView({ picked: { testCode, element } }),
    onChange(changed: FormTexts) {
      const now = formNow(key) ?? draft;
      keepForm(key, { ...now, texts: { ...now.texts, ...changed }, unsent: undefined });
    },
    onChoose(chosen: NewAction) {
      const { texts } = formNow(key) ?? draft;
      keepForm(key, { base: {}, texts: chosenTexts(chosen, texts), added: { ...added, type: chosen.type } });
    },
  };
  return { picked, edits };
}
