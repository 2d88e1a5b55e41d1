import { literalStart, literalText } from './template.ts';

/** It may still be unreadable, as `http://[`. */
const WEB_SCHEME = /^\s*https?:/i;
/** Lacks a scheme, but reads as one with the scheme `localhost:`. */
const HOST_AND_PORT = /^\s*[\w.-]+:\d+(?:[/?#]|\s*$)/;

export const isShown = ({ href, protocol }: URL): boolean =>
  href === 'about:blank' || protocol === 'http:' || protocol === 'https:';

export const whyNotShown = ({ protocol }: URL): string =>
  `the app window shows http and https addresses only, not ${protocol}`;

export const schemeHint = (address: string): string =>
  HOST_AND_PORT.test(address) ? `; write http://${address.trim()}` : '';

/** The address may hold `{{ }}`; undefined also when its text alone shows no fault. */
export function addressFault(template: string): string | undefined {
  const whole = literalText(template);
  const address = whole ?? literalStart(template);
  if (!URL.canParse(address)) {
    const isUnreadable = whole !== undefined && WEB_SCHEME.test(whole) && !URL.canParse(whole, 'http://app');
    return isUnreadable ? `“${whole}” is not an address` : undefined;
  }
  const url = new URL(address);
  const mayBecomeBlank = whole === undefined && url.protocol === 'about:';
  if (isShown(url) || mayBecomeBlank) return undefined;
  return `“${template}” cannot be opened: ${whyNotShown(url)}${schemeHint(address)}`;
}
