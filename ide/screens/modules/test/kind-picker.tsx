import { useEffect, useRef } from 'react';
import { ACTION_KINDS, type Action, type ActionType } from '../../../../model/actions/index.ts';
import { elseObstacle } from '../../../app/block-places.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { showFailure } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import { createAction } from './create-action.ts';
import { kindsFor } from './find-kinds.ts';
import { formKey, formNow, keepForm } from './open-forms.ts';

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

const needsFields = (type: ActionType): boolean => ACTION_KINDS[type].fieldNames.length > 0;

export function KindPicker({ testCode, actions, after, query, onQuery, onClose, onDone }: KindPickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The picker may be loaded after the popover has placed the focus.
  useEffect(() => frame.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const isSuite = useIdeState(state => snapshotOf(state)?.tests[testCode]?.type === 'suite');
  const entries = kindsFor(query, isSuite).map(
    (type): KindEntry => ({ key: type, type, label: ACTION_KINDS[type].label }),
  );
  const add = useAdd({ testCode, actions, after, onClose, onDone });
  return (
    <div ref={frame}>
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
  return async (type: ActionType) => {
    const key = formKey(ide.store.getState(), testCode);
    if (needsFields(type)) {
      onDone();
      ide.store.setView({ editing: undefined });
      // Texts typed for another kind are not lost: fields of the same name take them.
      keepForm(key, { base: {}, texts: formNow(key)?.texts ?? {}, added: { type, after } });
      return;
    }
    onClose();
    const obstacle =
      type === 'else'
        ? elseObstacle(
            actions,
            actions.findIndex(one => one.actionId === after),
          )
        : undefined;
    if (obstacle !== undefined) return showFailure('Not added', obstacle);
    const outcome = await createAction(ide, { testCode, after, fields: { type } });
    if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  };
}
