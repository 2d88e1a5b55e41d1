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
  /** What stands in the text where something secret was, to be replaced by whoever sends it. */
  toFillIn(request: CopiedRequest): string[];
  /** Why the request has no such form; undefined where it has. */
  fault(request: CopiedRequest): string | undefined;
  /** Only for requests without a fault. Whatever a page sent, the text does nothing but send it again. */
  text(request: CopiedRequest): string;
}

/** Of the text before a masked value, where its name is. */
const MOST_BEFORE = 200;
const MOST_OF_NAME = 40;

/** The field before a value in JSON, also where that is quoted. */
const FIELD = /\\?"([^"\\]{1,100})\\?"\s*:\s*\\?"(?:[^"\\]|\\[^"])*$/;
const PARAMETER = /(?:^|[?&])([^=&?#\s]{1,100})=[^&\s]*$/;

const nameBefore = (text: string): string => FIELD.exec(text)?.[1] ?? PARAMETER.exec(text)?.[1] ?? '';

/** `accessToken` becomes `ACCESS_TOKEN`. */
const inCapitals = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .slice(0, MOST_OF_NAME)
    .replace(/^_|_$/g, '');

/** The first of a name has it as it is, the second with a 2 behind it. */
function uniqueNaming(): (of: string, otherwise: string) => string {
  const counts = new Map<string, number>();
  return (of, otherwise) => {
    const name = `FILL_IN_${inCapitals(of) || otherwise}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  };
}

function filled(text: string, fill: (before: string) => string): string {
  let result = '';
  let end = 0;
  for (let at = text.indexOf(REDACTED); at >= 0; at = text.indexOf(REDACTED, end)) {
    result += `${text.slice(end, at)}${fill(text.slice(Math.max(0, at - MOST_BEFORE), at))}`;
    end = at + REDACTED.length;
  }
  return result + text.slice(end);
}

interface NamedMasks {
  request: CopiedRequest;
  /** In the order of address, headers and body. */
  names: string[];
}

/**
 * Puts a name in the place of each masked value: `FILL_IN_` and its header, parameter or field, so that no two are alike.
 * `write`: the text that stands for the name.
 */
export function withNamedMasks(request: CopiedRequest, write = (name: string) => name): NamedMasks {
  const { url, headers, body } = request;
  const names: string[] = [];
  const nameOf = uniqueNaming();
  const named = (of: string, otherwise: string) => {
    const name = nameOf(of, otherwise);
    names.push(name);
    return write(name);
  };
  const fill = (text: string, otherwise: string) => filled(text, before => named(nameBefore(before), otherwise));
  const filledRequest = {
    ...request,
    // What is behind the sign is never sent.
    url: fill(url.replace(/#.*$/s, ''), 'URL'),
    headers: headers.map(({ name, value }) => ({ name, value: filled(value, () => named(name, 'HEADER')) })),
    body: body && { ...body, text: body.text && fill(body.text, 'BODY') },
  };
  return { request: filledRequest, names };
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

/** One of each name, in lower case; those that a browser adds by itself are left out. */
export function joinedHeaders(request: CopiedRequest): CopiedRequest['headers'] {
  const record = new Map<string, string>();
  for (const { name, value } of headersOf(request)) {
    const key = name.toLowerCase();
    const known = record.get(key);
    if (!OF_BROWSER.test(key) && isSafe(key)) record.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return [...record].map(([name, value]) => ({ name, value }));
}

export const headerRecord = ({ headers }: CopiedRequest): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]));

/** Not `__proto__` and the like, which objects and edits do not take as names. */
const isSafe = (name: string): boolean => contentFault(Object.fromEntries([[name, '']])) === undefined;
