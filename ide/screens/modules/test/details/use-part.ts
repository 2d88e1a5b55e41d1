import type { z } from 'zod';
import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../../../app/context.tsx';
import { useDraft } from '../../../../app/drafts.ts';
import { type Problem, useWork } from '../../../../app/queries.ts';
import type { ArgumentsOf } from '../../../../app/tool-replies.ts';

type EditedFields = Omit<ArgumentsOf<'editTest'>, 'testCode' | 'moduleCode'>;

interface PartOptions<Value> {
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
  isConflict: boolean;
  problem: Problem | undefined;
  change(value: Value): void;
  save(): void;
  cancel(): void;
  settle(choice: 'theirs' | 'mine'): void;
}

/** A part of a test that is saved as a whole; an unsaved draft outlasts a reload. */
export function usePart<Value>({ part, test, where, schema, stored, fieldsOf }: PartOptions<Value>): EditedPart<Value> {
  const { editing } = useIde();
  const key = `${part} of ${where.projectId} ${where.versionId} ${test.testCode}`;
  const draft = useDraft({ key, schema, saved: stored });
  const { value, isChanged } = draft;
  const { isBusy, problem, forget, run } = useWork();
  const cancel = () => {
    draft.discard();
    forget();
  };
  const save = () =>
    run(async () => {
      const { testCode, moduleCode } = test;
      await editing.change('editTest', { testCode, moduleCode, ...fieldsOf(value) });
      draft.discard();
    });
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
