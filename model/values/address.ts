import { literalStart, literalText } from './template.ts';

/** An address that names its scheme and may be unreadable all the same, as `http://[`. */
const WEB_SCHEME = /^\s*https?:/i;
/** What is intended as an address without scheme, but reads as one with the scheme `localhost:`. */
const HOST_AND_PORT = /^\s*[\w.-]+:\d+(?:[/?#]|\s*$)/;

/** Whether the app window shows addresses of this kind at all. */
export const isShown = ({ href, protocol }: URL): boolean =>
  href === 'about:blank' || protocol === 'http:' || protocol === 'https:';

/** Why the app window shows no addresses of this kind. */
export const whyNotShown = ({ protocol }: URL): string =>
  `the app window shows http and https addresses only, not ${protocol}`;

/** What to write where only the scheme is missing. */
export const schemeHint = (address: string): string =>
  HOST_AND_PORT.test(address) ? `; write http://${address.trim()}` : '';

/** What is wrong with an address to go to, which may hold `{{ }}`; undefined when its text alone tells nothing. */
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
