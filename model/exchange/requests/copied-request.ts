/** What a browser sent, and what every form of it for other programs has in common. */
import { headerNameFault, headerValueFault } from '../../values/header.ts';
import { contentFault } from '../../values/json-value.ts';
import { REDACTED } from '../../values/redactor.ts';

/** As the trace of a run keeps it, with its secrets masked. */
export interface CopiedRequest {
  method: string;
  url: string;
  headers: readonly { name: string; value: string }[];
  /** `text` is missing where the body is no text; `cut`: number of characters that are missing after it. */
  body?: { mediaType: string; text?: string | undefined; cut?: number | undefined } | undefined;
}

/** A form in which a request can be sent again. */
export interface RequestFormat {
  title: string;
  /** Its text is pasted into a test, as actions. */
  isForTests: boolean;
  /** What stands in the text where something secret was. */
  mask: string;
  /** Why the request has no such form; undefined where it has. */
  fault(request: CopiedRequest): string | undefined;
  /** Only for requests without a fault. Whatever a page sent, the text does nothing but send it again. */
  text(request: CopiedRequest): string;
}

const SENT_OVER = ['http:', 'https:'];

export function requestFault({ method, url, body }: CopiedRequest): string | undefined {
  if (!URL.canParse(url) || !SENT_OVER.includes(new URL(url).protocol))
    return 'Only requests to http and https addresses can be sent again.';
  // Both are tokens.
  if (headerNameFault(method) !== undefined) return `“${method}” is not a method.`;
  if (body === undefined) return undefined;
  if (body.text === undefined || body.text.includes('\0'))
    return `The body is not text (${body.mediaType}), so the request cannot be copied.`;
  return body.cut === undefined ? undefined : 'The body is too long to be copied. The trace has all of it.';
}

/** With all that is special in a URL encoded, but for what is masked. */
export function addressOf({ url }: CopiedRequest): string {
  const address = new URL(url);
  address.hash = '';
  return address.href.replaceAll(encodeURIComponent(REDACTED), REDACTED);
}

export const bodyOf = ({ body }: CopiedRequest): string | undefined => body?.text || undefined;

/** Every client has its own, for the connection that it makes. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding)$/i;

/** Those that can be sent by any program. */
export const headersOf = ({ headers }: CopiedRequest): CopiedRequest['headers'] =>
  headers.filter(
    ({ name, value }) =>
      headerNameFault(name) === undefined && headerValueFault(value) === undefined && !OF_CONNECTION.test(name),
  );

/** Those that browsers set themselves, and let no script set. */
const OF_BROWSER =
  /^(?:accept-charset|access-control-request-.*|cookie2?|date|dnt|origin|referer|user-agent|via|sec-.*|proxy-.*)$/i;

/** By names in lower case; those that a browser adds by itself are left out. */
export function headerRecord(request: CopiedRequest): Record<string, string> {
  const record = new Map<string, string>();
  for (const { name, value } of headersOf(request)) {
    const key = name.toLowerCase();
    const known = record.get(key);
    if (!OF_BROWSER.test(key) && isSafe(key)) record.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(record);
}

/** Not `__proto__` and the like, which objects and edits do not take as names. */
const isSafe = (name: string): boolean => contentFault(Object.fromEntries([[name, '']])) === undefined;
