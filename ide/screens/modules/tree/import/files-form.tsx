import { Button, Group } from '@mantine/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import {
  commonFormat,
  isOfSeveralFiles,
  partsInImport,
  type TestFormat,
} from '../../../../../model/exchange/files-to-import.ts';
import { counted } from '../../../../../model/names/counted.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { sizeText } from '../../../../ui/size-text.ts';
import { type ChosenCode, obstacleOf } from './chosen-files.ts';
import { FilesToImport } from './files-to-import.tsx';
import { FormatSelect } from './format-select.tsx';
import type { ChosenFiles } from './use-chosen-files.ts';
import type { TestsImport, TestsToImport } from './use-tests-import.ts';

interface FilesFormProps {
  chosen: ChosenFiles;
  job: TestsImport;
  target: ReactNode;
}

export function FilesForm({ chosen: { files, remove, clear }, job, target }: FilesFormProps) {
  const { isBusy, problem, faults, underWay, start, forget } = job;
  const [byHand, setByHand] = useState<TestFormat>();
  const told = useMemo(() => commonFormat(files) ?? 'playwright-codegen', [files]);
  const format = byHand ?? told;
  const parts = useMemo(() => partsInImport(files, format), [files, format]);
  const sent = files.filter(({ path }) => parts.get(path) !== 'unused');
  const count = files.filter(({ path }) => parts.get(path) === 'test').length;
  const obstacle = obstacleFor(sent, format, count);
  const countsId = useId();
  const after = (change: () => void) => () => {
    forget();
    change();
  };
  return (
    <>
      <FormatSelect format={format} isBusy={isBusy} onFormat={next => after(() => setByHand(next))()} />
      <FilesToImport
        files={files}
        parts={parts}
        faults={faults}
        isBusy={isBusy}
        onRemove={path => after(() => remove(path))()}
      />
      <Group justify="space-between" mt="xs">
        <span id={countsId} role="status" className="note numbers">
          {underWay ?? countsText(sent, count, files.length)}
        </span>
        <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={after(clear)}>
          Clear
        </Button>
      </Group>
      {(problem?.message ?? obstacle) !== undefined && <Problem>{problem?.message ?? obstacle}</Problem>}
      <Group mt="md" justify="space-between">
        {target}
        <Button
          loading={isBusy}
          disabled={obstacle !== undefined}
          aria-describedby={countsId}
          onClick={() => void start(callsFor(sent, format), { isShown: true })}
        >
          Import
        </Button>
      </Group>
    </>
  );
}

/** What belongs together is limited together. */
function obstacleFor(sent: readonly ChosenCode[], format: TestFormat, count: number): string | undefined {
  if (count === 0) return 'None of the files holds tests of this format.';
  if (isOfSeveralFiles(format)) return obstacleOf(sent);
  return sent.map(file => obstacleOf([file])).find(message => message !== undefined);
}

const callsFor = (sent: readonly ChosenCode[], format: TestFormat): TestsToImport[] =>
  isOfSeveralFiles(format)
    ? [{ given: { format, files: sent.map(({ path, text }) => ({ path, text })) } }]
    : sent.map(({ path, text }) => ({ path, given: { format, text } }));

function countsText(sent: readonly ChosenCode[], tests: number, all: number): string {
  const size = sizeText(sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const left = all - sent.length;
  const facts = [`${counted(sent.length, 'file')} to send, ${size}`, `${tests} with tests`];
  return [...facts, ...(left === 0 ? [] : [`${left} left out`])].join(' · ');
}
