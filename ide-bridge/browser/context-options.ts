import type { BrowserContextOptions } from 'playwright';
import type { ProjectSettings } from '../../model/project/project.ts';
import { AppError } from '../../model/protocol/errors.ts';

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };

/** The browser settings of a project as Playwright takes them. */
export function contextOptions({ browser = {} }: ProjectSettings): BrowserContextOptions {
  const { viewport, locale, timezone, proxy, ignoreHttpsErrors } = browser;
  return {
    viewport: viewport ?? DEFAULT_VIEWPORT,
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezoneId: timezone } : {}),
    ...(proxy ? { proxy: proxyOptions(proxy) } : {}),
    ...(ignoreHttpsErrors ? { ignoreHTTPSErrors: true } : {}),
  };
}

/** User and password stand in the address, as in the environment variable HTTP_PROXY. */
function proxyOptions(proxy: string): NonNullable<BrowserContextOptions['proxy']> {
  const text = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (!URL.canParse(text)) return { server: proxy };
  const { protocol, host, username, password } = new URL(text);
  return {
    server: `${protocol}//${host}`,
    ...(username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}),
  };
}

/** Time zone, locale and proxy are known to be wrong only by the browser. */
export function refusedSettings(error: unknown): never {
  const told = error instanceof Error ? /(?:Invalid|Malformed|unsupported).*/i.exec(error.message)?.[0] : undefined;
  if (told === undefined) throw error;
  throw new AppError('invalid-project', `The browser refuses the project's settings: ${told}.`, {
    field: 'settings.browser',
    next: 'editProject',
    cause: error,
  });
}
