import { type Action, actionTitle } from '../../model/actions/index.ts';
import { readTestReference } from '../../model/project/codes.ts';
import type { VersionContent } from '../../model/project/version-content.ts';

/** What an action is called in results: a plugged test with its name, which its code says nothing of. */
export function resultTitle(action: Action, content: Pick<VersionContent, 'test'>): string {
  const title = actionTitle(action);
  if (action.type !== 'plugTest') return title;
  const test = content.test(readTestReference(action.test).testCode);
  return test === undefined ? title : `${title} “${test.name}”`;
}
