import type { ActionFailure, ResultNode } from '../../../model/run/run.ts';

/** The lines that tell what went wrong: the sentence, then what was expected and found, then what comes close. */
export function explainFailure({ message, expected, actual, candidates = [] }: ActionFailure): string[] {
  return [
    message,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(candidates.length === 0 ? [] : [`Close to it: ${candidates.join(', ')}`]),
  ];
}

export const isBad = ({ state }: Pick<ResultNode, 'state'>): boolean => state === 'failed' || state === 'error';

/** The actions from an outer one down to the one that failed first; empty when none did. */
export function failurePath(result: ResultNode): readonly ResultNode[] {
  if (!isBad(result)) return [];
  for (const inner of result.actions ?? []) {
    const path = failurePath(inner);
    if (path.length > 0) return [result, ...path];
  }
  return [result];
}
