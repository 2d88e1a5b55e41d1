import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { METADATA_SUBNETS } from '../../../model/values/metadata-addresses.ts';

/** `forbidden` addresses are never connected to: link-local, cloud metadata, multicast and the like. */
type AddressReach = 'public' | 'private' | 'forbidden';

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

const FORBIDDEN = blockList([...METADATA_SUBNETS, ['0.0.0.0', 8], ['224.0.0.0', 3], ['::', 128], ['ff00::', 8]]);

const PRIVATE = blockList([
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
]);

export function reachOf(address: string): AddressReach {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (FORBIDDEN.check(address, family)) return 'forbidden';
  return PRIVATE.check(address, family) ? 'private' : 'public';
}

export interface AddressRule {
  /** As in the URL, with brackets around an IPv6 address. */
  hostname: string;
  isEncrypted: boolean;
  /** A public server may lead only to public addresses. */
  onlyPublic: boolean;
}

export function addressFault(address: string, { hostname, isEncrypted, onlyPublic }: AddressRule): string | undefined {
  const reach = reachOf(address);
  const named = hostname === address || hostname === `[${address}]` ? address : `${hostname} (${address})`;
  if (reach === 'forbidden')
    return `${named} is a link-local or metadata address, which is never contacted. Use another host.`;
  if (onlyPublic && reach === 'private')
    return `A public server points to ${named} in a private network, which is not followed. Name that address itself.`;
  if (!isEncrypted && reach === 'public')
    return `${named} is a public address, which is asked by https only. Write https:// in the URL.`;
  return undefined;
}

export const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED';

const refused = (message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code: ADDRESS_REFUSED });

/** Checks the very addresses that the connection will use. */
export const guardedLookup =
  (rule: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const fault = addresses.map(({ address }) => addressFault(address, rule)).find(found => found !== undefined);
      if (fault !== undefined) return callback(refused(fault), []);
      const [first] = addresses;
      if (options.all || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };

/** The fault of a host that is an IP address, which needs no lookup. */
export function literalFault(rule: AddressRule): string | undefined {
  const bare = rule.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : addressFault(bare, rule);
}
