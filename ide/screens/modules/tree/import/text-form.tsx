import { Button, Group, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TestFormat } from '../../../../../model/exchange/files-to-import.ts';
import { obstacleOf, sentBytes } from './chosen-files.ts';
import { FormatSelect } from './format-select.tsx';
import { formatOfText } from './import-formats.ts';
import type { TestsImport } from './use-tests-import.ts';

interface TextFormProps {
  text: string;
  onText(text: string): void;
  /** As told by the name of the file, or chosen by hand. */
  format: TestFormat | undefined;
  onFormat(format: TestFormat): void;
  job: TestsImport;
  target: ReactNode;
}

export function TextForm({ text, onText, format: chosen, onFormat, job, target }: TextFormProps) {
  const { isBusy, problem, refuse, start } = job;
  const format = chosen ?? formatOfText(text, '');
  const send = () => {
    const file = { path: '', text };
    const message = obstacleOf([{ ...file, sizeBytes: sentBytes(file) }]);
    if (message === undefined) void start([{ given: { format, text } }], { isShown: false });
    else refuse({ message });
  };
  return (
    <>
      <FormatSelect format={format} isBusy={isBusy} onFormat={onFormat} />
      <Textarea
        label="Content"
        description="Code is read, never run."
        value={text}
        error={problem?.message}
        onChange={event => onText(event.currentTarget.value)}
        rows={12}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
      />
      <Group mt="md" justify="space-between">
        {target}
        <Button loading={isBusy} disabled={text.trim() === ''} onClick={send}>
          Import
        </Button>
      </Group>
    </>
  );
}
