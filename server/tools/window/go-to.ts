import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Arrival } from '../../../model/protocol/app-window.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import { planSignIn } from '../../runs/plan/plan-without-test.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { limitsOf, windowOf } from './app-window.ts';

type Context = Pick<ToolContext, 'project' | 'apps' | 'bridge' | 'signal'>;

interface WindowIdentity {
  identity?: Identity | undefined;
  /** Why the window shows the application to nobody in particular. */
  notSignedIn?: string;
}

interface WantedIdentity {
  content: VersionContent;
  role: string | undefined;
  environment: string | undefined;
}

/**
 * How an app window that opens is signed in, as tests are: with what is kept of the role, else by signing in. Nobody
 * asked for the first role, so that what keeps it from signing in does not keep the window from opening.
 * Errors: for a role that was asked for, those of planning, and `invalid-project` when it cannot be signed in.
 */
async function windowIdentity(
  context: Context,
  { content, role, environment }: WantedIdentity,
): Promise<WindowIdentity> {
  try {
    const plan = await planSignIn(context, { content, role, environment });
    const identity = plan.items[0]?.identity;
    if (identity?.signIn === undefined || identity.state !== undefined) return { identity };
    const { state, failure } = await context.bridge.signIn(plan, { signal: context.signal });
    if (failure === undefined) return { identity: { ...identity, state } };
    const { message } = failure;
    throw new AppError('invalid-project', `Nobody could be signed in: ${message}`, { next: 'tryAuth' });
  } catch (error) {
    const isExpected = role === undefined && isAppError(error, 'invalid-project');
    if (!isExpected) throw error;
    return { notSignedIn: error.message };
  }
}

/** The address a caller means: relative ones start from the project's app. */
async function addressOf(context: ToolContext, url: string): Promise<{ url: string; appUrl: string | undefined }> {
  const { project } = context.project.store.content;
  const appUrl = await context.apps.resolve(project.appUrl, project.settings?.sampleShop ?? false);
  if (URL.canParse(url) && !/^sample:/i.test(url)) return { url, appUrl };
  if (appUrl === undefined)
    throw new AppError('invalid-params', `"${url}" is a relative address, but the project has no app address.`, {
      field: 'url',
      expected: 'a whole address such as http://localhost:3000/',
      next: 'editProject',
    });
  const target = url.replace(/^sample:/i, '');
  return { url: URL.parse(target, appUrl.endsWith('/') ? appUrl : `${appUrl}/`)?.href ?? target, appUrl };
}

/** The shorter of the caller's and the project's limit. */
export function navigationLimits(context: ToolContext, timeoutMs: number | undefined): ReturnType<typeof limitsOf> {
  const { timeoutMs: most, ...limits } = limitsOf(context, timeoutMs);
  const { navigationMs = most } = context.project.store.content.project.settings?.timeouts ?? {};
  return { ...limits, timeoutMs: Math.min(most, navigationMs) };
}

interface Way {
  content: VersionContent;
  /** Opens the window again, signed in as this role. */
  role?: string | undefined;
  environment: string | undefined;
  /** Opens the window again, on the screen or without one. */
  headed?: boolean | undefined;
  timeoutMs?: number | undefined;
}

interface EmptyWindow extends Pick<Way, 'content' | 'environment'> {
  /** Opens it in the place of the one that there is. */
  isAnew?: boolean;
}

/** Opens an empty app window when there is none, signed in as one that goes somewhere would be. */
export async function openEmpty(context: ToolContext, { content, environment, isAnew }: EmptyWindow) {
  const { project } = context.project.store.content;
  const appUrl = await context.apps.resolve(project.appUrl, project.settings?.sampleShop ?? false);
  const { identity } = await windowIdentity(context, { content, role: undefined, environment });
  await windowOf(context).open({ settings: project.settings ?? {}, appUrl, identity, isAnew });
}

/** Goes to an address in the app window, which is opened if need be. Errors: `invalid-params`, those of `AppWindow`. */
export async function goTo(
  context: ToolContext,
  url: string,
  { content, role, environment, headed, timeoutMs }: Way,
): Promise<Arrival & { notSignedIn?: string }> {
  const { url: target, appUrl } = await addressOf(context, url);
  const window = windowOf(context);
  const isAnew = role !== undefined || headed !== undefined;
  const { identity, ...remark } =
    window.isOpen() && !isAnew ? {} : await windowIdentity(context, { content, role, environment });
  const settings = context.project.store.content.project.settings ?? {};
  const opening = { settings, appUrl, headed, identity, isAnew };
  return { ...(await window.navigate(target, opening, navigationLimits(context, timeoutMs))), ...remark };
}
