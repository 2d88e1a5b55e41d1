import type { Request } from 'playwright';
import type { CallRecord } from '../../../model/run/call-record.ts';
import type { NetworkActivity } from '../../browser/logs/network-activity.ts';

/** A request of a page and its answer, as JSON. */
export interface ExchangeFacts {
  request: { url: string; method: string; headers: Readonly<Record<string, string>>; body: unknown };
  /** `noBody` says why there is no body; `null` where the request failed or has no answer yet. */
  response: { status: number; headers: Readonly<Record<string, string>>; body: unknown; noBody?: string } | null;
  failure?: string;
}

const MOST_SENT_BYTES = 5_000_000;
/** More of a body is not even searched for secrets. */
const MOST_CHARACTERS = 20_000;

/** Without the body of the answer unless it is wanted, for which the answer must have ended. Never rejects. */
export async function exchangeFacts(
  request: Request,
  bodies: NetworkActivity['bodies'],
  wantsBody: boolean,
): Promise<ExchangeFacts> {
  const headers = request.headers();
  const sent = request.postDataBuffer();
  const body = sent === null || sent.length > MOST_SENT_BYTES ? null : contentOf(sent, headers);
  const asked = { url: request.url(), method: request.method(), headers, body };
  const failure = request.failure()?.errorText;
  const response = request.existingResponse();
  if (response === null) return { request: asked, response: null, ...(failure === undefined ? {} : { failure }) };
  const head = { status: response.status(), headers: response.headers() };
  if (!wantsBody) return { request: asked, response: { ...head, body: null } };
  if (failure !== undefined)
    return { request: asked, response: { ...head, body: null, noBody: `the answer was cut off: ${failure}` }, failure };
  const got = await bodies.of(response);
  const answer = 'bytes' in got ? { body: contentOf(got.bytes, head.headers) } : { body: null, noBody: got.reason };
  return { request: asked, response: { ...head, ...answer } };
}

/** Pages send JSON as plain text, too. */
function contentOf(bytes: Buffer, headers: Readonly<Record<string, string>>): unknown {
  const text = bytes.toString('utf8');
  if (!/[/+]json\b/i.test(headers['content-type'] ?? '') && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** For the result of an action. */
export const callOf = ({ request, response }: ExchangeFacts): CallRecord => ({
  method: request.method,
  url: request.url,
  requestHeaders: { ...request.headers },
  requestBody: bodyText(request.body),
  ...(response === null
    ? {}
    : { status: response.status, headers: { ...response.headers }, body: bodyText(response.body) }),
});

function bodyText(body: unknown): string | undefined {
  if (body === null || body === '') return undefined;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (/[\0\uFFFD]/.test(text.slice(0, MOST_CHARACTERS))) return `(${text.length} characters that are no text)`;
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** From when it was sent until it was answered in full. */
export function msOf(request: Request): number | undefined {
  const { responseEnd } = request.timing();
  return responseEnd < 0 ? undefined : Math.round(responseEnd);
}
