import type { Action } from '../../../model/actions/index.ts';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { requireActor } from '../../../model/project/find-actor.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Arrival } from '../../../model/protocol/app-window.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import { planSignIn } from '../../runs/plan/plan-without-test.ts';
import type { PlanParts, ToolContext } from '../define/define-tool.ts';
import { idesOf } from '../define/ide-window.ts';
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
  /** Of a window that is yet to open. */
  newWindow?: { role?: string | undefined; device?: string | undefined } | undefined;
  environment: string | undefined;
  /** Reopens the window, visible or headless. */
  headed?: boolean | undefined;
  timeoutMs?: number | undefined;
}

interface EmptyWindow extends Pick<Way, 'content' | 'environment' | 'role' | 'headed'> {
  /** In the place of that of the project. */
  device?: string | undefined;
  /** Replaces an open window. */
  isAnew?: boolean;
}

/** Opens an empty app window, signed in like one that visits a page. */
export async function openEmpty(
  context: ToolContext<PlanParts>,
  { content, environment, role, headed, device, isAnew }: EmptyWindow,
): Promise<void> {
  const { project } = context.project.store.content;
  const appUrl = await context.apps.resolve(project.appUrl, project.settings?.sampleShop ?? false);
  const { identity } = await windowIdentity(context, { content, role, environment });
  await windowOf(context).open({ settings: withDevice(project.settings, device), appUrl, identity, headed, isAnew });
}

const withDevice = (settings: ProjectSettings = {}, device: string | undefined): ProjectSettings =>
  device === undefined ? settings : { ...settings, browser: { ...settings.browser, device } };

interface GivenWindow<Context> {
  context: Context;
  newWindow: NonNullable<Way['newWindow']>;
}

/**
 * A context whose app window is that of an actor, who gets one: as the test has them that the IDE shows, else any test.
 * Errors: `not-found` for somebody whom no test names.
 */
export function givingWindow<Context extends ToolContext>(
  context: Context,
  content: VersionContent,
  name: string,
): GivenWindow<Context> {
  const { bridge, project } = context;
  const shown = idesOf(context).flatMap(({ report }) => report.selection.testId ?? []);
  const tests = [
    ...shown.map(code => content.test(code)),
    ...[...content.modules.values()].flatMap(({ tests: all }) => all),
  ];
  const actor = requireActor(content, name, tests);
  const [first] = tests.find(test => test?.actors?.includes(actor))?.actors ?? [];
  const window = bridge.giveWindow(project.projectId, name, first?.name);
  return { context: { ...context, appWindow: () => window }, newWindow: actor };
}

/** Opens the app window if needed. Errors: `invalid-params`, those of `AppWindow`. */
export async function goTo(
  context: ToolContext<PlanParts>,
  url: string,
  { content, role, environment, headed, timeoutMs, newWindow = {} }: Way,
): Promise<Arrival & { notSignedIn?: string }> {
  const { url: target, appUrl } = await addressOf(context, url);
  const window = windowOf(context);
  const isAnew = role !== undefined || headed !== undefined;
  const { identity, ...remark } =
    window.isOpen() && !isAnew
      ? {}
      : await windowIdentity(context, { content, role: role ?? newWindow.role, environment });
  const settings = withDevice(context.project.store.content.project.settings, newWindow.device);
  const opening = { settings, appUrl, headed, identity, isAnew };
  return { ...(await window.navigate(target, opening, navigationLimits(context, timeoutMs))), ...remark };
}

/** Opens the window of an actor who visits a page first. Errors: as `givingWindow` and `openEmpty`. */
export async function openForActor(
  context: ToolContext<PlanParts>,
  { content, environment }: Pick<EmptyWindow, 'content' | 'environment'>,
  { type, actor }: Pick<Action, 'type' | 'actor'>,
): Promise<void> {
  if (type !== 'visit' || actor === undefined) return;
  const { context: own, newWindow } = givingWindow(context, content, actor);
  if (!windowOf(own).isOpen()) await openEmpty(own, { content, environment, ...newWindow });
}
