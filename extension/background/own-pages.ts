/** Addresses of Steploom itself: by all names of this machine, whatever a service calls itself. */

const LOOPBACK =
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/;

/** The same for the expressions of Chrome's rules. */
const LOOPBACK_RULE = String.raw`(?:(?:[^/@]+\.)?localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:[^\]/]+\])`;

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' };

interface OwnPlace {
  host: string;
  port: string;
}

/** Of `blob:` addresses that of the page that made them. */
function placeOf(address: string): OwnPlace | undefined {
  const url = URL.parse(URL.parse(address)?.origin ?? '');
  const port = url?.port || PORTS[url?.protocol ?? ''];
  return url === null || port === undefined ? undefined : { host: url.hostname.replace(/\.$/, ''), port };
}

const isSameHost = (one: string, other: string): boolean =>
  one === other || (LOOPBACK.test(one) && LOOPBACK.test(other));

/** `own`: origins of Steploom. Its port is its own under each name of this machine, encrypted or not. */
export function isOwn(address: string, own: readonly string[]): boolean {
  const place = placeOf(address);
  if (place === undefined) return false;
  return own.some(origin => {
    const known = placeOf(origin);
    return known?.port === place.port && isSameHost(known.host, place.host);
  });
}

/** Before a host may stand who goes there. */
const WHOM = '(?:[^/@]*@)?';

const escaped = (text: string): string => text.replace(/[.\\+*?[\](){}^$|]/g, String.raw`\$&`);

function ruleOf(origin: string): string | undefined {
  const place = placeOf(origin);
  if (place === undefined) return undefined;
  const host = String.raw`${LOOPBACK.test(place.host) ? LOOPBACK_RULE : escaped(place.host)}\.?`;
  const schemes = Object.keys(PORTS).filter(scheme => PORTS[scheme] === place.port);
  const unsaid = schemes.map(scheme => `${scheme}//`);
  const starts = [...unsaid.map(start => `${start}${WHOM}${host}`), `[a-z]+://${WHOM}${host}:${place.port}`];
  return `^(?:${starts.join('|')})(?:[/?#]|$)`;
}

/** Regular expressions for Chrome's rules, which match at least what is Steploom's own. */
export const ownRules = (own: readonly string[]): string[] => [
  ...new Set(own.map(ruleOf).filter(rule => rule !== undefined)),
];
