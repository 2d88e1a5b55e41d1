/** Calls that leave out the test or the environment mean the one that is chosen in the IDE. */
import { z } from 'zod';
import { type ModuleCode, Name, ProjectId, TestReference, VersionId } from '../../../model/names/codes.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { IdeId } from '../../../model/protocol/channel/channel.ts';
import { IdeSelection, IdeTab } from '../../../model/protocol/channel/selection.ts';
import type { OpenIde } from '../../../model/protocol/ide.ts';
import type { ToolContext } from './define-tool.ts';
import { idesOf } from './ide-window.ts';
import { versionOf } from './version.ts';

export const IdeView = z.strictObject({
  ideId: IdeId,
  url: z.string(),
  projectId: ProjectId.optional(),
  versionId: VersionId.optional(),
  tab: IdeTab,
  selection: IdeSelection.describe('What is chosen in it'),
  environment: z.string().optional(),
  focused: z.boolean(),
  own: z.boolean().describe('Opened and controlled by Steploom'),
  headed: z.boolean().optional(),
});

export function ideView({ page }: ToolContext, { ideId, report, isOwn, headed }: OpenIde): z.input<typeof IdeView> {
  const { url, isFocused, ...rest } = report;
  const origin = page.addressOf(undefined);
  return {
    ideId,
    ...rest,
    url: origin === undefined ? url : new URL(url, origin).href,
    focused: isFocused,
    own: isOwn,
    headed,
  };
}

export const EnvironmentInput = Name.optional().describe("Code or name; default: the IDE's, else the project's");

export interface IdeCall {
  versionId?: string | undefined;
  ideId?: string | undefined;
}

/** The IDE that a call names, else the one that makes it, else the one used last. */
function ideOf(context: ToolContext, { ideId }: IdeCall): OpenIde | undefined {
  const ides = idesOf(context);
  const wanted = ideId ?? context.actor.ideId;
  const own = ides.find(ide => ide.ideId === wanted);
  return own ?? (ideId === undefined ? ides[0] : undefined);
}

interface IdeChoice {
  /** The version that the IDE shows, unless the call names another one. */
  content: VersionContent;
  selection: Omit<IdeSelection, 'testId'> & { testId?: TestReference | undefined };
}

function choiceOf(context: ToolContext, call: IdeCall): IdeChoice {
  const { versionId, selection = {} } = ideOf(context, call)?.report ?? {};
  const { testId, ...others } = selection;
  return {
    content: versionOf(context, call.versionId ?? versionId),
    selection: testId === undefined ? others : { ...others, testId: TestReference.parse(testId) },
  };
}

export function choiceIn(context: ToolContext, moduleId: ModuleCode | undefined, call: IdeCall): IdeChoice {
  const { content, selection } = choiceOf(context, call);
  const isElsewhere = moduleId !== undefined && moduleId !== selection.moduleId;
  return { content, selection: isElsewhere ? {} : selection };
}

/** Undefined: the project's default. An environment that the version does not have is ignored. */
export function environmentOf(
  context: ToolContext,
  content: VersionContent,
  { environment, ...call }: IdeCall & { environment?: string | undefined },
): string | undefined {
  if (environment !== undefined) return environment;
  const { environment: chosen, versionId } = ideOf(context, call)?.report ?? {};
  const isThere = content.environments.environments.some(({ environmentCode }) => environmentCode === chosen);
  return isThere && versionId === content.version.versionId ? chosen : undefined;
}
