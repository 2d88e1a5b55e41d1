/** Keeps app windows and test requests off link-local addresses and cloud metadata services. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { METADATA_NAMES, METADATA_SUBNETS } from '../../../model/values/metadata-addresses.ts';

const METADATA = new BlockList();
for (const [address, prefix] of METADATA_SUBNETS) METADATA.addSubnet(address, prefix, family(address));

/**
 * Makes Chromium refuse these, however a page gets there: redirect, frame, script. Its patterns take addresses as
 * names; a colon would begin a port, so `?` replaces it.
 */
export const NO_METADATA = `--host-resolver-rules=${[
  '169.254.*',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '?fd00?ec2??254?',
  '?fd20?ce??254?',
  '*??ffff?a9fe?*',
  '*64?ff9b??a9fe?*',
  ...METADATA_NAMES,
]
  .map(pattern => `MAP ${pattern} ~NOTFOUND`)
  .join()}`;

/** A name is judged by its addresses, where they are known. */
export function metadataFault(hostname: string): string | undefined {
  const host = bare(hostname);
  const isOne =
    isIP(host) === 0 ? METADATA_NAMES.includes(host.replace(/\.$/, '')) : METADATA.check(host, family(host));
  return isOne
    ? `${hostname} is a link-local address or the metadata service of a cloud, which is never contacted`
    : undefined;
}

/** Empty for a name that only a proxy knows. */
export async function addressesOf({ hostname }: URL): Promise<string[]> {
  if (isIP(bare(hostname)) !== 0) return [];
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address, family: version }) => (version === 6 ? `[${address}]` : address));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
