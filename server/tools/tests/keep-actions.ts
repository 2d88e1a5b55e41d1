import type { Action } from '../../../model/actions/index.ts';
import { mayFallBack } from '../../../model/actions/read-action.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import { ModuleCode } from '../../../model/names/codes.ts';
import type { TestActors } from '../../../model/project/actor.ts';
import { addModule, findModule } from '../../../model/project/edits/modules.ts';
import { addTest } from '../../../model/project/edits/tests.ts';
import { findActor } from '../../../model/project/find-actor.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { editVersion } from '../define/version.ts';
import { rememberElements, withIds } from './test-edits.ts';

/** By code or name; undefined: there is none of that name. Errors: `not-found` for a code. */
export function moduleNamed(
  content: VersionContent,
  named: string,
  field = 'keepAs.moduleCode',
): ModuleCode | undefined {
  const code = ModuleCode.safeParse(named).data;
  if (code !== undefined) return findModule(content, code, field).moduleCode;
  return [...content.modules.values()].find(({ name }) => name === named)?.moduleCode;
}

interface Kept {
  versionId: string | undefined;
  keepAs: { moduleCode: string; name: string };
  performed: readonly Action[];
  looks: readonly (ElementLook | undefined)[];
  /** Who the test is signed in as. */
  role?: string | undefined;
}

/** Stores actions as a new test; the module is made if it does not exist. Undefined where there is nothing to store. */
export async function keepActions(
  context: ToolContext<'runs' | 'redactTyped'>,
  { versionId, keepAs: { moduleCode: named, name }, performed, looks, role }: Kept,
) {
  if (performed.length === 0) return undefined;
  const edit = <Result>(change: (draft: VersionDraft) => Result) =>
    editVersion(context, { versionId, title: 'performActions', edit: change });
  const { result: moduleCode } = await edit(draft => moduleNamed(draft, named) ?? addModule(draft, { name: named }));
  const { result } = await edit(draft => {
    const actions = withIds(performed, draft);
    const actors = actorsFor(context, draft, actions);
    return { actions, testCode: addTest(draft, moduleCode, { name, type: 'web', actors, role, actions }) };
  });
  const { actions, testCode } = result;
  const seen = actions.flatMap((action, index) => {
    const look = looks[index];
    const { actionId } = action;
    return look === undefined || !mayFallBack(action) ? [] : [{ actionId, locator: action.locator, look }];
  });
  await rememberElements(context, seen);
  return { moduleCode, testCode, actions: performed.length };
}

/** Those who acted, as tests of the version have them; the first is the one whose the window is. */
function actorsFor(
  { bridge, project }: ToolContext,
  content: VersionContent,
  actions: readonly Action[],
): TestActors | undefined {
  const { first } = bridge.actorWindows(project.projectId);
  const named = actions.flatMap(({ actor }) => actor ?? []);
  if (named.length === 0) return undefined;
  const names = [...new Set([...(first === undefined ? [] : [first]), ...named])];
  return names.map(actor => findActor(content, actor) ?? { name: actor });
}
