import { BlockList, isIP } from 'node:net';

export interface NamedProxy {
  variable: string;
  /** Undefined where the variable holds no valid address. */
  url: URL | undefined;
}

export interface Proxies {
  proxyFor(url: URL): NamedProxy | undefined;
  /** Credentials of proxies, raw and encoded, for masking. */
  readonly secrets: readonly string[];
}

type ProcessVariables = Readonly<Record<string, string | undefined>>;

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` as curl does, lower case first: hosts with their sub-domains,
 * addresses and networks (10.0.0.0/8), with or without a port; `*` for all. Loopback never uses a proxy.
 */
export function readProxies(environment: ProcessVariables): Proxies {
  const [https, http] = [proxyIn(environment, 'HTTPS_PROXY'), proxyIn(environment, 'HTTP_PROXY')];
  const direct = readDirect(setIn(environment, 'NO_PROXY')?.value ?? '');
  return {
    secrets: [https, http].flatMap(proxy => secretsOf(proxy?.url)),
    proxyFor(url) {
      if (isOwnMachine(bareHost(url)) || direct(url)) return undefined;
      return url.protocol === 'https:' ? https : http;
    },
  };
}

export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

export function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function setIn(environment: ProcessVariables, name: string): { variable: string; value: string } | undefined {
  for (const variable of [name.toLowerCase(), name]) {
    const value = environment[variable]?.trim();
    if (value !== undefined && value !== '') return { variable, value };
  }
  return undefined;
}

function proxyIn(environment: ProcessVariables, name: string): NamedProxy | undefined {
  const found = setIn(environment, name);
  if (found === undefined) return undefined;
  const { variable, value } = found;
  const text = value.includes('://') ? value : `http://${value}`;
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return { variable, url };
}

function secretsOf(url: URL | undefined): string[] {
  if (url === undefined || url.password === '') return [];
  return [url.password, decoded(url.password), ...Object.values(proxyCredentials(url)).map(text => text.slice(6))];
}

/** Text with invalid encoding is returned as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isOwnMachine = (host: string): boolean =>
  isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : LOOPBACK.check(host, familyOf(host));

function readDirect(text: string): (url: URL) => boolean {
  const rules = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readRule);
  return url => rules.some(rule => rule(bareHost(url), portOf(url)));
}

function readRule(entry: string): (host: string, port: number) => boolean {
  if (entry === '*') return () => true;
  const [, address = '', prefix] = /^\[?([\da-f.:]+)\]?(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (isIP(address) !== 0) return networkRule(address, prefix);
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const wanted = name.replace(/^\[(.*)\]$/, '$1').replace(/^\*?\./, '');
  const isNamed = (host: string) => host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
  return (host, asked) => wanted !== '' && isNamed(host) && (port === undefined || Number(port) === asked);
}

function networkRule(address: string, prefix: string | undefined): (host: string) => boolean {
  const list = new BlockList();
  const most = isIP(address) === 6 ? 128 : 32;
  list.addSubnet(address, Math.min(most, Number(prefix ?? most)), familyOf(address));
  return host => isIP(host) !== 0 && list.check(host, familyOf(host));
}
