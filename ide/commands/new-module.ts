import { ModuleReply } from '../app/tool-replies.ts';
import { type Command, contentObstacle, situationOf } from './command.ts';
import { moduleTarget } from './target.ts';
import { typingAhead } from './type-ahead.ts';

/** Made at once; its name is asked for in the tree. */
export const newModule: Command = {
  title: 'New module',
  obstacle: ({ state }) => contentObstacle(state),
  async run(ide) {
    const { state, place } = situationOf(ide);
    const isInModule = state.view.focusArea === 'tree' && state.view.treeFocus?.startsWith('m') === true;
    const parentModule = isInModule ? moduleTarget({ state, place }) : undefined;
    const given = { name: 'New module', parentModule };
    await typingAhead(ide, async () => {
      const reply = ModuleReply.safeParse(await ide.editing.change('createModule', given)).data;
      if (reply === undefined) return false;
      const { moduleCode } = reply.module;
      ide.navigation.goWithin({ tab: 'modules', moduleId: moduleCode });
      ide.store.setView({ isTreeShown: true, renaming: moduleCode });
      return true;
    });
  },
};
