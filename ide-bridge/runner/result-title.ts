import { type Action, actionTitle } from '../../model/actions/index.ts';
import { readTestReference } from '../../model/project/codes.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { FilledFields } from './filled-fields.ts';

/** What an action is called in results, with the values that its fields came to: a plugged test with its name, which its code says nothing of. */
export function resultTitle(action: Action, content: Pick<VersionContent, 'test'>, filled?: FilledFields): string {
  const title = filled?.inTitle(actionTitle(action)) ?? actionTitle(action);
  if (action.type !== 'plugTest') return title;
  const test = content.test(readTestReference(action.test).testCode);
  return test === undefined ? title : `${title} “${test.name}”`;
}
