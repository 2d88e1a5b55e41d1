import { useState } from 'react';
import { AppError } from '../../../../../model/errors/errors.ts';
import { counted } from '../../../../../model/names/counted.ts';
import { ConnectionLost, isRefusal, messageOf } from '../../../../app/bridge-client.ts';
import { useIde } from '../../../../app/context.tsx';
import type { Ide } from '../../../../app/ide.ts';
import { useWork } from '../../../../app/queries.ts';
import { showUndo } from '../../../../app/toasts.tsx';
import type { ArgumentsOf, ReplyOf } from '../../../../app/tool-replies.ts';
import { takeBack } from '../../../../commands/edits.ts';

/** One call: files that belong together, or one text. */
export interface TestsToImport {
  /** The file that an error is about; left out for files that belong together. */
  path?: string;
  given: Pick<ArgumentsOf<'importTests'>, 'format' | 'text' | 'files'>;
}

export interface ImportFault {
  path: string;
  message: string;
}

export interface ImportedTests {
  tests: ReplyOf<'importTests'>['tests'];
  faults: readonly ImportFault[];
  omitted: readonly string[];
}

interface ImportDone extends ImportedTests {
  edits: number;
}

export interface ImportTarget {
  into: string | undefined;
  onDone(): void;
}

/** Imports one after the other; each that succeeds stays. */
export function useTestsImport({ into, onDone }: ImportTarget) {
  const ide = useIde();
  const { run, ...work } = useWork();
  const [made, setMade] = useState<ImportedTests>();
  const [faults, setFaults] = useState<readonly ImportFault[]>([]);
  const [underWay, setUnderWay] = useState<string>();
  const show = (done: ImportDone, isShown: boolean) => {
    const [first] = done.tests;
    if (first !== undefined)
      ide.navigation.goWithin({ tab: 'modules', moduleId: first.moduleCode, testId: first.testCode });
    if (isShown || done.tests.some(({ notes }) => notes.length > 0)) setMade(done);
    else onDone();
  };
  /** `isShown`: the result is listed even where nothing is to be looked at. */
  const start = (parts: readonly TestsToImport[], { isShown }: { isShown: boolean }) =>
    run(async isHere => {
      setFaults([]);
      const done = await importAll({ ide, into, parts, onPart: setUnderWay }).finally(() => setUnderWay(undefined));
      if (isHere()) setFaults(done.faults);
      if (done.edits === 0) throw new AppError('invalid-params', 'None of the files could be imported.');
      showUndo(`${counted(done.tests.length, 'test')} imported`, () => void takeBack(ide, done.edits));
      if (isHere()) show(done, isShown);
    });
  const forget = () => {
    work.forget();
    setFaults([]);
  };
  return { ...work, made, faults, underWay, start, forget };
}

export type TestsImport = ReturnType<typeof useTestsImport>;

interface ImportJob {
  ide: Ide;
  into: string | undefined;
  parts: readonly TestsToImport[];
  onPart(words: string): void;
}

/** Errors: those of the tool, where a part names no file; `ConnectionLost`, where nothing was imported before. */
async function importAll({ ide, into, parts, onPart }: ImportJob): Promise<ImportDone> {
  const replies: ReplyOf<'importTests'>[] = [];
  const faults: ImportFault[] = [];
  for (const [index, { path, given }] of parts.entries()) {
    if (path !== undefined) onPart(`Importing ${index + 1} of ${parts.length}: ${path}`);
    try {
      replies.push(await ide.editing.change('importTests', { ...given, moduleCode: into }));
    } catch (error) {
      const isLost = error instanceof ConnectionLost;
      if (path === undefined || !isRefusal(error) || (isLost && replies.length === 0)) throw error;
      faults.push({ path, message: messageOf(error) });
      if (!isLost) continue;
      faults.push(...parts.slice(index + 1).map(part => ({ path: part.path ?? '', message: 'It was not sent.' })));
      break;
    }
  }
  return {
    tests: replies.flatMap(({ tests }) => tests),
    faults,
    omitted: replies.flatMap(({ omitted }) => omitted ?? []),
    edits: replies.length,
  };
}
