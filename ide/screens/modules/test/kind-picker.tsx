import { useEffect, useRef } from 'react';
import { ACTION_KINDS, type Action, type ActionType } from '../../../../model/actions/index.ts';
import { elseObstacle } from '../../../app/block-places.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { showFailure } from '../../../app/toasts.tsx';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import { emptyAction, likeliest } from '../point-and-do/choices-for.ts';
import { createAction } from './create-action.ts';
import { kindsFor } from './find-kinds.ts';
import { chosenTexts, type FormTexts, formFields, placesOfFields } from './form-fields.ts';
import { formKey, formNow, keepForm } from './open-forms.ts';
import { PickFirst } from './pick-first.tsx';

interface KindPickerProps {
  testCode: string;
  actions: readonly Action[];
  after: string | undefined;
  query: string;
  onQuery(query: string): void;
  /** Gives the focus back, which `onDone` does not. */
  onClose(): void;
  onDone(): void;
}

interface KindEntry extends PickerEntry {
  type: ActionType;
}

const needsFields = (type: ActionType): boolean => placesOfFields(type, formFields(type), {}).shown.length > 0;

export function KindPicker({ testCode, actions, after, query, onQuery, onClose, onDone }: KindPickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The picker may be loaded after the popover has placed the focus.
  useEffect(() => frame.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const kind = useIdeState(state => snapshotOf(state)?.tests[testCode]?.type);
  const entries = kindsFor(query, kind === 'suite').map(
    (type): KindEntry => ({ key: type, type, label: ACTION_KINDS[type].label }),
  );
  const { actor, add, addFor } = useAdd({ testCode, actions, after, onClose, onDone });
  return (
    <div ref={frame} className="column gap-sm">
      {kind === 'web' && <PickFirst actor={actor} onPick={addFor} onEnd={onClose} />}
      <Picker
        label="Find a kind of action"
        placeholder="Find an action"
        query={query}
        onQuery={onQuery}
        entries={entries}
        onPick={({ type }) => void attempt('Add action', () => add(type))}
        empty={`No action matches “${query}”`}
      />
    </div>
  );
}

type AddOptions = Omit<KindPickerProps, 'query' | 'onQuery'>;

function useAdd({ testCode, actions, after, onClose, onDone }: AddOptions) {
  const ide = useIde();
  // Whoever acted last goes on.
  const { actor } = actions.find(({ actionId }) => actionId === after) ?? {};
  const acting = actor === undefined ? {} : { actor };
  const begin = (type: string, textsWith: (before: FormTexts) => FormTexts, element?: PickedElement) => {
    const key = formKey(ide.store.getState(), testCode);
    onDone();
    ide.store.setView({ editing: undefined, picked: element && { testCode, element } });
    const texts = { ...textsWith(formNow(key)?.texts ?? {}), actor: acting.actor ?? '' };
    keepForm(key, { base: {}, texts, added: { type, after } });
  };
  const addFor = (picked: PickedElement) => {
    const choice = likeliest(picked);
    const action = choice && emptyAction(picked, choice);
    if (action !== undefined) begin(action.type, before => chosenTexts(action, before), picked);
  };
  const add = async (type: ActionType) => {
    // Texts typed for another kind are not lost: fields of the same name take them.
    if (needsFields(type)) return begin(type, before => before);
    onClose();
    const obstacle =
      type === 'else'
        ? elseObstacle(
            actions,
            actions.findIndex(one => one.actionId === after),
          )
        : undefined;
    if (obstacle !== undefined) return showFailure('Not added', obstacle);
    const outcome = await createAction(ide, { testCode, after, fields: { type, ...acting } });
    if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  };
  return { actor, add, addFor };
}
