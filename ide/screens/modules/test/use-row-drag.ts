import type { Virtualizer } from '@tanstack/react-virtual';
import { type DragEvent, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import type { EditedRow } from '../../../app/edits.ts';
import { chosenActions, moveBefore, placeForNew } from '../../../commands/action-edits.ts';
import { attempt, situationOf } from '../../../commands/command.ts';
import { dropIntoSuite } from '../../../commands/suites.ts';
import { hasParts, partsIn } from '../../../parts/part-drag.ts';

/** Only rows of this list can be dropped on it. */
const TYPE = 'application/x-steploom-actions';

interface DropPlace {
  before: number;
  y: number;
}

const isOurs = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(TYPE);

interface RowDrag {
  rows: readonly EditedRow[];
  virtual: Virtualizer<HTMLDivElement, Element>;
  /** The suite among whose rows tests, features and scenarios can be dropped. */
  suite: string | undefined;
}

/** A dragged row takes all chosen rows along, if it is one of them. */
export function useRowDrag({ rows, virtual, suite }: RowDrag) {
  const ide = useIde();
  const [dropAt, setDropAt] = useState<DropPlace>();
  const placeOf = ({ target, clientY }: DragEvent): DropPlace => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const index = Number(row?.dataset.index);
    const item = virtual.getVirtualItems().find(one => one.index === index);
    if (row === null || item === undefined) return { before: rows.length, y: virtual.getTotalSize() - 1 };
    const { top, height } = row.getBoundingClientRect();
    const isBehind = clientY > top + height / 2;
    return { before: isBehind ? index + 1 : index, y: (isBehind ? item.end : item.start) - 1 };
  };
  const areParts = (event: DragEvent) => suite !== undefined && hasParts(ide, event);
  const onDragOver = (event: DragEvent) => {
    if (!isOurs(event) && !areParts(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isOurs(event) ? 'move' : 'copy';
    const place = placeOf(event);
    setDropAt(old => (old?.before === place.before ? old : place));
  };
  const moveRows = (key: string, before: number) => {
    const test = placeForNew(situationOf(ide));
    const together = chosenActions(situationOf(ide))?.chosen ?? [];
    const row = rows.find(one => one.key === key);
    if (test === undefined || row === undefined) return;
    const chosen = together.some(one => one.key === key) ? together : [row];
    void attempt('Move', () => moveBefore(ide, { ...test, rows, chosen }, before));
  };
  const onDrop = (event: DragEvent) => {
    if (!isOurs(event) && !areParts(event)) return;
    event.preventDefault();
    const { before } = placeOf(event);
    setDropAt(undefined);
    if (isOurs(event)) moveRows(event.dataTransfer.getData(TYPE), before);
    else if (suite !== undefined) void dropIntoSuite(ide, partsIn(ide, event), { suite, after: rows[before - 1]?.key });
  };
  return {
    dropAt,
    dragOf: {
      onDragStart: (event: DragEvent, key: string) => {
        event.dataTransfer.setData(TYPE, key);
        event.dataTransfer.effectAllowed = 'move';
      },
      onDragEnd: () => setDropAt(undefined),
    },
    dropProps: { onDragOver, onDrop, onDragLeave: () => setDropAt(undefined) },
  };
}
