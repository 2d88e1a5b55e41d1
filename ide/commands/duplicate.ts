import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { openTestOf } from '../app/state.ts';
import { ActionReply, TestReply } from '../app/tool-replies.ts';
import { type Command, situationOf } from './command.ts';
import { focusedTarget, type Target, testTarget } from './target.ts';

export const duplicate: Command = {
  title: 'Duplicate',
  shortcut: '$mod+d',
  obstacle(situation) {
    const target = focusedTarget(situation) ?? testTarget(situation);
    if (target === undefined) return 'Choose a test or an action';
    return target.kind === 'module' ? 'Modules cannot be duplicated' : undefined;
  },
  async run(ide) {
    const target = focusedTarget(situationOf(ide)) ?? testTarget(situationOf(ide));
    if (target?.kind === 'action') await duplicateAction(ide, target);
    if (target?.kind === 'test') await duplicateTest(ide, target);
  },
};

async function duplicateTest({ editing, navigation }: Ide, { moduleCode, testCode }: Target & { kind: 'test' }) {
  const reply = TestReply.safeParse(await editing.change('duplicateTest', { moduleCode, testCode })).data;
  if (reply !== undefined)
    navigation.goWithin({ tab: 'modules', moduleId: reply.test.moduleCode, testId: reply.test.testCode });
}

async function duplicateAction(ide: Ide, { moduleCode, testCode, actionId }: Target & { kind: 'action' }) {
  const action = openTestOf(ide.store.getState(), testCode)?.actions.find(one => one.actionId === actionId);
  if (action === undefined) return;
  const { actionId: _id, ...fields } = action;
  const deed = { tool: 'createAction' as const, behind: actionId, fields };
  const outcome = await ide.editing.submit({ moduleCode, testCode, deed });
  const reply = outcome.kind === 'saved' ? ActionReply.safeParse(outcome.reply).data : undefined;
  const place = ide.navigation.place();
  if (reply !== undefined && isInProject(place))
    ide.navigation.go({ ...place, actionId: reply.action.actionId }, { replace: true });
}
