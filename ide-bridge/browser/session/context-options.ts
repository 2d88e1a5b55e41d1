import type { BrowserContext, BrowserContextOptions, ViewportSize } from 'playwright';
import type { ProjectSettings } from '../../../model/project/project.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };

type BrowserOfTest = NonNullable<ProjectSettings['browser']>;

/** What a new context needs to be the browser that the settings describe: a device first, then all that they name. */
export async function contextOptions({ browser = {} }: ProjectSettings): Promise<BrowserContextOptions> {
  const { viewport, locale, timezone, proxy, ignoreHttpsErrors, touch, javaScriptEnabled } = browser;
  const { colorScheme, reducedMotion, forcedColors, contrast, userAgent, geolocation, permissions, offline } = browser;
  const chosen = { colorScheme, reducedMotion, forcedColors, contrast, userAgent, geolocation, permissions, offline };
  return {
    viewport: DEFAULT_VIEWPORT,
    ...(await deviceOptions(browser)),
    ...given({ viewport, hasTouch: touch, javaScriptEnabled, ...chosen }),
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezoneId: timezone } : {}),
    ...(proxy ? { proxy: proxyOptions(proxy) } : {}),
    ...(ignoreHttpsErrors ? { ignoreHTTPSErrors: true } : {}),
  };
}

/** The size of its pages, in CSS pixels. */
export async function viewportOf({ browser = {} }: ProjectSettings): Promise<ViewportSize> {
  return browser.viewport ?? (await deviceOptions(browser)).viewport ?? DEFAULT_VIEWPORT;
}

/** Empty without a device. The browser stays that of the run. */
async function deviceOptions({ device }: BrowserOfTest): Promise<BrowserContextOptions> {
  if (device === undefined) return {};
  const { devices } = await loadPlaywright();
  const { defaultBrowserType: _browser, ...options } = devices[device] ?? {};
  return options;
}

/** Permissions that pages of the window have from its beginning. */
export async function grantChosen(context: BrowserContext, { browser = {} }: ProjectSettings): Promise<void> {
  if (browser.permissions !== undefined) await context.grantPermissions(browser.permissions);
}

function given<Options extends object>(options: Options): { [Name in keyof Options]?: NonNullable<Options[Name]> };
function given(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** User and password are in the address, as in HTTP_PROXY. */
function proxyOptions(proxy: string): NonNullable<BrowserContextOptions['proxy']> {
  const text = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (!URL.canParse(text)) return { server: proxy };
  const { protocol, host, username, password } = new URL(text);
  return {
    server: `${protocol}//${host}`,
    ...(username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}),
  };
}
