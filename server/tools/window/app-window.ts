import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { AppWindow } from '../../../model/protocol/app-window.ts';
import type { OpenIde } from '../../../model/protocol/ide.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { runUnderWay } from '../../runs/start-run.ts';
import { ANSWER_WITHIN_MS, type ToolContext } from '../define/define-tool.ts';
import { idesOf, requireIde } from '../define/ide-window.ts';

/** Errors: `ide-not-open` where no service runs, and those of `Ides`. */
export async function openIde(context: ToolContext, headed?: boolean): Promise<OpenIde> {
  const { bridge, project, page } = context;
  const { projectId } = project;
  if (page.addressOf(projectId) === undefined)
    throw new AppError('ide-not-open', 'No service is running that could show the IDE; start it with steploom open.', {
      next: 'steploom open',
    });
  const url = () => page.linkTo(projectId)?.url ?? '';
  return await bridge.ides.open({ url, projectId, headed }, limitsOf(context));
}

/** Opens another IDE when all open ones show other projects, so that nobody loses their page. */
export const openBesideOthers = async (context: ToolContext): Promise<OpenIde | undefined> =>
  idesOf(context).length > 0 ? undefined : await openIde(context);

const MOST_MS = 25_000;

export const TimeLimit = z.number().int().min(1).max(MOST_MS).optional().describe(`Default and most: ${MOST_MS}`);

export const WindowTarget = z.enum(['app', 'ide']).optional().describe('app (default): the application under test');

export const windowOf = (context: Pick<ToolContext, 'appWindow'>): AppWindow => context.appWindow();

/** Also masks what was typed into password fields of the app window. */
export const windowRedactor = ({ bridge, project }: ToolContext<'redactTyped'>): Redactor =>
  project.redactTyped(bridge.app(project.projectId).typedPasswords());

interface Watched {
  target: z.output<typeof WindowTarget>;
  ideId: string | undefined;
}

/** Errors: `ide-not-open` for an IDE in a browser that the service does not control. */
export async function watchedWindow(
  context: ToolContext,
  { target, ideId }: Watched,
): Promise<Pick<AppWindow, 'screenshot' | 'console' | 'url' | 'lostBy'>> {
  if (target !== 'ide') return windowOf(context);
  const { ides } = context.bridge;
  const own = ideId === undefined ? idesOf(context).find(ide => ide.isOwn) : undefined;
  const ide = own ?? (await requireIde(context, ideId));
  if (!ide.isOwn)
    throw new AppError(
      'ide-not-open',
      `The IDE ${ide.ideId} is open in a browser that Steploom does not control; openIDE with headed: false opens one that it can look into.`,
      { field: 'target', next: 'openIDE' },
    );
  return {
    screenshot: (request, options) => ides.screenshot(ide.ideId, request, options),
    console: () => ides.console(ide.ideId),
    url: () => ide.report.url,
    lostBy: () => undefined,
  };
}

/** Enough for a slow page on a busy machine. */
const HANGS_AFTER_MS = 5_000;

/**
 * The page is given up a little before the call would become a job, so that its error says what was waited for.
 * A page that hangs is reported sooner, unless the caller set a limit.
 */
export const limitsOf = ({ signal }: ToolContext, timeoutMs?: number) => ({
  signal,
  timeoutMs: Math.min(timeoutMs ?? MOST_MS, ANSWER_WITHIN_MS),
  ...(timeoutMs === undefined ? { hangsAfterMs: HANGS_AFTER_MS } : {}),
});

/** A person may lock the app window for agents. Errors: `taken-over`. */
export function refuseWhileTakenOver({ access, bridge, project }: ToolContext): void {
  if (access === 'owner' || !bridge.isTakenOver(project.projectId)) return;
  throw new AppError(
    'taken-over',
    'A person has taken over the browser. Read what you need, and try again when it has been handed back.',
    { next: 'getPageInfo' },
  );
}

export async function refuseUnlessFree(context: ToolContext<'runs'>): Promise<void> {
  await refuseDuringRun(context);
  refuseWhileTakenOver(context);
}

/** A run has the window to itself, unless it is paused. Errors: `run-in-progress`. */
export async function refuseDuringRun(context: ToolContext<'runs'>): Promise<void> {
  const { state } = context.bridge.status(context.project.projectId);
  if (state === 'starting' || state === 'running') throw await runUnderWay(context);
}
