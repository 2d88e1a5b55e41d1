import {
  type ExchangeLimits,
  exchange,
  type HttpAnswer,
  type HttpFault,
  type HttpOutcome,
  type HttpRequest,
} from './exchange.ts';

const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Follows redirects, and never sends credentials to another host. */
export async function follow(request: HttpRequest, limits: ExchangeLimits): Promise<HttpOutcome> {
  let current = request;
  let { onlyPublic = false } = limits;
  for (let hops = 0; ; hops++) {
    const outcome = await exchange(current, { ...limits, onlyPublic });
    if (outcome.kind === 'fault' || !REDIRECTS.includes(outcome.status)) return outcome;
    if (hops === MOST_REDIRECTS)
      return faultOf(
        current.url,
        `More than ${MOST_REDIRECTS} redirects. Put the address that they lead to into the settings.`,
      );
    const next = redirected(current, outcome);
    if ('kind' in next) return next;
    onlyPublic ||= outcome.isPublic;
    current = next;
  }
}

const faultOf = (url: URL, message: string): HttpFault => ({ kind: 'fault', url, message, isUnsent: false });

function redirected(request: HttpRequest, { status, location = '' }: HttpAnswer): HttpRequest | HttpFault {
  const { url: from, method, headers } = request;
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target === undefined || location === '' || !/^https?:$/.test(target.protocol))
    return faultOf(from, `The answer ${status} redirects to no address of the web. Check the URL.`);
  target.username = '';
  target.password = '';
  const isSame = target.origin === from.origin;
  const to = `${target.origin}${target.pathname}`;
  if (method === 'POST' && !(isSame && (status === 307 || status === 308)))
    return faultOf(
      from,
      `The answer ${status} redirects to ${to}; nothing is sent there by itself. Put the right address into the settings.`,
    );
  if (isSame) return { ...request, url: target };
  return { method, url: target, headers };
}
