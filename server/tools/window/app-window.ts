import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { ActorName } from '../../../model/names/codes.ts';
import type { AppWindow } from '../../../model/protocol/app-window.ts';
import type { OpenIde } from '../../../model/protocol/ide.ts';
import { takenOver } from '../../../model/protocol/page-hold.ts';
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

export const WindowTarget = z.enum(['app', 'ide']).optional().describe('Default: app');

export const windowOf = (context: Pick<ToolContext, 'appWindow'>): AppWindow => context.appWindow();

export const ActorInput = ActorName.optional().describe('Whose window');

/** The same context, in which the app window is that of an actor. Errors: `app-not-open`. */
export function actingAs<Context extends Pick<ToolContext, 'appWindow'>>(
  context: Context,
  actor: string | undefined,
): Context {
  if (actor === undefined) return context;
  context.appWindow(actor);
  return { ...context, appWindow: () => context.appWindow(actor) };
}

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

/** Enough for a slow page on a busy machine, and told within 5 s. */
const HANGS_AFTER_MS = 4_000;

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
  if (access !== 'owner' && bridge.isTakenOver(project.projectId)) throw takenOver();
}

interface PageUse {
  /** In a sentence after who does it: "performing 5 actions". */
  doing: string;
  /** How long others are waited for. Default: as long as the call may last. */
  timeoutMs?: number | undefined;
}

/**
 * Has the page to itself while it works: others who act on it wait in order, and those who only read do not. The signal
 * of the context that `work` is given ends when a person takes over. Errors: `busy` (names who has the page),
 * `run-in-progress`, `taken-over`.
 */
export async function holdingPage<Context extends ToolContext<'runs'>, Result>(
  context: Context,
  { doing, timeoutMs }: PageUse,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { bridge, project, actor, access, signal } = context;
  await refuseUnlessFree(context);
  const holder = { by: actor.name, doing, isProgram: access !== 'owner' };
  using hold = await bridge.holdPage(project.projectId, holder, limitsOf(context, timeoutMs));
  // Much may have happened while others were waited for.
  await refuseUnlessFree(context);
  return await work({ ...context, signal: AbortSignal.any([signal, hold.signal]) });
}

async function refuseUnlessFree(context: ToolContext<'runs'>): Promise<void> {
  await refuseDuringRun(context);
  refuseWhileTakenOver(context);
}

/** A run has the window to itself, unless it is paused. Errors: `run-in-progress`. */
export async function refuseDuringRun(context: ToolContext<'runs'>): Promise<void> {
  const { state } = context.bridge.status(context.project.projectId);
  if (state === 'starting' || state === 'running') throw await runUnderWay(context);
}
