import { literalText } from '../../model/values/template.ts';
import type { CheckedAction } from './check-actions.ts';

type FindFile = (file: string) => Promise<{ path: string } | { fault: string }>;

/** Adds which files of the project are not there, where nothing else is wrong; what a run computes is not looked at. */
export async function checkFiles(checked: readonly CheckedAction[], find: FindFile): Promise<void> {
  for (const one of checked) {
    const { action } = one;
    if (action?.type !== 'upload' || action.disabled) continue;
    for (const [index, file] of action.files.entries()) {
      const literal = literalText(file);
      const found = literal === undefined ? undefined : await find(literal);
      if (found === undefined || 'path' in found) continue;
      one.error ??= { message: `"files[${index}]": ${found.fault}.`, field: `files[${index}]` };
    }
  }
}
