import { Text } from '@mantine/core';
import { useState } from 'react';
import type { TestFormat } from '../../../../../model/exchange/files-to-import.ts';
import { useIdeState } from '../../../../app/context.tsx';
import { snapshotOf } from '../../../../app/state.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useFileDrop } from '../../../../ui/use-file-drop.ts';
import { FilesForm } from './files-form.tsx';
import { formatOfText } from './import-formats.ts';
import classes from './import-tests.module.css';
import { ImportedList } from './imported-list.tsx';
import { droppedItems } from './read-files.ts';
import { SourceBar } from './source-bar.tsx';
import { TextForm } from './text-form.tsx';
import { useChosenFiles } from './use-chosen-files.ts';
import { type ImportTarget, useTestsImport } from './use-tests-import.ts';

/** One text, or several files that are sent together or one after the other. */
export function ImportTestsDialog(props: ImportTarget) {
  const { into, onDone } = props;
  const name = useIdeState(state => snapshotOf(state)?.modules[into ?? '']?.name) ?? 'Imported';
  const [text, setText] = useState('');
  const [format, setFormat] = useState<TestFormat>();
  const job = useTestsImport(props);
  const write = (given: string) => {
    setText(given);
    job.forget();
    if (given.trim() === '') setFormat(undefined);
  };
  const chosen = useChosenFiles((given, fileName) => {
    write(given);
    setFormat(formatOfText(given, fileName));
  });
  const isBlocked = job.isBusy || job.made !== undefined;
  const { isOver, dropProps } = useFileDrop((_files, transfer) => {
    if (!isBlocked) void chosen.takeDropped(droppedItems(transfer));
  });
  const target = (
    <Text size="sm" c="dimmed">
      Goes into the module “<span dir="auto">{name}</span>”
    </Text>
  );
  return (
    <Dialog opened onClose={onDone} size="44rem" title="Import tests" {...dropProps}>
      {job.made !== undefined ? (
        <ImportedList made={job.made} onClose={onDone} />
      ) : (
        <div className={classes.area} data-over={(isOver && !isBlocked) || undefined}>
          <SourceBar chosen={chosen} isBusy={job.isBusy} />
          {chosen.refusal !== undefined && <Problem>{chosen.refusal}</Problem>}
          {chosen.files.length > 0 ? (
            <FilesForm chosen={chosen} job={job} target={target} />
          ) : (
            <TextForm text={text} onText={write} format={format} onFormat={setFormat} job={job} target={target} />
          )}
        </div>
      )}
    </Dialog>
  );
}
