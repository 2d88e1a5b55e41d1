import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Arrival } from '../../../model/protocol/app-window.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import { planSignIn } from '../../runs/plan/plan-without-test.ts';
import type { PlanParts, ToolContext } from '../define/define-tool.ts';
import { limitsOf, windowOf } from './app-window.ts';

type Context = Pick<ToolContext<PlanParts>, 'project' | 'apps' | 'bridge' | 'signal'>;

interface WindowIdentity {
  identity?: Identity | undefined;
  /** Why the window is signed in with no role. */
  notSignedIn?: string;
}

interface WantedIdentity {
  content: VersionContent;
  role: string | undefined;
  environment: string | undefined;
}

/**
 * Signs an opening app window in, as tests are: by the stored session of the role, else by a sign-in. Only a role that
 * was asked for fails the opening when its sign-in fails; the first role is a mere default.
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

export function navigationLimits(context: ToolContext, timeoutMs: number | undefined): ReturnType<typeof limitsOf> {
  const { timeoutMs: most, ...limits } = limitsOf(context, timeoutMs);
  const { navigationMs = most } = context.project.store.content.project.settings?.timeouts ?? {};
  return { ...limits, timeoutMs: Math.min(most, navigationMs) };
}

interface Way {
  content: VersionContent;
  role?: string | undefined;
  environment: string | undefined;
  /** Reopens the window, visible or headless. */
  headed?: boolean | undefined;
  timeoutMs?: number | undefined;
}

interface EmptyWindow extends Pick<Way, 'content' | 'environment' | 'role'> {
  /** In the place of that of the project. */
  device?: string | undefined;
  /** Replaces an open window. */
  isAnew?: boolean;
}

/** Opens an empty app window, signed in like one that visits a page. */
export async function openEmpty(
  context: ToolContext<PlanParts>,
  { content, environment, role, device, isAnew }: EmptyWindow,
): Promise<void> {
  const { project } = context.project.store.content;
  const appUrl = await context.apps.resolve(project.appUrl, project.settings?.sampleShop ?? false);
  const { identity } = await windowIdentity(context, { content, role, environment });
  const { settings = {} } = project;
  const ofDevice = device === undefined ? settings : { ...settings, browser: { ...settings.browser, device } };
  await windowOf(context).open({ settings: ofDevice, appUrl, identity, isAnew });
}

/** Opens the app window if needed. Errors: `invalid-params`, those of `AppWindow`. */
export async function goTo(
  context: ToolContext<PlanParts>,
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
