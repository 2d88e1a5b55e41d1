/** Drags of tests, features and scenarios to a suite, from wherever they are listed. */
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useIde } from '../app/context.tsx';
import type { Ide } from '../app/ide.ts';
import { whereShown } from '../app/state.ts';

/** Codes are valid only in their own version; until the drop only the type of what is dragged is known. */
function partsType({ store }: Ide): string {
  const { projectId, versionId } = whereShown(store.getState()) ?? {};
  return `application/x-steploom-parts.${projectId}.${versionId}`.toLowerCase();
}

export const dragOfParts = (ide: Ide, codes: readonly string[]) => ({
  format: partsType(ide),
  data: codes.join(' '),
  effectAllowed: 'copyMove' as const,
});

export const hasParts = (ide: Ide, { dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(partsType(ide));

export const partsIn = (ide: Ide, { dataTransfer }: DragEvent): string[] =>
  dataTransfer.getData(partsType(ide)).split(' ');

const HOLD_MS = 600;

interface OverParts {
  take?: (codes: readonly string[]) => void;
  /** Called when a drag rests there: what is behind it opens. */
  hold?: () => void;
}

export function usePartDrop({ take, hold }: OverParts) {
  const ide = useIde();
  const [isOver, setOver] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setOver(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const onDragOver = (event: DragEvent) => {
    if (!hasParts(ide, event)) return;
    setOver(true);
    if (hold !== undefined) timer.current ??= setTimeout(hold, HOLD_MS);
    if (take === undefined) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) leave();
  };
  const onDrop = (event: DragEvent) => {
    leave();
    if (take === undefined || !hasParts(ide, event)) return;
    event.preventDefault();
    event.stopPropagation();
    take(partsIn(ide, event));
  };
  return { isOver, dropProps: { onDragOver, onDragLeave, onDrop } };
}
