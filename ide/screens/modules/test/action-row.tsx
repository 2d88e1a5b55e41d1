import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { isUnderWay } from '../../../../model/run/state.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { EditedRow } from '../../../app/edits.ts';
import { isBad } from '../../../app/result-filter.ts';
import { StateIcon, timeText } from '../../../parts/run-states.tsx';
import { GripIcon } from '../../../ui/icons.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { BreakpointDot } from './breakpoint-dot.tsx';
import { EditNotice } from './edit-notice.tsx';
import { useFormKey, useOpenForm } from './open-forms.ts';
import classes from './row.module.css';
import { RowContextMenu, RowMenu } from './row-menu.tsx';
import { RowSentence } from './row-sentence.tsx';

const ActionForm = lateView(async () => (await import('./action-form.tsx')).ActionForm, <SkeletonRows count={2} />);

/** From one row to another: `isStretch` chooses the rows between as well, `isToggle` keeps the others. */
export interface RowStep {
  step?: number;
  isRange?: boolean;
  isToggle?: boolean;
}

interface ActionRowProps {
  row: EditedRow | undefined;
  index: number;
  depth: number;
  fault: string | undefined;
  testCode: string;
  isSelected: boolean;
  /** The row in the address. */
  isActive: boolean;
  isTabStop: boolean;
  onSelect(key: string, how?: RowStep): void;
  onDragStart(event: DragEvent, key: string): void;
  onDragEnd(): void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -100_000,
  End: 100_000,
};

export function ActionRow({ row, fault, ...props }: ActionRowProps) {
  const { store } = useIde();
  const isChosen = useIdeState(state => row !== undefined && state.view.editing === row.key);
  const isWritten = useOpenForm(useFormKey(props.testCode, row?.key)) !== undefined;
  if (row === undefined) return null;
  const { key, stored, edit } = row;
  const isEditing = stored !== undefined && (isChosen || isWritten);
  const edited = () => {
    props.onSelect(key);
    if (stored !== undefined) store.setView({ editing: key });
  };
  return (
    <>
      <Line {...props} row={row} isEditing={isEditing} onEdit={edited} />
      {fault !== undefined && (
        <div role="row" className={classes.notice}>
          <div role="gridcell">{fault}</div>
        </div>
      )}
      {edit !== undefined && <EditNotice edit={edit} />}
      <Failed testCode={props.testCode} actionId={key} />
      {isEditing && <ActionForm key={key} testCode={props.testCode} action={stored} />}
    </>
  );
}

interface LineProps extends Omit<ActionRowProps, 'row' | 'fault'> {
  row: EditedRow;
  isEditing: boolean;
  onEdit(): void;
}

function Line({ row, index, depth, testCode, isEditing, onEdit, ...props }: LineProps) {
  const { isSelected, isActive, isTabStop, onSelect, onDragStart, onDragEnd } = props;
  const { key, action, stored, edit } = row;
  const mark = useIdeState(state => state.marks[`${testCode}/${key}`]);
  const running = useIdeState(({ run }) =>
    isUnderWay(run.state) && run.action?.actionId === key ? run.state : undefined,
  );
  const element = useFocusWith(isActive && !isEditing);
  const onKeyDown = keysOf({ key, onSelect, onEdit });
  const onClick = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) =>
    onSelect(key, { isRange: shiftKey, isToggle: ctrlKey || metaKey });
  const line = (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.row}
      data-changed={mark !== undefined || undefined}
      data-next={running}
      data-off={action.disabled === true || undefined}
      data-waiting={edit !== undefined || undefined}
      title={mark === undefined ? undefined : `Changed by ${mark.by}`}
      onClick={onClick}
      onDoubleClick={onEdit}
      onKeyDown={onKeyDown}
    >
      <div role="gridcell" className={classes.point}>
        <BreakpointDot testCode={testCode} actionId={key} index={index} />
      </div>
      <div
        role="gridcell"
        className={`note numbers ${classes.index}`}
        draggable={stored !== undefined}
        onDragStart={event => onDragStart(event, key)}
        onDragEnd={onDragEnd}
      >
        <span className={classes.number}>{index + 1}</span>
        <GripIcon size={14} className={classes.grip} aria-hidden />
      </div>
      <RowSentence {...{ row, depth, testCode, onSelect, onEdit }} isActive={isTabStop} />
      <Result testCode={testCode} actionId={key} state={running} />
      <div role="gridcell" className={classes.more}>
        {stored !== undefined && <RowMenu testCode={testCode} action={stored} index={index} onEdit={onEdit} />}
      </div>
    </div>
  );
  if (stored === undefined) return line;
  return (
    <RowContextMenu testCode={testCode} action={stored} index={index} onEdit={onEdit}>
      {line}
    </RowContextMenu>
  );
}

interface RowKeys {
  key: string;
  onSelect: ActionRowProps['onSelect'];
  onEdit(): void;
}

const keysOf =
  ({ key, onSelect, onEdit }: RowKeys) =>
  (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'Escape' ? 0 : STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) onEdit();
    else onSelect(key, { step, isRange: event.shiftKey });
  };

/** The focus follows the chosen row while it is in the list. */
function useFocusWith(isChosen: boolean) {
  const { store } = useIde();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen && store.getState().view.focusArea === 'actions') element.current?.focus({ preventScroll: true });
  }, [isChosen, store]);
  return element;
}

interface ResultProps {
  testCode: string;
  actionId: string;
  /** Only while the run is at this action. */
  state?: string | undefined;
}

function Result({ testCode, actionId, state }: ResultProps) {
  const result = useIdeState(({ results }) => results.actions[testCode]?.[actionId]);
  const isOutdated = useIdeState(({ results }) => results.last[testCode]?.outdated === true);
  return (
    <div
      role="gridcell"
      className={`row note ${classes.result}`}
      data-outdated={isOutdated || undefined}
      title={isOutdated && result !== undefined ? 'The test was edited since this result' : undefined}
    >
      {state !== undefined && <StateIcon state={state} />}
      {state === undefined && result !== undefined && (
        <>
          {result.repaired === undefined ? (
            <span>{timeText(result)}</span>
          ) : (
            <span
              className="warning"
              title={`${timeText(result)}: ${result.repaired.to} stood in for ${result.repaired.from}`}
            >
              repaired
            </span>
          )}
          <StateIcon state={result.state} />
        </>
      )}
    </div>
  );
}

const FailureRow = lateView(async () => (await import('../../runs/failure-desk/failure-parts.tsx')).FailureRow);

function Failed({ testCode, actionId }: ResultProps) {
  const state = useIdeState(({ results }) => results.actions[testCode]?.[actionId]?.state ?? '');
  if (!isBad({ state })) return null;
  return <FailureRow testCode={testCode} actionId={actionId} />;
}
