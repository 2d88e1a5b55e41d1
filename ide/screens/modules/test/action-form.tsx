import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  ACTION_KINDS,
  ACTION_TYPES,
  type Action,
  type ActionType,
  isActionType,
} from '../../../../model/actions/index.ts';
import { isAppError } from '../../../../model/errors/errors.ts';
import { actorsOf } from '../../../app/actors.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { dropDraft } from '../../../app/drafts.ts';
import { labelOf } from '../../../app/edits.ts';
import { merged } from '../../../app/merged-drafts.ts';
import { Conflict } from '../../../parts/conflict.tsx';
import { goOnAsNew, useChangedBy, useKeptWhenDeleted } from './changed-elsewhere.ts';
import { FieldsForm } from './fields-form.tsx';
import {
  chosenTexts,
  type FormField,
  type FormTexts,
  formFields,
  placesOfFields,
  readForm,
  readOtherKind,
  textsOf,
  usedTexts,
  withActor,
} from './form-fields.ts';
import { formNow, keepForm, type OpenForm, useFormKey, useOpenForm } from './open-forms.ts';
import { changeAction, useSave } from './save-action.ts';

interface ActionFormProps {
  testCode: string;
  action: Action;
}

export function ActionForm({ testCode, action }: ActionFormProps) {
  const { store } = useIde();
  const key = useFormKey(testCode, action.actionId);
  const { type, fields, now, form, conflicts, isUnsent, change } = useForm(action, key);
  const { base, texts } = form;
  const actors = useIdeState(state => actorsOf(state, testCode));
  const by = useChangedBy({ testCode, action });
  const isTyped = Object.keys(texts).some(name => texts[name] !== base[name]);
  useKeptWhenDeleted({ testCode, action, texts, isTyped });
  const close = () => {
    dropDraft(key);
    // By now another row may be edited.
    const { editing } = store.getState().view;
    store.setView({ editing: editing === action.actionId ? undefined : editing, focusArea: 'actions' });
  };
  const { save, isBusy, problems } = useSaveChanges({ testCode, action, fields, now, form, key, close });
  const settle = (name: string, choice: 'theirs' | 'mine') => {
    const theirs = now[name] ?? '';
    const mine = choice === 'theirs' ? { [name]: theirs } : {};
    keepForm(key, { base: { ...base, [name]: theirs }, texts: { ...texts, ...mine } });
  };
  return (
    <div role="row">
      <div role="gridcell">
        <FieldsForm
          type={type}
          label={`${labelOf(action.type)}: fields`}
          fields={withActor(placesOfFields(type, fields, texts), actors, texts)}
          texts={texts}
          problems={problems}
          conflicts={conflicts}
          theirs={now}
          by={by}
          saveLabel="Save"
          isBusy={isBusy}
          isUnsent={isUnsent && !isBusy}
          onChange={change}
          onSettle={settle}
          onChoose={chosen => change({ ...chosenTexts(chosen, texts), type: chosen.type })}
          onSave={save}
          onCancel={close}
        >
          <KindSelect type={texts.type ?? ''} problem={problems.type} onChange={type => change({ type })} />
          {conflicts.includes('type') && <Conflict by={by} onSettle={choice => settle('type', choice)} />}
        </FieldsForm>
      </div>
    </div>
  );
}

function useForm(action: Action, key: string) {
  const kept = useOpenForm(key);
  const [first] = useState(() => {
    const texts = textsOfKinds(action, action.type);
    return { base: texts, texts };
  });
  const { base, texts } = kept ?? first;
  const chosen = texts.type === base.type ? undefined : texts.type;
  const type = chosen !== undefined && isActionType(chosen) ? chosen : action.type;
  const fields = useMemo(() => formFields(type), [type]);
  const now = useMemo(() => textsOfKinds(action, type), [action, type]);
  const { form, conflicts } = mergedForm({ base, texts }, now);
  const change = (changed: FormTexts) => {
    const { base, texts } = mergedForm(formNow(key) ?? first, now).form;
    keepForm(key, { base, texts: { ...texts, ...changed } });
  };
  return { type, fields, now, form, conflicts, isUnsent: kept?.unsent !== undefined, change };
}

/** Texts of another kind stay, in case it is chosen again. */
function mergedForm({ base, texts }: OpenForm, now: FormTexts) {
  const { mine, both, base: begunOn } = merged({ base, mine: texts, theirs: { ...base, ...now } });
  return { form: { base: begunOn, texts: mine }, conflicts: both };
}

const textsOfKinds = (action: Action, type: ActionType): FormTexts => ({
  ...textsOf([...formFields(action.type), ...formFields(type)], action),
  type: action.type,
});

const KINDS = ACTION_TYPES.map(type => ({ value: type, label: ACTION_KINDS[type].label }));

interface KindSelectProps {
  type: string;
  problem: string | undefined;
  onChange(type: string): void;
}

const KindSelect = ({ type, problem, onChange }: KindSelectProps) => (
  <NativeSelect
    label="Kind"
    size="xs"
    data={KINDS}
    value={type}
    error={problem}
    onChange={event => onChange(event.currentTarget.value)}
  />
);

interface SaveRequest extends ActionFormProps {
  fields: readonly FormField[];
  now: FormTexts;
  form: OpenForm;
  key: string;
  close(): void;
}

function useSaveChanges({ testCode, action, fields, now, form, key, close }: SaveRequest) {
  const ide = useIde();
  const { texts } = form;
  const isOther = texts.type !== now.type;
  const type = texts.type ?? action.type;
  return useSave({
    testCode,
    actionId: action.actionId,
    key,
    form,
    fields,
    names: Object.keys(texts),
    read() {
      const { changes, problems } = (isOther ? readOtherKind : readForm)(fields, now, usedTexts(type, texts));
      return { changes: isOther ? { ...changes, type } : changes, problems };
    },
    async send(changes, hooks) {
      const outcome = await changeAction(ide, { testCode, action, fields: changes }, hooks);
      const isGone = outcome.kind === 'failed' && isAppError(outcome.error, 'not-found');
      if (isGone && formNow(key) !== undefined) goOnAsNew(ide, { testCode, action, texts });
      return outcome;
    },
    close,
  });
}
