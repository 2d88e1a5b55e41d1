import type { z } from 'zod';
import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../../app/context.tsx';
import { useDraft } from '../../../../app/drafts.ts';
import { useWork } from '../../../../app/queries.ts';
import { whereShown } from '../../../../app/state.ts';
import type { ArgumentsOf } from '../../../../app/tool-replies.ts';

type EditedFields = Omit<ArgumentsOf<'editTest'>, 'testCode' | 'moduleCode'>;

interface PartOptions<Value> {
  part: string;
  test: TestHeader;
  schema: z.ZodType<Value>;
  stored: Value;
  fieldsOf(value: Value): EditedFields;
}

/** A part of a test that is saved as a whole; an unsaved draft outlasts a reload, and so does what is typed while it is saved. */
export function usePart<Value>({ part, test, schema, stored, fieldsOf }: PartOptions<Value>) {
  const { editing } = useIde();
  const where = useIdeState(state => Object.values(whereShown(state) ?? {}).join(' '));
  const key = `${part} of ${where} ${test.testCode}`;
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
      draft.settle(value);
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
    settle: (choice: 'theirs' | 'mine') => (choice === 'theirs' ? cancel() : draft.keepMine()),
  };
}
