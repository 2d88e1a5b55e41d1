import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is one that only this machine can use. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** The addresses of both ends of a connection. */
export interface ConnectionEnds {
  address: string;
  localAddress?: string | undefined;
}

/** Whether somebody comes from this machine. The same address at both ends is one of its own, too. */
export const isHere = ({ address, localAddress }: ConnectionEnds): boolean =>
  isLoopback(address) || (address !== '' && address === localAddress);
