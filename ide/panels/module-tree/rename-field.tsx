import { type KeyboardEvent, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import classes from './module-tree.module.css';
import type { TreeItem } from './tree-items.ts';

/** The name of an item as a text field: Enter keeps what is written, Escape does not. */
export function RenameField({ item: { kind, code, name } }: { item: TreeItem }) {
  const { store, editing } = useIde();
  const [text, setText] = useState(name);
  const isOver = useRef(false);
  const moduleCode = useIdeState(state => snapshotOf(state)?.tests[code]?.moduleCode);
  const finish = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const row = document.activeElement?.closest<HTMLElement>('[role=treeitem]');
    store.setView({ renaming: undefined });
    row?.focus();
    if (!isKept || text.trim() === '' || text === name) return;
    const change = () =>
      kind === 'test'
        ? editing.change('editTest', { testCode: code, moduleCode, name: text })
        : editing.change('editModule', { moduleCode: code, name: text });
    void attempt('Rename', change);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  };
  return (
    <input
      ref={field => {
        if (field !== null && document.activeElement !== field && !isOver.current) {
          field.focus();
          field.select();
        }
      }}
      className={classes.rename}
      aria-label={`Name of ${kind} ${code}`}
      value={text}
      maxLength={200}
      onChange={event => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      onClick={event => event.stopPropagation()}
    />
  );
}
