import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export interface ConnectionEnds {
  address: string;
  localAddress?: string | undefined;
}

/** The same address at both ends is one of this machine, too. */
export const isHere = ({ address, localAddress }: ConnectionEnds): boolean =>
  isLoopback(address) || (address !== '' && address === localAddress);
