import { mayFallBack } from '../../../model/actions/fallbacks.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import { ModuleCode } from '../../../model/names/codes.ts';
import { nextActionId } from '../../../model/project/edits/actions.ts';
import { addModule, findModule } from '../../../model/project/edits/modules.ts';
import { addTest } from '../../../model/project/edits/tests.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { type ActionInputs, readActions } from './action-input.ts';
import { rememberElements } from './know-elements.ts';
import { editVersion } from './version.ts';

/** The module of a code or a name; undefined for a name that none has. Errors: `not-found` for a code. */
export function moduleNamed(content: VersionContent, named: string): ModuleCode | undefined {
  const code = ModuleCode.safeParse(named).data;
  if (code !== undefined) return findModule(content, code, 'keepAs.moduleCode').moduleCode;
  return [...content.modules.values()].find(({ name }) => name === named)?.moduleCode;
}

interface Kept {
  versionId: string | undefined;
  keepAs: { moduleCode: string; name: string };
  inputs: ActionInputs;
  /** What the locators of the actions found. */
  looks: readonly (ElementLook | undefined)[];
}

/** Stores actions as a new test, in a module that is made if need be. Undefined where there is nothing to store. */
export async function keepActions(
  context: ToolContext,
  { versionId, keepAs: { moduleCode: named, name }, inputs, looks }: Kept,
) {
  if (inputs.length === 0) return undefined;
  const edit = <Result>(change: (draft: VersionDraft) => Result) =>
    editVersion(context, { versionId, title: 'performActions', edit: change });
  const { result: moduleCode } = await edit(draft => moduleNamed(draft, named) ?? addModule(draft, { name: named }));
  const { result } = await edit(draft => {
    const actions = readActions(inputs, () => nextActionId(draft));
    return { actions, testCode: addTest(draft, moduleCode, { name, type: 'web', actions }) };
  });
  const { actions, testCode } = result;
  const seen = actions.flatMap((action, index) => {
    const look = looks[index];
    const { actionId } = action;
    return look === undefined || !mayFallBack(action) ? [] : [{ actionId, locator: action.locator, look }];
  });
  await rememberElements(context, seen);
  return { moduleCode, testCode, actions: inputs.length };
}
