import { z } from 'zod';
import { ObservedText } from '../values/observed.ts';

/** No `status`: `text` says why there was no answer. */
const EarlierAnswer = z.strictObject({ status: z.number().int().optional(), text: ObservedText });

/** HTTP request of an action and its last answer, shortened and without credentials. */
export const CallRecord = z.strictObject({
  method: z.string(),
  url: ObservedText,
  requestHeaders: z.record(z.string(), ObservedText).optional(),
  requestBody: ObservedText.optional(),
  answeredBy: ObservedText.optional(),
  status: z.number().int().optional(),
  headers: z.record(z.string(), ObservedText).optional(),
  body: ObservedText.optional(),
  /** How often it was sent, where that is more than once. */
  calls: z.number().int().optional(),
  /** The last few answers before that one, oldest first. */
  earlier: z.array(EarlierAnswer).optional(),
});
export type CallRecord = z.infer<typeof CallRecord>;

/** Characters of a body that are kept. */
export const MOST_BODY = 5_000;
const MOST_HEADERS = 30;
const MOST_HEADER = 300;
const MOST_URL = 2_000;
const MOST_EARLIER = 300;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const cutHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [name, cut(value, MOST_HEADER)]),
  );

export const shortCall = (call: CallRecord, change: (text: string, header?: string) => string): CallRecord => {
  const text = (value: string | undefined, most: number) => value && cut(change(value), most);
  const headers = (values: CallRecord['headers']) =>
    values &&
    cutHeaders(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)])));
  const short = {
    ...call,
    url: cut(change(call.url), MOST_URL),
    requestHeaders: headers(call.requestHeaders),
    requestBody: text(call.requestBody, MOST_BODY),
    answeredBy: text(call.answeredBy, MOST_URL),
    headers: headers(call.headers),
    body: text(call.body, MOST_BODY),
    earlier: call.earlier?.map(answer => ({ ...answer, text: cut(change(answer.text), MOST_EARLIER) })),
  };
  return CallRecord.parse(Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined)));
};

export function callText({ method, url, answeredBy, status, ...call }: CallRecord): string {
  const from = answeredBy === undefined ? '' : ` from ${answeredBy}`;
  return [
    `${method} ${url}`,
    ...headerLines(call.requestHeaders),
    ...(call.requestBody ? ['', call.requestBody] : []),
    '',
    status === undefined ? 'No answer' : `Status ${status}${from}`,
    ...headerLines(call.headers),
    ...(call.body ? ['', call.body] : []),
    ...(call.calls === undefined ? [] : ['', ...repeatLines(call)]),
  ].join('\n');
}

/** Of a call that was sent several times. */
export const repeatLines = ({ calls = 1, earlier = [] }: Pick<CallRecord, 'calls' | 'earlier'>): string[] => [
  `Sent ${calls} times. The answers before the last:`,
  ...earlier.map(({ status, text }) => `${status ?? 'None:'} ${text}`.trim()),
];

export const headerLines = (headers: CallRecord['headers'] = {}): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
