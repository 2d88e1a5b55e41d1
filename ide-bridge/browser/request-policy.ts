import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../model/protocol/errors.ts';
import { refusal } from './navigation-policy.ts';

/** Where clouds give their machines keys, and what belongs to nobody's application. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
LINK_LOCAL.addAddress('fd00:ec2::254', 'ipv6');

/** The address to call, relative ones starting from the app's address. Errors: `invalid-params`, as `refuseRequest`. */
export function requestAddress(url: string, base: string | undefined): URL {
  const address = URL.parse(url, base || undefined);
  if (address !== null) return address;
  throw /^\s*[a-z][a-z+.-]*:/i.test(url) || base
    ? unusable(`“${url}” is no address.`)
    : unusable(
        `“${url}” is a relative address, and the project has no app URL to start from; editProject sets it.`,
        'editProject',
      );
}

/**
 * Lets calls go to http and https only, never to this service nor to link-local addresses, whatever name stands for them.
 * Errors: `invalid-params`.
 */
export async function refuseRequest(address: URL, forbiddenOrigins: readonly string[]): Promise<void> {
  if (address.protocol !== 'http:' && address.protocol !== 'https:')
    throw unusable(`“${address.href}” was not called: only http and https addresses are, not ${address.protocol}`);
  for (const host of [address.hostname, ...(await addressesOf(address))]) {
    const place = new URL(address);
    place.hostname = host;
    const reason = isLinkLocal(place.hostname) ? `${host} is a link-local address` : refusal(place, forbiddenOrigins);
    if (reason !== undefined) throw unusable(`“${address.href}” was not called: ${reason}.`);
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function isLinkLocal(hostname: string): boolean {
  const host = bare(hostname);
  const version = isIP(host);
  return version !== 0 && LINK_LOCAL.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** What a name stands for here; nothing when it is known to a proxy alone. */
async function addressesOf({ hostname }: URL): Promise<string[]> {
  if (isIP(bare(hostname)) !== 0) return [];
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
}

const unusable = (message: string, next?: string): AppError =>
  new AppError('invalid-params', message, { field: 'url', ...(next === undefined ? {} : { next }) });
