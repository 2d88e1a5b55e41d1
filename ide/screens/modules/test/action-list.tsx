import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { OpenTest } from '../../../../model/protocol/channel/project-view.ts';
import { blockFaults } from '../../../app/block-places.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { type EditedRow, editedRows } from '../../../app/edits.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { snapshotOf, whereShown } from '../../../app/state.ts';
import { dropIntoSuite } from '../../../commands/suites.ts';
import { useKeptInSight } from '../../../parts/kept-in-sight.ts';
import { usePartDrop } from '../../../parts/part-drag.ts';
import { useFocusArea } from '../../../parts/use-focus-area.ts';
import { Hint } from '../../../ui/hint.tsx';
import { lateView } from '../../../ui/late-part.tsx';
import { ActionRow } from './action-row.tsx';
import { AddAction } from './add-action.tsx';
import { CheckOffer } from './check-offer.tsx';
import { useFormKey, useOpenForm } from './open-forms.ts';
import { blockDepths } from './row-words.ts';
import classes from './test-editor.module.css';
import { useRowChoice } from './use-row-choice.ts';
import { useRowDrag } from './use-row-drag.ts';

const DraftForm = lateView(async () => (await import('./draft-form.tsx')).DraftForm);

/** Ahead of their use, so that they open at once, and even while the service is away. */
function loadForms() {
  const timer = setTimeout(() => {
    Promise.all([import('./draft-form.tsx'), import('./kind-picker.tsx')]).catch(() => undefined);
  }, 1_000);
  return () => clearTimeout(timer);
}

const ROW_PX = 36;

interface ActionListProps {
  test: OpenTest;
  place: ProjectPlace;
}

export function ActionList({ test, place }: ActionListProps) {
  const edits = useIdeState(state => state.edits);
  const project = useIdeState(state => state.project);
  const { store } = useIde();
  const rows = useMemo(
    () => editedRows(test, edits, project && whereShown(store.getState())),
    [test, edits, project, store],
  );
  const key = useFormKey(test.testCode);
  const draft = useOpenForm(key);
  const added = draft?.added;
  // State rather than a ref, so that the rows are drawn again once it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useFocusArea(scroller, 'actions');
  useEffect(() => loadForms(), []);
  return (
    <>
      <div ref={setScroller} className="column fill scroll relative">
        {rows.length === 0 && added === undefined && <NoActions testCode={test.testCode} />}
        {rows.length > 0 && <Rows rows={rows} place={place} testCode={test.testCode} scroller={scroller} />}
      </div>
      {draft !== undefined && added !== undefined && (
        <DraftForm key={key} testCode={test.testCode} draft={draft} added={added} rows={rows} />
      )}
      <CheckOffer test={test} />
      <AddAction test={test} place={place} count={rows.length} />
    </>
  );
}

const useIsSuite = (testCode: string): boolean =>
  useIdeState(state => snapshotOf(state)?.tests[testCode]?.type === 'suite');

const NoActions = ({ testCode }: { testCode: string }) =>
  useIsSuite(testCode) ? (
    <EmptySuite suite={testCode} />
  ) : (
    <Hint title="No actions yet">An empty test passes. Add an action to make it do something.</Hint>
  );

function EmptySuite({ suite }: { suite: string }) {
  const ide = useIde();
  const take = (codes: readonly string[]) => void dropIntoSuite(ide, codes, { suite, after: undefined });
  const { isOver, dropProps } = usePartDrop({ take });
  return (
    <div className={`stack grow ${classes.empty}`} data-drop={isOver || undefined} {...dropProps}>
      <Hint title="Nothing in this suite yet">
        Drag tests from the tree here, or features and scenarios from the Features tab, or add an action.
      </Hint>
    </div>
  );
}

interface TestRowsProps {
  rows: readonly EditedRow[];
  place: ProjectPlace;
  testCode: string;
  scroller: HTMLDivElement | null;
}

function Rows({ rows, place, testCode, scroller }: TestRowsProps) {
  const depths = useMemo(() => blockDepths(rows.map(({ action }) => action)), [rows]);
  const faults = useMemo(() => blockFaults(rows.map(({ action }) => action)), [rows]);
  const { actionId } = place;
  const virtual = useRows(rows, actionId, scroller);
  const { chosen, select } = useRowChoice(place, rows);
  const { dropAt, dragOf, dropProps } = useRowDrag({
    rows,
    virtual,
    suite: useIsSuite(testCode) ? testCode : undefined,
  });
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
            fault={faults.get(index)}
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
  useChosenInSight({ virtual, scroller, at: rows.findIndex(({ key }) => key === selected) });
  return virtual;
}

interface ChosenRow {
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroller: HTMLDivElement | null;
  at: number;
}

/** Also when what it shows below comes later; of a row higher than the list, its head. */
function useChosenInSight({ virtual, scroller, at }: ChosenRow): void {
  const place = virtual.measurementsCache[at];
  const size = place?.size ?? 0;
  const left = useRef<number>(undefined);
  const show = () => virtual.scrollToIndex(at, { align: size > (scroller?.clientHeight ?? 0) ? 'start' : 'auto' });
  const current = useRef(show);
  current.current = show;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that has grown is shown again
  useEffect(() => {
    if (at >= 0 && scroller !== null && left.current !== at) current.current();
  }, [scroller, at, size]);
  useEffect(() => {
    const bound = new AbortController();
    left.current = undefined;
    // From then on a person decides what is in sight.
    for (const event of ['wheel', 'pointerdown', 'keydown'])
      scroller?.addEventListener(event, () => (left.current = at), { signal: bound.signal, passive: true });
    return () => bound.abort();
  }, [scroller, at]);
  useKeptInSight({ scroller, place: () => place, show });
}
