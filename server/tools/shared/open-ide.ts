import { AppError } from '../../../model/errors/errors.ts';
import type { OpenIde } from '../../../model/protocol/ide.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { idesOf } from '../define/ide-window.ts';
import { limitsOf } from './app-window.ts';

/** Opens an IDE window on the project. Errors: `ide-not-open` where no service runs, and those of `Ides`. */
export async function openIde(context: ToolContext, headed?: boolean): Promise<OpenIde> {
  const { bridge, project, page } = context;
  const { projectId } = project;
  if (page.addressOf(projectId) === undefined)
    throw new AppError('ide-not-open', 'No service runs that could show the IDE; start it with steploom open.', {
      next: 'steploom open',
    });
  const url = () => page.linkTo(projectId)?.url ?? '';
  return await bridge.ides.open({ url, projectId, headed }, limitsOf(context));
}

/** Opens an IDE on this project when all open ones show other projects, so that nobody loses theirs. */
export const openBesideOthers = async (context: ToolContext): Promise<OpenIde | undefined> =>
  idesOf(context).length > 0 ? undefined : await openIde(context);
