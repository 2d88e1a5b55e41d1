import { z } from 'zod';
import { ProjectId, VersionId } from '../../../model/names/codes.ts';
import { IdeId } from '../../../model/protocol/channel/channel.ts';
import { IdeSelection, IdeTab } from '../../../model/protocol/channel/selection.ts';
import type { OpenIde } from '../../../model/protocol/ide.ts';
import type { ToolContext } from '../define/define-tool.ts';

/** An open IDE and what it shows. */
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
    ...(headed === undefined ? {} : { headed }),
  };
}
