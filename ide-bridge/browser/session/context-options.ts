import type { BrowserContextOptions } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';

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

/** What a browser says that has its default context alone, or none. */
const NO_CONTEXTS = /createBrowserContext\): (?:Failed to create|Not |.*wasn't found)|context management/;

/** Time zone, locale and proxy are known to be wrong only by the browser; some browsers that are attached give no context. */
export function refusedSettings(error: unknown): never {
  const told = error instanceof Error ? /(?:Invalid|Malformed|unsupported).*/i.exec(error.message)?.[0] : undefined;
  if (error instanceof Error && NO_CONTEXTS.test(error.message))
    throw new AppError(
      'browser-missing',
      'The browser opens no window of its own for tests: it is part of an application, or lets nobody open one.',
      { next: 'attach to a Chrome or Chromium, or leave --connect out', cause: error },
    );
  if (told === undefined) throw error;
  throw new AppError('invalid-project', `The browser refuses the project's settings: ${told}.`, {
    field: 'settings.browser',
    next: 'editProject',
    cause: error,
  });
}
