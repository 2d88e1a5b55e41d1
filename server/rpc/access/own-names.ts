interface Place {
  host: string;
  port: number;
  isSecure: boolean;
  /** Further addresses and names under which the service is reached, with or without a port. */
  names: readonly string[];
}

const WILDCARD_HOSTS = ['0.0.0.0', '::'];
const WITH_PORT = /^(\[[^\]]*\]|[^:[\]]*):\d+$/;

const inAddress = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name);
const named = (name: string): string => (WITH_PORT.test(name) ? name : inAddress(name));

/** The address to tell people, the names for the guard, and all addresses at which our own page stands. */
export function ownNames({ host, port, isSecure, names }: Place) {
  const scheme = isSecure ? 'https' : 'http';
  const main = inAddress(WILDCARD_HOSTS.includes(host) ? '127.0.0.1' : host);
  const url = `${scheme}://${main}:${port}`;
  const hosts = [`${main}:${port}`, ...names.map(named)];
  const urls = hosts.map(name => `${scheme}://${WITH_PORT.test(name) ? name : `${name}:${port}`}`);
  return { url, hosts, urls: [...new Set(urls)] };
}
