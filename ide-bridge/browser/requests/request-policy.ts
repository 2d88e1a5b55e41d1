import { AppError } from '../../../model/errors/errors.ts';
import { addressesOf } from './metadata-addresses.ts';
import { refusal } from './navigation-policy.ts';

/** The address to call, relative ones starting from the app's address. Errors: `invalid-params`, as `refuseRequest`. */
export function requestAddress(url: string, base: string | undefined): URL {
  const address = URL.parse(url, base || undefined);
  if (address !== null) return address;
  throw /^\s*[a-z][a-z+.-]*:/i.test(url) || base
    ? unusable(`“${url}” is no address.`)
    : unusable(
        `“${url}” is a relative address, and the project has no app URL to start from; editProject sets it.`,
        'editProject',
      );
}

/**
 * Lets calls go to http and https only, never to this service nor to link-local addresses, whatever name stands for them.
 * Errors: `invalid-params`.
 */
export async function refuseRequest(address: URL, forbiddenOrigins: readonly string[]): Promise<void> {
  if (address.protocol !== 'http:' && address.protocol !== 'https:')
    throw unusable(`“${address.href}” was not called: only http and https addresses are, not ${address.protocol}`);
  for (const host of [address.hostname, ...(await addressesOf(address))]) {
    const place = new URL(address);
    place.hostname = host;
    const reason = refusal(place, forbiddenOrigins);
    if (reason !== undefined) throw unusable(`“${address.href}” was not called: ${reason}.`);
  }
}

const unusable = (message: string, next?: string): AppError =>
  new AppError('invalid-params', message, { field: 'url', ...(next === undefined ? {} : { next }) });
