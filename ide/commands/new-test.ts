import { snapshotOf } from '../app/state.ts';
import { TestReply } from '../app/tool-replies.ts';
import { type Command, contentObstacle, type Situation, situationOf } from './command.ts';
import { moduleTarget } from './target.ts';
import { typingAhead } from './type-ahead.ts';

/** The module that is chosen, else the first one. */
function moduleFor(situation: Situation): string | undefined {
  const modules = Object.values(snapshotOf(situation.state)?.modules ?? {});
  const first = modules.toSorted((left, right) => left.rank - right.rank)[0];
  return moduleTarget(situation) ?? first?.moduleCode;
}

/** Made at once; its name is asked for in the tree. */
export const newTest: Command = {
  title: 'New test',
  obstacle(situation) {
    const obstacle = contentObstacle(situation.state);
    if (obstacle !== undefined) return obstacle;
    return moduleFor(situation) === undefined ? 'Make a module first: it holds tests' : undefined;
  },
  async run(ide) {
    const moduleCode = moduleFor(situationOf(ide));
    await typingAhead(ide, async () => {
      const reply = TestReply.safeParse(await ide.editing.change('createTest', { name: 'New test', moduleCode })).data;
      if (reply === undefined) return false;
      const { testCode, moduleCode: moduleId } = reply.test;
      ide.navigation.goWithin({ tab: 'modules', moduleId, testId: testCode });
      ide.store.setView({ isTreeShown: true, renaming: testCode });
      return true;
    });
  },
};
