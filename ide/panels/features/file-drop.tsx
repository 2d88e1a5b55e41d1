import { type DragEvent, type ReactNode, useState } from 'react';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import classes from './file-drop.module.css';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Feature files that are dropped anywhere on the features are imported. */
export function FileDrop({ place, children }: { place: ProjectPlace; children: ReactNode }) {
  const { store, navigation } = useIde();
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!inside) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    store.setView({ droppedFiles: [...event.dataTransfer.files] });
    navigation.go({ ...place, dialog: 'import' });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are chosen by keys in the dialog
    <div className={classes.area} onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
      {children}
      {isOver && <div className={classes.over}>Drop .feature files or a .zip to import them</div>}
    </div>
  );
}
