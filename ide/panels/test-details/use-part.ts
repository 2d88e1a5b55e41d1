import { useEffect } from 'react';
import { z } from 'zod';
import type { TestHeader } from '../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../app/context.tsx';
import { isSame } from '../../app/edits.ts';
import { useKeptForm } from '../../app/kept-form.ts';
import { type Problem, useWork } from '../../app/queries.ts';
import type { ArgumentsOf } from '../../app/tool-replies.ts';

type EditedFields = Omit<ArgumentsOf<'editTest'>, 'testCode' | 'moduleCode'>;

interface PartOptions<Value> {
  /** Names the part among those of the test. */
  part: string;
  test: TestHeader;
  where: { projectId: string; versionId: string };
  schema: z.ZodType<Value>;
  stored: Value;
  fieldsOf(value: Value): EditedFields;
}

export interface EditedPart<Value> {
  value: Value;
  isChanged: boolean;
  isBusy: boolean;
  /** Somebody else has changed it meanwhile. */
  isConflict: boolean;
  problem: Problem | undefined;
  change(value: Value): void;
  save(): void;
  cancel(): void;
  settle(choice: 'theirs' | 'mine'): void;
}

/** A part of a test that is changed as a whole and saved by a button; what is not saved outlasts a reload. */
export function usePart<Value>({ part, test, where, schema, stored, fieldsOf }: PartOptions<Value>): EditedPart<Value> {
  const { editing } = useIde();
  const key = `${part} of ${where.projectId} ${where.versionId} ${test.testCode}`;
  const { draft, keep, drop } = useKeptForm(key, z.object({ base: schema, mine: schema }));
  const { isBusy, problem, forget, run } = useWork();
  const value = draft?.mine ?? stored;
  const isChanged = draft !== undefined && !isSame(draft.mine, stored);
  const isDone = draft !== undefined && !isChanged;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored by now is no draft any more
  useEffect(() => {
    if (isDone) drop();
  }, [isDone]);
  const isConflict = isChanged && !isSame(draft.base, stored);
  const cancel = () => {
    drop();
    forget();
  };
  const save = () =>
    run(async () => {
      const { testCode, moduleCode } = test;
      await editing.change('editTest', { testCode, moduleCode, ...fieldsOf(value) });
      drop();
    });
  return {
    value,
    isChanged,
    isBusy,
    isConflict,
    problem,
    change: mine => keep({ base: draft?.base ?? stored, mine }),
    save: () => void save(),
    cancel,
    settle: choice => (choice === 'theirs' ? cancel() : keep({ base: stored, mine: value })),
  };
}
