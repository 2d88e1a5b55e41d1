/** HAR files: what is kept of a recording, and which of its answers a request gets. */
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';

const Header = z.object({ name: z.string(), value: z.string() });

/** `file`: beside the HAR file. */
const Content = z
  .object({ text: z.string().optional(), encoding: z.string().optional(), _file: z.string().optional() })
  .transform(({ _file: file, ...content }) => ({ ...content, file }));
export type HarContent = z.infer<typeof Content>;

const HarEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(Header).default([]),
    postData: Content.optional(),
  }),
  response: z.object({ status: z.number(), headers: z.array(Header).default([]), content: Content.prefault({}) }),
});
export type HarEntry = z.infer<typeof HarEntry>;

const MOST_ENTRIES = 50_000;

/** `_appUrl`: where the app was, so that the file is of use where it is elsewhere. */
const Har = z.object({
  log: z.object({ entries: z.array(z.unknown()).max(MOST_ENTRIES), _appUrl: z.string().optional() }),
});

/** Errors: `invalid-project` at the field `file`. */
function readHar(text: string, name: string): z.infer<typeof Har>['log'] {
  const parsed = Har.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data.log;
  throw new AppError('invalid-project', `${name} is no HAR file: it has no “log” with a list of “entries”.`, {
    field: 'file',
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What browsers leave out of the files that they call sanitized: who has it is signed in. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie']);

interface KeptRecording {
  fits(address: string): boolean;
  masked(text: string): string;
  appUrl: string | undefined;
}

/** Of a recording of ours; credentials are left out and secrets masked. `count`: of answers. */
export function keptHar(text: string, { fits, masked, appUrl }: KeptRecording): { text: string; count: number } {
  const { log } = z.object({ log: z.looseObject({ entries: z.array(z.looseObject({})) }) }).parse(JSON.parse(text));
  const entries = log.entries.filter(entry => {
    const known = HarEntry.safeParse(entry);
    return known.success && hasAnswer(known.data) && fits(known.data.request.url);
  });
  const origin = appUrl === undefined ? undefined : URL.parse(appUrl)?.origin;
  const kept = { log: { ...log, ...(origin === undefined ? {} : { _appUrl: origin }), entries } };
  return { text: `${JSON.stringify(cleaned(kept, masked), undefined, 2)}\n`, count: entries.length };
}

/** One that the browser had already is no answer to who has nothing. */
const hasAnswer = ({ response: { status } }: HarEntry): boolean => status >= 200 && status <= 599 && status !== 304;

function cleaned(value: unknown, masked: KeptRecording['masked']): unknown {
  if (typeof value === 'string') return masked(value);
  if (Array.isArray(value)) return value.filter(each => !isCredential(each)).map(each => cleaned(each, masked));
  if (typeof value !== 'object' || value === null) return value;
  const { cookies, ...rest } = readable({ ...value });
  const pairs = Object.entries(rest).map(([name, part]) => [name, cleaned(part, masked)]);
  return { ...Object.fromEntries(pairs), ...(cookies === undefined ? {} : { cookies: [] }) };
}

function isCredential(value: unknown): boolean {
  const header = Header.safeParse(value);
  return header.success && CREDENTIALS.has(header.data.name.toLowerCase());
}

/** Secrets are found in text alone. */
function readable(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { encoding, text, ...rest } = content;
  if (encoding !== 'base64' || typeof text !== 'string') return { ...content };
  const bytes = Buffer.from(text, 'base64');
  return isUtf8(bytes) ? { ...rest, text: bytes.toString('utf8') } : { ...content };
}

/** A request as far as answers are told apart by it. */
export interface AskedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  isNavigation: boolean;
}

/** What a request gets: an answer, or another address to go to, for which it asks anew. */
type RecordedAnswer = { kind: 'answer'; response: HarEntry['response'] } | { kind: 'redirect'; url: string };

interface Replaying {
  masked(text: string): string;
  appUrl: string | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The answers of a HAR file. Secrets in what is asked are masked as they are in the file. */
export class RecordedAnswers {
  readonly #entries = new Map<string, HarEntry[]>();
  readonly #given = new Map<HarEntry[], number>();
  readonly #replaying: Replaying;
  /** Origins of the app, now and when it was recorded. */
  readonly #origins: { now: string; recorded: string } | undefined;

  /** Errors: `invalid-project` at the field `file`. */
  constructor(text: string, name: string, replaying: Replaying) {
    this.#replaying = replaying;
    const { entries, _appUrl: recorded } = readHar(text, name);
    const now = replaying.appUrl === undefined ? undefined : URL.parse(replaying.appUrl)?.origin;
    this.#origins = now === undefined || recorded === undefined ? undefined : { now, recorded };
    for (const entry of entries) this.#add(entry);
  }

  has(asked: AskedRequest): boolean {
    return this.#listFor(asked) !== undefined;
  }

  /** Undefined where there is none, or where its redirects go round in a circle. */
  next(asked: AskedRequest): RecordedAnswer | undefined {
    let at = asked;
    const seen = new Set<HarEntry>();
    for (;;) {
      const entry = this.#nextOf(this.#listFor(at));
      if (entry === undefined || seen.has(entry)) return undefined;
      seen.add(entry);
      const { response } = entry;
      const target = REDIRECTS.has(response.status) ? locationIn(response, entry.request.url) : undefined;
      if (target === undefined) return { kind: 'answer', response };
      const url = this.#here(target);
      // Its next request asks for the rest.
      if (asked.isNavigation) return { kind: 'redirect', url };
      at = { ...at, method: methodAfter(response.status, at.method), url };
    }
  }

  #add(entry: unknown): void {
    const known = HarEntry.safeParse(entry);
    if (!known.success || !hasAnswer(known.data)) return;
    const { request } = known.data;
    const key = keyOf(request.method, request.url);
    const list = this.#entries.get(key) ?? [];
    list.push(known.data);
    this.#entries.set(key, list);
  }

  /** A list is always the same for the same request, so that its answers come in turn. */
  #listFor(asked: AskedRequest): HarEntry[] | undefined {
    const key = keyOf(asked.method, this.#replaying.masked(this.#there(asked.url)));
    const all = this.#entries.get(key);
    if (all === undefined || asked.body === null || asked.body.length === 0) return all;
    const body = bodyKey(this.#replaying.masked(asked.body.toString('utf8')), asked.headers);
    const bodied = `${key}\n${body}`;
    const known = this.#entries.get(bodied);
    if (known !== undefined) return known;
    const same = all.filter(({ request }) => hasBody(request, body));
    if (same.length === 0) return undefined;
    this.#entries.set(bodied, same);
    return same;
  }

  #nextOf(list: HarEntry[] | undefined): HarEntry | undefined {
    if (list === undefined) return undefined;
    const index = this.#given.get(list) ?? 0;
    this.#given.set(list, index + 1);
    return list[Math.min(index, list.length - 1)];
  }

  #there(url: string): string {
    const { now, recorded } = this.#origins ?? {};
    return now === undefined ? url : moved(url, now, recorded ?? now);
  }

  #here(url: string): string {
    const { now, recorded } = this.#origins ?? {};
    return now === undefined ? url : moved(url, recorded ?? now, now);
  }
}

const keyOf = (method: string, url: string): string => `${method} ${url.split('#')[0]}`;

const moved = (url: string, from: string, to: string): string =>
  url === from || url.startsWith(`${from}/`) ? `${to}${url.slice(from.length)}` : url;

const locationIn = ({ headers }: HarEntry['response'], url: string): string | undefined => {
  const location = headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
  return location === undefined ? undefined : URL.parse(location, url)?.href;
};

const methodAfter = (status: number, method: string): string =>
  (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST') ? 'GET' : method;

/** What a recording says nothing of, may have been anything. */
function hasBody({ headers, postData }: HarEntry['request'], body: string): boolean {
  if (postData?.text === undefined) return true;
  const text = postData.encoding === 'base64' ? Buffer.from(postData.text, 'base64').toString('utf8') : postData.text;
  const named = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  return bodyKey(text, named) === body;
}

/** The parts of a form are set apart by a text that is another one each time. */
function bodyKey(body: string, headers: AskedRequest['headers']): string {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  return boundary === undefined ? body : body.replaceAll(boundary, '');
}
