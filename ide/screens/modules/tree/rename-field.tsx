import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { z } from 'zod';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useDraft } from '../../../app/drafts.ts';
import { useWork } from '../../../app/queries.ts';
import { snapshotOf, whereShown } from '../../../app/state.ts';
import { attempt } from '../../../commands/command.ts';
import { takeTyped } from '../../../commands/type-ahead.ts';
import type { TreeItem } from '../../../parts/module-items.ts';
import classes from './module-tree.module.css';

/** Enter saves, Escape discards; what could not be saved stays in the field. */
export function RenameField({ item }: { item: TreeItem }) {
  const ide = useIde();
  const { text, write, finish, isBusy, isOver } = useRename(item);
  const wasSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the field was there is taken once
  useLayoutEffect(() => {
    const typed = takeTyped(ide);
    if (typed.text !== '') write(typed.text);
    if (typed.end !== undefined) finish(typed.end === 'Enter', typed.text);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  };
  const takeFocus = (field: HTMLInputElement | null) => {
    const focused = document.activeElement;
    if (isBusy) wasSent.current = true;
    if (field === null || focused === field || isOver()) return;
    // By the time that saving has failed, the person may be elsewhere.
    if (wasSent.current && focused?.contains(field) !== true) return;
    field.focus();
    field.select();
  };
  return (
    <input
      ref={takeFocus}
      className={classes.rename}
      dir="auto"
      aria-label={`Name of ${item.kind} ${item.code}`}
      aria-busy={isBusy}
      readOnly={isBusy}
      value={text}
      maxLength={200}
      onChange={event => write(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      onClick={event => event.stopPropagation()}
    />
  );
}

function useRename({ kind, code, name }: TreeItem) {
  const { store, editing } = useIde();
  const where = useIdeState(state => Object.values(whereShown(state) ?? {}).join(' '));
  const draft = useDraft({ key: `name of ${code} in ${where}`, schema: z.string(), saved: name });
  const { isBusy, run } = useWork();
  const isOver = useRef(false);
  const moduleCode = useIdeState(state => snapshotOf(state)?.tests[code]?.moduleCode);
  const text = draft.value;
  const close = () => {
    draft.discard();
    // By now another item may be renamed.
    if (store.getState().view.renaming === code) store.setView({ renaming: undefined });
  };
  const save = async (written: string) => {
    const given = kind === 'test' ? { testCode: code, moduleCode } : { moduleCode: code };
    await editing.change(kind === 'test' ? 'editTest' : 'editModule', { ...given, name: written });
    close();
  };
  const finish = (isKept: boolean, written = text) => {
    if (isOver.current) return;
    isOver.current = true;
    document.activeElement?.closest<HTMLElement>('[role=treeitem]')?.focus();
    if (!isKept || written.trim() === '' || written === name) return close();
    void run(() => attempt('Rename', () => save(written))).finally(() => {
      isOver.current = false;
    });
  };
  return { text, write: draft.set, finish, isBusy, isOver: () => isOver.current };
}
