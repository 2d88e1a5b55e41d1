/** What a cookie may be called, hold and belong to. */

/** RFC 6265 and Chromium: neither white space nor separators in names. */
const NAME = /^[^\s=;,\p{Cc}]+$/u;
const VALUE = /^[^;\p{Cc}]*$/u;
const DOMAIN = /^\.?(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/i;

export const cookieNameFault = (name: string): string | undefined =>
  NAME.test(name) ? undefined : `a cookie has a name without spaces, “=”, “;” and “,”, not “${name}”`;

/** Says nothing of the value, which may be a secret. */
export const cookieValueFault = (value: string): string | undefined =>
  VALUE.test(value) ? undefined : 'the value of a cookie has no “;” and no line ends';

export const cookieDomainFault = (domain: string): string | undefined =>
  DOMAIN.test(domain)
    ? undefined
    : `a domain is written shop.example, or .shop.example with all below it, not “${domain}”`;

export const cookiePathFault = (path: string): string | undefined =>
  path.startsWith('/') && VALUE.test(path) ? undefined : `the path of a cookie begins with “/”, unlike “${path}”`;

interface CookieRights {
  name: string;
  domain?: string | undefined;
  path?: string | undefined;
  secure?: boolean | undefined;
  sameSite?: string | undefined;
}

/** The field that browsers would refuse the cookie for, and why. */
export function cookieRightsFault({
  name,
  domain,
  path = '/',
  secure = false,
  sameSite,
}: CookieRights): { field: 'secure' | 'path' | 'domain'; message: string } | undefined {
  const prefix = /^__(?:Secure|Host)-/i.exec(name)?.[0];
  if (prefix !== undefined && !secure)
    return { field: 'secure', message: `a cookie whose name begins with ${prefix} must be secure` };
  if (sameSite === 'None' && !secure)
    return { field: 'secure', message: 'a cookie that goes to other sites too (sameSite “None”) must be secure' };
  if (prefix?.toLowerCase() !== '__host-') return undefined;
  if (path !== '/') return { field: 'path', message: `a cookie whose name begins with ${prefix} has the path “/”` };
  return domain?.startsWith('.')
    ? {
        field: 'domain',
        message: `a cookie whose name begins with ${prefix} belongs to one host, without a dot before it`,
      }
    : undefined;
}
