import type { FieldText } from '../../model/actions/field-fault.ts';
import { ACTION_FIELDS, type Action } from '../../model/actions/index.ts';
import { literalText } from '../../model/values/template.ts';

type FindFile = (file: string) => Promise<{ path: string } | { fault: string }>;

interface FileFault {
  actionIndex: number;
  field: string;
  /** As the second half of a sentence. */
  fault: string;
}

/** Which files of the project that actions need are not there, the first one of each; what a run computes is not looked at. */
export async function checkFiles(actions: readonly { action?: Action }[], find: FindFile): Promise<FileFault[]> {
  const faults = actions.map(async ({ action }, actionIndex) => {
    if (action === undefined || action.disabled) return [];
    for (const { field, text } of filesOf(action)) {
      const literal = literalText(text);
      const found = literal === undefined ? undefined : await find(literal);
      if (found !== undefined && 'fault' in found) return [{ actionIndex, field, fault: found.fault }];
    }
    return [];
  });
  return (await Promise.all(faults)).flat();
}

const filesOf = (action: Action): FieldText[] =>
  Object.entries(action).flatMap(([field, files]: [string, unknown]) =>
    ACTION_FIELDS.get(field)?.namesFiles && Array.isArray(files)
      ? files.map((file, index) => ({ field: `${field}[${index}]`, text: String(file) }))
      : [],
  );
