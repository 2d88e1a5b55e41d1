import { SESSION_DAYS } from './sessions.ts';

interface CookiePlace {
  /** Cookies do not tell ports apart, so the name does. */
  port: number;
  isSecure: boolean;
}

const SECONDS_A_DAY = 86_400;

const nameOf = ({ port }: CookiePlace): string => `steploom_${port}`;

/** For `Set-Cookie`: no script reads it, no page of another site sends it. */
export function sessionCookie(place: CookiePlace, value: string): string {
  const lasts = value === '' ? 0 : SESSION_DAYS * SECONDS_A_DAY;
  const secure = place.isSecure ? '; Secure' : '';
  return `${nameOf(place)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lasts}${secure}`;
}

const VALUE = /^[\w-]{20,100}$/;

/** The value of our cookie; undefined where it is missing, twice, or none of ours. */
export function readSessionCookie(place: CookiePlace, header: string | undefined): string | undefined {
  const prefix = `${nameOf(place)}=`;
  const values = (header ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(prefix))
    .map(pair => pair.slice(prefix.length));
  const [value] = values;
  return values.length === 1 && value !== undefined && VALUE.test(value) ? value : undefined;
}
