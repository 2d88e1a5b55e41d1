import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ADDRESS_REFUSED, type AddressRule, guardedLookup } from './addresses.ts';
import { explainTransport, PROXY_FAILED } from './explain-transport.ts';
import { bareHost, type NamedProxy, portOf, proxyCredentials } from './proxies.ts';

const failed = (message: string): NodeJS.ErrnoException => Object.assign(new Error(message), { code: PROXY_FAILED });

/** Leaves out the credentials of the proxy. */
const nameOf = ({ url, variable }: NamedProxy): string => `the proxy ${url?.host ?? ''} (${variable})`;

export interface Route {
  send: typeof requestHttp;
  options: RequestOptions;
  headers: Readonly<Record<string, string>>;
  explain(error: NodeJS.ErrnoException, url: URL, isConnected: boolean): string;
}

/** Encrypted requests are tunnelled, others forwarded. Errors: `ERR_PROXY_FAILED`, `ERR_ADDRESS_REFUSED`. */
export async function routeThrough(proxy: NamedProxy, { url, rule, signal }: Asked): Promise<Route> {
  const { url: address, variable } = proxy;
  if (address === undefined)
    throw failed(`${variable} holds no address of a proxy. Set it to one, e.g. http://proxy.example.org:3128.`);
  const onTheWay = (error: NodeJS.ErrnoException, target: URL) =>
    `Through ${nameOf(proxy)}: ${explainTransport(error, target)}`;
  if (rule.isEncrypted) {
    const socket = await openTunnel({ ...proxy, url: address }, url, signal);
    const host = bareHost(url);
    const servername = isIP(host) === 0 ? host : '';
    return {
      send: requestHttps,
      options: { createConnection: () => connectTls({ socket, host, servername }) },
      headers: {},
      explain: onTheWay,
    };
  }
  await requirePrivate({ ...proxy, url: address }, { url, rule, signal });
  const { protocol, hostname, port } = hopTo(address);
  return {
    send: protocol === 'https:' ? requestHttps : requestHttp,
    options: { agent: false, protocol, hostname, port, path: `${url.origin}${url.pathname}${url.search}` },
    headers: { host: url.host, ...proxyCredentials(address) },
    explain: (error, target, isConnected) => (isConnected ? onTheWay(error, target) : unreached(proxy, target, error)),
  };
}

const hopTo = (address: URL) => ({ protocol: address.protocol, hostname: bareHost(address), port: portOf(address) });

/**
 * Unencrypted requests must stay in the private network, also through a proxy. Where that leads is looked up here: a
 * name that only the proxy knows may be one of the public network, or of the metadata of a cloud.
 */
function requirePrivate(proxy: NamedProxy, { url, rule, signal }: Asked): Promise<void> {
  const host = bareHost(url);
  if (isIP(host) !== 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    guardedLookup(rule)(host, { all: true }, error => {
      if (error === null) return resolve();
      reject(error.code === ADDRESS_REFUSED ? error : failed(unknownHere(proxy, host, error)));
    });
  });
}

const unknownHere = (proxy: NamedProxy, host: string, { code, message }: NodeJS.ErrnoException): string =>
  `The name ${host} was not found on this machine (${code ?? message}). ${capital(nameOf(proxy))} may know it, but without encryption only hosts are asked that are found here, in the private network. Write https:// in the URL, make the name known on this machine, or name the address of the host.`;

interface Asked {
  url: URL;
  rule: AddressRule;
  signal: AbortSignal;
}

function openTunnel(proxy: NamedProxy & { url: URL }, target: URL, signal: AbortSignal): Promise<Socket> {
  const { protocol, hostname, port } = hopTo(proxy.url);
  const authority = `${target.hostname}:${portOf(target)}`;
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { host: authority, 'user-agent': 'steploom', ...proxyCredentials(proxy.url) };
    const asked = send({ method: 'CONNECT', hostname, port, path: authority, headers, agent: false, signal });
    asked.on('error', (error: NodeJS.ErrnoException) =>
      reject(signal.aborted ? signal.reason : failed(unreached(proxy, target, error))),
    );
    asked.on('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(failed(refused(proxy, target, statusCode)));
    });
    asked.end();
  });
}

const unreached = (proxy: NamedProxy, { hostname }: URL, { code, message }: NodeJS.ErrnoException): string =>
  `${capital(nameOf(proxy))} cannot be reached (${code ?? message}). Correct ${proxy.variable}, or name ${hostname} in NO_PROXY if it is reached without.`;

export function refused(proxy: NamedProxy, { hostname }: URL, status: number): string {
  const what = `${capital(nameOf(proxy))} refused the connection to ${hostname} with ${status}`;
  if (status === 407) return `${what}: it wants a user name and password. Write valid ones into ${proxy.variable}.`;
  return `${what}. Allow it there, or name ${hostname} in NO_PROXY if it is reached without.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
