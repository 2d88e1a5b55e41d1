import { type DragEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Files can be dropped where `dropProps` are; what else is dragged there is left alone.
 * `transfer` tells folders, too, as long as the call lasts.
 */
export function useFileDrop(take: (files: readonly File[], transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files], event.dataTransfer);
  };
  return { isOver, dropProps: { onDragOver, onDragLeave, onDrop } };
}
