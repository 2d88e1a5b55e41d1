import { useEffect, useRef } from 'react';
import { ACTION_KINDS, ACTION_TYPES, type Action, type ActionType } from '../../../model/actions/index.ts';
import { SUITE_KINDS } from '../../../model/project/test.ts';
import { elseObstacle } from '../../app/block-places.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { showFailure } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { Picker, type PickerEntry } from '../../ui/picker.tsx';
import { createAction } from './create-action.ts';
import { formKey, formNow, keepForm } from './open-forms.ts';
import classes from './test-editor.module.css';

interface KindPickerProps {
  testCode: string;
  actions: readonly Action[];
  after: string | undefined;
  query: string;
  onQuery(query: string): void;
  /** Given up. */
  onClose(): void;
  onDone(): void;
}

interface KindEntry extends PickerEntry {
  type: ActionType;
}

const needsFields = (type: ActionType): boolean => ACTION_KINDS[type].fieldNames.length > 0;

/** Every kind of action that the test may hold, found by its label, what else it is called, and what files call it; best first. */
function kindsFor(query: string, isSuite: boolean): ActionType[] {
  const words = query.trim().toLowerCase();
  const rankOf = (type: ActionType): number => {
    const { label, alsoCalled } = ACTION_KINDS[type];
    const names = [label, type, ...alsoCalled].map(name => name.toLowerCase());
    const own = names[0] ?? '';
    if (own.startsWith(words)) return 0;
    if (own.split(' ').some(word => word.startsWith(words))) return 1;
    if (names.some(name => name.startsWith(words))) return 2;
    return names.some(name => name.includes(words)) ? 3 : 4;
  };
  // A block comes with its end.
  return ACTION_TYPES.filter(type => ACTION_KINDS[type].block !== 'end' && (!isSuite || SUITE_KINDS.includes(type)))
    .map(type => ({ type, rank: rankOf(type) }))
    .filter(({ rank }) => rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map(({ type }) => type);
}

/** A letter and Enter take the first kind that fits. */
export function KindPicker({ testCode, actions, after, query, onQuery, onClose, onDone }: KindPickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  // It may come later than the focus was given away.
  useEffect(() => frame.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const isSuite = useIdeState(state => snapshotOf(state)?.tests[testCode]?.type === 'suite');
  const entries = kindsFor(query, isSuite).map(
    (type): KindEntry => ({
      key: type,
      type,
      label: (
        <>
          <span className={classes.kind}>{ACTION_KINDS[type].label}</span>
          <span className={classes.type}>{type}</span>
        </>
      ),
    }),
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
      // What was written for another kind is not lost: fields of the same name take it.
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
    const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode ?? '';
    const outcome = await createAction(ide, { moduleCode, testCode, after, fields: { type } });
    if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  };
}
