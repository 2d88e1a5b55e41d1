/** The cookies of a window, as the page of the current tab would send them, or of a domain that a test names. */
import type { BrowserContext, Cookie } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import {
  cookieDomainFault,
  cookieNameFault,
  cookieRightsFault,
  cookieValueFault,
} from '../../../model/values/cookie.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { explainActionError } from './explain-action-error.ts';
import { givenTime, type Limits } from './limits.ts';

interface CookieSite {
  /** Address of a page, before which one of the app stands for it; undefined where there is neither. */
  url: string | undefined;
  /** Instead, with or without a dot before it. */
  domain: string | undefined;
}

type NewCookie = Pick<Cookie, 'name' | 'value'> &
  Partial<Pick<Cookie, 'path' | 'expires' | 'httpOnly' | 'secure' | 'sameSite'>>;

const isPage = (url: string | undefined): url is string => url !== undefined && /^https?:/.test(url);

/** Errors: `page-error` for a tab that is lent. */
export function siteOf(session: AppSession, base: string | undefined, domain: string | undefined): CookieSite {
  if (session.isLent)
    throw new AppError('page-error', 'The cookies of your own browser stay as they are: this tab is lent.', {
      next: 'giveTabBack',
    });
  const url = [session.requirePage().url(), base].find(isPage);
  return { url, domain };
}

/** Errors: `timeout`, `page-error`, `browser-lost`, `stopped`. */
export async function onCookies<Result>(
  session: AppSession,
  limits: Limits,
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const page = session.requirePage();
  const { timeoutMs, signal } = limits;
  const late = () => new AppError('timeout', `The browser gave no answer about cookies within ${givenTime(limits)}.`);
  try {
    return await withinLimit(() => use(page.context()), { timeoutMs, signal, late });
  } catch (error) {
    throw explainActionError(error, { subject: 'the cookies', url: page.url(), ...limits });
  }
}

/** As a request gets it: of several with a name, that of the longest path. Errors: `invalid-project` without a site. */
export async function readCookie(context: BrowserContext, name: string, site: CookieSite): Promise<string | null> {
  const { domain } = site;
  const all = domain === undefined ? await context.cookies(hostOf(site).url) : await cookiesOf(context, domain);
  const found = all.filter(cookie => cookie.name === name).sort((one, other) => other.path.length - one.path.length);
  return found[0]?.value ?? null;
}

/** Errors: `invalid-project` for what browsers do not take, `page-error` where this one does not. */
export async function setCookie(context: BrowserContext, cookie: NewCookie, site: CookieSite): Promise<void> {
  const domain = site.domain ?? hostOf(site).host;
  const { name, value, path = '/' } = cookie;
  refuse('name', cookieNameFault(name));
  refuse('value', cookieValueFault(value));
  refuse('domain', site.domain === undefined ? undefined : cookieDomainFault(site.domain));
  const { field = '', message } = cookieRightsFault({ ...cookie, domain: site.domain }) ?? {};
  refuse(field, message);
  if (site.domain === undefined && cookie.secure === true) requireSecure(hostOf(site).url, name);
  await context.addCookies([{ ...cookie, domain, path }]).catch((error: unknown) => {
    if (!(error instanceof Error) || !/Invalid cookie|Storage\.setCookies/.test(error.message)) throw error;
    const message = `The browser does not take the cookie “${name}” for ${domain}: no site may have cookies for that domain, or it is longer than 4096 characters.`;
    throw new AppError('page-error', message, { cause: error });
  });
}

export async function removeCookie(
  context: BrowserContext,
  name: string | undefined,
  domain: string | undefined,
): Promise<void> {
  const named = name === undefined ? {} : { name };
  if (domain === undefined) return context.clearCookies(named);
  const domains = new Set((await cookiesOf(context, domain)).map(cookie => cookie.domain));
  for (const each of domains) await context.clearCookies({ ...named, domain: each });
}

const bare = (domain: string): string => domain.replace(/^\./, '').toLowerCase();

async function cookiesOf(context: BrowserContext, domain: string): Promise<Cookie[]> {
  return (await context.cookies()).filter(cookie => bare(cookie.domain) === bare(domain));
}

function hostOf({ url }: CookieSite): { url: string; host: string } {
  if (url !== undefined) return { url, host: new URL(url).hostname };
  throw new AppError('invalid-project', 'The tab shows no page of a site, and the project has no address of the app.', {
    field: 'domain',
  });
}

function refuse(field: string, fault: string | undefined): void {
  if (fault !== undefined) throw new AppError('invalid-project', `"${field}": ${fault}.`, { field });
}

/** Browsers take those of the machine itself for secure. */
const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

function requireSecure(url: string, name: string): void {
  const { protocol, hostname, origin } = new URL(url);
  if (protocol === 'https:' || LOCAL.test(hostname)) return;
  const message = `The cookie “${name}” would never be sent to ${origin}: it is secure, and the site is not on https.`;
  throw new AppError('invalid-project', message, { field: 'secure' });
}
