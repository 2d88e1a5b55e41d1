import type { Ide } from '../app/ide.ts';
import { TestReply } from '../app/tool-replies.ts';
import { type ChosenActions, chosenActions } from './chosen-actions.ts';
import { type Command, situationOf } from './command.ts';
import { createActions } from './create-actions.ts';
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
    const actions = chosenActions(situationOf(ide));
    if (target?.kind === 'action' && actions !== undefined) await duplicateActions(ide, actions);
    if (target?.kind === 'test') await duplicateTest(ide, target);
  },
};

async function duplicateTest({ editing, navigation }: Ide, { moduleCode, testCode }: Target & { kind: 'test' }) {
  const reply = TestReply.safeParse(await editing.change('duplicateTest', { moduleCode, testCode })).data;
  if (reply !== undefined)
    navigation.goWithin({ tab: 'modules', moduleId: reply.test.moduleCode, testId: reply.test.testCode });
}

async function duplicateActions(ide: Ide, { moduleCode, testCode, chosen }: ChosenActions) {
  const actions = chosen.map(({ action: { actionId: _id, ...fields } }) => ({ ...fields, type: fields.type }));
  await createActions(ide, { moduleCode, testCode, behind: chosen.at(-1)?.key, actions });
}
