import { Button, FileButton, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatOfFile } from '../../../../model/exchange/format-of-file.ts';
import { counted } from '../../../../model/names/counted.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useAnswer, useWork } from '../../../app/queries.ts';
import { type IdeState, snapshotOf } from '../../../app/state.ts';
import { showUndo } from '../../../app/toasts.tsx';
import type { ArgumentsOf, ReplyOf } from '../../../app/tool-replies.ts';
import { takeBack } from '../../../commands/edits.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { saveText } from '../../../parts/save-file.ts';
import { takeText } from '../../../parts/take-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';

type ImportFormat = ArgumentsOf<'importTests'>['format'];
type ExportFormat = ArgumentsOf<'exportTest'>['format'];

const IMPORTS: readonly { value: ImportFormat; label: string }[] = [
  { value: 'playwright-codegen', label: 'Playwright code (TypeScript or JavaScript)' },
  { value: 'playwright-python', label: 'Playwright code (Python)' },
  { value: 'playwright-java', label: 'Playwright code (Java)' },
  { value: 'playwright-csharp', label: 'Playwright code (C#)' },
  { value: 'cypress', label: 'Cypress code (TypeScript or JavaScript)' },
  { value: 'puppeteer', label: 'Puppeteer code (TypeScript or JavaScript)' },
  { value: 'chrome-recorder', label: 'Chrome Recorder (JSON)' },
  { value: 'selenium-side', label: 'Selenium IDE (.side)' },
  { value: 'json', label: 'Test exported as JSON' },
];
const EXPORTS: readonly { value: ExportFormat; label: string }[] = [
  { value: 'playwright-test', label: 'Playwright Test' },
  { value: 'playwright-bdd', label: 'Steps of playwright-bdd' },
  { value: 'chrome-recorder', label: 'Chrome Recorder' },
  { value: 'json', label: 'JSON, for another project' },
];

function formatOf(text: string, fileName: string): ImportFormat {
  const told = formatOfFile(fileName, text) ?? formatOfFile('', text);
  return IMPORTS.find(({ value }) => value === told)?.value ?? 'playwright-codegen';
}

export function ExchangeDialog({ exchange }: { exchange: NonNullable<IdeState['view']['exchange']> }) {
  const { store } = useIde();
  const close = () => store.setView({ exchange: undefined });
  const isImport = 'into' in exchange;
  return (
    <Dialog opened onClose={close} size="44rem" title={isImport ? 'Import tests' : 'Export test'}>
      {isImport ? <ImportForm into={exchange.into} onDone={close} /> : <ExportView testCode={exchange.testCode} />}
    </Dialog>
  );
}

interface ImportFormProps {
  into: string | undefined;
  onDone(): void;
}

function useTestImport({ into, onDone }: ImportFormProps) {
  const ide = useIde();
  const { run, ...work } = useWork();
  const [made, setMade] = useState<ReplyOf<'importTests'>['tests']>();
  const start = (given: Pick<ArgumentsOf<'importTests'>, 'format' | 'text'>) =>
    run(async isHere => {
      const { tests } = await ide.editing.change('importTests', { ...given, moduleCode: into });
      showUndo(`${counted(tests.length, 'test')} imported`, () => void takeBack(ide, 1));
      if (!isHere()) return;
      const [first] = tests;
      if (first !== undefined)
        ide.navigation.goWithin({ tab: 'modules', moduleId: first.moduleCode, testId: first.testCode });
      if (tests.some(({ notes }) => notes.length > 0)) setMade(tests);
      else onDone();
    });
  return { ...work, made, start };
}

function ImportForm(props: ImportFormProps) {
  const { into, onDone } = props;
  const name = useIdeState(state => snapshotOf(state)?.modules[into ?? '']?.name) ?? 'Imported';
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ImportFormat>();
  const format = chosen ?? formatOf(text, '');
  const { isBusy, problem, forget, made, start } = useTestImport(props);
  const write = (given: string) => {
    setText(given);
    forget();
    if (given.trim() === '') setChosen(undefined);
  };
  const take = (given: string, fileName: string) => {
    write(given);
    setChosen(formatOf(given, fileName));
  };
  if (made !== undefined) return <Notes tests={made} onClose={onDone} />;
  return (
    <>
      <Source format={format} onFormat={setChosen} onFile={take} />
      <Textarea
        label="Content"
        description="Code is read, never run."
        value={text}
        error={problem?.message}
        onChange={event => write(event.currentTarget.value)}
        rows={12}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
      />
      <Group mt="md" justify="space-between">
        <Text size="sm" c="dimmed">
          Goes into the module “<span dir="auto">{name}</span>”
        </Text>
        <Button loading={isBusy} disabled={text.trim() === ''} onClick={() => void start({ format, text })}>
          Import
        </Button>
      </Group>
    </>
  );
}

interface SourceProps {
  format: ImportFormat;
  onFormat(format: ImportFormat): void;
  onFile(text: string, name: string): void;
}

function Source({ format, onFormat, onFile }: SourceProps) {
  return (
    <Group align="end" mb="sm">
      <FileButton onChange={file => void takeText(file, onFile)}>
        {props => (
          <Button {...props} variant="default">
            Choose a file
          </Button>
        )}
      </FileButton>
      <NativeSelect
        label="Format"
        data={IMPORTS}
        value={format}
        onChange={event => onFormat(IMPORTS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'json')}
      />
    </Group>
  );
}

function Notes({ tests, onClose }: { tests: ReplyOf<'importTests'>['tests']; onClose(): void }) {
  return (
    <>
      {tests.map(({ testCode, name, notes }) =>
        notes.length === 0 ? null : (
          <section key={testCode} aria-label={name}>
            <Text fw={600} dir="auto">
              {name}
            </Text>
            <ul>
              {notes.map(note => (
                <li key={note} dir="auto">
                  {note}
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      <Group justify="end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </>
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
