import { ActionIcon } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PartInImport } from '../../../../../model/exchange/files-to-import.ts';
import { CloseIcon } from '../../../../ui/icons.ts';
import { sizeText } from '../../../../ui/size-text.ts';
import type { ChosenCode } from './chosen-files.ts';
import classes from './import-tests.module.css';
import type { ImportFault } from './use-tests-import.ts';

interface FilesToImportProps {
  files: readonly ChosenCode[];
  parts: ReadonlyMap<string, PartInImport>;
  faults: readonly ImportFault[];
  isBusy: boolean;
  onRemove(path: string): void;
}

const PARTS: Readonly<Record<PartInImport, string>> = { test: 'tests', helper: 'goes along', unused: 'left out' };

export function FilesToImport({ files, parts, faults, isBusy, onRemove }: FilesToImportProps) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  const messages = new Map(faults.map(({ path, message }) => [path, message]));
  // The next row's button takes the place of the one that went.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the files
  useEffect(() => {
    const at = removed.current;
    removed.current = undefined;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    if (at !== undefined) buttons[Math.min(at, buttons.length - 1)]?.focus();
  }, [files]);
  const remove = (path: string, index: number) => {
    removed.current = index;
    onRemove(path);
  };
  return (
    <ul ref={list} className={`scroll boxed plain-list ${classes.list}`} aria-label="Files to import">
      {files.map(({ path, sizeBytes }, index) => (
        <FileRow
          key={path}
          path={path}
          size={sizeText(sizeBytes)}
          part={parts.get(path) ?? 'unused'}
          message={messages.get(path)}
          isBusy={isBusy}
          onRemove={() => remove(path, index)}
        />
      ))}
    </ul>
  );
}

interface FileRowProps {
  path: string;
  size: string;
  part: PartInImport;
  message: string | undefined;
  isBusy: boolean;
  onRemove(): void;
}

const FileRow = ({ path, size, part, message, isBusy, onRemove }: FileRowProps) => (
  <li className={classes.row} data-part={part}>
    <div className="row gap-md">
      <span className={`grow may-shrink ellipsis ${classes.path}`} dir="auto" title={path}>
        {path}
      </span>
      <span className={`fixed-size note ${classes.part}`}>{PARTS[part]}</span>
      <span className={`fixed-size note numbers ${classes.size}`}>{size}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Remove ${path}`}
        disabled={isBusy}
        onClick={onRemove}
      >
        <CloseIcon size={14} aria-hidden />
      </ActionIcon>
    </div>
    {message !== undefined && (
      <p className="flush small failed break-words" dir="auto">
        {message}
      </p>
    )}
  </li>
);
