import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../model/errors/errors.ts';

interface GuardOptions {
  port: number;
  isSecure?: boolean;
  /** With or without a port. */
  allowedHosts?: readonly string[];
}

/** For requests and WebSocket upgrades alike; undefined when one may pass. */
export type RequestGuard = (request: Pick<IncomingMessage, 'rawHeaders' | 'url'>) => AppError | undefined;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const DEFAULT_PORTS = { http: 80, https: 443 };
const WITH_PORT = /^(\[[^\]]*\]|[^:[\]]*):\d+$/;
const LONGEST_SHOWN = 100;

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.flatMap((header, index) =>
    index % 2 === 0 && header.toLowerCase() === name ? [(rawHeaders[index + 1] ?? '').toLowerCase()] : [],
  );
}

const shown = (values: readonly string[]): string =>
  JSON.stringify(values.join(', ').slice(0, LONGEST_SHOWN)).replaceAll(/[^\x20-\x7e]/g, '?');

/** Against DNS rebinding and foreign origins. Headers are compared as text: a malformed one can do no harm. */
export function createGuard({ port, isSecure = false, allowedHosts = [] }: GuardOptions): RequestGuard {
  const isDefaultPort = port === DEFAULT_PORTS[isSecure ? 'https' : 'http'];
  const withPort = (name: string) => (WITH_PORT.test(name) ? [name] : [name, `${name}:${port}`]);
  const own = LOOPBACK_NAMES.flatMap(name => (isDefaultPort ? [name, `${name}:${port}`] : [`${name}:${port}`]));
  const hosts = new Set([...own, ...allowedHosts.map(name => name.toLowerCase()).flatMap(withPort)]);
  const origins = new Set([...hosts].flatMap(host => [`http://${host}`, `https://${host}`]));
  const isOneOf = (values: readonly string[], known: ReadonlySet<string>) =>
    values.length === 1 && known.has(values[0] ?? '');

  return ({ rawHeaders, url }) => {
    const host = valuesOf(rawHeaders, 'host');
    const origin = valuesOf(rawHeaders, 'origin');
    if (!isOneOf(host, hosts))
      return new AppError('host-refused', `Host ${shown(host)} is not a name of this service.`, {
        next: 'steploom open --allow-host NAME',
      });
    if (origin.length > 0 && !isOneOf(origin, origins))
      return new AppError('host-refused', `Pages of ${shown(origin)} may not use this service.`);
    // A whole address in the request line would name a second host.
    if (!url?.startsWith('/')) return new AppError('host-refused', 'The request line must hold a path only.');
    return undefined;
  };
}

interface ReachedAt {
  host: string;
  port: number;
  isSecure: boolean;
  names: readonly string[];
}

const WILDCARD_HOSTS = ['0.0.0.0', '::'];

const inAddress = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name);
const named = (name: string): string => (WITH_PORT.test(name) ? name : inAddress(name));

export function ownNames({ host, port, isSecure, names }: ReachedAt) {
  const scheme = isSecure ? 'https' : 'http';
  const main = inAddress(WILDCARD_HOSTS.includes(host) ? '127.0.0.1' : host);
  const url = `${scheme}://${main}:${port}`;
  const hosts = [`${main}:${port}`, ...names.map(named)];
  const urls = hosts.map(name => `${scheme}://${WITH_PORT.test(name) ? name : `${name}:${port}`}`);
  return { url, hosts, urls: [...new Set(urls)] };
}
