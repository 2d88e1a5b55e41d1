/** What a service is told of the events of a lent tab: nothing that pages themselves cannot know of other sites. */
import { isOwn } from './own-pages.ts';

export type ProtocolParams = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is ProtocolParams =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Chrome tells of all cookies that a request has or might have had, also those that no script may read. */
const PRIVATE = new Set([
  ...['cookie', 'cookie2', 'set-cookie', 'set-cookie2', 'associatedcookies', 'blockedcookies', 'exemptedcookies'],
  ...['headerstext', 'requestheaderstext', 'proxy-authorization'],
]);

/** By which Chrome signs in to a site for somebody who has done so before. */
const PRIVATE_AS_SENT = new Set([...PRIVATE, 'authorization']);

function without(names: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => without(names, each));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, each]) => [name, without(names, each)]));
}

const NESTED = ['request', 'response', 'redirectResponse', 'frame', 'targetInfo', 'context', 'entry'];
const ADDRESSES = ['url', 'documentURL', 'unreachableUrl', 'origin', 'urlFragment'];

/** The addresses that an event is about. */
function addressesOf(params: ProtocolParams): string[] {
  const parts = [params, ...NESTED.map(name => params[name]).filter(isRecord)];
  return parts.flatMap(part => ADDRESSES.map(name => part[name]).filter(value => typeof value === 'string'));
}

/** Undefined for what is not told: the address of a page of Steploom may hold a sign-in code. */
export function toldOf(method: string, params: ProtocolParams, own: readonly string[]): ProtocolParams | undefined {
  if (addressesOf(params).some(address => isOwn(address, own))) return undefined;
  if (!method.startsWith('Network.')) return params;
  const told = without(method.endsWith('ExtraInfo') ? PRIVATE_AS_SENT : PRIVATE, params);
  return isRecord(told) ? told : undefined;
}
