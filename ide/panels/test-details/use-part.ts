import { useState } from 'react';
import type { z } from 'zod';
import { type AppError, isAppError } from '../../../model/errors/errors.ts';
import type { TestHeader } from '../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import type { ArgumentsOf } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';

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
  problem: AppError | undefined;
  change(value: Value): void;
  save(): void;
  cancel(): void;
  settle(choice: 'theirs' | 'mine'): void;
}

/** A part of a test that is changed as a whole and saved by a button; what is not saved outlasts a reload. */
export function usePart<Value>({ part, test, where, schema, stored, fieldsOf }: PartOptions<Value>): EditedPart<Value> {
  const { editing } = useIde();
  const key = `${part} of ${where.projectId} ${where.versionId} ${test.testCode}`;
  const draft = useDraft({ key, schema, saved: stored });
  const { value, isChanged } = draft;
  const [problem, setProblem] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);
  const cancel = () => {
    draft.discard();
    setProblem(undefined);
  };
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const { testCode, moduleCode } = test;
    await attempt('Save', async () => {
      try {
        await editing.change('editTest', { testCode, moduleCode, ...fieldsOf(value) });
        draft.discard();
      } catch (error) {
        if (!isAppError(error)) throw error;
        setProblem(error);
      }
    });
    setBusy(false);
  };
  return {
    value,
    isChanged,
    isBusy,
    isConflict: draft.isElsewhere,
    problem,
    change: draft.set,
    save: () => void save(),
    cancel,
    settle: choice => (choice === 'theirs' ? cancel() : draft.keepMine()),
  };
}
