import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { takeTyped } from '../../commands/type-ahead.ts';
import classes from './module-tree.module.css';
import type { TreeItem } from './tree-items.ts';

/** The name of an item as a text field: Enter keeps what is written, Escape does not. */
export function RenameField({ item: { kind, code, name } }: { item: TreeItem }) {
  const ide = useIde();
  const { store, editing } = ide;
  const [text, setText] = useState(name);
  const isOver = useRef(false);
  const moduleCode = useIdeState(state => snapshotOf(state)?.tests[code]?.moduleCode);
  const finish = (isKept: boolean, written = text) => {
    if (isOver.current) return;
    isOver.current = true;
    const row = document.activeElement?.closest<HTMLElement>('[role=treeitem]');
    store.setView({ renaming: undefined });
    row?.focus();
    if (!isKept || written.trim() === '' || written === name) return;
    const given = kind === 'test' ? { testCode: code, moduleCode } : { moduleCode: code };
    const tool = kind === 'test' ? 'editTest' : 'editModule';
    void attempt('Rename', () => editing.change(tool, { ...given, name: written }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the field was there is taken once
  useLayoutEffect(() => {
    const typed = takeTyped(ide);
    if (typed.text !== '') setText(typed.text);
    if (typed.end !== undefined) finish(typed.end === 'Enter', typed.text);
  }, []);
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
      dir="auto"
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
