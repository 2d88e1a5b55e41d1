import type { Action } from '../../model/actions/index.ts';
import { literalText } from '../../model/values/template.ts';

type FindFile = (file: string) => Promise<{ path: string } | { fault: string }>;

export interface FileFault {
  actionIndex: number;
  field: string;
  /** As the second half of a sentence. */
  fault: string;
}

/** Which files of the project that actions need are not there, the first one of each; what a run computes is not looked at. */
export async function checkFiles(actions: readonly { action?: Action }[], find: FindFile): Promise<FileFault[]> {
  const faults = actions.map(async ({ action }, actionIndex) => {
    if (action?.type !== 'upload' || action.disabled) return [];
    for (const [index, file] of action.files.entries()) {
      const literal = literalText(file);
      const found = literal === undefined ? undefined : await find(literal);
      if (found !== undefined && 'fault' in found)
        return [{ actionIndex, field: `files[${index}]`, fault: found.fault }];
    }
    return [];
  });
  return (await Promise.all(faults)).flat();
}
