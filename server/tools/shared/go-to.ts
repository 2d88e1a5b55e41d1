import { AppError } from '../../../model/errors/errors.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Arrival } from '../../../model/protocol/app-window.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { limitsOf, windowOf } from './app-window.ts';
import { windowIdentity } from './window-identity.ts';

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

/** Of the caller and of the project, the shorter limit. */
export function navigationLimits(context: ToolContext, timeoutMs: number | undefined): ReturnType<typeof limitsOf> {
  const { timeoutMs: most, ...limits } = limitsOf(context, timeoutMs);
  const { navigationMs = most } = context.project.store.content.project.settings?.timeouts ?? {};
  return { ...limits, timeoutMs: Math.min(most, navigationMs) };
}

interface Way {
  content: VersionContent;
  /** Opens the window anew, signed in as this role. */
  role?: string | undefined;
  environment: string | undefined;
  timeoutMs?: number | undefined;
}

/** Opens an empty app window when there is none, signed in as one that goes somewhere would be. */
export async function openEmpty(context: ToolContext, { content, environment }: Pick<Way, 'content' | 'environment'>) {
  const { project } = context.project.store.content;
  const appUrl = await context.apps.resolve(project.appUrl, project.settings?.sampleShop ?? false);
  const { identity } = await windowIdentity(context, { content, role: undefined, environment });
  await windowOf(context).open({ settings: project.settings ?? {}, appUrl, identity });
}

/** Goes to an address in the app window, which is opened if need be. Errors: `invalid-params`, those of `AppWindow`. */
export async function goTo(
  context: ToolContext,
  url: string,
  { content, role, environment, timeoutMs }: Way,
): Promise<Arrival & { notSignedIn?: string }> {
  const { url: target, appUrl } = await addressOf(context, url);
  const window = windowOf(context);
  const isAnew = role !== undefined;
  const { identity, ...remark } =
    window.isOpen() && !isAnew ? {} : await windowIdentity(context, { content, role, environment });
  const settings = context.project.store.content.project.settings ?? {};
  const opening = { settings, appUrl, identity, isAnew };
  return { ...(await window.navigate(target, opening, navigationLimits(context, timeoutMs))), ...remark };
}
