import { useEffect, useRef, useState } from 'react';
import type { Action } from '../../../../model/actions/index.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { dropDraft } from '../../../app/drafts.ts';
import type { Ide } from '../../../app/ide.ts';
import { openTestOf } from '../../../app/state.ts';
import { showFailure } from '../../../app/toasts.tsx';
import type { FormTexts } from './form-fields.ts';
import { formKey, formNow, keepForm } from './open-forms.ts';

interface EditedAction {
  testCode: string;
  action: Action;
}

/** Who else has changed the action since its editor was opened. */
export function useChangedBy({ testCode, action }: EditedAction): string | undefined {
  const mark = useIdeState(state => state.marks[`${testCode}/${action.actionId}`]?.by);
  const [by, setBy] = useState<string>();
  const first = useRef(action);
  useEffect(() => {
    if (mark !== undefined && action !== first.current) setBy(mark);
  }, [mark, action]);
  return by;
}

interface TypedForm extends EditedAction {
  texts: FormTexts;
  isTyped: boolean;
}

/** An editor goes with its row when that is deleted elsewhere; what was typed goes on as a new action. */
export function useKeptWhenDeleted(typed: TypedForm): void {
  const ide = useIde();
  const latest = useRef(typed);
  latest.current = typed;
  useEffect(
    () => () => {
      const { testCode, action, texts, isTyped } = latest.current;
      const actions = openTestOf(ide.store.getState(), testCode)?.actions;
      const isGone = actions !== undefined && !actions.some(({ actionId }) => actionId === action.actionId);
      if (isTyped && isGone) goOnAsNew(ide, { testCode, action, texts });
    },
    [ide],
  );
}

/** Unless a new action is being made already. */
export function goOnAsNew({ store }: Ide, { testCode, action, texts }: EditedAction & { texts: FormTexts }): void {
  const state = store.getState();
  const key = formKey(state, testCode);
  const after = openTestOf(state, testCode)?.actions.at(-1)?.actionId;
  dropDraft(formKey(state, testCode, action.actionId));
  if (formNow(key) === undefined) keepForm(key, { base: {}, texts, added: { type: texts.type ?? action.type, after } });
  showFailure('Not saved', 'Somebody else has deleted the action. What you typed is in the form of a new one.');
}
