import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';
import type { OpenTest } from '../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../app/context.tsx';
import { type EditedRow, editedRows } from '../../app/edits.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { Hint } from '../../ui/hint.tsx';
import { useFocusArea } from '../shared/use-focus-area.ts';
import { ActionRow } from './action-row.tsx';
import { AddAction } from './add-action.tsx';
import { DraftForm } from './draft-form.tsx';
import { blockDepths } from './row-words.ts';
import classes from './test-editor.module.css';
import { useRowChoice } from './use-row-choice.ts';
import { useRowDrag } from './use-row-drag.ts';

const ROW_PX = 36;

interface ActionListProps {
  test: OpenTest;
  place: ProjectPlace;
}

/** The actions of a test in order; those outside the window are not drawn. */
export function ActionList({ test, place }: ActionListProps) {
  const edits = useIdeState(state => state.edits);
  const rows = useMemo(() => editedRows(test, edits), [test, edits]);
  const draft = useIdeState(state => (state.view.draft?.testCode === test.testCode ? state.view.draft : undefined));
  // A state rather than a ref: the rows below must hear of it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useFocusArea(scroller, 'actions');
  return (
    <>
      <div ref={setScroller} className={classes.scroller}>
        {rows.length === 0 && draft === undefined && (
          <Hint title="No actions yet">An empty test passes. Add an action to make it do something.</Hint>
        )}
        {rows.length > 0 && <Rows rows={rows} place={place} testCode={test.testCode} scroller={scroller} />}
        {draft !== undefined && <DraftForm key={`${draft.type} ${draft.after}`} draft={draft} rows={rows} />}
      </div>
      <AddAction test={test} place={place} count={rows.length} />
    </>
  );
}

interface RowsProps {
  rows: readonly EditedRow[];
  place: ProjectPlace;
  testCode: string;
  scroller: HTMLDivElement | null;
}

function Rows({ rows, place, testCode, scroller }: RowsProps) {
  const depths = useMemo(() => blockDepths(rows.map(({ action }) => action)), [rows]);
  const { actionId } = place;
  const virtual = useRows(rows, actionId, scroller);
  const { chosen, select } = useRowChoice(place, rows);
  const { dropAt, dragOf, dropProps } = useRowDrag(rows, virtual);
  const hasChosen = rows.some(({ key }) => key === actionId);
  return (
    <div
      role="grid"
      aria-label="Actions"
      aria-rowcount={rows.length}
      aria-multiselectable
      {...dropProps}
      className={classes.rows}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          role="presentation"
          className={classes.place}
          style={{ transform: `translateY(${start}px)` }}
        >
          <ActionRow
            row={rows[index]}
            index={index}
            depth={depths[index] ?? 0}
            testCode={testCode}
            isSelected={chosen.has(rows[index]?.key ?? '')}
            isActive={rows[index]?.key === actionId}
            isTabStop={hasChosen ? rows[index]?.key === actionId : index === 0}
            onSelect={select}
            {...dragOf}
          />
        </div>
      ))}
      {dropAt !== undefined && <div className={classes.drop} style={{ top: dropAt.y }} />}
    </div>
  );
}

function useRows(rows: readonly EditedRow[], selected: string | undefined, scroller: HTMLDivElement | null) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    getItemKey: index => rows[index]?.key ?? index,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  const at = rows.findIndex(({ key }) => key === selected);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at]);
  return virtual;
}
