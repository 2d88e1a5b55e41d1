import { AppError } from '../../../model/errors/errors.ts';
import type { Bridge } from '../../../model/protocol/bridge.ts';
import { IdeId } from '../../../model/protocol/channel/channel.ts';
import type { OpenIde } from '../../../model/protocol/ide.ts';
import { isUnderWay } from '../../../model/run/state.ts';
import type { OpenProject } from '../../workspace/workspace.ts';
import type { PageAddress } from './page-address.ts';

const COMING_LIMIT_MS = 15_000;

export const IDE_FIELDS = {
  ideId: IdeId.optional().describe('Which IDE, where several are open; default: the one used last'),
};

/** When a tool needs an open IDE; `anywhere`: on any project. */
export type IdeNeed = 'always' | 'anywhere' | 'unless-run' | 'unless-app' | 'never';

interface IdeContext {
  bridge: Bridge;
  project: Pick<OpenProject, 'projectId'>;
  page: PageAddress;
  signal: AbortSignal;
}

/** Whoever has a window of their own needs no IDE to see it. */
interface CallingContext extends IdeContext {
  windows: { readonly current: string | undefined };
}

/** The IDEs that show the project of a call; the one used last comes first. */
export const idesOf = ({ bridge, project }: Pick<IdeContext, 'bridge' | 'project'>): OpenIde[] =>
  bridge.ides.all().filter(({ report }) => report.projectId === project.projectId);

const isWanted = (ideId: string | undefined) => (ide: OpenIde) => ideId === undefined || ide.ideId === ideId;

/** The IDE of a call. Errors: `ide-not-open`, with the link to open and the tool that opens it. */
export async function requireIde(context: IdeContext, ideId: string | undefined): Promise<OpenIde> {
  const { bridge, project, signal } = context;
  const fits = isWanted(ideId);
  if (!idesOf(context).some(fits) && bridge.ides.isOpening)
    await bridge.ides.until(ide => ide.report.projectId === project.projectId && fits(ide), {
      signal,
      timeoutMs: COMING_LIMIT_MS,
    });
  const ide = idesOf(context).find(fits);
  if (ide !== undefined) return ide;
  throw notOpen(context, ideId);
}

function notOpen(context: IdeContext, ideId: string | undefined): AppError {
  const { bridge, project, page } = context;
  const own = idesOf(context);
  const others = bridge.ides.all().length - own.length;
  const [first] = own;
  if (ideId !== undefined && first !== undefined)
    return new AppError('ide-not-open', `No IDE ${ideId} shows the project; open: ${own.map(ide => ide.ideId)}.`, {
      field: 'ideId',
      expected: first.ideId,
      next: 'getIDEState',
    });
  const why = others === 0 ? 'No IDE is open' : 'The IDE is open, but logged in to another project';
  const url = page.addressOf(project.projectId);
  const where =
    url === undefined ? 'Start the service with steploom open.' : `Call openIDE, or open ${url} in a browser.`;
  return new AppError('ide-not-open', `${why}; the project "${project.projectId}" is shown nowhere. ${where}`, {
    next: 'openIDE',
    ...(url === undefined ? {} : { facts: { url } }),
  });
}

/** Errors: `ide-not-open` where a tool needs an IDE and none is open. */
export async function checkIde(
  context: CallingContext,
  need: Exclude<IdeNeed, 'never'>,
  { ideId }: { ideId?: unknown },
): Promise<void> {
  if (ideId === undefined && context.windows.current !== undefined) return;
  const { state, runId } = context.bridge.status(context.project.projectId);
  if (need === 'unless-run' && (runId !== undefined || isUnderWay(state))) return;
  if (need === 'unless-app' && context.bridge.app(context.project.projectId).isOpen()) return;
  if (need === 'anywhere' && ideId === undefined && context.bridge.ides.all().length > 0) return;
  await requireIde(context, typeof ideId === 'string' ? ideId : undefined);
}
