import { Button, FileButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FolderIcon, UploadIcon } from '../../../../ui/icons.ts';
import classes from './import-tests.module.css';
import { foundAmong } from './read-files.ts';
import type { ChosenFiles } from './use-chosen-files.ts';

/** React has no property for it. */
const OF_FOLDER = { multiple: true, webkitdirectory: '' };

export function SourceBar({ chosen, isBusy }: { chosen: ChosenFiles; isBusy: boolean }) {
  const first = useRef<HTMLButtonElement>(null);
  const isEmpty = chosen.files.length === 0;
  const wasEmpty = useRef(isEmpty);
  // With the last row the button goes that was used.
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) first.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const isBlocked = isBusy || chosen.isReading;
  const take = (files: readonly File[]) => void chosen.take(foundAmong(files));
  return (
    <div className={`row wrap gap-md ${classes.bar}`}>
      <FileButton multiple onChange={take} disabled={isBlocked}>
        {props => (
          <Button
            {...props}
            ref={first}
            size="xs"
            variant="default"
            loading={chosen.isReading}
            leftSection={<UploadIcon size={15} aria-hidden />}
          >
            Choose files
          </Button>
        )}
      </FileButton>
      <FileButton multiple inputProps={OF_FOLDER} onChange={take} disabled={isBlocked}>
        {props => (
          <Button
            {...props}
            size="xs"
            variant="default"
            disabled={isBlocked}
            leftSection={<FolderIcon size={15} aria-hidden />}
          >
            Choose a folder
          </Button>
        )}
      </FileButton>
      <span className="flush note">or drop them here: tests with their page objects, recordings, exports</span>
    </div>
  );
}
