import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { useAnswer } from '../../../app/queries.ts';
import type { IdeState } from '../../../app/state.ts';
import type { ArgumentsOf, ReplyOf } from '../../../app/tool-replies.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { saveText } from '../../../parts/save-file.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ImportTestsDialog } from './import/import-dialog.tsx';

type ExportFormat = ArgumentsOf<'exportTest'>['format'];

const EXPORTS: readonly { value: ExportFormat; label: string }[] = [
  { value: 'playwright-test', label: 'Playwright Test' },
  { value: 'playwright-bdd', label: 'Steps of playwright-bdd' },
  { value: 'chrome-recorder', label: 'Chrome Recorder' },
  { value: 'json', label: 'JSON, for another project' },
];

export function ExchangeDialog({ exchange }: { exchange: NonNullable<IdeState['view']['exchange']> }) {
  const { store } = useIde();
  const close = () => store.setView({ exchange: undefined });
  if ('into' in exchange) return <ImportTestsDialog into={exchange.into} onDone={close} />;
  return (
    <Dialog opened onClose={close} size="44rem" title="Export test">
      <ExportView testCode={exchange.testCode} />
    </Dialog>
  );
}

function ExportView({ testCode }: { testCode: string }) {
  const [format, setFormat] = useState<ExportFormat>('playwright-test');
  const { reply } = useAnswer('exportTest', { testCode, format });
  return (
    <>
      <NativeSelect
        label="Format"
        data={EXPORTS}
        value={format}
        onChange={event => setFormat(EXPORTS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'json')}
        data-autofocus
        mb="sm"
      />
      {reply.phase === 'loading' && <SkeletonRows count={8} label="Loading the export" />}
      {reply.phase === 'failed' && <Failure title="The test cannot be exported" message={reply.message} />}
      {reply.phase === 'ready' && <ExportedText {...reply.value} />}
    </>
  );
}

function ExportedText({ text, fileName, notes }: ReplyOf<'exportTest'>) {
  return (
    <>
      <Textarea
        label={fileName}
        value={text}
        readOnly
        rows={14}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre', overflowX: 'auto' } }}
      />
      {notes.length > 0 && (
        <ul aria-label="What to know">
          {notes.map(note => (
            <li key={note} dir="auto">
              {note}
            </li>
          ))}
        </ul>
      )}
      <Group mt="md" justify="end">
        <CopyButton text={text} what={fileName} size="sm" />
        <Button onClick={() => saveText(text, fileName)}>Download</Button>
      </Group>
    </>
  );
}
